"""Othello (Reversi): the game as the program offers it. Rules OT-1 to OT-12 of rules/RULES.md."""

from collections.abc import Generator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from flipside.rules.contract.game import Game, Option
from flipside.rules.contract.position import Move
from flipside.rules.contract.search_api import EngineSpec
from flipside.rules.engine.data_files import PackedFile, path
from flipside.rules.games.othello.facts import facts, illegal_reason, lessons_after_loss
from flipside.rules.games.othello.openings import book_scores, opening_key
from flipside.rules.games.othello.position import BOARD, DIAGRAMS, Othello, counted, opening

if TYPE_CHECKING:
    from flipside.rules.contract.batch_rules import BatchRules, HashKeys
    from flipside.rules.games.othello.engine.patterns import Patterns

OPTIONS = (
    Option("start", ("official", "open", "parallel"), opening_only=True),
    Option(
        "corners",
        ("0", "1", "2", "3", "4"),
        unless=(("start", "open"),),
        opening_only=True,
        unrated=("1", "2", "3", "4"),
    ),
    Option("goal", ("most", "fewest"), unrated=("fewest",)),
)


def _award(position: Othello) -> tuple[int, int]:
    """Return the final points of player 0 and 1, for the announcement.

    The winner gets the empty squares, so the sum is 64 (OT-9). If the fewest discs win, both keep
    their own discs.
    """
    first, second = position.points()
    empty = 64 - first - second
    result = position.result()
    if result is None or result.winner is None or position.setup.fewest:
        return first, second
    return (first + empty, second) if result.winner == 0 else (first, second + empty)


def _read_patterns(content: bytes) -> "Generator[None, None, Patterns | None]":
    from flipside.rules.games.othello.engine.patterns import read_patterns

    yield
    return (yield from read_patterns(content))


PATTERN_LEVELS = ("depth", *(f"level{number}" for number in range(1, 9)))
"""Levels that evaluate with patterns: all levels."""

LEARNED = PackedFile(path("othello", "patterns.bin"), _read_patterns, PATTERN_LEVELS)
"""The weights of the patterns."""


@cache
def _batch_with(patterns: "Patterns | None") -> "BatchRules[Othello]":
    from flipside.rules.games.othello.engine.batch import OthelloBatch

    return OthelloBatch(patterns)


def _move_keys(positions: Sequence[Othello], moves: Sequence[Move]) -> "HashKeys":
    from flipside.rules.games.othello.engine.batch import move_keys

    return move_keys(positions, moves)


def terminal_score(position: Othello) -> int:
    """Return the final margin for the mover in points (100 a disc).

    Empty squares go to the winner (OT-9), unless the fewest discs win (OT-11).
    """
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    discs = own.bit_count() - enemy.bit_count()
    if position.setup.fewest:
        return -100 * discs
    empty = 64 - (own | enemy).bit_count()
    return 100 * (discs + empty if discs > 0 else discs - empty if discs < 0 else 0)


OTHELLO = Game(
    key="othello",
    options=OPTIONS,
    board=lambda choices: BOARD,
    opening=lambda choices, random: opening(
        choices["start"], int(choices["corners"]), choices["goal"] == "fewest"
    ),
    engine=EngineSpec(
        chance_points=700,
        level_ratings=(322, 1000, 1348, 1861, 2059, 2195, 2412, 2600),
        data_files=(LEARNED,),
        terminal_score=terminal_score,
        batch_rules=lambda: _batch_with(LEARNED.content),
        opening_book=book_scores,
        move_keys=_move_keys,
        warm_up=LEARNED.loading,
    ),
    facts=facts,
    lessons_after_loss=lessons_after_loss,
    illegal_reason=illegal_reason,
    opening_name=opening_key,
    announced_score=_award,
    count_story=counted,
    diagrams=DIAGRAMS,
)
