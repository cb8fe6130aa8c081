"""Learned evaluation of Flipop by lookup tables: balls left and shut in, open ways, pits, rows.

Weights are for a player who moves down to row 5. For the other player the board is rotated by 180
degrees. weights.txt has `STATE_WEIGHTS`, `MOBILITY_WEIGHTS`, `PIT_WEIGHTS` and `_ROW_WEIGHTS`
weights in this order, in hundredths of a ball; mirrored positions have the same weights. A ball is
*shut in* while no door lies at the sides of its pit. Only a ball in a pit diagonally next to it can
swing a door there. A ball shut in has *help* if an own ball is in such a pit.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Batch, Points
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.flipop.doors import BOARD_SIDE, PIT_COUNT
from flipside.rules.games.flipop.engine import chains
from flipside.rules.games.flipop.position import BALLS_PER_COLOUR

SIDE_STATES = tuple(
    (balls, shut, near)
    for balls in range(1, BALLS_PER_COLOUR + 1)
    for shut in range(balls + 1)
    for near in range(shut + 1)
)
"""States of a side: number of balls, of balls shut in, and of balls shut in with help."""

MAX_WAYS = 11
"""Maximum number of open ways of a side; more ways count as this number."""

PIT_TERMS = 3
"""Number of terms of a pit: the pit has a ball, the ball can move ahead, the ball is shut in."""

STATE_WEIGHTS = len(SIDE_STATES) ** 2
MOBILITY_WEIGHTS = BALLS_PER_COLOUR**2 * (MAX_WAYS + 1) ** 2
"""Number of weights by own and enemy balls (minus one) and both sides' open ways."""
PIT_WEIGHTS = BALLS_PER_COLOUR * PIT_TERMS * PIT_COUNT
_ROW_WEIGHTS = BOARD_SIDE * 32 * 32
"""Number of weights by row and the own and enemy balls in it."""

SIZE = STATE_WEIGHTS + MOBILITY_WEIGHTS + PIT_WEIGHTS + _ROW_WEIGHTS

WEIGHTS = WeightsFile(path("flipop", "weights.txt"), SIZE)

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_TURN = np.uint64(chains.BLACK_TURN.bit_length() - 1)
_BOTH = np.uint64(1 | 1 << 32)
_PITS = np.uint64((1 << PIT_COUNT) - 1)

_FIRST = 13
_BITS = 1 << _FIRST
_SHIFTS = np.array([0, _FIRST], np.uint32)[:, None]
_PARTS = np.array([_BITS - 1, (1 << PIT_COUNT - _FIRST) - 1], np.uint32)[:, None]
"""Masks of the first thirteen pits and of the others."""
_KIND_STARTS = np.arange(2 * PIT_TERMS, dtype=np.uint32).reshape(PIT_TERMS, 1, 2, 1) * _BITS
_ROW_SHIFTS = np.arange(0, PIT_COUNT, BOARD_SIDE, dtype=np.uint32)[:, None]
_ROW, _EACH = np.uint32(31), np.uint32(BALLS_PER_COLOUR)
_ROW_STARTS = np.arange(BOARD_SIDE, dtype=np.uint32)[:, None] * 1024

_Int16s = NDArray[np.int16]


class WeightTables:
    """The learned evaluation for arrays of positions."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Store the weights, in the order of the file."""
        ends = np.cumsum((STATE_WEIGHTS, MOBILITY_WEIGHTS, PIT_WEIGHTS))
        stands, room, places, rows = np.split(np.array(weights, np.int16), ends)
        by_side = room.reshape(
            BALLS_PER_COLOUR, BALLS_PER_COLOUR, MAX_WAYS + 1, MAX_WAYS + 1
        ).transpose(0, 2, 1, 3)
        self._stands, self._room = _by_bytes(stands, _STATES), _by_bytes(by_side, _ROOMS)
        by_pit = places.reshape(BALLS_PER_COLOUR, PIT_TERMS, PIT_COUNT)
        self._places = np.stack([_by_bits(by_pit), _by_bits(by_pit[..., ::-1])]).reshape(-1)
        by_row = rows.reshape(BOARD_SIDE, 32, 32)
        self._rows = np.stack((by_row, _turned_rows(by_row))).reshape(-1)

    def points(self, batch: Batch, ways: chains.Ways) -> Points:
        """Return the scores for the movers, shape (n,); undefined where the match is over.

        `ways` are the open ways of the batch, as in chains.py.
        """
        stands, room, rows, pits = self.entries(batch, ways)
        points: Points = stands.astype(np.int32)
        points += room
        points += pits[0]
        points -= pits[1]
        points += rows.sum(axis=0, dtype=np.int32)
        return points

    def entries(self, batch: Batch, ways: chains.Ways) -> tuple[_Int16s, _Int16s, _Int16s, Points]:
        """Return the weights of states, open ways and rows, and by side the sums of pit weights.

        Their shapes are (n,), (n,), (5, n) and (2, n).
        """
        balls = np.ascontiguousarray(batch[0])
        black = batch[1] >> _TURN & 1
        north_east, south_west = ways
        somewhere = north_east | south_west
        somewhere |= somewhere >> _HALF
        somewhere &= _PITS
        shut = balls & ~(somewhere * _BOTH)
        near = shut & _diagonal(balls)
        counts, states = _counts(balls), _counts(shut)
        states *= 6
        states += _counts(near)
        states += 36 * counts
        stands = lookup(self._stands, states.view(np.uint16))
        room = np.empty((balls.shape[0], 2), np.uint8)
        for side, half in enumerate((balls & _LOWER, balls >> _HALF)):
            half *= _BOTH
            room[:, side] = np.bitwise_count(north_east & half)
            room[:, side] += np.bitwise_count(south_west & half)
        rooms = np.minimum(room.reshape(-1), MAX_WAYS)
        rooms += 16 * counts
        rooms = lookup(self._room, rooms.view(np.uint16))
        ahead = south_west ^ north_east
        ahead &= black * _PITS
        ahead = (south_west ^ ahead) & _PITS | (north_east ^ ahead) << _HALF
        ahead &= balls
        pits = np.empty((PIT_TERMS, 2, balls.shape[0]), np.uint32)
        for kind, each in enumerate((balls, ahead, shut)):
            pits[kind] = each.view(np.uint32).reshape(-1, 2).T
        turn = black.astype(np.uint32)
        index = pits[:, :, None] >> _SHIFTS
        index &= _PARTS
        index += _KIND_STARTS
        sides = np.maximum(counts, 1).reshape(-1, 2).T.astype(np.uint32) - 1
        sides[0] += turn * _EACH
        sides[1] += _EACH - turn * _EACH
        sides *= 2 * PIT_TERMS * _BITS
        index += sides[:, None]
        pit_scores = lookup(self._places, index).sum(axis=(0, 2), dtype=np.int32)
        mine, theirs = pits[0]
        rows = (mine >> _ROW_SHIFTS & _ROW) << np.uint32(BOARD_SIDE)
        rows |= theirs >> _ROW_SHIFTS & _ROW
        rows += turn * np.uint32(BOARD_SIDE * 1024) + _ROW_STARTS
        return stands, rooms, lookup(self._rows, rows), pit_scores


def _diagonal(balls: Bitboards) -> Bitboards:
    """Return the pits diagonally next to a ball, in both halves."""
    left, right = balls & (chains.PITS_NOT_LEFT * _BOTH), balls & (chains.PITS_NOT_RIGHT * _BOTH)
    pits: Bitboards = right << np.uint64(BOARD_SIDE + 1)
    pits |= left << BOARD_SIDE - 1
    pits |= right >> BOARD_SIDE - 1
    pits |= left >> BOARD_SIDE + 1
    return pits


def _counts(balls: Bitboards) -> NDArray[np.uint8]:
    """Return the numbers of bits in the mover's and the enemy's half, alternating: (2 * n,)."""
    return np.bitwise_count(balls.view(np.uint32))


_STATES = np.array([36 * balls + 6 * shut + near for balls, shut, near in SIDE_STATES])
_ROOMS = (16 * np.arange(1, BALLS_PER_COLOUR + 1)[:, None] + np.arange(MAX_WAYS + 1)).reshape(-1)


def _by_bytes(weights: _Int16s, codes: NDArray[np.int64]) -> _Int16s:
    """Return the weights by mover's code + 256 * enemy's code, shape (65536,)."""
    table = np.zeros((256, 256), np.int16)
    table[codes[None, :], codes[:, None]] = weights.reshape(len(codes), len(codes))
    return table.reshape(-1)


def _by_bits(weights: _Int16s) -> _Int16s:
    """Return the sums of pit weights for all sets of balls, shape (balls, terms, 2, 8192)."""
    by_part = np.zeros((BALLS_PER_COLOUR, PIT_TERMS, 2, _FIRST), np.int16)
    by_part[:, :, 0] = weights[..., :_FIRST]
    by_part[:, :, 1, : PIT_COUNT - _FIRST] = weights[..., _FIRST:]
    sums = np.zeros((BALLS_PER_COLOUR, PIT_TERMS, 2, 1), np.int16)
    for pit in range(_FIRST):
        sums = np.concatenate((sums, sums + by_part[..., pit : pit + 1]), axis=-1)
    return sums


def _turned_rows(rows: _Int16s) -> _Int16s:
    """Return the row weights for a player who moves up: rows and columns are reversed."""
    index = np.arange(32)
    mirror = sum((index >> column & 1) << (BOARD_SIDE - 1 - column) for column in range(BOARD_SIDE))
    return rows[::-1][:, mirror][:, :, mirror]
