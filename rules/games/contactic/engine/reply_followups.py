"""What the best replies to moves of Contactic leave to the mover: the best field he may take next,
whichever tile he draws then.

Nothing of the true order of the piles is looked at: what may be drawn is a public count (CT-3).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.contract.position import Player
from rules.games.contactic.engine.batch import FOUR_TURNS, Array, Plane, Tables
from rules.games.contactic.engine.playout_statistics import outlook
from rules.games.contactic.piles import Piles
from rules.games.contactic.tiles import KINDS

STUCK = -1.0
"""Points it is worth to have a tile that fits nowhere."""

REPLIES = 2
"""Replies looked at for each move and each tile that may be drawn: those worth most by
themselves."""

_PASS = -1
"""Instead of the field of a reply, where a tile fits nowhere."""

_BITE = 32
"""Tables on which it is seen at once where tiles fit."""


@dataclass(frozen=True)
class Draw:
    """What a player may draw next."""

    tiles: Array
    """In each turn, where they may not be turned; none when his piles are empty."""
    chances: Array

    @classmethod
    def of(cls, piles: Piles, turning: bool) -> "Draw":
        """By the public count of his main pile, or the top of his leftover pile."""
        if not piles.main:
            top = np.frombuffer(piles.leftover[-1:], np.uint8)
            return cls(top, np.ones(len(top)))
        chances = np.array(piles.kinds()) / len(piles.main)
        tiles = np.array(KINDS, np.uint8)
        if not turning:
            tiles, chances = FOUR_TURNS[tiles].reshape(-1), chances.repeat(4) / 4
        return cls(tiles[chances > 0], chances[chances > 0])

    def best(self, worth: Array, fits: Array) -> Array:
        """What is to be expected of the best field on each table, shape (n,), where `worth` of
        fields has shape (fields, n) and `fits` tells by field, table and tile where it can be
        laid."""
        found: Array = np.where(fits, worth[:, :, None], STUCK).max(axis=0) @ self.chances
        return found


def fitting(tables: Tables, draw: Draw, columns: int, turning: bool) -> Array:
    """Where each tile can be laid on each table, shape (fields, n, tiles)."""
    number, tiles = len(tables), len(draw.tiles)
    many = tables.copies(np.arange(number).repeat(tiles))
    has = np.ones(number * tiles, bool)
    of, row, column = many.room(np.tile(draw.tiles, number), has, turning)
    fits = np.zeros(((len(tables.empty) - 2) * columns, number * tiles), bool)
    fits[(row - 1) * columns + column, of] = True
    return fits.reshape(-1, number, tiles)


class FollowUps:
    """What follows some moves and the best replies to them; arrays have one entry for each reply,
    which is a tile of the other side on a field after one of the moves, or for each board, which
    is a table after a move and a reply whatever their tiles."""

    def __init__(
        self,
        tables: Tables,
        same: Array,
        mover: Player,
        theirs: Draw,
        own: Draw,
        columns: int,
        turning: bool,
    ) -> None:
        """One table after each of the moves; moves onto the same field have the same number in
        `same`. Neither side's piles are empty."""
        self.tables, self.same, self.mover = tables, same, mover
        self.theirs, self.own, self.columns, self.turning = theirs, own, columns, turning
        self.rounds = 0

    def choose(self, worth: Array, fits: Array, chance: np.random.Generator) -> Iterator[int]:
        """Which replies to look at: `worth` is what fields seem worth to the other side, by field
        and move, and `fits` where its tiles can be laid. Yields 0 after each bite."""
        found = []
        for move, tile in np.ndindex(fits.shape[1:]):
            fields = np.flatnonzero(fits[:, move, tile])
            best = fields[np.argsort(-worth[fields, move], kind="stable")][:REPLIES].tolist()
            found += [(move, tile, field) for field in best or [_PASS]]
        self.move, self.tile, self.field = np.array(found).T
        yield 0
        after = self.tables.copies(self.move)
        lays = np.flatnonzero(self.field != _PASS)
        row, column = np.divmod(self.field[lays], self.columns)
        place = (lays, row + 1, column)
        tiles = self.theirs.tiles[self.tile[lays]]
        if self.turning:
            tiles = after.turned(tiles, place, chance.random((len(lays), 4)))
        after.lay(1 - self.mover, tiles, place)
        yield 0
        board = self.same[self.move] * (len(fits) + 1) + self.field
        _, first, self.board = np.unique(board, return_index=True, return_inverse=True)
        self.boards = after.copies(first)
        self.sums = np.zeros((len(fits), len(first)))
        self.fits = []
        for part in _parts(np.arange(len(found))):
            self.fits.append(fitting(after.copies(part), self.own, self.columns, self.turning))
            yield 0

    def round(self, lots: Plane) -> Iterator[int]:
        """Look once more at all boards; yields the number of them filled after each bite."""
        for number in range(len(self.boards)):
            board = self.boards.copies(np.array([number]))
            _, worth = yield from outlook(board, lots, self.columns)
            self.sums[:, number] += worth.reshape(-1)
            yield lots.shape[1]
        self.rounds += 1

    def worth(self, replies: Array) -> Array:
        """What the best reply to each move is worth to the other side, less what follows it, where
        `replies` is what fields seem worth, by field and move."""
        seen = self.sums / self.rounds
        follows = [
            self.own.best(seen[:, board], fits)
            for board, fits in zip(_parts(self.board), self.fits, strict=True)
        ]
        lays = self.field != _PASS
        reply = np.where(lays, replies[self.field, self.move], STUCK) - np.concatenate(follows)
        best = np.full((replies.shape[1], len(self.theirs.tiles)), -np.inf)
        np.maximum.at(best, (self.move, self.tile), reply)
        found: Array = best @ self.theirs.chances
        return found


def _parts(entries: Array) -> list[Array]:
    return [entries[start : start + _BITE] for start in range(0, len(entries), _BITE)]
