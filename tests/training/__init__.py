"""Trains the judges of the games by self-play, behind `python build.py train`."""

from tests.training.contactic import ContacticCourse
from tests.training.course import Course
from tests.training.flipflop import FlipFlopCourse
from tests.training.flipop import FlipopCourse
from tests.training.othello import OthelloCourse

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""By key, the games that can be trained."""
