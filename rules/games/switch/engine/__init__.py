"""Evaluation and batch rules for the computer player of this game."""
