"""The Flipop game: its rules, options, levels and data files (FP-1 to FP-14)."""

from collections.abc import Generator, Iterator
from functools import cache
from typing import TYPE_CHECKING

from flipside.rules.contract.game import Game, Option
from flipside.rules.contract.position import History, RepetitionAndCap
from flipside.rules.contract.search_api import EngineSpec, Limit, SearchInfo
from flipside.rules.engine.data_files import PackedFile, path
from flipside.rules.games.flipop.doors import BOARD
from flipside.rules.games.flipop.facts import (
    cell_descriptions,
    facts,
    illegal_reason,
    lessons_after_loss,
)
from flipside.rules.games.flipop.position import CAP_PLIES, DIAGRAMS, Flipop, Setup, opening

if TYPE_CHECKING:
    from flipside.rules.contract.batch_rules import BatchRules
    from flipside.rules.games.flipop.engine.blocks import Blocks

OPTIONS = (
    Option("chain", ("side", "hinge", "free"), unrated=("hinge",)),
    Option("stuck", ("pass", "ends", "exit"), unrated=("ends",)),
    Option("tie", ("draw", "distance"), unrated=("distance",), added=True),
)


def _read_blocks(content: bytes) -> "Generator[None, None, Blocks | None]":
    from flipside.rules.games.flipop.engine.blocks import read_blocks

    yield
    return (yield from read_blocks(content))


_BLOCK_LEVELS = ("depth", *(f"level{number}" for number in range(5, 9)))
"""Levels that evaluate with the blocks; lower levels make deliberate mistakes anyway."""

BLOCKS = PackedFile(path("flipop", "blocks.bin"), _read_blocks, _BLOCK_LEVELS)
"""The weights of the blocks."""


@cache
def _batch_with(blocks: "Blocks | None") -> "BatchRules[Flipop]":
    from flipside.rules.games.flipop.engine.batch import FlipopBatch

    return FlipopBatch(blocks)


def _forced(
    rules: "BatchRules[Flipop]", position: Flipop, depth: int, history: History
) -> Iterator[SearchInfo | None]:
    from flipside.rules.games.flipop.engine.forced import forced_win

    return forced_win(rules, position, depth, history)


LIMITS = {
    "greedy": Limit(depth=1, noise=1),
    "level1": Limit(depth=1, noise=110, blunder_rate=0.2),
    "level2": Limit(depth=1, noise=90),
    "level3": Limit(depth=3, noise=180),
    "level4": Limit(depth=3, noise=60),
    "level5": Limit(depth=3),
    "level6": Limit(depth=5),
}
"""Limits per level. Noise is small because scores in Flipop are small. Levels 5 and 6 evaluate so
well that one ply less is enough. "greedy" is level 1 without mistakes. Because of its tiny noise,
"greedy" also evaluates with `weights.txt`. At one ply the blocks lose to `weights.txt` 5 to 25."""


FLIPOP = Game(
    key="flipop",
    options=OPTIONS,
    board=lambda choices: BOARD,
    opening=lambda choices, random: opening(Setup.of(choices)),
    engine=EngineSpec(
        chance_points=280,
        level_ratings=(916, 1000, 1212, 1271, 1804, 1967, 1967, 2058),
        data_files=(BLOCKS,),
        batch_rules=lambda: _batch_with(BLOCKS.content),
        warm_up=BLOCKS.loading,
        forced_win=_forced,
        limits=LIMITS,
    ),
    facts=facts,
    lessons_after_loss=lessons_after_loss,
    illegal_reason=illegal_reason,
    cell_descriptions=cell_descriptions,
    orthogonal_only=True,
    repetition=RepetitionAndCap(
        cap_of=lambda choices: CAP_PLIES,
        resets=lambda position, move: position.points() != position.play(move).points(),
        verdict=Flipop.verdict,
    ),
    diagrams=DIAGRAMS,
)
