"""All moves of whole arrays of Flipop positions, made step by step for all of them at once.

Words are the balls, the doors, and two of banned steps; bits = pits. Balls: the mover's in the
lower half, the enemy's in the upper. Doors: hinges by the pit north-west of them, a bit in the
lower half for east and west, one in the upper for south and west; beside them BLACK and options.
Banned steps (FP-11) by the pit they leave: to north and east, then south and west, each a half.
"""

import numpy as np
from numpy.typing import NDArray

from rules.batch import Batch
from rules.board import cells
from rules.games.flipop.doors import AHEAD, EXITS, PITS, SIDE, STEPS, WAYS
from rules.thinking.arrays.bits import Words

BLACK, HINGE, FREE, ENDS, EXIT = (1 << bit for bit in range(25, 30))
"""Beside the doors: black is on turn; `chain=hinge`; `chain=free`; `stuck=ends`; `stuck=exit`."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(SIDE)
_NONE, _BLACK, _HINGE, _FREE = (np.uint64(bits) for bits in (0, BLACK, HINGE, FREE))
_PITS = np.uint64((1 << PITS) - 1)
_NOT_LEFT, _NOT_RIGHT = (
    np.uint64(sum(1 << pit for pit in range(PITS) if pit % SIDE != column))
    for column in (0, SIDE - 1)
)
_HINGES = np.uint64(sum(1 << SIDE * row + column for row in range(4) for column in range(4)))


def _door(number: int) -> tuple[int, int]:
    """The hinge of a door as a bit, and how the door points, as in the words."""
    hinge, points = divmod(number, 4)
    bit = 1 << SIDE * (hinge // 4) + hinge % 4
    return bit, bit * (points & 1) | (bit << 32) * (points >> 1)


def _by_way(worth: dict[int, int]) -> Words:
    """A word for every way by its number, 0 where there is no way."""
    return np.array([worth.get(number, 0) for number in range(4 * PITS)], np.uint64)


def as_ban(number: int, half: int) -> int:
    """A banned step as a bit of one of the two words for them."""
    pit, direction = divmod(number, 4)
    return 1 << pit + 32 * (direction & 1) if direction >> 1 == half else 0


_ways = WAYS.values()
_DOORS = {way.number: [_door(door) for door in cells(way.doors)] for way in _ways}
_PASSAGES = np.stack(
    (
        _by_way({n: sum(bit for bit, _ in doors) for n, doors in _DOORS.items()}),
        _by_way({n: sum(points for _, points in doors) for n, doors in _DOORS.items()}),
        _by_way({way.number: way.entered for way in _ways}),
        *(_by_way({way.number: as_ban(way.number, half) for way in _ways}) for half in (0, 1)),
    )
)
"""Per way its hinges, its doors as they would have to point, the pit behind it, and what bans it,
shape (5, 100)."""

_ROLLS = np.stack(
    (
        _by_way({way.number: way.left | way.left << 32 for way in _ways}),
        _by_way({way.number: max(0, way.target - way.source) for way in _ways}),
        _by_way({way.number: max(0, way.source - way.target) for way in _ways}),
        _by_way({way.number: (way.number % 4 >> 1) * ~(-1 << 64) for way in _ways}),
        *(
            _by_way({way.number: as_ban(way.back.bit_length() - 1, half) for way in _ways})
            for half in (0, 1)
        ),
    )
)
"""Per way the pit it leaves as both halves, how far a ball goes up or down, all bits if doors end
pointing south or west, and what bans the way back, shape (6, 100)."""

_TARGET = _by_way({way.number: 4 * way.target for way in _ways}).astype(np.intp)
_OUT = np.array([EXITS[0] | EXITS[1] << 32, EXITS[1] | EXITS[0] << 32], np.uint64)
"""The exits of the mover and the enemy, by who moves."""


def _sweeps() -> Words:
    """Per way and heading the hinge whose door sweeps there (`chain=hinge`), shape (4 * 100,)."""
    sweeps = np.zeros((4 * PITS, 4), np.uint64)
    for way in _ways:
        for door in cells(way.doors):
            sweeps[way.number, (door + 2) % 4] = _door(door)[0]
    return sweeps.reshape(-1)


_SWEEPS = _sweeps()

_DISTANCES = np.array([across + SIDE * down for across, down in STEPS])
"""From one pit to the next in each direction."""

Keys = NDArray[np.int64]
"""Parent and path of each move in one number: rising in the order of Flipop.moves()."""

_LEFT_OUT = np.int64(-1)
_PATH = 25
"""Bits of a key below the parent: 7 for the first way, then 2 for each heading of a chain."""


def open_ways(doors: Words) -> tuple[Words, Words]:
    """The ways in which a door lies, by the pit they leave: north and east, south and west."""
    low, high = doors & _HINGES, doors >> _HALF & _HINGES
    both = low & high
    east = _HINGES & ~(low | high) | (high ^ both) << _FIVE
    south = both | (low ^ both) << _ONE
    north_east = south << _FIVE | east << _HALF
    return north_east, south | east << (_HALF + _ONE)


def steps(batch: Batch) -> tuple[Words, Words]:
    """The first steps of all moves that come into question, as `open_ways`."""
    own = batch[0] & _LOWER
    own |= own << _HALF
    north_east, south_west = open_ways(batch[1])
    return north_east & own & ~batch[2], south_west & own & ~batch[3]


def singles(batch: Batch) -> Flags:
    """Whether the mover can move without pushing."""
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north_east, south_west = steps(batch)
    north_east &= empty << _FIVE | empty >> _ONE << _HALF
    south_west &= empty >> _FIVE | empty << (_HALF + _ONE)
    found: Flags = (north_east | south_west) != 0
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


def nearing(batch: Batch) -> Flags:
    """Whether the mover has a move, banned or not, that brings a ball of his own nearer to its
    exits (FP-12)."""
    batch = batch.copy()
    batch[2:] = 0
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north, south = (ways & _PITS for ways in steps(batch))
    north &= empty << _FIVE
    south &= empty >> _FIVE
    found: Flags = np.where(batch[1] & _BLACK, north, south) != 0
    others = np.flatnonzero(~found)
    if len(others):
        found[others] = _chains_ahead(batch[:, others])
    return found


def _chains_ahead(batch: Batch) -> Flags:
    """As `nearing`, for any moves: all of them are walked step by step, as their keys tell."""
    keys, _ = _moves(batch)
    parent = (keys >> _PATH).astype(np.intp)
    own = (batch[0] & _LOWER).take(parent)
    taken = (batch[0] | batch[0] >> _HALF).take(parent)
    ahead = np.array(AHEAD).take((batch[1] & _BLACK != 0).astype(np.intp)).take(parent)
    shift = _PATH - 7
    start = pit = keys >> shift + 2 & 31
    goes, going = np.zeros((2, len(keys)), np.bool_)
    going |= True
    while going.any():
        heading = keys >> shift & 3
        goes |= going & (heading == ahead) & (own >> pit.astype(np.uint64) & _ONE != 0)
        pit = pit + _DISTANCES.take(heading)
        going &= (taken >> pit.astype(np.uint64) & _ONE != 0) & (pit != start)
        shift -= 2
    found = np.zeros(batch.shape[1], np.bool_)
    found[parent[goes]] = True
    return found


def paths(batch: Batch) -> tuple[Indices, Batch]:
    """All moves but forced passes: whose they are, never falling, in the order of moves(); and for
    each the balls, the doors and both words of banned steps after it, shape (4, m)."""
    keys, words = _moves(batch)
    return (keys >> _PATH).astype(np.intp), _after(words)


def _moves(batch: Batch) -> tuple[Keys, Batch]:
    """The keys of all moves but forced passes, rising, and the words of `_pushed` after them."""
    parent, way = _spread(*steps(batch))
    balls, before = batch[0].take(parent), batch[1].take(parent)
    exits = _OUT.take((batch[1] & _BLACK != 0).astype(np.intp))
    passages, rolls = _PASSAGES[:3].take(way, axis=1), _ROLLS.take(way, axis=1)
    words = np.zeros((6, len(parent)), np.uint64)
    words[0], words[2] = balls, before
    stays = _step(words, rolls, _swinging(before, passages), exits.take(parent))
    taken = balls | balls >> _HALF
    pushes = np.flatnonzero(taken & passages[2])
    keys = (parent.astype(np.int64) << 7 | way) << _PATH - 7
    if not len(pushes):
        return keys, words
    chains, chain_keys, way = words.take(pushes, axis=1), keys[pushes], way[pushes]
    keys[pushes] = _LEFT_OUT
    all_words, all_keys = [words], [keys]
    taken, start, entered = taken[pushes], rolls[0, pushes] & _LOWER, passages[2, pushes]
    chains[3:5] = np.where(stays[pushes], rolls[4:, pushes], _NONE)
    chains[5] = (~taken & _PITS) | start | (taken & ~(start | entered)) << _HALF
    shift = _PATH - 7
    while len(way):
        shift -= 2
        chains, chain_keys, way, done = _pushed(batch, chains, chain_keys, way, shift, exits)
        all_words.append(chains)
        all_keys.append(np.where(done, chain_keys, _LEFT_OUT))
        on = np.flatnonzero(~done)
        chains, chain_keys, way = chains.take(on, axis=1), chain_keys[on], way[on]
    keys = np.concatenate(all_keys)
    order = np.argsort(keys, kind="stable")[np.count_nonzero(keys == _LEFT_OUT) :]
    words = np.concatenate(all_words, axis=1).take(order, axis=1)
    return keys[order], words


def _pushed(
    batch: Batch, chains: Batch, keys: Keys, pushing: Indices, shift: int, exits: Words
) -> tuple[Batch, Keys, Indices, Flags]:
    """One step of every ball that was pushed, by the ways of the balls that push; also whether the
    move is complete with it.

    The words of chains: balls that have not moved, balls that have, doors, both words of steps
    that will be banned, and the pits where the chain may end (lower half) or go on (upper half).
    """
    free = (batch[1] & _FREE).any()
    turns = np.array((3, 0, 1) if free else (3, 1), np.intp)
    heading = (pushing[:, None] + turns & 3).reshape(-1)
    last = np.repeat(np.arange(len(pushing)), len(turns))
    way = _TARGET.take(pushing).take(last) + heading
    parent = (keys >> _PATH).astype(np.intp).take(last)
    passages, before = _PASSAGES.take(way, axis=1), batch[1:].take(parent, axis=1)
    swung, entered, ground = _swinging(before[0], passages), passages[2], chains[5].take(last)
    done = ground & entered != 0
    legal = done | ((ground >> _HALF & entered != 0) & (swung != 0))
    legal &= (before[1] & passages[3] | before[2] & passages[4]) == 0
    if (batch[1] & _HINGE).any():
        swept = _swinging(before[0], _PASSAGES.take(pushing.take(last), axis=1))
        legal &= swept & _SWEEPS.take(4 * pushing.take(last) + heading) != 0
    chosen = np.flatnonzero(legal)
    last, way = last.take(chosen), way.take(chosen)
    keys = keys.take(last) | heading.take(chosen).astype(np.int64) << shift
    chains, rolls = chains.take(last, axis=1), _ROLLS.take(way, axis=1)
    stays = _step(chains, rolls, swung.take(chosen), exits.take(parent.take(chosen)))
    chains[3:5] |= np.where(stays, rolls[4:], _NONE)
    chains[5] &= ~(entered.take(chosen) << _HALF)
    return chains, keys, way, done.take(chosen)


def _step(words: Batch, rolls: Batch, swung: Words, exits: Words) -> Flags:
    """Roll the ball of each path on and swing those doors; whether it stays on the board."""
    gone = words[0] & rolls[0]
    words[0] ^= gone
    gone <<= rolls[1]
    gone >>= rolls[2]
    gone &= ~exits
    words[1] |= gone
    words[2] ^= swung
    high = swung << _HALF
    words[2] &= ~high
    high &= rolls[3]
    words[2] |= high
    stays: Flags = gone != 0
    return stays


def _swinging(doors: Words, passages: Batch) -> Words:
    """The hinges whose doors lie in each passage, as bits in the lower half."""
    fitting: Words = ~(doors ^ passages[1])
    fitting &= fitting >> _HALF
    fitting &= passages[0]
    return fitting


def _after(words: Batch) -> Batch:
    """All balls, and the rest of what stands after complete moves."""
    words[1] |= words[0]
    return words[1:5]


def _spread(north_east: Words, south_west: Words) -> tuple[Indices, Indices]:
    """Every way in these words: the index of its position, and its number, both rising."""
    halves = np.stack((north_east, south_west), axis=1)
    bits = np.unpackbits(halves.view(np.uint8), axis=1, bitorder="little")
    found = np.flatnonzero(bits.view(np.bool_).reshape(-1, 4, 32).transpose(0, 2, 1))
    return found >> 7, found & 127
