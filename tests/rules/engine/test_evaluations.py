"""Comparison of static evaluations with recorded numbers. No other test can detect a wrong
evaluation. After an intended change, record the new numbers and measure the levels again."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match
from flipside.rules.training.contactic import HAND_MADE as CONTACTIC_HAND_MADE
from flipside.rules.training.courses import FLIPFLOP_HAND_MADE
from tests.rules.games.contactic.reference_evaluation import learned as contactic
from tests.rules.games.flipflop.reference_evaluation import learned
from tests.rules.games.othello.reference_evaluation import evaluate as othello
from tests.rules.games.random_matches import pick
from tests.rules.games.switch.reference_evaluation import evaluate as switch

JUDGED: list[tuple[str, dict[str, str], Callable[[Any], int], int]] = [
    ("othello", {}, othello, 1458283134),
    ("othello", {"goal": "fewest"}, othello, 179462233),
    ("flipflop", {}, partial(learned, FLIPFLOP_HAND_MADE), 661358436),
    ("flipflop", {"lines": "late"}, partial(learned, FLIPFLOP_HAND_MADE), 364030752),
    ("switch", {}, switch, 3243048478),
    ("switch", {"setup": "placed"}, switch, 2529189771),
    ("contactic", {"first": "orange"}, partial(contactic, CONTACTIC_HAND_MADE), 4065335430),
]


@pytest.mark.parametrize(("key", "given", "judge", "expected"), JUDGED)
def test_opinions_do_not_change_unnoticed(
    key: str, given: dict[str, str], judge: Callable[[Any], int], expected: int
) -> None:
    values = []
    for seed in range(6):
        match, random = Match(BY_KEY[key], given, seed), Random(seed)
        while match.result() is None and match.ply < 90:
            match.play(pick(sorted(match.position.moves()), random))
            if match.result() is None and match.ply % 3 == 0:
                values.append(judge(match.position))
    assert crc32(repr(values).encode()) == expected, values[:10]
