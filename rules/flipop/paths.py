"""All moves of whole arrays of Flipop positions, made step by step for all of them at once.

Words are the balls, the doors, and two of banned steps; bits = pits. Balls: the mover's in the
lower half, the enemy's in the upper. Doors: hinges by the pit north-west of them, a bit in the
lower half for east and west, one in the upper for south and west; beside them BLACK and options.
Banned steps (FP-11) by the pit they leave: to north and east, then south and west, each a half.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.batch_bits import Words
from rules.batch_rules import Batch
from rules.board import cells
from rules.flipop.doors import EXITS, PITS, SIDE, WAYS

BLACK, HINGE, FREE, ENDS = (1 << bit for bit in range(25, 29))
"""Beside the doors: black is on turn; `chain=hinge`; `chain=free`; `stuck=ends`."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(SIDE)
_NONE, _HINGE, _FREE = np.uint64(0), np.uint64(HINGE), np.uint64(FREE)
_PITS = np.uint64((1 << PITS) - 1)
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
_PASSAGE = _by_way({n: sum(bit for bit, _ in doors) for n, doors in _DOORS.items()})
_POINTING = _by_way({n: sum(points for _, points in doors) for n, doors in _DOORS.items()})
_SWUNG_HIGH = _by_way({way.number: (way.number % 4 >> 1) * ~(-1 << 64) for way in _ways})
_LEFT = _by_way({way.number: way.left | way.left << 32 for way in _ways})
_ENTERED = _by_way({way.number: way.entered for way in _ways})
_BANS = tuple(_by_way({way.number: as_ban(way.number, half) for way in _ways}) for half in (0, 1))
_BACKS = tuple(
    _by_way({way.number: as_ban(way.back.bit_length() - 1, half) for way in _ways})
    for half in (0, 1)
)
_TARGET = _by_way({way.number: 4 * way.target for way in _ways}).astype(np.intp)
_UP, _DOWN = (
    _by_way({way.number: max(0, sign * (way.target - way.source)) for way in _ways})
    for sign in (1, -1)
)
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


@dataclass(frozen=True, slots=True)
class Paths:
    """Moves that are complete or on their way: what stands after the steps so far."""

    parent: Indices
    """Whose move it is, shape (m,)."""
    key: NDArray[np.int64]
    """Orders the moves of one parent as Flipop.moves() does."""
    way: Indices
    """The number of the last step."""
    words: Batch
    """Balls that have not moved, balls that have, doors, both words of steps now banned, and the
    pits where a chain may end (lower half) or be pushed on (upper half), shape (6, m)."""

    def taken(self, where: Indices) -> "Paths":
        """Some of them."""
        return Paths(
            self.parent[where], self.key[where], self.way[where], self.words.take(where, axis=1)
        )


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


def paths(batch: Batch) -> Paths:
    """All moves but forced passes, those of one parent side by side in the order of moves()."""
    parent, way = _spread(*steps(batch))
    balls, before = batch[0].take(parent), batch[1].take(parent)
    taken = balls | balls >> _HALF
    words = np.zeros((6, len(parent)), np.uint64)
    words[0], words[2] = balls, before
    entered = _ENTERED.take(way)
    pushes = np.flatnonzero(taken & entered)
    exits = _OUT.take((batch[1] & BLACK != 0).astype(np.intp))
    stays = _step(words, way, _swinging(before, way), exits.take(parent))
    now = Paths(parent, (parent.astype(np.int64) << 7 | way) << 18, way, words)
    if not len(pushes):
        return now
    complete = np.ones(len(parent), np.bool_)
    complete[pushes] = False
    found = [now.taken(np.flatnonzero(complete))]
    now = now.taken(pushes)
    _bar_return(now, stays[pushes])
    start = _LEFT.take(now.way) & _LOWER
    rest = taken[pushes] & ~(start | entered[pushes]) & _PITS
    now.words[5] = ~taken[pushes] & _PITS | start | rest << _HALF
    headings = (3, 0, 1) if (batch[1] & _FREE).any() else (3, 1)
    shift = 16
    while len(now.parent):
        done, now = _pushed(batch, now, headings, shift, exits)
        found.append(done)
        shift -= 2
    parent, key, way = (
        np.concatenate([getattr(one, name) for one in found]) for name in ("parent", "key", "way")
    )
    every = Paths(parent, key, way, np.concatenate([one.words for one in found], axis=1))
    return every.taken(np.argsort(every.key, kind="stable"))


def _pushed(
    batch: Batch, now: Paths, headings: tuple[int, ...], shift: int, exits: Words
) -> tuple[Paths, Paths]:
    """One step of every ball that was pushed: the moves complete with it, and the others."""
    last = np.tile(np.arange(len(now.parent)), len(headings))
    pushing, parent = now.way[last], now.parent[last]
    heading = pushing + np.repeat(np.array(headings, np.intp), len(now.parent)) & 3
    way = _TARGET[pushing] + heading
    doors, ground, entered = batch[1].take(parent), now.words[5].take(last), _ENTERED.take(way)
    swung = _swinging(doors, way)
    done = ground & entered != 0
    legal = done | ((ground >> _HALF & entered != 0) & (swung != 0))
    legal &= batch[2].take(parent) & _BANS[0].take(way) == 0
    legal &= batch[3].take(parent) & _BANS[1].take(way) == 0
    if (batch[1] & _HINGE).any():
        legal &= _swinging(doors, pushing) & _SWEEPS.take(4 * pushing + heading) != 0
    chosen = np.flatnonzero(legal)
    last, way, done = last[chosen], way[chosen], done[chosen]
    key = now.key[last] | heading[chosen].astype(np.int64) << shift
    after = Paths(parent[chosen], key, way, now.words.take(last, axis=1))
    _bar_return(after, _step(after.words, way, swung[chosen], exits.take(after.parent)))
    after.words[5] &= ~(entered[chosen] << _HALF)
    return after.taken(np.flatnonzero(done)), after.taken(np.flatnonzero(~done))


def _step(words: Batch, way: Indices, swung: Words, exits: Words) -> Flags:
    """Roll the ball of each path that way and swing those doors; whether it stays on the board."""
    gone = words[0] & _LEFT.take(way)
    words[0] ^= gone
    gone <<= _UP.take(way)
    gone >>= _DOWN.take(way)
    gone &= ~exits
    words[1] |= gone
    high = swung << _HALF
    words[2] ^= swung
    words[2] &= ~high
    words[2] |= high & _SWUNG_HIGH.take(way)
    stays: Flags = gone != 0
    return stays


def _bar_return(chains: Paths, stays: Flags) -> None:
    """The balls that have just moved may not go back next time (FP-11)."""
    for half in (0, 1):
        chains.words[3 + half] |= np.where(stays, _BACKS[half].take(chains.way), _NONE)


def _swinging(doors: Words, way: Indices) -> Words:
    """The hinges whose doors lie in each passage, as bits in the lower half."""
    match = ~(doors ^ _POINTING.take(way))
    match &= match >> _HALF
    match &= _PASSAGE.take(way)
    return match


def _spread(north_east: Words, south_west: Words) -> tuple[Indices, Indices]:
    """Every way in these words: the index of its position, and its number, both rising."""
    halves = np.stack((north_east, south_west), axis=1)
    bits = np.unpackbits(halves.view(np.uint8).reshape(-1, 4, 4), axis=2, bitorder="little")
    found = np.flatnonzero(bits[:, :, :PITS].transpose(0, 2, 1))
    return np.divmod(found, 4 * PITS)
