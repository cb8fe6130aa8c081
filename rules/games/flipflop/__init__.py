"""Flip-Flop by Knut-Michael Wolf: rules, options and levels (FF-1 to FF-12)."""

from functools import cache
from typing import TYPE_CHECKING

from flipside.rules.contract.game import Game, Option
from flipside.rules.contract.position import RepetitionAndCap
from flipside.rules.contract.search_api import EngineSpec, Limit
from flipside.rules.games.flipflop.facts import facts, illegal_reason, lessons_after_loss
from flipside.rules.games.flipflop.position import BOARD, DIAGRAMS, FlipFlop, opening

if TYPE_CHECKING:
    from flipside.rules.contract.batch_rules import BatchRules

OPTIONS = (
    Option("setup", ("laid", "chess", "random"), opening_only=True),
    Option("lines", ("always", "late")),
    Option("cap", ("100", "60", "200", "off"), unrated=("off",)),
    Option("tie", ("draw", "lines"), unrated=("lines",), added=True),
)


@cache
def _batch() -> "BatchRules[FlipFlop]":
    from flipside.rules.games.flipflop.engine.batch import WEIGHTS, FlipFlopBatch

    return FlipFlopBatch(WEIGHTS.numbers)


LIMITS = {
    "level1": Limit(depth=1, noise=6000, blunder_rate=0.3),
    "level2": Limit(depth=1, noise=5000),
    "level3": Limit(depth=2, noise=3400),
    "level4": Limit(depth=2, noise=2800),
    "level5": Limit(depth=3, noise=2500),
    "level6": Limit(depth=3, noise=2200),
    "analysis": Limit(depth=4),
}
"""Noise is high because nearly full lines count thousands of points. A search of three plies with
noise below 2000 draws nearly always, even against the strongest level; so does a search of four
plies with noise 2500. Five plies take seconds while stones are laid."""


FLIPFLOP = Game(
    key="flipflop",
    options=OPTIONS,
    board=lambda choices: BOARD,
    opening=opening,
    engine=EngineSpec(
        chance_points=800,
        level_ratings=(972, 1000, 1084, 1101, 1227, 1251, 1306, 1332),
        batch_rules=_batch,
        limits=LIMITS,
    ),
    facts=facts,
    lessons_after_loss=lessons_after_loss,
    illegal_reason=illegal_reason,
    uniform_flips=True,
    orthogonal_only=True,
    repetition=RepetitionAndCap(
        counts=lambda position, move: not position.laying, verdict=FlipFlop.verdict
    ),
    diagrams=DIAGRAMS,
)
