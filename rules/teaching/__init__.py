"""Lessons and problems (puzzles) of any game."""
