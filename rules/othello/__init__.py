"""Othello (Reversi): the box. Rules OT-1 to OT-12 of the rule sheets."""

from functools import cache
from random import Random
from typing import Any

from rules.board import Board
from rules.othello.facts import facts
from rules.othello.judge import judge, worth
from rules.othello.openings import named
from rules.othello.position import BOARD, Othello, opening
from rules.position import Choices, Game, Option

OPTIONS = (
    Option("start", ("official", "open", "parallel")),
    Option("corners", ("0", "1", "2", "3", "4"), unless=(("start", "open"),)),
    Option("goal", ("most", "fewest")),
)


def _board(choices: Choices) -> Board:
    return BOARD


def _opening(choices: Choices, random: Random) -> Othello:
    return opening(choices["start"], int(choices["corners"]), choices["goal"] == "fewest")


def _award(position: Othello) -> tuple[int, int]:
    """OT-9: the empty fields go to the winner, 64 in total; not when the fewest discs win."""
    first, second = position.score()
    empty = 64 - first - second
    result = position.result()
    if result is None or result.winner is None or position.setup.fewest:
        return first, second
    return (first + empty, second) if result.winner == 0 else (first, second + empty)


@cache
def _batch() -> Any:
    from rules.othello.batch import OthelloBatch

    return OthelloBatch()


OTHELLO = Game(
    key="othello",
    options=OPTIONS,
    board=_board,
    opening=_opening,
    judge=judge,
    facts=facts,
    named=named,
    award=_award,
    worth=worth,
    batch=_batch,
)
