"""BatchRules: move generation and static evaluation of a game for whole arrays of positions. A
batch is an array of shape (words, n), dtype uint64: one column per position, its words laid out as
each game likes. All values are for the mover of each position."""

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

UNFINISHED = 2 * WIN
"""The entry of `ends` for a position that is not over."""


@dataclass(frozen=True, slots=True)
class Children:
    """The positions after every legal move of some positions, in the order of Position.moves(). The
    children of one parent lie side by side, the parents in the order in which they were given."""

    parent: Index
    """The column of each child's parent, shape (m,), never falling."""
    batch: Batch
    """The children, shape (words, m)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Margins for ProbCut (Buro 1995): a deep value is expected `least` to `most` points above the
    value of a search of `plies` plies. `least` and `most` have shape (n,)."""

    plies: int
    least: Points
    most: Points


class BatchRules(Protocol[Q]):
    """Rules and evaluation of a game for arrays; tests compare them with its Position. Players take
    turns without exception; a forced pass is a ply with one child. So is a ply between two plies of
    one player, which is no move. A game subclasses it; methods with a body are optional."""

    def noisy(self) -> "BatchRules[Q]":
        """The same rules for searches with noise, where these need a weaker evaluation."""
        return self

    def pack(self, positions: Sequence[Q]) -> Batch:
        """Positions of one match as a batch, shape (words, n); may leave out the options. `words`
        may be different in another phase of the match."""

    def children(self, batch: Batch) -> Children:
        """All children of a batch (words, n); a position that is over has none."""

    def ends(self, batch: Batch) -> Points:
        """Scores of finished positions, shape (n,): WIN, 0 or -WIN, or points where
        `EngineSpec.terminal_score` counts the margin. UNFINISHED for the others."""

    def exact_scores(self, batch: Batch) -> Points | None:
        """As `ends`, and also exact scores of positions that need no look at their children.
        None if the game has no such positions."""
        return None

    def evaluate(self, batch: Batch) -> Points:
        """Static evaluation in points, shape (n,); for finished positions as `ends`."""

    def mobility(self, batch: Batch) -> Points:
        """Number of legal moves, shape (n,), for move ordering by few replies."""

    def keys(self, batch: Batch) -> NDArray[np.uint64]:
        """Hash keys, dtype uint64, shape (n,); equal positions have equal keys."""

    def position_keys(self, batch: Batch) -> NDArray[np.uint64]:
        """As `keys`, of the positions alone where a batch holds more (`CappedRules`)."""
        return self.keys(batch)

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """ProbCut margins for a search of `depth` plies; None if none were measured."""
        return None

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """As `probcut_margins`, with `evaluate` in place of the shallow search."""
        return None

    def improvement_margin(self, batch: Batch) -> int:
        """Least improvement, in points, for which selective search looks at a move outside the
        principal variation. 0: every improvement."""
        return 0

    def cycle_scores(self, batch: Batch) -> Points | None:
        """Scores of lines that return to these positions, shape (n,); None if no line can, or if
        it matters little."""
        return None

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """As `RepetitionAndCap.counted_down`, for a child of each parent, shape (n,)."""
        return left - 1

    def cap_scores(self, batch: Batch) -> Points:
        """Scores of unfinished positions in which the cap ends the match, shape (n,); draws by
        default."""
        return np.zeros(batch.shape[1], np.int32)

    def plies_left(self, position: Q) -> int | None:
        """The most plies to the end, forced passes not counted; None if unbounded."""
        return None

    def plies_left_each(self, batch: Batch) -> Points:
        """As `plies_left` for a batch, shape (n,); not asked where it is unbounded."""
        return np.zeros(batch.shape[1], np.int32)


AnyBatchRules = BatchRules[Any]
