"""The mover's next tile after the best replies in Contactic, whichever tile is drawn then. It uses
public counts only, never the true order of the piles (CT-3)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.contract.position import Player
from rules.games.contactic.engine.batch import FOUR_TURNS, Array, Boards, Plane
from rules.games.contactic.engine.playout_statistics import fill_statistics
from rules.games.contactic.piles import Piles
from rules.games.contactic.tiles import TILE_KINDS

STUCK_POINTS = -1.0
"""Value in points of a tile that fits nowhere."""

REPLIES_PER_TILE = 2
"""Replies looked at for each move and each tile that may be drawn: those with the highest values.
"""

_PASS = -1
"""Stands for the square of a reply where the tile fits nowhere."""

_CHUNK_BOARDS = 32
"""Boards whose fits are found at once."""


@dataclass(frozen=True)
class Draw:
    """The tiles a player may draw next, their chances, and whether tiles may be turned."""

    tiles: Array
    """Each tile, in each turn where tiles may not be turned; dtype uint8. Empty if the piles are.
    """
    chances: Array
    """Probability of each tile, shape (tiles,)."""
    turning: bool

    @classmethod
    def of(cls, piles: Piles, turning: bool) -> "Draw":
        """From the public counts of the main pile, or the top of the leftover pile."""
        if not piles.main:
            top = np.frombuffer(piles.leftover[-1:], np.uint8)
            return cls(top, np.ones(len(top)), turning)
        chances = np.array(piles.kinds()) / len(piles.main)
        tiles = np.array(TILE_KINDS, np.uint8)
        if not turning:
            tiles, chances = FOUR_TURNS[tiles].reshape(-1), chances.repeat(4) / 4
        return cls(tiles[chances > 0], chances[chances > 0], turning)

    def best(self, values: Array, fits: Array) -> Array:
        """Expected value of the best square on each board, shape (n,). `values` by square has shape
        (squares, n); `fits`, shape (squares, n, tiles), says where each tile can be laid."""
        return np.where(fits, values[:, :, None], STUCK_POINTS).max(axis=0) @ self.chances


def fit_masks(children: Boards, draw: Draw) -> Array:
    """Places where each tile of `draw` fits a board, shape (squares, n, tiles), dtype bool."""
    number, tiles = len(children), len(draw.tiles)
    many = children.taken(np.arange(number).repeat(tiles))
    has = np.ones(number * tiles, bool)
    of, row, column = many.fitting(np.tile(draw.tiles, number), has, draw.turning)
    fits = np.zeros(((len(children.empty) - 2) * children.columns, number * tiles), bool)
    fits[(row - 1) * children.columns + column, of] = True
    return fits.reshape(-1, number, tiles)


class FollowUps:
    """Replies to some moves and the values of squares after them. Arrays have one entry per reply
    or per board. A reply is a tile of the enemy on a square after one of the moves; a board is a
    move and a reply's square, whatever their tiles."""

    def __init__(
        self, children: Boards, same: Array, mover: Player, enemy_draw: Draw, own_draw: Draw
    ) -> None:
        """`children` has one board after each move; moves to the same square share a number in
        `same`. Neither side's piles may be empty."""
        self.children, self.same, self.mover = children, same, mover
        self.enemy_draw, self.own_draw = enemy_draw, own_draw
        self.rounds = 0

    def choose(self, values: Array, fits: Array, rng: np.random.Generator) -> Iterator[int]:
        """Choose the replies to look at. Yields 0 after each step. `values`, shape (squares,
        moves), is the enemy's value of each square; `fits`, shape (squares, moves, tiles), says
        where the enemy's tiles can be laid."""
        found = []
        for move, tile in np.ndindex(fits.shape[1:]):
            squares = np.flatnonzero(fits[:, move, tile])
            best = squares[np.argsort(-values[squares, move], kind="stable")][:REPLIES_PER_TILE]
            found += [(move, tile, square) for square in best.tolist() or [_PASS]]
        self.move, self.tile, self.square = np.array(found).T
        yield 0
        after = self.children.taken(self.move)
        lays = np.flatnonzero(self.square != _PASS)
        row, column = np.divmod(self.square[lays], after.columns)
        place = (lays, row + 1, column)
        tiles = self.enemy_draw.tiles[self.tile[lays]]
        if self.enemy_draw.turning:
            tiles = after.fitting_turns(tiles, place, rng.random((len(lays), 4)))
        after.lay(1 - self.mover, tiles, place)
        yield 0
        board = self.same[self.move] * (len(fits) + 1) + self.square
        _, first, self.board = np.unique(board, return_index=True, return_inverse=True)
        self.boards = after.taken(first)
        self.sums = np.zeros((len(fits), len(first)))
        self.fits = []
        for part in _parts(np.arange(len(found))):
            self.fits.append(fit_masks(after.taken(part), self.own_draw))
            yield 0

    def round(self, lots: Plane) -> Iterator[int]:
        """Fill all boards once more; yields the number of fills after each step."""
        for number in range(len(self.boards)):
            board = self.boards.taken(np.array([number]))
            _, values = yield from fill_statistics(board, lots)
            self.sums[:, number] += values.reshape(-1)
            yield lots.shape[1]
        self.rounds += 1

    def reply_values(self, replies: Array) -> Array:
        """The enemy's expected value of the best reply to each move less the mover's next tile,
        (moves,). `replies`, shape (squares, moves), is the enemy's value of each square, in
        points."""
        seen = self.sums / self.rounds
        follows = [
            self.own_draw.best(seen[:, board], fits)
            for board, fits in zip(_parts(self.board), self.fits, strict=True)
        ]
        lays = self.square != _PASS
        reply = np.where(lays, replies[self.square, self.move], STUCK_POINTS)
        reply = reply - np.concatenate(follows)
        best = np.full((replies.shape[1], len(self.enemy_draw.tiles)), -np.inf)
        np.maximum.at(best, (self.move, self.tile), reply)
        return best @ self.enemy_draw.chances


def _parts(entries: Array) -> list[Array]:
    return [
        entries[start : start + _CHUNK_BOARDS] for start in range(0, len(entries), _CHUNK_BOARDS)
    ]
