"""Lookup tables of chains.py: ways of Flipop's balls by number, and first steps by code. A *code*
is a first pit and a slot: 16 * pit + slot. Bitboards are packed as in paths.py."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.board import cells
from rules.engine.vector.bits import Bitboards
from rules.games.flipop.doors import BOARD_SIDE, EXIT_PITS, PIT_COUNT, WAY_BY_PITS
from rules.games.flipop.engine.paths import ban_bit


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

PIT_SLOTS = 16
"""Bits of a pit: per direction one step, then two with the turns in `TURNS_ASIDE`, and none."""
_CODES = 32 * PIT_SLOTS
TURNS_ASIDE = np.array([[1, 3], [0, 2], [1, 3], [0, 2]])
SHIFT_UP, SHIFT_DOWN = np.array([[[5], [0], [0], [1]], [[0], [1], [5], [0]]], np.uint64)
"""By direction, what shifts the pits behind its steps to those before them."""
INSIDE_PITS = np.array(
    [[sum(way.left for way in _ways if way.number % 4 == d)] for d in range(4)], np.uint64
)
"""Per direction, the pits with a neighbour there."""


def _walks() -> NDArray[np.intp]:
    """Per code the numbers of its one or two ways, 100 for none; shape (2, 512)."""
    found = np.full((2, _CODES), 4 * PIT_COUNT)
    for way in _ways:
        pit, heading = divmod(way.number, 4)
        code = PIT_SLOTS * pit + 4 * heading
        found[0, code : code + 3] = way.number
        found[1, code + 1 : code + 3] = 4 * way.target + TURNS_ASIDE[heading]
    return found.astype(np.intp)


_WALKS = _walks()
LAST_WAY = np.where(_WALKS[1] < 4 * PIT_COUNT, _WALKS[1], _WALKS[0] % (4 * PIT_COUNT))
CODE_KEYS = (
    _WALKS[0].astype(np.int64) << 18 | np.where(_WALKS[1] < 4 * PIT_COUNT, _WALKS[1] & 3, 0) << 16
)
CODE_STEPS = np.concatenate((PASSAGES[:2], ROLLS), axis=0)
CODE_STEPS = np.pad(CODE_STEPS, ((0, 0), (0, 1)))[:, _WALKS].reshape(-1, _CODES)
"""Per code, of both steps: the first two of `PASSAGES` and all of `ROLLS`, shape (16, 512)."""
CODE_STEPS_ASIDE = CODE_STEPS.copy()
CODE_STEPS_ASIDE[12:, _WALKS[1] == 4 * PIT_COUNT] = 0
"""The same where a single step is a whole move, which bans nothing."""
ENTERED_PITS = np.pad(PASSAGES[2], (0, 1))[_WALKS]
LAST_PIT = PASSAGES[2].take(LAST_WAY)
"""Per code: the pits entered, and the last of them."""
