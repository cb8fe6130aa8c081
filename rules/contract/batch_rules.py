"""What a game gives so that whole arrays of its positions can be searched at once.

A batch is an array of shape (words, n), dtype uint64: one column per position, its words laid out
as each game likes. Whatever is said of a position is said for its mover.
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
    """Values of some depth are expected to lie between `least` and `most` points above those of a
    look of `plies` plies."""

    plies: int
    least: Points
    most: Points


class BatchRules(Protocol[Q]):
    """Rules and judge of a game for arrays; tests hold them against its Position.

    Players take turns without exception; a forced pass is a ply with one child.
    """

    def covers(self, position: Q) -> bool:
        """Whether this position, and all that can come of it, can be put into a batch."""

    def pack(self, positions: Sequence[Q]) -> Batch:
        """Positions of one match as a batch; its options may be left out of the words."""

    def pack_root(self, position: Q, seen: Sequence[Q]) -> Batch:
        """A position that is searched, as a batch of one, and whatever of the match until there
        (`seen`, the position included) decides when the match ends."""

    def children(self, batch: Batch) -> Children:
        """All children; a position that is over has none, every other at least one."""

    def ends(self, batch: Batch) -> Points:
        """UNFINISHED; or WIN, 0 or -WIN for a position that is over; or points where
        `Thinking.terminal_score` counts the margin."""

    def exact_scores(self, batch: Batch) -> Points | None:
        """As `ends`, for positions whose true value can be told without a look at their children
        too; None where it can be told of none sooner."""

    def evaluate(self, batch: Batch) -> Points:
        """What the judge says of each unfinished position, `ends` of the others.

        The judge is `Thinking.evaluate`, or one for arrays that knows more, in points of its kind.
        """

    def mobility(self, batch: Batch) -> Points:
        """The number of moves, as far as it helps to look at the most forcing lines first."""

    def keys(self, batch: Batch) -> NDArray[np.uint64]:
        """A hash of each position, shape (n,); equal positions have equal keys."""

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """What values of this depth are expected to be after a look that is less deep (ProbCut);
        None where nothing was measured for the depth."""

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """As `margins`, by no more than what `values` says of each position; None where nothing was
        measured for the depth."""

    def improvement_margin(self, batch: Batch) -> int:
        """Points by which another move has to be better to be looked into, where experience cuts
        lines away and so values are not exact anyway; 0 for all that are better."""

    def cycle_scores(self, batch: Batch) -> Points | None:
        """What a line of play is worth that comes back to these positions; None where none can, or
        where that decides little."""

    def plies_left(self, position: Q) -> int | None:
        """The most plies until the end, forced passes left out; None where there is no bound."""


AnyBatchRules = BatchRules[Any]
