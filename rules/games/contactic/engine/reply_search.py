"""Three-ply search on Monte Carlo statistics in Contactic: a move, the best reply, the next tile.
It averages over the tiles that may be drawn, from public counts only (CT-3)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from flipside.rules.contract.position import Move, Player
from flipside.rules.games.contactic.engine.batch import FOUR_TURNS, Array, Boards, Plane, boards_of
from flipside.rules.games.contactic.engine.playout_statistics import fill_statistics, random_fills
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS, Piles

FILLS_PER_ROUND = 256
"""Random fills per board and round."""

FIRST_ROUNDS = 2
"""Rounds that look at all moves and at no replies."""

REPLY_SQUARES = 6
"""Squares whose replies are looked at: those with the best values after `FIRST_ROUNDS`."""

FOLLOW_UP_ROUND = 10
"""Round from which on the mover's next tile is looked at, too."""

FOLLOW_UP_SQUARES = 4
"""Squares for which it is: those with the best values then."""

TRUSTED_ROUNDS = 4
"""Rounds of follow-ups before they decide anything."""

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


class ReplySearch:
    """Statistics of some moves, a round at a time; arrays have one entry per move or per square."""

    def __init__(
        self, position: Contactic, moves: list[Move], children: Boards, rng: np.random.Generator
    ) -> None:
        """`children` has one board after each of `moves`."""
        self.children, self.rng, self.mover = children, rng, position.turn
        self.sign = 1 if position.turn == 0 else -1
        self.squares = np.array([move[0] for move in moves])
        self.root, turning = boards_of(position), position.setup.turning
        self.own_draw = Draw.of(position.piles[self.mover], turning)
        self.enemy_draw = Draw.of(position.piles[1 - self.mover], turning)
        self.rounds, self.lead_sum = 0, 0.0
        self.square_values = np.zeros(position.setup.geometry.squares)
        """Sums over `rounds` of the value of each square on the root board, shape (squares,)."""
        self.closer = np.zeros(0, np.intp)
        """Indices of the moves whose replies are looked at."""
        self.after: list[int] = []
        """Index of one move for each square among them."""
        self.followed = self.closer
        """Indices into `closer` of the moves with follow-ups."""
        self.follow_ups: FollowUps | None = None

    @property
    def plies(self) -> int:
        """Depth in plies of the choice."""
        if self.follow_ups is not None and self.follow_ups.rounds >= TRUSTED_ROUNDS:
            return 3
        return 1 if self.rounds <= FIRST_ROUNDS else 2

    def round(self) -> Iterator[int]:
        """Look once more at all boards in question; yields the number of fills after each step."""
        if self.rounds == FIRST_ROUNDS:
            self._choose()
        both_draw = len(self.own_draw.tiles) and len(self.enemy_draw.tiles)
        if self.rounds == FOLLOW_UP_ROUND and both_draw:
            yield from self._follow()
        lots = random_fills(FILLS_PER_ROUND, len(self.root.empty), self.rng)
        leads, values = yield from fill_statistics(self.root, lots)
        self.rounds += 1
        self.lead_sum += float(leads[0])
        self.square_values += values.reshape(-1)
        yield FILLS_PER_ROUND
        for number, move in enumerate(self.after):
            child = self.children.taken(np.array([move]))
            _, values = yield from fill_statistics(child, lots)
            self.replies[:, number] += values.reshape(-1)
            yield FILLS_PER_ROUND
        if self.follow_ups is not None:
            yield from self.follow_ups.round(lots)

    def _choose(self) -> None:
        best = self._best(np.arange(len(self.squares)), self.values()[0], REPLY_SQUARES)
        squares = self.squares.tolist()
        self.after = [squares.index(square) for square in best]
        self.closer = np.flatnonzero(np.isin(self.squares, best))
        self.reply_of = np.array([best.index(square) for square in self.squares[self.closer]])
        self.replies = np.zeros((len(self.square_values), len(best)))
        self.fits = fit_masks(self.children.taken(self.closer), self.enemy_draw)

    def _follow(self) -> Iterator[int]:
        """Choose the moves with follow-ups; yields 0 after each step."""
        best = self._best(self.closer, self.values()[0], FOLLOW_UP_SQUARES)
        self.followed = np.flatnonzero(np.isin(self.squares[self.closer], best))
        boards = self.children.taken(self.closer[self.followed])
        same = self.reply_of[self.followed]
        follow_ups = FollowUps(boards, same, self.mover, self.enemy_draw, self.own_draw)
        fits = self.fits[:, self.followed]
        yield from follow_ups.choose(self._replies()[:, self.followed], fits, self.rng)
        self.follow_ups = follow_ups

    def _best(self, moves: Array, values: Array, number: int) -> list[int]:
        order = moves[np.argsort(-values[moves], kind="stable")]
        return list(dict.fromkeys(self.squares[order].tolist()))[:number]

    def _replies(self) -> Array:
        """The enemy's mean value of each square after each move of `closer`, shape (squares,
        moves)."""
        return self.replies[:, self.reply_of] / (self.rounds - FIRST_ROUNDS)

    def values(self) -> tuple[Array, Array]:
        """Values to choose by and expected values for the mover in points, both of shape (moves,).
        Moves not looked at closely have -inf to choose by. The reply counts half in the expected
        value, since the mover gains from the next tile, too."""
        value = (self.sign * self.lead_sum + self.square_values[self.squares]) / self.rounds
        if self.rounds <= FIRST_ROUNDS:
            return value, value
        choice, replies = np.full(len(value), -np.inf), self._replies()
        best = self.enemy_draw.best(replies, self.fits)
        if self.follow_ups is not None and self.plies == 3:
            moves = self.closer[self.followed]
            choice[moves] = value[moves] - self.follow_ups.reply_values(replies[:, self.followed])
        else:
            choice[self.closer] = value[self.closer] - best
        value[self.closer] -= best / 2
        return choice, value
