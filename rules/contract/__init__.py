"""The contract of a game; no single game."""
