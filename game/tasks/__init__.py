"""Lessons, problems and mistakes played again, each in a live match."""
