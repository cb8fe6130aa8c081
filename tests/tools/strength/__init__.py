"""Measurements of the computer's strength."""
