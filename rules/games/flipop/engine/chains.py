"""Arrays of Flipop positions, shape (4, n), dtype uint64: words, open ways, move generation.

| word | lower half (32 bits) | upper half |
| --- | --- | --- |
| 0 balls | the mover's, bit = pit | the enemy's |
| 1 doors | pointing east or west, by hinge; turn and options | pointing south or west |
| 2 ban | steps to the north, by the pit they leave | to the east |
| 3 ban | steps to the south | to the west |

A hinge has the bit of the pit north-west of it. Lookup tables with an entry per way extend all
moves at once, step by step.
"""

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Batch, Flags, Index
from flipside.rules.contract.board import cells
from flipside.rules.engine.vector.bits import Bitboards, set_bits
from flipside.rules.games.flipop.doors import (
    AHEAD_DIRECTIONS,
    BOARD_SIDE,
    DIRECTION_STEPS,
    EXIT_PITS,
    PIT_COUNT,
    WAY_BY_PITS,
)

BLACK_TURN, CHAIN_HINGE, CHAIN_FREE, STUCK_ENDS, STUCK_EXIT, TIE_DISTANCE = (
    1 << bit for bit in range(25, 31)
)

Ways = tuple[Bitboards, Bitboards]
"""Open ways by the pit that they leave, in the form of the words 2 and 3; both of shape (n,)."""

_HALF, _HALF_PLUS_ONE, _LOWER = np.uint64(32), np.uint64(33), np.uint64((1 << 32) - 1)
_HINGE = np.uint64(CHAIN_HINGE)
_PITS = np.uint64((1 << PIT_COUNT) - 1)
PITS_NOT_LEFT, PITS_NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PIT_COUNT) if pit % BOARD_SIDE != column))
    for column in (0, BOARD_SIDE - 1)
)
_HINGES = np.uint64(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))


def ban_bit(number: int, half: int) -> int:
    """Return the bit of a way in word 2 + `half`; 0 if its bit is in the other word."""
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
    """Return the open ways of the mover's balls; `ways` may be the result of `ways_with_door`."""
    own = batch[0] & _LOWER
    own |= own << _HALF
    north_east, south_west = ways_with_door(batch[1]) if ways is None else ways
    return north_east & ~batch[2] & own, south_west & ~batch[3] & own


def can_roll(batch: Batch, ways: Ways | None = None) -> Flags:
    """Return whether the mover can move without a push, (n,); `ways` are as in `first_steps`."""
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north_east, south_west = first_steps(batch, ways)
    north_east &= empty << BOARD_SIDE | empty >> 1 << _HALF
    south_west &= empty >> BOARD_SIDE | empty << _HALF_PLUS_ONE
    return (north_east | south_west) != 0


def can_anyone_roll(batch: Batch, ways: Ways) -> Flags:
    """Return whether the mover, or the enemy after a pass, can move without a push, shape (n,)."""
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
    """Return whether the mover can push a ball sideways into an empty pit, shape (n,).

    With `chain=hinge` the result is always False.
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


def _door(number: int) -> tuple[int, int]:
    """Return the bit of a door's hinge, and the bits of its direction, as in word 1."""
    hinge, points = divmod(number, 4)
    bit = 1 << BOARD_SIDE * (hinge // 4) + hinge % 4
    return bit, bit * (points & 1) | (bit << 32) * (points >> 1)


def _by_way(words: dict[int, int]) -> Bitboards:
    """Return an array of the words by number of the way, 0 for other numbers; shape (100,)."""
    return np.array([words.get(number, 0) for number in range(4 * PIT_COUNT)], np.uint64)


_ways = WAY_BY_PITS.values()
_DOORS = {way.number: [_door(door) for door in cells(way.doors)] for way in _ways}
PASSAGES = np.stack(
    (
        _by_way({n: sum(bit for bit, _ in doors) for n, doors in _DOORS.items()}),
        _by_way({n: sum(points for _, points in doors) for n, doors in _DOORS.items()}),
        _by_way({way.number: way.target_bit for way in _ways}),
        *(_by_way({way.number: ban_bit(way.number, half) for way in _ways}) for half in (0, 1)),
    )
)
"""By way: its hinges, the directions that their doors need, its target pit, and its bit in a ban
(two words); shape (5, 100)."""

ROLLS = np.stack(
    (
        _by_way({way.number: way.source_bit | way.source_bit << 32 for way in _ways}),
        _by_way({way.number: max(0, way.target - way.source) for way in _ways}),
        _by_way({way.number: max(0, way.source - way.target) for way in _ways}),
        _by_way({way.number: (way.number % 4 >> 1) * ~(-1 << 64) for way in _ways}),
        *(
            _by_way({way.number: ban_bit(way.back.bit_length() - 1, half) for way in _ways})
            for half in (0, 1)
        ),
    )
)
"""By way: its source pit in both halves; two shifts, of a ball up and down; all bits set if its
doors end pointing south or west; the opposite way's bit in a ban (two words). Shape (6, 100)."""

_TARGET = _by_way({way.number: 4 * way.target for way in _ways}).astype(np.intp)
PUSHED_WAYS_FREE, PUSHED_WAYS = (
    _TARGET[:, None] + (np.arange(4 * PIT_COUNT)[:, None] + turns & 3)
    for turns in ((3, 0, 1), (3, 1))
)
"""By way of the pushing ball, the ways of the pushed ball, with `chain=free` and without."""
EXITS_BY_TURN = np.array(
    [EXIT_PITS[0] | EXIT_PITS[1] << 32, EXIT_PITS[1] | EXIT_PITS[0] << 32], np.uint64
)
"""Exits of the mover (lower half) and of the enemy, by the player on turn; shape (2,)."""


def _sweeps() -> Bitboards:
    """Return the hinge whose door allows a heading after a way (`chain=hinge`), shape (400,).

    The index is 4 * way + heading; an entry is 0 if no door allows it.
    """
    sweeps = np.zeros((4 * PIT_COUNT, 4), np.uint64)
    for way in _ways:
        for door in cells(way.doors):
            sweeps[way.number, (door + 2) % 4] = _door(door)[0]
    return sweeps.reshape(-1)


SWEPT_HINGES = _sweeps()


_NONE, _BLACK = np.uint64(0), np.uint64(BLACK_TURN)


_DISTANCES = np.array([across + BOARD_SIDE * down for across, down in DIRECTION_STEPS])
"""Difference of pit numbers per direction."""

_Keys = NDArray[np.int64]
"""Parent and path of each move as one number, sorted as in Flipop.moves(); shape (m,)."""

_NO_MOVE = np.int64(-1)
_PATH = 25
"""Bits of a key below the parent: 7 for the first way, then 2 per heading of a chain."""


def can_advance(batch: Batch) -> Flags:
    """Return whether a ball of the mover can advance, ignoring bans (FP-12), shape (n,)."""
    batch = batch.copy()
    batch[2:] = 0
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north, south = (ways & _PITS for ways in first_steps(batch))
    north &= empty << BOARD_SIDE
    south &= empty >> BOARD_SIDE
    advances: Flags = np.where(batch[1] & _BLACK, north, south) != 0
    others = (~advances).nonzero()[0]
    if len(others):
        advances[others] = _chains_ahead(batch[:, others])
    return advances


def _chains_ahead(batch: Batch) -> Flags:
    """Return whether any step of any move advances a ball of the mover, shape (n,)."""
    keys, _ = _moves(batch)
    parent = (keys >> _PATH).astype(np.intp)
    own = (batch[0] & _LOWER).take(parent)
    all_balls = (batch[0] | batch[0] >> _HALF).take(parent)
    ahead = np.array(AHEAD_DIRECTIONS).take((batch[1] & _BLACK != 0).astype(np.intp)).take(parent)
    shift = _PATH - 7
    start = pit = keys >> shift + 2 & 31
    goes, going = np.zeros((2, len(keys)), np.bool_)
    going |= True
    while going.any():
        heading = keys >> shift & 3
        goes |= going & (heading == ahead) & (own >> pit.astype(np.uint64) & 1 != 0)
        pit = pit + _DISTANCES.take(heading)
        going &= (all_balls >> pit.astype(np.uint64) & 1 != 0) & (pit != start)
        shift -= 2
    advances = np.zeros(batch.shape[1], np.bool_)
    advances[parent[goes]] = True
    return advances


def legal_paths(batch: Batch) -> tuple[Index, Batch]:
    """Return all moves except forced passes, in the order of Flipop.moves().

    The first array has the parent of each move, shape (m,), ascending. The second has the words of
    the position after each move, shape (4, m), with the same player on turn.
    """
    keys, words = _moves(batch)
    words[1] |= words[0]
    return (keys >> _PATH).astype(np.intp), words[1:5]


def _moves(batch: Batch) -> tuple[_Keys, Batch]:
    """Return ascending keys of all moves except forced passes, and words for `_roll`: (6, m)."""
    if not batch.shape[1]:
        return np.zeros(0, np.int64), np.zeros((6, 0), np.uint64)
    row, bit = set_bits(np.stack(first_steps(batch), axis=1).reshape(-1))
    parent, way = row >> 1, (bit & 31) << 2 | (row & 1) << 1 | bit >> 5
    exits = EXITS_BY_TURN.take((batch[1] & _BLACK != 0).astype(np.intp))
    all_balls = ((batch[0] | batch[0] >> _HALF) & _PITS).take(parent)
    start = ROLLS[0].take(way) & _LOWER
    words = np.zeros((6, len(way)), np.uint64)
    words[0], words[2] = batch[0].take(parent), batch[1].take(parent)
    words[5] = (~all_balls & _PITS) | start | (all_balls & ~start) << _HALF
    shift = _PATH - 7
    keys = parent.astype(np.int64) << _PATH | way.astype(np.int64) << shift
    hinges = _swinging(words[2], PASSAGES[:2].take(way, axis=1))
    all_words, all_keys = [], []
    while True:
        complete = _roll(words, way, hinges, exits.take(parent))
        all_words.append(words)
        all_keys.append(np.where(complete, keys, _NO_MOVE))
        on = (~complete).nonzero()[0]
        if not len(on):
            break
        last, next_way, hinges = _pushes(batch, words[5].take(on), parent.take(on), way.take(on))
        last = on.take(last)
        shift -= 2
        keys = keys.take(last) | (next_way & 3).astype(np.int64) << shift
        words, parent, way = words.take(last, axis=1), parent.take(last), next_way
    all_words[0][3:5] = 0  # a move of one step bans nothing
    keys = np.concatenate(all_keys)
    order = keys.argsort(kind="stable")[np.count_nonzero(keys == _NO_MOVE) :]
    return keys[order], np.concatenate(all_words, axis=1).take(order, axis=1)


def _roll(words: Batch, way: Index, hinges: Bitboards, exits: Bitboards) -> Flags:
    """Roll a ball on each way and swing its doors, in place; return whether the move is complete.

    The rows of `words`, shape (6, m), are balls that have not moved, balls that have, doors, two
    words of steps to ban, and pits where the move may end (lower half) or continue (upper half).
    """
    rolls, target = ROLLS.take(way, axis=1), PASSAGES[2].take(way)
    ball = words[0] & rolls[0]
    words[0] ^= ball
    ball <<= rolls[1]
    ball >>= rolls[2]
    ball &= ~exits
    words[1] |= ball
    words[2] ^= hinges
    high = hinges << _HALF
    words[2] &= ~high
    high &= rolls[3]
    words[2] |= high
    words[3:5] |= np.where(ball != 0, rolls[4:], _NONE)
    words[5] &= ~(target << _HALF)
    return words[5] & target != 0


def _pushes(
    batch: Batch, ground: Bitboards, parent: Index, pushing: Index
) -> tuple[Index, Index, Bitboards]:
    """Return the legal ways of the balls that are pushed along the ways `pushing`.

    Three arrays have an entry per legal way: an index into `pushing`, the number of the way, and
    the hinges of swinging doors. `ground` is the last row of the words of `_roll`.
    """
    onward = PUSHED_WAYS_FREE if int(batch[1, 0]) & CHAIN_FREE else PUSHED_WAYS
    way = onward.take(pushing, axis=0).reshape(-1)
    last = np.arange(len(way)) // onward.shape[1]
    passages, before = PASSAGES.take(way, axis=1), batch[1:].take(parent.take(last), axis=1)
    hinges, target, ground = _swinging(before[0], passages), passages[2], ground.take(last)
    legal = ground & target != 0
    legal |= (ground >> _HALF & target != 0) & (hinges != 0)
    legal &= (before[1] & passages[3] | before[2] & passages[4]) == 0
    if int(batch[1, 0]) & CHAIN_HINGE:
        first_hinges = _swinging(before[0], PASSAGES.take(pushing.take(last), axis=1))
        legal &= first_hinges & SWEPT_HINGES.take(4 * pushing.take(last) + (way & 3)) != 0
    ways = legal.nonzero()[0]
    return last.take(ways), way.take(ways), hinges.take(ways)


def _swinging(doors: Bitboards, passages: Batch) -> Bitboards:
    """Return the hinges whose doors lie in each passage, as bits in the lower half: (m,)."""
    fitting: Bitboards = ~(doors ^ passages[1])
    fitting &= fitting >> _HALF
    fitting &= passages[0]
    return fitting
