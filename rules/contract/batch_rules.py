"""BatchRules: move generation and static evaluation of a game for whole arrays of positions.

A batch is an array of shape (words, n), dtype uint64: one column per position, in an encoding of
the game. All values are for the mover of each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.position import WIN, Position

Index = NDArray[np.intp]
"""Array indices, shape (n,), of the size that numpy indexes with: 32 bits in a page."""

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
"""The entry of `ends` for a position that is not over."""


@dataclass(frozen=True, slots=True)
class Children:
    """All children of a batch, parent by parent, each in the order of Position.moves()."""

    parent: Index
    """The column of each child's parent, shape (m,), ascending."""
    batch: Batch
    """The children, shape (words, m)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """ProbCut margins (Buro 1995): `least` to `most` points (n,) above a search of `plies`."""

    plies: int
    least: Points
    most: Points


class BatchRules(Protocol[Q]):
    """Rules and evaluation of a game for arrays; tests compare them with its Position.

    Players alternate without exception; a forced pass is a ply with one child. So is a ply between
    two plies of one player, which is no move. A game subclasses it; methods with a body are
    optional.
    """

    def noisy(self) -> "BatchRules[Q]":
        """Return the same rules for searches with noise, where these need a weaker evaluation."""
        return self

    def pack(self, positions: Sequence[Q]) -> Batch:
        """Return positions of one match as a batch (words, n); `words` may depend on the phase."""

    def children(self, batch: Batch) -> Children:
        """Return all children of a batch (words, n); a position that is over has none."""

    def terminal_scores(self, batch: Batch) -> Points:
        """Return scores of finished positions: WIN, 0, -WIN or the margin; else NOT_OVER."""

    def exact_scores(self, batch: Batch) -> Points | None:
        """Return `terminal_scores` plus exact scores of other positions; None if there are none."""
        return None

    def evaluate(self, batch: Batch) -> Points:
        """Return evaluations in points, shape (n,), of finished positions as `terminal_scores`."""

    def mobility(self, batch: Batch) -> Points:
        """Return the number of legal moves, shape (n,), for move ordering by few replies."""

    def keys(self, batch: Batch) -> NDArray[np.uint64]:
        """Return hash keys, dtype uint64, shape (n,); equal positions have equal keys."""

    def position_keys(self, batch: Batch) -> NDArray[np.uint64]:
        """Return `keys` of the positions alone where a batch holds more (`CappedRules`)."""
        return self.keys(batch)

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """Return ProbCut margins for a search of `depth` plies; None if none were measured."""
        return None

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """Return `probcut_margins` for `evaluate` in place of the shallow search."""
        return None

    def improvement_margin(self, batch: Batch) -> int:
        """Return the least gain in points for which search leaves the principal variation."""
        return 0

    def cycle_scores(self, batch: Batch) -> Points | None:
        """Return scores of lines that return to these positions, shape (n,); None if irrelevant."""
        return None

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Return `RepetitionAndCap.counted_down` for a child of each parent, shape (n,)."""
        return left - 1

    def cap_scores(self, batch: Batch) -> Points:
        """Return scores of unfinished positions at the cap, shape (n,); draws by default."""
        return np.zeros(batch.shape[1], np.int32)

    def plies_left(self, position: Q) -> int | None:
        """Return the most plies to the end, forced passes not counted; None if unbounded."""
        return None

    def plies_left_each(self, batch: Batch) -> Points:
        """Return `plies_left` for a batch, shape (n,); only called where it is bounded."""
        return np.zeros(batch.shape[1], np.int32)


AnyBatchRules = BatchRules[Any]
