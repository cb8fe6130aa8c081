"""Trains the evaluations of the games by self-play, for `python build.py train`."""

from flipside.rules.training.contactic import ContacticCourse
from flipside.rules.training.flipflop import FlipFlopCourse
from flipside.rules.training.flipop import FlipopCourse
from flipside.rules.training.learning import BatchCourse
from flipside.rules.training.othello import OthelloCourse

Course = BatchCourse | ContacticCourse
"""How the evaluation of a game is trained; `run.py` has what all games share."""

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""The courses of the games that can be trained, by key."""
