"""The scene in which any position of a game can be set up."""
