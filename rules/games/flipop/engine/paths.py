"""What whole arrays of Flipop positions tell at once: open ways, and whether there is a move.

Words are the balls, the doors, and two of banned steps; bits = pits. Balls: the mover's in the
lower half, the enemy's in the upper. Doors: hinges by the pit north-west of them, a bit in the
lower half for east and west, one in the upper for south and west; beside them BLACK and options.
Banned steps (FP-11) by the pit they leave: to north and east, then south and west, each a half.
"""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch
from rules.engine.vector.bits import Bitboards
from rules.games.flipop.doors import PITS, SIDE

BLACK, HINGE, FREE, ENDS, EXIT = (1 << bit for bit in range(25, 30))
"""Beside the doors: black is on turn; `chain=hinge`; `chain=free`; `stuck=ends`; `stuck=exit`."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
Ways = tuple[Bitboards, Bitboards]
"""By the pit they leave, as bits: those to north (lower half) and east, those to south and west."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(SIDE)
_HINGE = np.uint64(HINGE)
_PITS = np.uint64((1 << PITS) - 1)
_NOT_LEFT, _NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PITS) if pit % SIDE != column))
    for column in (0, SIDE - 1)
)
_HINGES = np.uint64(sum(1 << SIDE * row + column for row in range(4) for column in range(4)))


def as_ban(number: int, half: int) -> int:
    """A banned step as a bit of one of the two words for them."""
    pit, direction = divmod(number, 4)
    return 1 << pit + 32 * (direction & 1) if direction >> 1 == half else 0


def open_ways(doors: Bitboards) -> Ways:
    """The ways in which a door lies."""
    low, high = doors & _HINGES, doors >> _HALF & _HINGES
    both = low & high
    east = _HINGES & ~(low | high) | (high ^ both) << _FIVE
    south = both | (low ^ both) << _ONE
    north_east = south << _FIVE | east << _HALF
    return north_east, south | east << (_HALF + _ONE)


def passable(batch: Batch, ways: Ways | None = None) -> Ways:
    """The open ways that are not banned; `ways` are the open ones, if they are known."""
    north_east, south_west = open_ways(batch[1]) if ways is None else ways
    return north_east & ~batch[2], south_west & ~batch[3]


def steps(batch: Batch, ways: Ways | None = None) -> Ways:
    """The first steps of all moves that come into question; `ways` as in `passable`."""
    own = batch[0] & _LOWER
    own |= own << _HALF
    north_east, south_west = passable(batch, ways)
    return north_east & own, south_west & own


def singles(batch: Batch, ways: Ways | None = None) -> Flags:
    """Whether the mover can move without pushing; `ways` as in `passable`."""
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north_east, south_west = steps(batch, ways)
    north_east &= empty << _FIVE | empty >> _ONE << _HALF
    south_west &= empty >> _FIVE | empty << (_HALF + _ONE)
    found: Flags = (north_east | south_west) != 0
    return found


def anybody(batch: Batch, ways: Ways) -> Flags:
    """As `singles`, of the mover or, were he to pass, the enemy."""
    balls = batch[0]
    empty = ~(balls | balls >> _HALF) & _PITS
    north_east = ways[0] & (empty << _FIVE | empty >> _ONE << _HALF)
    south_west = ways[1] & (empty >> _FIVE | empty << (_HALF + _ONE))
    enemy = balls >> _HALF | balls & ~_LOWER
    enemy &= north_east | south_west
    own = balls & _LOWER | balls << _HALF
    own &= north_east & ~batch[2] | south_west & ~batch[3]
    found: Flags = (own | enemy) != 0
    return found


def pushes(batch: Batch) -> Flags:
    """Whether the mover can push one ball aside into an empty pit; never with `chain=hinge`."""
    taken = (batch[0] | batch[0] >> _HALF) & _PITS
    empty = ~taken & _PITS
    north_east, south_west = steps(batch)
    upright = (north_east >> _FIVE | south_west << _FIVE) & taken
    level = (north_east >> _HALF << _ONE | south_west >> (_HALF + _ONE)) & taken
    found = upright & ~(batch[2] >> _HALF) & _NOT_RIGHT & empty >> _ONE
    found |= upright & ~(batch[3] >> _HALF) & _NOT_LEFT & empty << _ONE
    found |= level & ~batch[2] & empty << _FIVE
    found |= level & ~batch[3] & empty >> _FIVE
    possible: Flags = (found != 0) & (batch[1] & _HINGE == 0)
    return possible
