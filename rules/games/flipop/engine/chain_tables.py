"""Lookup tables of chains.py: ways of Flipop's balls by number. Bitboards are packed as in
paths.py."""

import numpy as np

from flipside.rules.contract.board import cells
from flipside.rules.engine.vector.bits import Bitboards
from flipside.rules.games.flipop.doors import BOARD_SIDE, EXIT_PITS, PIT_COUNT, WAY_BY_PITS
from flipside.rules.games.flipop.engine.paths import ban_bit


def _door(number: int) -> tuple[int, int]:
    """Hinge of a door as a bit, and its direction, as in the words."""
    hinge, points = divmod(number, 4)
    bit = 1 << BOARD_SIDE * (hinge // 4) + hinge % 4
    return bit, bit * (points & 1) | (bit << 32) * (points >> 1)


def _by_way(words: dict[int, int]) -> Bitboards:
    """A word per way by its number, 0 where there is no way; shape (100,)."""
    return np.array([words.get(number, 0) for number in range(4 * PIT_COUNT)], np.uint64)


_ways = WAY_BY_PITS.values()
_DOORS = {way.number: [_door(door) for door in cells(way.doors)] for way in _ways}
PASSAGES = np.stack(
    (
        _by_way({n: sum(bit for bit, _ in doors) for n, doors in _DOORS.items()}),
        _by_way({n: sum(points for _, points in doors) for n, doors in _DOORS.items()}),
        _by_way({way.number: way.entered for way in _ways}),
        *(_by_way({way.number: ban_bit(way.number, half) for way in _ways}) for half in (0, 1)),
    )
)
"""Per way: hinges, doors as they would have to point, target pit, two words that ban it; (5, 100).
"""

ROLLS = np.stack(
    (
        _by_way({way.number: way.left | way.left << 32 for way in _ways}),
        _by_way({way.number: max(0, way.target - way.source) for way in _ways}),
        _by_way({way.number: max(0, way.source - way.target) for way in _ways}),
        _by_way({way.number: (way.number % 4 >> 1) * ~(-1 << 64) for way in _ways}),
        *(
            _by_way({way.number: ban_bit(way.back.bit_length() - 1, half) for way in _ways})
            for half in (0, 1)
        ),
    )
)
"""Per way, shape (6, 100): source pit in both halves; shifts of a ball up and down; all bits if
doors end pointing south or west; two words that ban the way back."""

_TARGET = _by_way({way.number: 4 * way.target for way in _ways}).astype(np.intp)
PUSHED_WAYS_FREE, PUSHED_WAYS = (
    _TARGET[:, None] + (np.arange(4 * PIT_COUNT)[:, None] + turns & 3)
    for turns in ((3, 0, 1), (3, 1))
)
"""By way, the ways of a ball that is pushed by it, with `chain=free` and else."""
EXITS_BY_TURN = np.array(
    [EXIT_PITS[0] | EXIT_PITS[1] << 32, EXIT_PITS[1] | EXIT_PITS[0] << 32], np.uint64
)
"""Exits of the mover and the enemy, by who is on turn; shape (2,)."""


def _sweeps() -> Bitboards:
    """Per way and heading the hinge whose door sweeps there (`chain=hinge`), shape (400,)."""
    sweeps = np.zeros((4 * PIT_COUNT, 4), np.uint64)
    for way in _ways:
        for door in cells(way.doors):
            sweeps[way.number, (door + 2) % 4] = _door(door)[0]
    return sweeps.reshape(-1)


SWEPT_HINGES = _sweeps()
