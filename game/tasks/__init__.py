"""Lessons, problems and mistakes played again, at a table."""
