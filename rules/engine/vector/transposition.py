"""The transposition table of the batched search: bounds and best moves of positions, as arrays."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Index, Points
from rules.contract.value import FORCED, WIN

TABLE_ENTRIES = 1 << 17
"""Places; a newer position takes the place of an older one."""

INFINITY = 2 * WIN
"""Above every value."""

Keys = NDArray[np.uint64]


class TranspositionTable:
    """Per place a key, the depth its bounds hold for, the bounds, and which child was best."""

    def __init__(self, deeper: bool = False) -> None:
        """With `deeper`, as among searches of one match, bounds for two plies more, or four and so
        on, answer as well and are not replaced by those for less; else values are just those of
        the depth."""
        self._deeper = deeper
        self._keys = np.zeros(TABLE_ENTRIES, np.uint64)
        self._depths = np.full(TABLE_ENTRIES, -1, np.int16)
        self._lows = np.zeros(TABLE_ENTRIES, np.int32)
        self._highs = np.zeros(TABLE_ENTRIES, np.int32)
        self._best = np.zeros(TABLE_ENTRIES, np.int16)

    def bounds(self, keys: Keys, depth: int, ply: int) -> tuple[Points, Points]:
        """What is known of the values for this depth; forced ends counted from the root."""
        place = _place(keys)
        more = self._depths[place] - np.int16(depth)
        known = (more >= 0) & (more & 1 == 0) if self._deeper else more == 0
        known &= self._keys[place] == keys
        low = np.where(known, self._lows[place], np.int32(-INFINITY))
        high = np.where(known, self._highs[place], np.int32(INFINITY))
        return _sooner(low, ply), _sooner(high, ply)

    def best(self, keys: Keys) -> NDArray[np.int16]:
        """The number of the child that was best, whatever the depth; -1 where nobody knows."""
        place = _place(keys)
        return np.where(self._keys[place] == keys, self._best[place], np.int16(-1))

    def put(
        self,
        keys: Keys,
        depth: int,
        ply: int,
        bounds: Points,
        values: Points,
        best: NDArray[np.int16],
    ) -> None:
        """Remember values of null windows: at least the bound, so lower ones, or upper ones."""
        place, above = _place(keys), values >= bounds
        known = self._keys[place] == keys
        if self._deeper:
            news = (~known | (self._depths[place] <= depth)).nonzero()[0]
            if len(news) < len(keys):
                keys, place, known = keys[news], place[news], known[news]
                above, values, best = above[news], values[news], best[news]
        values = _sooner(values, -ply)
        same = known & (self._depths[place] == depth)
        low = np.where(same, self._lows[place], np.int32(-INFINITY))
        high = np.where(same, self._highs[place], np.int32(INFINITY))
        self._lows[place] = np.where(above, np.maximum(low, values), low)
        self._highs[place] = np.where(above, high, np.minimum(high, values))
        self._depths[place] = depth
        self._best[place] = best
        self._keys[place] = keys


def _place(keys: Keys) -> Index:
    return (keys >> np.uint64(40)).astype(np.intp) & (TABLE_ENTRIES - 1)


def _sooner(values: Points, plies: int) -> Points:
    """As `value.sooner`, for arrays; what is beyond all values stays."""
    forced = (np.abs(values) >= FORCED) & (np.abs(values) < INFINITY)
    if not forced.any():
        return values
    return np.where(forced, values - np.sign(values) * np.int32(plies), values)
