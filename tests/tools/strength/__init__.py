"""Measures how well the computer plays."""
