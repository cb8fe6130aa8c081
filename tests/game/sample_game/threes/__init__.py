"""Threes, a game for tests only: three in a row on nine squares."""

from random import Random

from flipside.rules.contract.game import Choices, Game, Option
from flipside.rules.contract.search_api import EngineSpec
from flipside.rules.games.threes.engine.evaluation import evaluate
from flipside.rules.games.threes.position import BOARD, Threes, opening

OPTIONS = (Option("goal", ("make", "avoid")),)


def _opening(choices: Choices, random: Random) -> Threes:
    return opening(choices["goal"] == "avoid")


THREES = Game(
    key="threes",
    options=OPTIONS,
    board=lambda choices: BOARD,
    opening=_opening,
    engine=EngineSpec(evaluate),
)
