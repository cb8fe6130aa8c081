"""Trains the judges of the games by self-play, behind `python build.py train`."""

from tests.training.course import Course

COURSES: dict[str, Course] = {}
"""By key, the games that can be trained."""
