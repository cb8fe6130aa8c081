"""Plies of Contactic on many tables at once, each chosen by the judge; the unknown piles are dealt
anew.

Nothing of the true order of the piles is looked at: the deals are made of public counts (CT-3).
"""

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator

from rules.games.contactic.engine.batch import FOUR_TURNS, Array, Judging, Place, Tables, points
from rules.games.contactic.position import Contactic
from rules.games.contactic.tiles import KINDS

STEP_POSITIONS = 1024
"""Positions looked at between two yields, at most: a millisecond or two."""


class Playout:
    """Tables on which a tile was just laid, with piles dealt anew; both sides play on."""

    def __init__(
        self, position: Contactic, tables: Tables, deals: int, chance: Generator, judged: Judging
    ) -> None:
        """As many deals are made as told; table n has deal n % deals."""
        self.judged = judged
        self.tables, self.chance, self.turn = tables, chance, 1 - position.turn
        self.turning = position.setup.turning
        self.number = len(tables)
        self.main: list[Array] = []
        """By player the tiles of the main piles, shape (tables, tiles)."""
        self.drawn = [0, 0]
        """By player how many of them have been drawn."""
        self.leftover: list[Array] = []
        """By player the leftover piles, shape (tables, room), the top at `height` - 1."""
        self.height: list[Array] = []
        for piles in position.piles:
            deck = np.repeat(np.array(KINDS, np.uint8), piles.kinds())
            dealt = chance.permuted(np.tile(deck, (deals, 1)), axis=1)
            if not self.turning:
                dealt = FOUR_TURNS[dealt, chance.integers(0, 4, dealt.shape)]
            self.main.append(np.tile(dealt, (self.number // deals, 1)))
            lying = np.frombuffer(piles.leftover, np.uint8)
            leftover = np.zeros((self.number, len(lying) + len(deck) + 1), np.uint8)
            leftover[:, : len(lying)] = lying
            self.leftover.append(leftover)
            self.height.append(np.full(self.number, len(lying)))

    def ply(self) -> Iterator[int]:
        """One ply on each table; yields the number of positions looked at after each bite."""
        player, tables = self.turn, self.tables
        self.turn = 1 - player
        first_try = self.drawn[player] < self.main[player].shape[1]
        tiles, has = self._draw(player, first_try)
        table, row, column = tables.room(tiles, has, self.turning)
        width = 16 * len(tables.empty)
        values = np.full((self.number, width), -np.inf, np.float32)
        for start in range(0, len(table), STEP_POSITIONS):
            bite = slice(start, start + STEP_POSITIONS)
            part = (table[bite], row[bite], column[bite])
            found = (1 - 2 * player) * self.judged(tables.tried(player, part))
            lots = self.chance.random(len(found), np.float32)
            values[part[0], part[1] * 16 + part[2]] = found + lots
            yield len(found)
        best = values.argmax(axis=1)
        lays = values[np.arange(self.number), best] > -np.inf
        yield int((has & ~lays).sum())
        who = np.flatnonzero(lays)
        place = (who, best[who] // 16, best[who] % 16)
        tables.lay(player, self._turned(tiles[who], place), place)
        tables.lost[player] += has & ~lays
        if first_try:
            stuck = np.flatnonzero(~lays)
            self.leftover[player][stuck, self.height[player][stuck]] = tiles[stuck]
            self.height[player] += ~lays
        else:
            tables.to_come[player] -= has & ~lays

    def _draw(self, player: int, first_try: bool) -> tuple[Array, Array]:
        """The tile for each table, and whether there is one."""
        if first_try:
            self.drawn[player] += 1
            return self.main[player][:, self.drawn[player] - 1], np.ones(self.number, bool)
        has = self.height[player] > 0
        self.height[player] -= has
        self.tables.lost[player] -= has
        tiles = self.leftover[player][np.arange(self.number), self.height[player]]
        return tiles, has

    def _turned(self, tiles: Array, place: Place) -> Array:
        """In some turn that fits."""
        if not self.turning:
            return tiles
        lots = self.chance.random((len(tiles), 4), np.float32)
        return self.tables.turned(tiles, place, lots)

    def values(self) -> Array:
        """For player 0, in hundredths: the judge's, or the points where the match is over."""
        goes_on = np.zeros(self.number, bool)
        for player in (0, 1):
            goes_on |= self.height[player] > 0
            goes_on |= self.drawn[player] < self.main[player].shape[1]
        values: Array = np.where(goes_on, self.judged(self.tables), 100 * points(self.tables))
        return values
