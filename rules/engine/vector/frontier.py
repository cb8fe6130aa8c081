"""The frontier of a null-window search: the positions of one ply as arrays."""

from array import array

import numpy as np

from flipside.rules.contract.batch_rules import Batch, Index, Points
from flipside.rules.engine.vector.transposition import INFINITY

_PLACE = np.dtype(np.intp).char


class Frontier:
    """The positions of one ply of a null-window search, each at a place in parallel arrays. The
    stack `pending` holds the places to search next."""

    def __init__(self, words: int) -> None:
        self.length = 0
        self.pending: array[int] = array(_PLACE)
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
            if isinstance(old, np.ndarray):
                grown = np.zeros((*old.shape[:-1], size), old.dtype)
                grown[..., : old.shape[-1]] = old
                setattr(self, name, grown)

    def push(self, places: Index) -> None:
        """Push `places` (n,) on the stack."""
        self.pending.frombytes(places.tobytes())

    def push_below(self, places: Index) -> None:
        """Put `places` (n,) at the bottom of the stack."""
        self.pending[:0] = array(_PLACE, places.tobytes())

    def pop(self, size: int) -> Index:
        """Pop up to `size` places, shape (n,), those pushed last."""
        places = self.pending[-size:]
        del self.pending[-size:]
        return np.frombuffer(places, np.intp)
