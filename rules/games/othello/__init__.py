"""Othello (Reversi): the box. Rules OT-1 to OT-12 of the rule sheets."""

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from rules.contract.board import Board
from rules.contract.game import Choices, Game, Option
from rules.contract.search_api import DataFile, EngineSpec
from rules.games.othello.engine.book import book
from rules.games.othello.engine.evaluation import evaluate, worth
from rules.games.othello.engine.weights import LEARNED
from rules.games.othello.facts import facts
from rules.games.othello.openings import named
from rules.games.othello.position import BOARD, Othello, opening
from rules.games.othello.refusals import refusal

if TYPE_CHECKING:
    from rules.contract.batch_rules import BatchRules
    from rules.games.othello.engine.patterns import Patterns

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


def _batch() -> "BatchRules[Othello]":
    """The rules for arrays, which judge by what is known now: a search asks once."""
    return _batch_with(LEARNED.patterns)


@cache
def _batch_with(patterns: "Patterns | None") -> "BatchRules[Othello]":
    from rules.games.othello.engine.batch import OthelloBatch

    return OthelloBatch(patterns)


def _judge(position: Othello) -> int:
    """By patterns once they are here, unless the fewest discs win; else by hand."""
    return (
        evaluate(position)
        if LEARNED.patterns is None
        else learned_judge(LEARNED.patterns, position)
    )


def learned_judge(patterns: "Patterns", position: Othello) -> int:
    """How good the position is for the mover by these patterns; by hand where they know nothing."""
    if position.laying or position.setup.fewest:
        return evaluate(position)
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    return patterns.value(own, enemy, position.fields.bit_count())


LEVELS = ("depth", *(f"level{number}" for number in range(1, 9)))
"""Those that judge by patterns: all."""


OTHELLO = Game(
    key="othello",
    options=OPTIONS,
    board=_board,
    opening=_opening,
    engine=EngineSpec(
        evaluate=_judge,
        data_files=(DataFile("patterns.bin", LEVELS),),
        terminal_score=worth,
        batch_rules=_batch,
        opening_book=book,
        warm_up=LEARNED.loading,
    ),
    facts=facts,
    refusal=refusal,
    named=named,
    award=_award,
)
