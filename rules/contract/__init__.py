"""What a game is, and nothing about any game."""
