"""BatchRules: move generation and static evaluation of a game for whole arrays of positions.

A batch is an array of shape (words, n), dtype uint64: one column per position, its words laid out
as each game likes. All values are for the mover of each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.contract.position import Position
from rules.contract.value import WIN

Index = NDArray[np.intp]
"""Places in an array; 64 bits each on a desktop, 32 in a page, where other numbers are slow."""

Batch = NDArray[np.uint64]
"""Positions, shape (words, n)."""

Points = NDArray[np.int32]
"""One whole number per position, shape (n,)."""

Q = TypeVar("Q", bound=Position, contravariant=True)

UNFINISHED = 2 * WIN
"""Stands in `ends` for a position that is not over."""


@dataclass(frozen=True, slots=True)
class Children:
    """The positions after every legal move of some positions, in the order of Position.moves().

    The children of one parent lie side by side, the parents in the order in which they were given.
    """

    parent: Index
    """The column of each child's parent, shape (m,), never falling."""
    batch: Batch
    """The children, shape (words, m)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """ProbCut: deep values are expected `least` to `most` points above those of a shallow search
    of `plies` plies."""

    plies: int
    least: Points
    most: Points


class BatchRules(Protocol[Q]):
    """Rules and evaluation of a game for arrays; tests compare them with its Position.

    Players take turns without exception; a forced pass is a ply with one child.
    """

    def covers(self, position: Q) -> bool:
        """Whether this position, and all that can come of it, can be put into a batch."""

    def pack(self, positions: Sequence[Q]) -> Batch:
        """Positions of one match as a batch, shape (words, n); may leave out the options."""

    def pack_root(self, position: Q, seen: Sequence[Q]) -> Batch:
        """The root of a search, shape (words, 1), with the facts of the match so far that decide
        when it ends; `seen` are the positions of the match, the root included."""

    def children(self, batch: Batch) -> Children:
        """All children; a position that is over has none, every other at least one."""

    def ends(self, batch: Batch) -> Points:
        """UNFINISHED; or WIN, 0 or -WIN for a position that is over; or points where
        `EngineSpec.terminal_score` counts the margin."""

    def exact_scores(self, batch: Batch) -> Points | None:
        """As `ends`, and also for positions whose exact value is known without their children;
        None where there are none of these."""

    def evaluate(self, batch: Batch) -> Points:
        """Static evaluation of each unfinished position in points, `ends` of the others.

        It is `EngineSpec.evaluate`, or a stronger one for arrays on the same scale.
        """

    def mobility(self, batch: Batch) -> Points:
        """The number of legal moves, for move ordering: the most forcing lines come first."""

    def keys(self, batch: Batch) -> NDArray[np.uint64]:
        """A hash of each position, shape (n,); equal positions have equal keys."""

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """ProbCut margins for searches of this depth in plies; None where none were measured."""

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """As `probcut_margins`, with `evaluate` in place of a shallow search; None where none were
        measured."""

    def improvement_margin(self, batch: Batch) -> int:
        """Least improvement, in points, for which selective search looks at a move outside the
        principal variation. 0: every improvement."""

    def cycle_scores(self, batch: Batch) -> Points | None:
        """The score of a line that returns to these positions; None where no line can, or where
        that decides little."""

    def plies_left(self, position: Q) -> int | None:
        """The most plies until the end, not counting forced passes; None where unbounded."""


AnyBatchRules = BatchRules[Any]
