"""The frontier of a null-window search: the positions of one ply as arrays, and a stack of them."""

import numpy as np

from rules.contract.batch_rules import Batch, Index, Points
from rules.engine.vector.transposition import INFINITY


class Frontier:
    """The positions of one ply of a test; those to expand next are on the stack `pending`."""

    def __init__(self, words: int) -> None:
        self.length = 0
        self.top = 0
        self.pending = np.zeros(64, np.intp)
        self.batch = np.zeros((words, 64), np.uint64)
        self.keys = np.zeros(64, np.uint64)
        self.bound, self.value = np.zeros(64, np.int32), np.zeros(64, np.int32)
        self.parent = np.zeros(64, np.intp)
        self.first, self.count, self.tried = (np.zeros(64, np.int32) for _ in range(3))
        """Where the children start one ply deeper, how many there are, how many were searched."""
        self.likely = np.ones(64, bool)
        """Whether it is expected to reach its bound; else the opposite of its parent is."""
        self.wave = np.zeros(64, np.int32)
        """How many children are searched next."""
        self.waiting = np.zeros(64, np.int32)
        """Children that are being searched and are not settled."""
        self.number = np.zeros(64, np.int16)
        """Which child of its parent it is, in the order of the rules."""
        self.best = np.zeros(64, np.int16)
        self.done = np.zeros(64, bool)

    def add(self, batch: Batch, bounds: Points, parents: Index, numbers: Index) -> int:
        """Append new positions: `batch` (words, n), the others (n,); the place of the first."""
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
        """Put these places on top of the stack."""
        top = self.top + len(places)
        if top > len(self.pending):
            self.pending = np.concatenate((self.pending, np.zeros(top, np.intp)))
        self.pending[self.top : top] = places
        self.top = top

    def push_below(self, places: Index) -> None:
        """Put these places below all others."""
        waiting = self.pending[: self.top].copy()
        self.top = 0
        self.push(places)
        self.push(waiting)

    def pop(self, size: int) -> Index:
        """Take up to `size` places, those pushed last."""
        start = max(0, self.top - size)
        places = self.pending[start : self.top].copy()
        self.top = start
        return places
