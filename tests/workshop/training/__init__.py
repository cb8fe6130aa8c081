"""Trains the judges of the games by self-play, behind `python build.py train`."""

from tests.workshop.training.contactic import ContacticCourse
from tests.workshop.training.course import Course
from tests.workshop.training.flipflop import FlipFlopCourse
from tests.workshop.training.flipop import FlipopCourse
from tests.workshop.training.othello import OthelloCourse

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""By key, the games that can be trained."""
