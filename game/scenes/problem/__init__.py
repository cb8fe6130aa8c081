"""The page of all problems of a game."""
