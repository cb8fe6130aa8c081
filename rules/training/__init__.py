"""Trains the evaluations of the games by self-play, for `python build.py train`."""

from rules.training.contactic import ContacticCourse
from rules.training.course import Course
from rules.training.flipflop import FlipFlopCourse
from rules.training.flipop import FlipopCourse
from rules.training.othello import OthelloCourse

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""The courses of the games that can be trained, by key."""
