"""How often each of many 64-bit keys occurred."""

import numpy as np

from flipside.rules.contract.batch_rules import HashKeys

_MAX_MERGED_KEYS = 1 << 17
"""Keys that are sorted together at most, which takes some ten milliseconds."""


class KeyCounts:
    """Keys in ascending runs, of eight bytes a key; adding a few never sorts all."""

    def __init__(self) -> None:
        self._runs: list[HashKeys] = []

    def add(self, keys: HashKeys) -> None:
        """Count these keys once more, shape (n,)."""
        while self._runs and len(self._runs[-1]) <= len(keys) < _MAX_MERGED_KEYS:
            keys = np.concatenate((self._runs.pop(), keys))
        self._runs.append(np.sort(keys))

    def counts(self, keys: HashKeys) -> list[int]:
        """How often each of these keys was added."""
        found = np.zeros(len(keys), np.intp)
        for run in self._runs:
            found += run.searchsorted(keys, "right") - run.searchsorted(keys, "left")
        return [int(count) for count in found]
