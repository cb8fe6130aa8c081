"""The learned numbers of Flipop laid out for arrays: whatever counts is one or two look-ups."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Points
from rules.engine.vector.bits import Bitboards, lookup
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.engine.paths import BLACK, Ways
from rules.games.flipop.engine.weights import KINDS, MAX_WAYS, PLACES, ROOM, STANDS, STATES
from rules.games.flipop.position import EACH

_HALF, _LOWER, _ONE = np.uint64(32), np.uint64((1 << 32) - 1), np.uint64(1)
_TURN = np.uint64(BLACK.bit_length() - 1)
_BOTH = np.uint64(1 | 1 << 32)
_PITS = np.uint64((1 << PITS) - 1)
_NOT_LEFT, _NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PITS) if pit % SIDE != column) * (1 | 1 << 32))
    for column in (0, SIDE - 1)
)
"""Both halves without a column at the side."""

_FIRST = 13
_BITS = 1 << _FIRST
_SHIFTS = np.array([0, _FIRST], np.uint32)[:, None]
_PARTS = np.array([_BITS - 1, (1 << PITS - _FIRST) - 1], np.uint32)[:, None]
"""The first thirteen pits and the others."""
_KIND_STARTS = np.arange(2 * KINDS, dtype=np.uint32).reshape(KINDS, 1, 2, 1) * _BITS
_ROW_SHIFTS = np.arange(0, PITS, SIDE, dtype=np.uint32)[:, None]
_ROW, _ONES, _EACH = np.uint32(31), np.uint32(1), np.uint32(EACH)
_ROW_STARTS = np.arange(SIDE, dtype=np.uint32)[:, None] * 1024

Numbers = NDArray[np.int16]


class Tables:
    """The judge for arrays."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """By numbers as `learned.py` lays them out."""
        ends = np.cumsum((STANDS, ROOM, PLACES))
        stands, room, places, rows = np.split(np.array(numbers, np.int16), ends)
        by_side = room.reshape(EACH, EACH, MAX_WAYS + 1, MAX_WAYS + 1).transpose(0, 2, 1, 3)
        self._stands, self._room = _by_bytes(stands, _STATES), _by_bytes(by_side, _ROOMS)
        by_pit = places.reshape(EACH, KINDS, PITS)
        self._places = np.stack([_by_bits(by_pit), _by_bits(by_pit[..., ::-1])]).reshape(-1)
        by_row = rows.reshape(SIDE, 32, 32)
        self._rows = np.stack((by_row, _turned_rows(by_row))).reshape(-1)

    def points(self, batch: Batch, ways: Ways) -> Points:
        """How good each position is for its mover, given the open ways; whatever has ended is not
        looked at."""
        balls = np.ascontiguousarray(batch[0])
        black = batch[1] >> _TURN & _ONE
        north_east, south_west = ways
        somewhere = north_east | south_west
        somewhere |= somewhere >> _HALF
        somewhere &= _PITS
        shut = balls & ~(somewhere * _BOTH)
        freed = shut & _opposite(balls)
        counts, states = _counts(balls), _counts(shut)
        states *= 6
        states += _counts(freed)
        states += 36 * counts
        points: Points = lookup(self._stands, states.view(np.uint16)).astype(np.int32)
        room = np.empty((balls.shape[0], 2), np.uint8)
        for side, half in enumerate((balls & _LOWER, balls >> _HALF)):
            half *= _BOTH
            room[:, side] = np.bitwise_count(north_east & half)
            room[:, side] += np.bitwise_count(south_west & half)
        rooms = np.minimum(room.reshape(-1), MAX_WAYS)
        rooms += 16 * counts
        points += lookup(self._room, rooms.view(np.uint16))
        ahead = south_west ^ north_east
        ahead &= black * _PITS
        ahead = (south_west ^ ahead) & _PITS | (north_east ^ ahead) << _HALF
        ahead &= balls
        pits = np.empty((KINDS, 2, balls.shape[0]), np.uint32)
        for kind, each in enumerate((balls, ahead, shut)):
            pits[kind] = each.view(np.uint32).reshape(-1, 2).T
        turn = black.astype(np.uint32)
        index = pits[:, :, None] >> _SHIFTS
        index &= _PARTS
        index += _KIND_STARTS
        sides = np.maximum(counts, 1).reshape(-1, 2).T - _ONES
        sides[0] += turn * _EACH
        sides[1] += _EACH - turn * _EACH
        sides *= 2 * KINDS * _BITS
        index += sides[:, None]
        worth = lookup(self._places, index).sum(axis=(0, 2), dtype=np.int32)
        points += worth[0]
        points -= worth[1]
        mine, theirs = pits[0]
        rows = (mine >> _ROW_SHIFTS & _ROW) << np.uint32(SIDE)
        rows |= theirs >> _ROW_SHIFTS & _ROW
        rows += turn * np.uint32(SIDE * 1024) + _ROW_STARTS
        points += lookup(self._rows, rows).sum(axis=0, dtype=np.int32)
        return points


def _opposite(balls: Bitboards) -> Bitboards:
    """The pits that touch a corner of a ball's pit, in both halves."""
    left, right = balls & _NOT_LEFT, balls & _NOT_RIGHT
    found: Bitboards = right << np.uint64(SIDE + 1) | left << np.uint64(SIDE - 1)
    found |= right >> np.uint64(SIDE - 1) | left >> np.uint64(SIDE + 1)
    return found


def _counts(balls: Bitboards) -> NDArray[np.uint8]:
    """The mover's and the enemy's bits, side by side."""
    return np.bitwise_count(balls.view(np.uint32))


_STATES = np.array([36 * balls + 6 * shut + freed for balls, shut, freed in STATES])
_ROOMS = (16 * np.arange(1, EACH + 1)[:, None] + np.arange(MAX_WAYS + 1)).reshape(-1)


def _by_bytes(numbers: Numbers, codes: NDArray[np.int64]) -> Numbers:
    """Numbers by the codes of both sides as two bytes, the mover's the lower one."""
    table = np.zeros((256, 256), np.int16)
    table[codes[None, :], codes[:, None]] = numbers.reshape(len(codes), len(codes))
    return table.reshape(-1)


def _by_bits(numbers: Numbers) -> Numbers:
    """By balls, kind and part of the pits: the sums for all patterns of balls."""
    padded = np.zeros((EACH, KINDS, 2, _FIRST), np.int16)
    padded[:, :, 0] = numbers[..., :_FIRST]
    padded[:, :, 1, : PITS - _FIRST] = numbers[..., _FIRST:]
    found = np.zeros((EACH, KINDS, 2, 1), np.int16)
    for pit in range(_FIRST):
        found = np.concatenate((found, found + padded[..., pit : pit + 1]), axis=-1)
    return found


def _turned_rows(rows: Numbers) -> Numbers:
    """The numbers of ROWS for a player who goes up: row and columns the other way round."""
    index = np.arange(32)
    mirrored = sum((index >> column & 1) << (SIDE - 1 - column) for column in range(SIDE))
    return rows[::-1][:, mirrored][:, :, mirrored]
