"""The words of arrays of Flipop positions, shape (4, n), dtype uint64, and their open ways.

| word | lower half (32 bits) | upper half |
| --- | --- | --- |
| 0 balls | the mover's, bit = pit | the enemy's |
| 1 doors | pointing east or west, by hinge; turn and options | pointing south or west |
| 2 ban | steps to the north, by the pit they leave | to the east |
| 3 ban | steps to the south | to the west |

The bit of a hinge is that of the pit north-west of it.
"""

import numpy as np

from flipside.rules.contract.batch_rules import Batch, Flags
from flipside.rules.engine.vector.bits import Bitboards
from flipside.rules.games.flipop.doors import BOARD_SIDE, PIT_COUNT

BLACK_TURN, CHAIN_HINGE, CHAIN_FREE, STUCK_ENDS, STUCK_EXIT, TIE_DISTANCE = (
    1 << bit for bit in range(25, 31)
)

Ways = tuple[Bitboards, Bitboards]
"""Open ways by the pit they leave, as the words 2 and 3 lay them out; both of shape (n,)."""

_HALF, _HALF_PLUS_ONE, _LOWER = np.uint64(32), np.uint64(33), np.uint64((1 << 32) - 1)
_HINGE = np.uint64(CHAIN_HINGE)
_PITS = np.uint64((1 << PIT_COUNT) - 1)
PITS_NOT_LEFT, PITS_NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PIT_COUNT) if pit % BOARD_SIDE != column))
    for column in (0, BOARD_SIDE - 1)
)
_HINGES = np.uint64(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))


def ban_bit(number: int, half: int) -> int:
    """Return the bit of a step in word 2 or 3, `half` 0 or 1; 0 if it is in the other word."""
    pit, direction = divmod(number, 4)
    return 1 << pit + 32 * (direction & 1) if direction >> 1 == half else 0


def ways_with_door(doors: Bitboards) -> Ways:
    """Return the ways in which a door lies; `doors` is word 1, shape (n,)."""
    low, high = doors & _HINGES, doors >> _HALF & _HINGES
    both = low & high
    east = _HINGES & ~(low | high) | (high ^ both) << BOARD_SIDE
    south = both | (low ^ both) << 1
    north_east = south << BOARD_SIDE | east << _HALF
    return north_east, south | east << _HALF_PLUS_ONE


def first_steps(batch: Batch, ways: Ways | None = None) -> Ways:
    """Return the open ways of the mover's balls; `ways` are those with a door, if computed."""
    own = batch[0] & _LOWER
    own |= own << _HALF
    north_east, south_west = ways_with_door(batch[1]) if ways is None else ways
    return north_east & ~batch[2] & own, south_west & ~batch[3] & own


def can_roll(batch: Batch, ways: Ways | None = None) -> Flags:
    """Return whether the mover can move without a push, shape (n,); `ways` as in `first_steps`."""
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north_east, south_west = first_steps(batch, ways)
    north_east &= empty << BOARD_SIDE | empty >> 1 << _HALF
    south_west &= empty >> BOARD_SIDE | empty << _HALF_PLUS_ONE
    return (north_east | south_west) != 0


def can_anyone_roll(batch: Batch, ways: Ways) -> Flags:
    """Return whether the mover can move without a push, or the enemy after a pass, shape (n,)."""
    balls = batch[0]
    empty = ~(balls | balls >> _HALF) & _PITS
    north_east = ways[0] & (empty << BOARD_SIDE | empty >> 1 << _HALF)
    south_west = ways[1] & (empty >> BOARD_SIDE | empty << _HALF_PLUS_ONE)
    enemy = balls >> _HALF | balls & ~_LOWER
    enemy &= north_east | south_west
    own = balls & _LOWER | balls << _HALF
    own &= north_east & ~batch[2] | south_west & ~batch[3]
    return (own | enemy) != 0


def can_push(batch: Batch) -> Flags:
    """Return whether the mover can push a ball into an empty pit, shape (n,).

    With `chain=hinge`, and for balls pushed straight on, it is not computed: False.
    """
    all_balls = (batch[0] | batch[0] >> _HALF) & _PITS
    empty = ~all_balls & _PITS
    north_east, south_west = first_steps(batch)
    upright = (north_east >> BOARD_SIDE | south_west << BOARD_SIDE) & all_balls
    level = (north_east >> _HALF << 1 | south_west >> _HALF_PLUS_ONE) & all_balls
    pushes = upright & ~(batch[2] >> _HALF) & PITS_NOT_RIGHT & empty >> 1
    pushes |= upright & ~(batch[3] >> _HALF) & PITS_NOT_LEFT & empty << 1
    pushes |= level & ~batch[2] & empty << BOARD_SIDE
    pushes |= level & ~batch[3] & empty >> BOARD_SIDE
    return (pushes != 0) & (batch[1] & _HINGE == 0)
