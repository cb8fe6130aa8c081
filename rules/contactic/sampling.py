"""How the computer thinks in Contactic: it deals the unknown piles again and again, and plays on
for some plies on many tables at once, both sides by the judge.

Nothing of the true order of the piles is looked at: the deals are made of public counts (CT-3).
"""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from rules.contactic.batch import FOUR_TURNS, Array, Tables, count, grown, judged, tables_of
from rules.contactic.position import Contactic
from rules.contactic.tiles import KINDS
from rules.position import Move, Player, noticed
from rules.thought import Limit, Thought, Thoughts

BITE = 1024
"""Positions looked at between two yields, at most."""

HORIZON = 6
"""Plies after the move that are played on before the judge is asked."""

TABLES = 64
"""Tables played on at once, about."""

FEW = 4
"""Moves that are compared to the last."""

DOUBT = 1.0
"""Standard errors by which a move may be better than it seems while it is chosen for more play."""

ENOUGH = 4_000
"""Tables played on for the best move that end the search."""

SURE = 4.0
"""Standard errors between the best move and all others that end the search."""


def thoughts(
    position: Contactic, limit: Limit, random: Random, seen: Sequence[Contactic] = ()
) -> Thoughts:
    """Thoughts about a position that is not over; one position is one laying judged.

    Ends by itself when one move is clearly better than all others.
    """
    moves = noticed(sensible(position), limit.misses, random)
    yield Thought(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) == 1:
        return
    yield from _Search(position, moves, limit, random).thoughts()


def sensible(position: Contactic) -> list[Move]:
    """The legal moves without wrong layings and objections without reason (CT-11)."""
    landscape, table = position.landscape, position.setup.table
    if position.laid is not None and not landscape.lies_well(position.laid):
        return [(table.object,)]
    moves = position.moves()
    if position.setup.referee:
        return list(moves)
    laid = [move for move in moves if len(move) > 1]
    right = [
        move
        for move in laid
        if position.tile_laid(move)
        in position.setup.fitting.turns[position.hand or 0][landscape.demands[move[0]]]
    ]
    return right or [moves[-1]]


class _Search:
    def __init__(
        self, position: Contactic, moves: list[Move], limit: Limit, random: Random
    ) -> None:
        self.position, self.moves, self.limit = position, moves, limit
        self.rng = np.random.default_rng(int(random.random() * 2**53))
        number = len(moves)
        self.sign = 1 if position.turn == 0 else -1
        self.children = _after(position, moves)
        self.noise = (2 * self.rng.random(number) - 1) * limit.noise
        self.tries, self.total, self.squares = (np.zeros(number) for _ in range(3))
        self.positions = 0
        self.best, self.value, self.depth = 0, 0.0, 0

    def _now(self) -> Thought:
        move = self.moves[self.best]
        return Thought(move, round(self.value), self.depth, self.positions, (move,))

    def thoughts(self) -> Thoughts:
        first = self.sign * judged(self.children) + self.noise
        self.positions = len(self.moves)
        self.best, self.depth = int(first.argmax()), 1
        self.value = float(first[self.best])
        yield self._now()
        if self.limit.depth < 2:
            return
        plies = min(self.limit.depth - 1, HORIZON)
        chosen = np.argsort(-first, kind="stable")
        while True:
            deals = max(1, TABLES // len(chosen))
            game = Playout(self.position, self.children.copies(np.repeat(chosen, deals)), deals, self.rng)
            for _ in range(plies):
                for looked in game.ply():
                    self.positions += looked
                    yield self._now()
                    if self.limit.positions is not None and self.positions >= self.limit.positions:
                        return
            values = (self.sign * game.values()).reshape(len(chosen), deals).astype(np.float64)
            self.tries[chosen] += deals
            self.total[chosen] += values.sum(axis=1)
            self.squares[chosen] += (values * values).sum(axis=1)
            mean = self.total / np.maximum(self.tries, 1)
            spread = np.sqrt(np.maximum(self.squares / np.maximum(self.tries, 1) - mean * mean, 100.0))
            error = spread / np.sqrt(np.maximum(self.tries, 1))
            noisy = mean + self.noise
            self.best = int(np.where(self.tries * 2 >= self.tries.max(), noisy, -1e9).argmax())
            self.value, self.depth = float(noisy[self.best]), plies + 1
            yield self._now()
            others = np.delete(noisy + SURE * error, self.best)
            if self.tries[self.best] >= ENOUGH:
                return
            if self.tries[self.best] >= 64 and others.max() < noisy[self.best] - SURE * error[self.best]:
                return
            keep = max(FEW, len(chosen) // 2)
            chosen = np.argsort(-(noisy + DOUBT * error), kind="stable")[:keep]


def _after(position: Contactic, moves: list[Move]) -> Tables:
    """One table for each laying, the tile laid."""
    columns = position.setup.table.board.columns
    fields = np.array([move[0] for move in moves])
    at = (np.arange(len(moves)), fields // columns + 1, fields % columns)
    tables = tables_of(position).copies(np.zeros(len(moves), np.intp))
    tables.lay(position.turn, np.array([position.tile_laid(move) for move in moves]), at)
    _grow(tables, position.turn, at)
    return tables


def _grow(tables: Tables, player: Player, at: tuple[Array, Array, Array]) -> None:
    table, row, column = at
    new = np.zeros_like(tables.empty)
    new[row, table] = (1 << column).astype(np.uint16)
    tables.big[player] = grown(tables.big[player], tables.own[player], new)


class Playout:
    """Tables on which a tile was just laid, piles dealt anew, and both sides playing on."""

    def __init__(self, position: Contactic, tables: Tables, deals: int, rng: np.random.Generator) -> None:
        self.tables, self.rng, self.turn = tables, rng, 1 - position.turn
        self.turning = position.setup.turning
        self.number = tables.empty.shape[1]
        self.main, self.drawn = [], [0, 0]
        self.left, self.count = [], []
        for piles in position.piles:
            deck = np.repeat(np.array(KINDS, np.uint8), piles.kinds())
            dealt = rng.permuted(np.tile(deck, (deals, 1)), axis=1)
            if not self.turning:
                dealt = FOUR_TURNS[dealt, rng.integers(0, 4, dealt.shape)]
            self.main.append(np.tile(dealt, (self.number // deals, 1)))
            left = np.zeros((self.number, len(deck) + len(piles.leftover) + 1), np.uint8)
            left[:, : len(piles.leftover)] = np.frombuffer(piles.leftover, np.uint8)
            self.left.append(left)
            self.count.append(np.full(self.number, len(piles.leftover)))

    def ply(self) -> Iterator[int]:
        """One ply on each table; yields the positions looked at after each bite."""
        player, tables = self.turn, self.tables
        self.turn = 1 - player
        first_try = self.drawn[player] < self.main[player].shape[1]
        if first_try:
            tiles = self.main[player][:, self.drawn[player]]
            self.drawn[player] += 1
            has = np.ones(self.number, bool)
        else:
            has = self.count[player] > 0
            self.count[player] -= has
            tiles = self.left[player][np.arange(self.number), self.count[player]]
            tables.lost[player] -= has
        plane = tables.room(tiles, self.turning) * has
        bits = np.unpackbits(plane.view(np.uint8).reshape(*plane.shape, 2), axis=2, bitorder="little")
        row, table, column = np.nonzero(bits)
        scores = np.full((self.number, plane.shape[0] * 16), -np.inf, np.float32)
        sign = 1 - 2 * player
        for start in range(0, len(row), BITE):
            part = slice(start, start + BITE)
            values = sign * self._tried(player, (table[part], row[part], column[part]))
            place = row[part] * 16 + column[part]
            scores[table[part], place] = values + self.rng.random(len(values), np.float32)
            yield len(values)
        place = scores.argmax(axis=1)
        who = np.flatnonzero(scores[np.arange(self.number), place] > -np.inf)
        at = (who, place[who] // 16, place[who] % 16)
        turned = tiles[who]
        if self.turning:
            turned = tables.turned(turned, at, self.rng.random((len(who), 4), np.float32))
        tables.lay(player, turned, at)
        _grow(tables, player, at)
        stuck = has.copy()
        stuck[who] = False
        yield self.number - len(who)
        tables.lost[player] += stuck
        if first_try:
            put = np.flatnonzero(stuck)
            self.left[player][put, self.count[player][put]] = tiles[put]
            self.count[player] += stuck

    def _tried(self, player: Player, at: tuple[Array, Array, Array]) -> Array:
        table, row, column = at
        tables = self.tables.tried(table)
        each = np.arange(len(table))
        bit = (1 << column).astype(np.uint16)
        tables.own[player][row, each] |= bit
        tables.empty[row, each] &= ~bit
        _grow(tables, player, (each, row, column))
        return judged(tables)

    def values(self) -> Array:
        """For player 0: the judge, or the points where the match is over."""
        tables = self.tables
        goes_on = np.zeros(self.number, bool)
        for player in (0, 1):
            goes_on |= self.count[player] > 0
            goes_on |= self.drawn[player] < self.main[player].shape[1]
        points = 100 * (count(tables.big[0]) - tables.lost[0] - count(tables.big[1]) + tables.lost[1])
        return np.where(goes_on, judged(tables), points)
