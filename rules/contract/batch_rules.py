"""BatchRules: move generation and static evaluation of a game for whole arrays of positions.

A batch is an array of shape (words, n), dtype uint64. Each column is a position in an encoding that
the game defines. All values are for the mover of each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.position import WIN, Position

Index = NDArray[np.intp]
"""Array indices, shape (n,), in numpy's own index type, which has 32 bits in a browser."""

Batch = NDArray[np.uint64]
"""Positions, dtype uint64, shape (words, n)."""

HashKeys = NDArray[np.uint64]
"""One hash per position, or per position and move, dtype uint64, shape (n,)."""

Points = NDArray[np.int32]
"""One number per position, dtype int32, shape (n,); scores are in points, 100 is one piece."""

Flags = NDArray[np.bool_]
"""One truth value per position, shape (n,)."""

Q = TypeVar("Q", bound=Position, contravariant=True)

NOT_OVER = 2 * WIN
"""The value of `terminal_scores` for a position that is not over."""


@dataclass(frozen=True, slots=True)
class Children:
    """All children of a batch, parent by parent, each in the order of Position.moves()."""

    parent: Index
    """The column of each child's parent, shape (m,), ascending."""
    batch: Batch
    """The children, shape (words, m)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """ProbCut margins (Buro 1995).

    The score is expected from `least` to `most` points (n,) above the score of `plies` plies.
    """

    plies: int
    least: Points
    most: Points


class BatchRules(Protocol[Q]):
    """The rules and evaluation of a game for arrays. Tests compare them with its Position.

    Players alternate at every ply. A forced pass is a ply with one child. If a player makes two
    plies in a row, a ply with one child is inserted between them. A game subclasses this class.
    Methods with a body are optional.
    """

    def noisy(self) -> "BatchRules[Q]":
        """Return the rules for searches with noise, which may use a weaker evaluation."""
        return self

    def pack(self, positions: Sequence[Q]) -> Batch:
        """Return positions of one match as a batch (words, n); `words` may depend on the phase."""

    def children(self, batch: Batch) -> Children:
        """Return all children of a batch (words, n); finished positions have none."""

    def terminal_scores(self, batch: Batch) -> Points:
        """Return scores (n,): WIN, 0, -WIN or the margin, and NOT_OVER for unfinished positions."""

    def exact_scores(self, batch: Batch) -> Points | None:
        """Return `terminal_scores` plus known exact scores of unfinished positions, or None."""
        return None

    def evaluate(self, batch: Batch) -> Points:
        """Return static evaluations (n,); for finished positions the terminal scores."""

    def mobility(self, batch: Batch) -> Points:
        """Return the number of legal moves, shape (n,), for move ordering."""

    def keys(self, batch: Batch) -> NDArray[np.uint64]:
        """Return hash keys, dtype uint64, shape (n,); equal positions have equal keys."""

    def position_keys(self, batch: Batch) -> NDArray[np.uint64]:
        """Return hash keys (n,) of the positions only, even if the batch also has counts."""
        return self.keys(batch)

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """Return the ProbCut margins of a search of `depth` plies; None if not measured."""
        return None

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """Return the margins of `depth` plies above `evaluate`; None if not measured."""
        return None

    def improvement_margin(self, batch: Batch) -> int:
        """Return the points by which a move must be better to replace the best move so far."""
        return 0

    def cycle_scores(self, batch: Batch) -> Points | None:
        """Return the scores (n,) of returning to these positions; None if cycles do not matter."""
        return None

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Return the plies to the cap (n,) after one move in each parent, with `left` before it."""
        return left - 1

    def cap_scores(self, batch: Batch) -> Points:
        """Return the scores (n,) of unfinished positions at the cap; draws by default."""
        return np.zeros(batch.shape[1], np.int32)

    def plies_left(self, position: Q) -> int | None:
        """Return the maximum number of plies to the end, without passes; None if unbounded."""
        return None

    def plies_left_each(self, batch: Batch) -> Points:
        """Return `plies_left` of each position (n,). Only called if it is bounded."""
        return np.zeros(batch.shape[1], np.int32)


AnyBatchRules = BatchRules[Any]
