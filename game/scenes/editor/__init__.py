"""The scene in which any position of a game is set up on its board."""
