"""Many tables of Contactic at once, as numpy arrays: where tiles fit, how they are laid, and the
judge for all of them.

The tables are of one match and differ in what was laid since. A *plane* is a set of fields on each
of n tables: dtype uint16, shape (rows + 2, n), bit c of row r + 1 for the field in column c of row
r of the board; the first and the last row stay empty.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.contract.position import Player
from rules.games.contactic.engine.evaluation import (
    FULL,
    JOINS,
    LOST,
    POINT,
    ROOM,
    STEPS,
    TILE,
    to_come,
)
from rules.games.contactic.engine.weights import PARTS
from rules.games.contactic.engine.weights import STEPS as REACH
from rules.games.contactic.position import Contactic
from rules.games.contactic.table import largest
from rules.games.contactic.tiles import TURNS, fits

Plane = NDArray[np.uint16]
Array = NDArray[Any]

Place = tuple[Array, Array, Array]
"""Some fields: table, row of the plane, column; three arrays of the same length."""

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps (row, column) to the neighbours in the north, east, south and west."""

FOUR_TURNS = np.array([(TURNS[tile] * 4)[:4] for tile in range(16)], np.uint8)
"""By tile its four turns, some the same; shape (16, 4)."""

_FITS = np.array([[fits(tile, demand) for demand in range(256)] for tile in range(16)])

_EDGES = np.array([[tile >> 3 - side & 1 for tile in range(16)] for side in range(4)], np.uint16)
"""By side and tile: whether the edge is coloured; shape (4, 16)."""


@dataclass(slots=True)
class Tables:
    """n tables; pairs are of player 0 and 1, fours of the sides north, east, south and west."""

    empty: Plane
    own: list[Plane]
    big: list[Plane]
    """The largest island."""
    coloured: list[Plane]
    """Where a neighbour asks for a coloured edge on this side."""
    white: list[Plane]
    """Where a neighbour asks for a white edge on this side."""
    lost: list[Array]
    """Leftover and dead tiles, shape (n,), dtype int32."""
    to_come: list[Array]
    """Tiles that may still be laid, shape (n,), dtype int32."""

    def copies(self, of: Array) -> "Tables":
        """The tables of these columns, each as often as it is named."""

        def all_of(planes: list[Array]) -> list[Array]:
            return [plane.take(of, axis=-1) for plane in planes]

        return Tables(
            self.empty.take(of, axis=1),
            all_of(self.own),
            all_of(self.big),
            all_of(self.coloured),
            all_of(self.white),
            all_of(self.lost),
            all_of(self.to_come),
        )

    def __len__(self) -> int:
        return int(self.empty.shape[1])

    def tried(self, player: Player, place: Place) -> "Tables":
        """One table for each of these layings, good for nothing but to be judged."""
        of, row, column = place
        tables = Tables(
            self.empty.take(of, axis=1),
            [plane.take(of, axis=1) for plane in self.own],
            [plane.take(of, axis=1) for plane in self.big],
            [],
            [],
            [lost.take(of) for lost in self.lost],
            [to_come.take(of) for to_come in self.to_come],
        )
        tables._occupy(player, (np.arange(len(of)), row, column))
        return tables

    def room(self, tiles: Array, has: Array, turning: bool) -> Place:
        """The places where the tile, one per table, fits in some turn; none unless it `has` one."""
        touched = self.coloured[0] | self.white[0]
        for side in (1, 2, 3):
            touched |= self.coloured[side] | self.white[side]
        found = np.zeros_like(self.empty)
        for turn in range(4 if turning else 1):
            turned = FOUR_TURNS[tiles, turn]
            wrong = np.zeros_like(self.empty)
            for side in range(4):
                edge = np.uint16(0) - _EDGES[side][turned]
                wrong |= self.white[side] & edge
                wrong |= self.coloured[side] & ~edge
            found |= ~wrong
        found &= touched & self.empty
        found *= has
        pairs = found.astype("<u2", copy=False).view(np.uint8).reshape(*found.shape, 2)
        row, table, column = np.nonzero(np.unpackbits(pairs, axis=2, bitorder="little"))
        return table, row, column

    def turned(self, tiles: Array, place: Place, lots: Array) -> Array:
        """The tiles in a turn that fits on their places, the one of the highest of `lots`,
        shape (k, 4)."""
        table, row, column = place
        demand = np.zeros(len(tiles), np.intp)
        for side in range(4):
            coloured = self.coloured[side][row, table] >> column & 1
            white = self.white[side][row, table] >> column & 1
            demand |= ((coloured | white).astype(np.intp) << 4 | coloured) << 3 - side
        turns = FOUR_TURNS[tiles]
        chosen = (_FITS[turns, demand[:, None]] * (lots + 1)).argmax(axis=1)
        picked: Array = turns[np.arange(len(tiles)), chosen]
        return picked

    def lay(self, player: Player, tiles: Array, place: Place) -> None:
        """Tiles are laid as they are turned, no more than one on a table."""
        table, row, _ = place
        bit = self._occupy(player, place)
        for side, (down, across) in enumerate(SIDES):
            there = bit << 1 if across > 0 else bit >> 1 if across < 0 else bit
            coloured, facing = _EDGES[side][tiles], (side + 2) % 4
            self.white[facing][row + down, table] |= there * coloured
            self.coloured[facing][row + down, table] |= there * (1 - coloured)

    def _occupy(self, player: Player, place: Place) -> Array:
        """The fields are the player's now; as bits of their rows."""
        table, row, column = place
        bit = (1 << column).astype(np.uint16)
        new = np.zeros_like(self.empty)
        new[row, table] = bit
        self.empty &= ~new
        self.own[player] |= new
        self.to_come[player][table] -= 1
        self.big[player] = _grown(self.big[player], self.own[player], new)
        return bit


def tables_of(position: Contactic) -> Tables:
    """One table as it lies in a position."""
    table, landscape = position.setup.table, position.landscape
    columns, fields = table.board.columns, table.fields

    def plane(lying: int) -> Plane:
        rows = [lying >> start & (1 << columns) - 1 for start in range(0, fields, columns)]
        return np.array([[0], *([row] for row in rows), [0]], np.uint16)

    def asked(half: int, bit: int) -> Plane:
        """Where the demand has that bit in its high half, and in its low half as told."""
        return plane(
            sum(
                1 << cell
                for cell, demand in enumerate(landscape.demands)
                if demand >> 4 & bit and (demand & bit != 0) == half
            )
        )

    own = [sum(islands) for islands in landscape.islands]
    return Tables(
        plane(table.all & ~own[0] & ~own[1] & ~(1 << table.neutral)),
        [plane(lying) for lying in own],
        [plane(largest(islands)) for islands in landscape.islands],
        [asked(1, 8 >> side) for side in range(4)],
        [asked(0, 8 >> side) for side in range(4)],
        [np.array([len(piles.leftover) + len(piles.dead)], np.int32) for piles in position.piles],
        [np.array([to_come(position, player)], np.int32) for player in (0, 1)],
    )


def around(plane: Plane) -> Plane:
    """The fields and those that touch one of them edge to edge, and some beyond the board."""
    wide = plane << np.uint16(1)
    wide |= plane >> np.uint16(1)
    wide |= plane
    wide[1:] |= plane[:-1]
    wide[:-1] |= plane[1:]
    return wide


def count(plane: Plane) -> Array:
    """The number of fields on each table, shape (n,), dtype int32."""
    counted: Array = np.bitwise_count(plane).sum(axis=0, dtype=np.int32)
    return counted


def _grown(big: Plane, own: Plane, new: Plane) -> Plane:
    """The largest islands after a tile was laid on `new`, which is part of `own`."""
    island = new | big * (around(new) & big).any(axis=0)
    while True:
        more = around(island)
        more &= own
        if np.array_equal(more, island):
            return np.where(count(island) >= count(big), island, big)
        island = more


def points(tables: Tables) -> Array:
    """What player 0 is ahead by, shape (n,); leftover tiles count as dead."""
    ahead: Array = count(tables.big[0]) - count(tables.big[1]) - tables.lost[0] + tables.lost[1]
    return ahead


Judging = Callable[[Tables], Array]
"""What a judge says for player 0 of each table, shape (n,), dtype int32."""


def judging(numbers: Sequence[int] | None) -> Judging:
    """The judge with these numbers of `learned.py`, or the hand-made one."""
    if numbers is None:
        return by_hand
    return partial(judged, np.array(numbers, np.int32).reshape(-1, PARTS).T.copy())


def judged(worth: Array, tables: Tables) -> Array:
    """As learned: `worth` is by part and tiles to come of both."""
    found = [_reached(tables.big[p], tables.own[p], tables.empty, REACH) for p in (0, 1)]
    worth = worth.take(tables.to_come[0] + tables.to_come[1], axis=1)
    value: Array = worth[0] * (count(tables.big[0]) - count(tables.big[1]))
    value -= worth[PARTS - 1] * (tables.lost[0] - tables.lost[1])
    for step in range(1, REACH + 1):
        new = [mine[step] & ~mine[step - 1] for mine in found]
        joined = [count(new[p] & tables.own[p]) for p in (0, 1)]
        first = [count(new[p] & ~found[1 - p][step] & tables.empty) for p in (0, 1)]
        value += worth[step] * (joined[0] - joined[1])
        value += worth[REACH + step] * (first[0] - first[1])
    return value


def by_hand(tables: Tables) -> Array:
    """What the hand-made judge says."""
    reached = [_reached(tables.big[p], tables.own[p], tables.empty, STEPS) for p in (0, 1)]
    worth = []
    for player in (0, 1):
        own, first = tables.own[player], np.zeros_like(tables.empty)
        hope = np.zeros(len(tables), np.int32)
        for step, mine in enumerate(reached[player]):
            first |= mine & ~reached[1 - player][step]
            if step < len(TILE):
                hope += TILE[step] * count(mine & own)
        hope += ROOM * count(first & tables.empty)
        sure = POINT * count(tables.big[player])
        part = np.minimum(tables.to_come[player], FULL)
        value = (hope * part + sure * (FULL - part)) // FULL
        worth.append(value - LOST * tables.lost[player])
    difference: Array = worth[0] - worth[1]
    return difference


def _reached(big: Plane, own: Plane, empty: Plane, steps: int) -> list[Plane]:
    free = empty | own
    found = [big]
    for _ in range(steps):
        big = around(big) & free
        for _ in range(JOINS):
            big = big | around(big) & own
        found.append(big)
    return found
