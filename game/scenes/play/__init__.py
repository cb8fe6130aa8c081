"""The scene of a match."""
