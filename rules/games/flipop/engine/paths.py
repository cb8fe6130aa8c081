"""Arrays of Flipop positions, shape (4, n), dtype uint64: open ways, and whether there is a move.

| word | lower half (32 bits) | upper half |
| --- | --- | --- |
| 0 balls | the mover's, bit = pit | the enemy's |
| 1 doors | pointing east or west, by hinge; turn and options | pointing south or west |
| 2 banned | steps to the north, by the pit they leave | to the east |
| 3 banned | steps to the south | to the west |

The bit of a hinge is that of the pit north-west of it (FP-11 for banned steps).
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

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(BOARD_SIDE)
_HINGE = np.uint64(CHAIN_HINGE)
_PITS = np.uint64((1 << PIT_COUNT) - 1)
PITS_NOT_LEFT, PITS_NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PIT_COUNT) if pit % BOARD_SIDE != column))
    for column in (0, BOARD_SIDE - 1)
)
_HINGES = np.uint64(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))


def ban_bit(number: int, half: int) -> int:
    """The bit of a step in word 2 (`half` 0) or 3 (`half` 1); 0 if it belongs to the other word."""
    pit, direction = divmod(number, 4)
    return 1 << pit + 32 * (direction & 1) if direction >> 1 == half else 0


def ways_with_door(doors: Bitboards) -> Ways:
    """Ways in which a door lies; `doors` is word 1, shape (n,)."""
    low, high = doors & _HINGES, doors >> _HALF & _HINGES
    both = low & high
    east = _HINGES & ~(low | high) | (high ^ both) << _FIVE
    south = both | (low ^ both) << _ONE
    north_east = south << _FIVE | east << _HALF
    return north_east, south | east << (_HALF + _ONE)


def first_steps(batch: Batch, ways: Ways | None = None) -> Ways:
    """Open ways of the mover's balls that are not banned; pass `ways` if the open ones are
    known."""
    own = batch[0] & _LOWER
    own |= own << _HALF
    north_east, south_west = ways_with_door(batch[1]) if ways is None else ways
    return north_east & ~batch[2] & own, south_west & ~batch[3] & own


def can_roll(batch: Batch, ways: Ways | None = None) -> Flags:
    """Whether the mover can move without pushing, shape (n,); `ways` as in `first_steps`."""
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north_east, south_west = first_steps(batch, ways)
    north_east &= empty << _FIVE | empty >> _ONE << _HALF
    south_west &= empty >> _FIVE | empty << (_HALF + _ONE)
    return (north_east | south_west) != 0


def can_anyone_roll(batch: Batch, ways: Ways) -> Flags:
    """Like `can_roll`, of the mover or, after a pass, the enemy."""
    balls = batch[0]
    empty = ~(balls | balls >> _HALF) & _PITS
    north_east = ways[0] & (empty << _FIVE | empty >> _ONE << _HALF)
    south_west = ways[1] & (empty >> _FIVE | empty << (_HALF + _ONE))
    enemy = balls >> _HALF | balls & ~_LOWER
    enemy &= north_east | south_west
    own = balls & _LOWER | balls << _HALF
    own &= north_east & ~batch[2] | south_west & ~batch[3]
    return (own | enemy) != 0


def can_push(batch: Batch) -> Flags:
    """Whether the mover can push one ball aside into an empty pit, shape (n,); False if
    `chain=hinge`."""
    taken = (batch[0] | batch[0] >> _HALF) & _PITS
    empty = ~taken & _PITS
    north_east, south_west = first_steps(batch)
    upright = (north_east >> _FIVE | south_west << _FIVE) & taken
    level = (north_east >> _HALF << _ONE | south_west >> (_HALF + _ONE)) & taken
    found = upright & ~(batch[2] >> _HALF) & PITS_NOT_RIGHT & empty >> _ONE
    found |= upright & ~(batch[3] >> _HALF) & PITS_NOT_LEFT & empty << _ONE
    found |= level & ~batch[2] & empty << _FIVE
    found |= level & ~batch[3] & empty >> _FIVE
    return (found != 0) & (batch[1] & _HINGE == 0)
