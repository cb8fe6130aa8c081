"""Trains the evaluations of the games by self-play, for `python build.py train`."""

from rules.training.contactic import ContacticCourse
from rules.training.flipflop import FlipFlopCourse
from rules.training.flipop import FlipopCourse
from rules.training.learning import BatchCourse
from rules.training.othello import OthelloCourse

Course = BatchCourse | ContacticCourse
"""How the evaluation of a game is trained; `run.py` has what all games share."""

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""The courses of the games that can be trained, by key."""
