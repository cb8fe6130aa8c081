"""Lessons, problems, and mistakes to improve, each in a live match."""
