"""The frontier of a null-window search: the positions of one ply as arrays."""

import numpy as np

from rules.contract.batch_rules import Batch, Index, Points
from rules.engine.vector.transposition import INFINITY


class Frontier:
    """The positions of one ply of a null-window search, each at a place in parallel arrays. The
    stack `pending` holds the places to search next."""

    def __init__(self, words: int) -> None:
        self.length = 0
        self.top = 0
        self.pending = np.zeros(64, np.intp)
        self.batch = np.zeros((words, 64), np.uint64)
        self.keys = np.zeros(64, np.uint64)
        self.bound, self.value = np.zeros(64, np.int32), np.zeros(64, np.int32)
        self.parent = np.zeros(64, np.intp)
        self.first, self.count, self.tried = (np.zeros(64, np.int32) for _ in range(3))
        """Place of the first child one ply deeper, number of children, and of those searched."""
        self.likely = np.ones(64, bool)
        """Whether the position is expected to reach its bound."""
        self.wave = np.zeros(64, np.int32)
        """Number of children to search next."""
        self.waiting = np.zeros(64, np.int32)
        """Number of children that are being searched."""
        self.number = np.zeros(64, np.int16)
        """Its number among the children of its parent, in the order of the rules."""
        self.best = np.zeros(64, np.int16)
        self.done = np.zeros(64, bool)

    def add(self, batch: Batch, bounds: Points, parents: Index, numbers: Index) -> int:
        """Append positions, `batch` (words, n) and the others (n,); return the first place."""
        start, self.length = self.length, self.length + batch.shape[1]
        if self.length > len(self.bound):
            self._grow(max(self.length, 2 * len(self.bound)))
        new = slice(start, self.length)
        self.batch[:, new] = batch
        self.bound[new], self.parent[new], self.number[new] = bounds, parents, numbers
        self.value[new] = -INFINITY
        self.waiting[new] = self.tried[new] = self.count[new] = 0
        self.done[new], self.likely[new] = False, True
        return start

    def _grow(self, size: int) -> None:
        for name, old in vars(self).items():
            if isinstance(old, np.ndarray) and name != "pending":
                grown = np.zeros((*old.shape[:-1], size), old.dtype)
                grown[..., : old.shape[-1]] = old
                setattr(self, name, grown)

    def push(self, places: Index) -> None:
        """Push `places` (n,) on the stack."""
        top = self.top + len(places)
        if top > len(self.pending):
            self.pending = np.concatenate((self.pending, np.zeros(top, np.intp)))
        self.pending[self.top : top] = places
        self.top = top

    def push_below(self, places: Index) -> None:
        """Put `places` (n,) at the bottom of the stack."""
        waiting = self.pending[: self.top].copy()
        self.top = 0
        self.push(places)
        self.push(waiting)

    def pop(self, size: int) -> Index:
        """Pop up to `size` places, shape (n,), those pushed last."""
        start = max(0, self.top - size)
        places = self.pending[start : self.top].copy()
        self.top = start
        return places
