"""Matches of Contactic played on to their end by a quick rule, on many tables at once.

Which islands will be joined at last is told by ends and hardly by counting. The rule: first join
islands, or keep the enemy from it; then lay where both largest islands are near; then where one
of them is; then anywhere. Of the rules tried that are as quick it told best which of two moves was
better, by matches played on by the judge; some that win more often told less. A plane is a set of
fields as in `batch.py`.
"""

from collections.abc import Generator

import numpy as np

from rules.games.contactic.batch import FOUR_TURNS, Array, Plane, around, count
from rules.games.contactic.playout import Playout

_EDGE = np.array(
    [[0xFFFF * (tile >> 3 - side & 1) for tile in range(16)] for side in range(4)], np.uint16
)
"""By side and tile: every bit where the edge is coloured, else none; shape (4, 16)."""

_ROWS = np.uint16(1) << np.arange(16, dtype=np.uint16)[:, None]
"""A bit for each row, shape (16, 1)."""

_ONE, _FOUR = np.uint16(1), np.uint8(4)

_FROM = np.uint16(0xFFFF) << np.arange(16, dtype=np.uint16)
"""By place the bits from there on."""

_BESIDE = (slice(None, -1), slice(None), slice(1, None), slice(None))
"""The rows that the neighbours on each side of all rows lie in."""


class Rush:
    """Tables of a playout, each so many times, on which both sides play on by the rule."""

    def __init__(self, game: Playout, times: int) -> None:
        """The undrawn tiles are shuffled anew on every table."""
        of = np.repeat(np.arange(game.number), times)
        tables, self.chance = game.tables.copies(of), game.chance
        self.turn, self.turning, self.number = game.turn, game.turning, len(of)
        self.empty, self.own, self.big = tables.empty, tables.own, tables.big
        self.coloured = np.stack(tables.coloured)
        self.asked = self.coloured | np.stack(tables.white)
        """Where a neighbour asks for any edge on this side; shape (4, rows + 2, n)."""
        self.lost = tables.lost
        self.main, self.drawn = [], [0, 0]
        """By player the tiles of the main piles, shape (tiles, n), and how many are drawn."""
        for main, drawn in zip(game.main, game.drawn, strict=True):
            left = main[of, drawn:].T
            self.main.append(self.chance.permuted(left, axis=0) if times > 1 else left.copy())
        self.leftover = [pile[of].T.copy() for pile in game.leftover]
        self.height = [height[of] for height in game.height]
        self._every = np.arange(self.number)
        shape = self.empty.shape
        self._edges = np.empty((8, *shape), np.uint16)
        self._wrong = np.empty((4, *shape), np.uint16)
        self._fits = np.empty((4 if self.turning else 1, *shape), np.uint16)

    def goes_on(self) -> bool:
        """Whether anybody has a tile on any table."""
        return any(
            self.drawn[player] < len(self.main[player]) or bool(self.height[player].any())
            for player in (0, 1)
        )

    def ply(self) -> None:
        """One ply on each table."""
        player = self.turn
        self.turn = 1 - player
        first_try = self.drawn[player] < len(self.main[player])
        if first_try:
            has = np.ones(self.number, np.bool_)
            tiles = self.main[player][self.drawn[player]]
            self.drawn[player] += 1
        else:
            has = self.height[player] > 0
            self.height[player] -= has
            self.lost[player] -= has
            tiles = self.leftover[player][self.height[player], self._every]
        chosen = self._chosen(player, self._room(tiles, has))
        lots = np.frombuffer(self.chance.bytes(3 * self.number), np.uint8).reshape(3, -1) & 15
        row, bit = _any(chosen, lots)
        if self.turning:
            tiles = self._turned(tiles, row, bit, lots[2] & 3)
        self._lay(player, tiles, row, bit)
        stuck = has & (bit == 0)
        self.lost[player] += stuck
        if first_try:
            who = np.flatnonzero(stuck)
            self.leftover[player][self.height[player][who], who] = tiles[who]
            self.height[player] += stuck

    def _room(self, tiles: Array, has: Array) -> Plane:
        """Where the tile, one per table, fits in some turn."""
        free = self.asked[0] | self.asked[1]
        free |= self.asked[2]
        free |= self.asked[3]
        free &= self.empty
        free *= has.astype(np.uint16)
        edges, wrong = self._edges, self._wrong
        edges[:4] = _EDGE.take(tiles, axis=1)[:, None]
        edges[4:] = edges[:4]
        for turn, fits in enumerate(self._fits):
            # Clockwise by so many quarters: the edge on a side was on the one so many before it.
            np.bitwise_and(self.asked, edges[4 - turn : 8 - turn], out=wrong)
            np.bitwise_xor(wrong, self.coloured, out=wrong)
            np.bitwise_or(wrong[0], wrong[1], out=fits)
            fits |= wrong[2]
            fits |= wrong[3]
            np.invert(fits, out=fits)
            fits &= free
        room: Plane = np.bitwise_or.reduce(self._fits, axis=0)
        return room

    def _chosen(self, player: int, room: Plane) -> Plane:
        """The best fields by the rule, of those where the tile fits."""
        near, joins = [], []
        for who in (player, 1 - player):
            near.append(around(self.big[who]))
            joins.append(near[-1] & around(self.own[who] & ~self.big[who]))
        for good in (joins[0] | joins[1], near[0] & near[1], near[0] | near[1]):
            part = room & good
            none = np.bitwise_or.reduce(part, axis=0) == 0
            room *= none.astype(np.uint16)
            room |= part
        return room

    def _turned(self, tiles: Array, row: Array, bit: Array, lots: Array) -> Array:
        """The tiles in some turn that fits there."""
        fit = self._fits[:, row, self._every] & bit
        turns = np.bitwise_or.reduce(np.minimum(fit, _ONE) * _ROWS[:4], axis=0)
        turned: Array = FOUR_TURNS.take(tiles * _FOUR + (_place(_first_from(turns, lots)) & 3))
        return turned

    def _lay(self, player: int, tiles: Array, row: Array, bit: Array) -> None:
        """The largest island walks on over the player's tiles, one step in every ply."""
        new = np.zeros_like(self.empty)
        new[row, self._every] = bit
        self.empty &= ~new
        own, big = self.own[player], self.big[player]
        own |= new
        big |= around(big) & own
        white = (~_EDGE).take(tiles, axis=1)
        for side, there in enumerate((new[1:], new << _ONE, new[:-1], new >> _ONE)):
            facing, rows = (side + 2) % 4, _BESIDE[side]
            self.asked[facing, rows] |= there
            self.coloured[facing, rows] |= there & white[side]

    def values(self) -> Generator[int, None, Array]:
        """What player 0 is ahead by when nobody has a tile, in hundredths of a point; yields 0
        after each bite."""
        first = yield from _largest(self.big[0], self.own[0])
        second = yield from _largest(self.big[1], self.own[1])
        ahead: Array = 100 * (first - second - self.lost[0] + self.lost[1])
        return ahead


def _any(places: Plane, lots: Array) -> tuple[Array, Array]:
    """One of the fields of each table: its row, and its bit there, 0 where there is none."""
    rows = np.bitwise_or.reduce(np.minimum(places, _ONE) * _ROWS[: len(places)], axis=0)
    row = _place(_first_from(rows, lots[0])) & 15
    return row, _first_from(places[row, np.arange(len(row))], lots[1])


def _first_from(bits: Array, lots: Array) -> Array:
    """The lowest bit from that place on, else the lowest of all, else none."""
    high = bits & _FROM.take(lots)
    high += bits * (high == 0).astype(np.uint16)
    lowest: Array = high & (~high + _ONE)
    return lowest


def _place(bit: Array) -> Array:
    """The place of a single bit; 16 for none."""
    place: Array = np.bitwise_count(bit - _ONE)
    return place


def _largest(big: Plane, own: Plane) -> Generator[int, None, Array]:
    """The number of tiles of the largest island, which may be the one that `big` is part of."""
    island = _whole(big, own)
    size, rest = count(island), own & ~island
    while True:
        yield 0
        more = np.flatnonzero(count(rest) > size)
        if not len(more):
            return size
        left = rest[:, more]
        row, every = np.bitwise_count(left).argmax(axis=0), np.arange(len(more))
        seed = np.zeros_like(left)
        seed[row, every] = _first_from(left[row, every], np.zeros(len(more), np.uint8))
        island = _whole(seed, left)
        size[more] = np.maximum(size[more], count(island))
        rest[:, more] = left & ~island


def _whole(island: Plane, own: Plane) -> Plane:
    """The islands that these fields are part of."""
    while True:
        more = around(island) & own | island
        if np.array_equal(more, island):
            return island
        island = more
