"""The transposition table of the vector search: bounds and best moves, as arrays. Source:
https://www.chessprogramming.org/Transposition_Table."""

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import HashKeys, Index, Points
from flipside.rules.contract.position import FORCED, WIN

_ENTRIES = 1 << 17
"""Slots, unless a search asks for more; a new position replaces the old one in its slot."""

INFINITY = 2 * WIN
"""Points, above every score."""


class TranspositionTable:
    """Per slot a key, the depth its bounds hold for in plies, the bounds, and the best child."""

    def __init__(self, deeper: bool = False, entries: int = _ENTRIES) -> None:
        """`deeper`: bounds from 2, 4 ... plies more answer too, and shallower ones do not replace
        them. Searches of one match share such a table. Else only bounds of the same depth do.
        `entries`: slots, a power of two."""
        self._deeper = deeper
        self._keys = np.zeros(entries, np.uint64)
        self._depths = np.full(entries, -1, np.int16)
        self._lows = np.zeros(entries, np.int32)
        self._highs = np.zeros(entries, np.int32)
        self._best = np.zeros(entries, np.int16)

    def _place(self, keys: HashKeys) -> Index:
        return (keys >> np.uint64(40)).astype(np.intp) & (len(self._keys) - 1)

    def bounds(self, keys: HashKeys, depth: int, ply: int) -> tuple[Points, Points]:
        """Lower and upper bounds in points, int32, shape (n,) each; -INFINITY and INFINITY where
        unknown. Forced ends count from the root. `keys` has shape (n,)."""
        place = self._place(keys)
        more = self._depths[place] - np.int16(depth)
        known = (more >= 0) & (more & 1 == 0) if self._deeper else more == 0
        known &= self._keys[place] == keys
        low = np.where(known, self._lows[place], np.int32(-INFINITY))
        high = np.where(known, self._highs[place], np.int32(INFINITY))
        return ply_adjusted_each(low, ply), ply_adjusted_each(high, ply)

    def best(self, keys: HashKeys) -> NDArray[np.int16]:
        """Number of the best child at any depth, int16, shape (n,); -1 where unknown."""
        place = self._place(keys)
        return np.where(self._keys[place] == keys, self._best[place], np.int16(-1))

    def put(
        self,
        keys: HashKeys,
        depth: int,
        ply: int,
        bounds: Points,
        values: Points,
        best: NDArray[np.int16],
    ) -> None:
        """Store null-window results, shape (n,) each: lower bounds where `values` reach `bounds`,
        upper bounds elsewhere."""
        place, above = self._place(keys), values >= bounds
        known = self._keys[place] == keys
        if self._deeper:
            news = (~known | (self._depths[place] <= depth)).nonzero()[0]
            if len(news) < len(keys):
                keys, place, known = keys[news], place[news], known[news]
                above, values, best = above[news], values[news], best[news]
        values = ply_adjusted_each(values, -ply)
        same = known & (self._depths[place] == depth)
        low = np.where(same, self._lows[place], np.int32(-INFINITY))
        high = np.where(same, self._highs[place], np.int32(INFINITY))
        self._lows[place] = np.where(above, np.maximum(low, values), low)
        self._highs[place] = np.where(above, high, np.minimum(high, values))
        self._depths[place] = depth
        self._best[place] = best
        self._keys[place] = keys


def ply_adjusted_each(values: Points, plies: int) -> Points:
    """As `value.ply_adjusted`, for arrays (n,); infinite values stay."""
    size = np.abs(values)
    forced = (size >= FORCED) & (size < INFINITY)
    if not forced.any():
        return values
    return np.where(forced, values - np.sign(values) * np.int32(plies), values)
