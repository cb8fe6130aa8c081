"""Flipop: the box. Rules FP-1 to FP-13 of the rule sheets."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from rules.contract.board import Board
from rules.contract.game import Choices, Game, Option, RepetitionAndCap
from rules.contract.position import Move
from rules.contract.search_api import DataFile, EngineSpec, Limit, SearchInfo
from rules.games.flipop.doors import BOARD
from rules.games.flipop.engine.blocks_file import BLOCKS
from rules.games.flipop.engine.weights import WEIGHTS, evaluate
from rules.games.flipop.facts import facts
from rules.games.flipop.position import CAP, Flipop, opening
from rules.games.flipop.refusals import refusal
from rules.games.flipop.remarks import remarks

if TYPE_CHECKING:
    from rules.contract.batch_rules import BatchRules
    from rules.games.flipop.engine.blocks import Blocks

OPTIONS = (
    Option("chain", ("side", "hinge", "free")),
    Option("stuck", ("pass", "ends", "exit")),
)


def _board(choices: Choices) -> Board:
    return BOARD


def _opening(choices: Choices, random: Random) -> Flipop:
    return opening(choices["chain"], choices["stuck"])


def _cap(choices: Choices) -> int:
    return CAP


def _counts(position: Flipop, move: Move) -> bool:
    return True


def _leaves(position: Flipop, move: Move) -> bool:
    """Whether a ball leaves the board in this ply."""
    return position.score() != position.play(move).score()


def _batch() -> "BatchRules[Flipop]":
    """The rules for arrays, which judge by what is known now: a search asks once."""
    return _batch_with(BLOCKS.blocks)


@cache
def _batch_with(blocks: "Blocks | None") -> "BatchRules[Flipop]":
    from rules.games.flipop.engine.batch import FlipopBatch

    return FlipopBatch(WEIGHTS.numbers(), blocks)


def _forced(
    rules: "BatchRules[Flipop]", position: Flipop, depth: int, seen: Sequence[Flipop]
) -> Iterator[SearchInfo | None]:
    from rules.games.flipop.engine.forced import forced_win

    return forced_win(rules, position, depth, seen)


LIMITS = {
    "level1": Limit(depth=1, noise=110, oversight_rate=0.2),
    "level2": Limit(depth=1, noise=90),
    "level3": Limit(depth=3, noise=180),
    "level4": Limit(depth=3, noise=60),
    "level5": Limit(depth=3),
    "level6": Limit(depth=5),
}
"""The judge's numbers are small here, and so is the noise; and the judge of levels 5 and 6 knows so
much that a ply less is enough."""


LEVELS = ("depth", *(f"level{number}" for number in range(5, 9)))
"""Those that judge by blocks; the others err anyway."""


FLIPOP = Game(
    key="flipop",
    options=OPTIONS,
    board=_board,
    opening=_opening,
    engine=EngineSpec(
        evaluate=evaluate,
        data_files=(DataFile("blocks.bin", LEVELS),),
        batch_rules=_batch,
        warm_up=BLOCKS.loading,
        forced_win=_forced,
        limits=LIMITS,
    ),
    facts=facts,
    refusal=refusal,
    remarks=remarks,
    orthogonal_only=True,
    repetition=RepetitionAndCap(cap=_cap, counts=_counts, resets=_leaves, verdict=Flipop.verdict),
)
