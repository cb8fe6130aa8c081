"""How the computer thinks in Contactic: the unknown piles are dealt again and again, and on many
tables at once both sides play on for some plies, each by the judge.

Nothing of the true order of the piles is looked at: the deals are made of public counts (CT-3).
"""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.random import Generator, default_rng

from rules.chance import noticed
from rules.games.contactic.batch import FOUR_TURNS, Array, Judging, Place, Tables, points, tables_of
from rules.games.contactic.position import Contactic
from rules.games.contactic.tiles import KINDS
from rules.position import Move
from rules.thought import Limit, Thought, Thoughts

BITE = 1024
"""Positions looked at between two yields, at most: a millisecond or two."""

HORIZON = 4
"""Plies after the move before the judge is asked, at most."""

TABLES = 64
"""Tables played on at once, about."""

FEW = 4
"""Moves that are compared to the last; among all others half are given up each time."""

DOUBT = 1.0
"""Standard errors by which a move may be better than it seems when it is chosen for more play."""

SURE, WELL_KNOWN = 4.0, 64
"""Standard errors by which the best move must lead all others, and the tables played on for it,
that end the search."""

FINE, ENOUGH = 3.0, 8_000
"""A standard error of the best move, in hundredths of a point, and a number of tables played on
for it that end the search anyhow: what is left to choose from is equally good."""

_LEAST_SPREAD = 10.0
"""Hundredths of a point: two equal samples do not make a value certain."""


def thoughts(position: Contactic, limit: Limit, random: Random, judged: Judging) -> Thoughts:
    """Thoughts about a position that is not over; a position looked at is a laying judged.

    Values are hundredths of a point expected. Ends by itself when one move is clearly best.
    """
    moves = noticed(sensible(position), limit.misses, random)
    yield Thought(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) > 1:
        yield from _Search(position, moves, limit, random, judged).thoughts()


def sensible(position: Contactic) -> list[Move]:
    """The legal moves without wrong layings, unfounded objections and needless passes (CT-11)."""
    landscape, setting = position.landscape, position.setup
    if position.laid is not None and not landscape.lies_well(position.laid):
        return [(setting.table.object,)]
    moves = list(position.moves())
    if setting.referee or position.hand is None:
        return moves[-1:] if position.hand is None else moves
    right = setting.fitting.turns[position.hand]
    layings = [move for move in moves if len(move) > 1]
    fitting = [m for m in layings if position.tile_laid(m) in right[landscape.demands[m[0]]]]
    return fitting or moves[-1:]


class _Search:
    """One search; arrays have one entry for each move."""

    def __init__(
        self,
        position: Contactic,
        moves: list[Move],
        limit: Limit,
        random: Random,
        judged: Judging,
    ) -> None:
        self.position, self.moves, self.limit, self.judged = position, moves, limit, judged
        self.sign = 1 if position.turn == 0 else -1
        self.chance = default_rng(int(random.random() * 2**53))
        self.noise = (2 * self.chance.random(len(moves)) - 1) * limit.noise
        self.children = _children(position, moves)
        self.tries, self.sums, self.squares = (np.zeros(len(moves)) for _ in range(3))
        self.positions = 0
        self.best, self.value, self.depth = 0, 0.0, 0

    def thoughts(self) -> Thoughts:
        """First all moves by the judge, then those that seem good by playing on."""
        self.positions = len(self.moves)
        values = self.sign * self.judged(self.children) + self.noise
        self._learn(values, 1)
        yield self._now()
        chosen = np.argsort(-values, kind="stable")
        plies = min(self.limit.depth - 1, HORIZON)
        while plies > 0:
            game = self._playout(chosen)
            for _ in range(plies):
                for looked_at in game.ply():
                    self.positions += looked_at
                    yield self._now()
                    if self.limit.positions is not None and self.positions >= self.limit.positions:
                        return
            self._count(chosen, self.sign * game.values())
            values, error = self._means()
            known = self.tries * 2 >= self.tries.max()
            self._learn(np.where(known, values, -np.inf), plies + 1)
            yield self._now()
            if self._settled(values, error):
                return
            few = max(FEW, len(chosen) // 2)
            chosen = np.argsort(-(values + DOUBT * error), kind="stable")[:few]

    def _now(self) -> Thought:
        move = self.moves[self.best]
        return Thought(move, round(self.value), self.depth, self.positions, (move,))

    def _learn(self, values: Array, depth: int) -> None:
        self.best = int(values.argmax())
        self.value, self.depth = float(values[self.best]), depth

    def _playout(self, chosen: Array) -> "Playout":
        """The tables after these moves, all with the same deals."""
        deals = max(1, TABLES // len(chosen))
        tables = self.children.copies(np.repeat(chosen, deals))
        return Playout(self.position, tables, deals, self.chance, self.judged)

    def _count(self, chosen: Array, values: Array) -> None:
        samples = values.reshape(len(chosen), -1).astype(np.float64)
        self.tries[chosen] += samples.shape[1]
        self.sums[chosen] += samples.sum(axis=1)
        self.squares[chosen] += (samples * samples).sum(axis=1)

    def _means(self) -> tuple[Array, Array]:
        """The values of the moves, and their standard errors."""
        mean = self.sums / self.tries
        spread = np.sqrt(np.maximum(self.squares / self.tries - mean * mean, _LEAST_SPREAD**2))
        return mean + self.noise, spread / np.sqrt(self.tries)

    def _settled(self, values: Array, error: Array) -> bool:
        """Whether playing on would not change the choice."""
        tries = self.tries[self.best]
        if tries < WELL_KNOWN:
            return False
        lead = values[self.best] - SURE * error[self.best]
        rest = np.delete(values + SURE * error, self.best).max()
        return bool(tries >= ENOUGH or error[self.best] <= FINE or lead > rest)


def _children(position: Contactic, moves: list[Move]) -> Tables:
    """One table for each laying, after it."""
    columns = position.setup.table.board.columns
    fields = np.array([move[0] for move in moves])
    place = (np.arange(len(moves)), fields // columns + 1, fields % columns)
    tables = tables_of(position).copies(np.zeros(len(moves), np.intp))
    tables.lay(position.turn, np.array([position.tile_laid(move) for move in moves]), place)
    return tables


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
        for start in range(0, len(table), BITE):
            bite = slice(start, start + BITE)
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
