"""Three-ply search with Monte Carlo statistics: a move, the best reply, the mover's next move.

It averages over the tiles that may be drawn, by public counts only (CT-3).

The statistics come from boards filled at random. A fill gives each empty square to either player
with equal chance. It ignores tiles and rotations: while many squares are empty, play with random
tiles is much like a coin toss per square. Full boards predict better than distances which islands
will join. Planes are those of batch.py. A *grid* has an entry per square and a rim: shape (rows +
2, columns + 2, boards), dtype uint8.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from flipside.rules.contract.position import Move, Player
from flipside.rules.games.contactic.engine import batch
from flipside.rules.games.contactic.engine.batch import Array, Boards, Plane
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS, Piles

_NO_ISLAND = np.uint8(255)
"""Label of squares that belong to no island."""


def random_fills(number: int, rows: int, rng: np.random.Generator) -> Plane:
    """Return `number` random planes of `rows` rows: shape (rows, number), dtype uint16."""
    return np.frombuffer(rng.bytes(2 * rows * number), np.uint16).reshape(rows, number)


def fill_statistics(boards: Boards, fills: Plane) -> Generator[int, None, tuple[Array, Array]]:
    """Return the lead of player 0, shape (n,), and the value of each square; both in points.

    Values have shape (rows, columns, n) and are 0 on occupied squares. The value of a square is the
    gain of a player who is certain to get the square, compared with a coin toss. `fills` has shape
    (rows + 2, fills): set bits give empty squares to player 0, clear bits to player 1. All boards
    share the fills, so their results can be compared. Yields 0 after each step.
    """
    number, board = fills.shape[1], np.arange(len(boards)).repeat(fills.shape[1])
    empty = boards.empty.take(board, axis=1)
    first = empty & np.tile(fills, len(boards))
    full = (
        boards.own[0].take(board, axis=1) | first,
        boards.own[1].take(board, axis=1) | empty & ~first,
    )
    largest, growth = yield from _island_growth(
        _unpacked(np.concatenate(full, axis=1), boards.columns)
    )
    tiles = largest.reshape(2, len(boards), number).mean(axis=2)
    # Add both sides: a player who takes a square also denies its growth to the opponent.
    shape = (*growth.shape[:2], 2, len(boards), number)
    values = growth.reshape(shape).sum(axis=(2, 4), dtype=np.int32) / number
    values *= _unpacked(boards.empty, boards.columns)[1:-1, 1:-1]
    return tiles[0] - tiles[1] - boards.lost_tiles[0] + boards.lost_tiles[1], values


def _island_growth(own: Array) -> Generator[int, None, tuple[Array, Array]]:
    """Return the size of each board's largest island, and the growth of the island by each square.

    `own` is the grid of one player's squares. The shapes are (n,) and (rows, columns, n), dtype
    uint8. Yields 0 after each step.
    """
    boards = own.shape[2]
    labels = yield from _label_islands(own)
    place = labels.astype(np.int32)
    place *= boards
    place += np.arange(boards, dtype=np.int32)
    size = np.bincount(place.ravel(), minlength=256 * boards)[: 255 * boards].astype(np.uint8)
    largest: Array = size.reshape(255, boards).max(axis=0)
    yield 0
    size_here = np.concatenate([size, np.zeros(boards, np.uint8)]).take(place)
    beside = [_shifted(labels, side) for side in range(4)]
    new_size = _shifted(size_here, 0) + 1
    for side in (1, 2, 3):
        other = beside[side] != beside[0]
        for before in range(1, side):
            other &= beside[side] != beside[before]
        new_size += _shifted(size_here, side) * other
    growth = np.maximum(new_size, largest) - largest
    growth *= own[1:-1, 1:-1] ^ 1
    return largest, growth


def _label_islands(own: Array) -> Generator[int, None, Array]:
    """Return a grid with the same label on all squares of an island; yield 0 after each step."""
    rows, columns = own.shape[0] - 2, own.shape[1] - 2
    labels = np.full(own.shape, _NO_ISLAND)
    labels[1:-1, 1:-1] = np.arange(rows * columns, dtype=np.uint8).reshape(rows, columns, 1)
    walls = own - 1
    labels |= walls
    by_row = [labels[row] for row in range(1, rows + 1)]
    by_column = [labels[:, column] for column in range(1, columns + 1)]
    row_walls = [walls[row] for row in range(1, rows + 1)]
    column_walls = [walls[:, column] for column in range(1, columns + 1)]
    while True:
        before = labels.copy()
        for lines, line_walls in ((by_row, row_walls), (by_column, column_walls)):
            _sweep(lines, line_walls)
            _sweep(lines[::-1], line_walls[::-1])
        if np.array_equal(before, labels):
            return labels
        yield 0


def _sweep(lines: list[Array], walls: list[Array]) -> None:
    """Lower the labels of each line to those of the previous line, in place, except at walls."""
    for before, line, wall in zip(lines, lines[1:], walls[1:], strict=False):
        np.minimum(line, before, out=line)
        line |= wall


def _shifted(squares: Array, side: int) -> Array:
    """Return the neighbour on `side` for each entry off the rim, shape (rows, columns, boards)."""
    down, across = batch.SIDE_STEPS[side]
    rows, columns = squares.shape[:2]
    return squares[1 + down : rows - 1 + down, 1 + across : columns - 1 + across]


def _unpacked(plane: Plane, columns: int) -> Array:
    rows, boards = plane.shape
    pairs = plane.astype("<u2", copy=False).view(np.uint8).reshape(rows, boards, 2)
    bits = np.unpackbits(pairs, axis=2, bitorder="little")[:, :, :columns]
    squares = np.zeros((rows, columns + 2, boards), np.uint8)
    squares[:, 1:-1] = bits.transpose(0, 2, 1)
    return squares


FILLS_PER_ROUND = 256
"""Random fills per board and round."""

FIRST_ROUNDS = 2
"""Number of rounds that fill only the root board, before replies are searched."""

REPLY_SQUARES = 6
"""Number of squares whose replies are searched: those with the best values after `FIRST_ROUNDS`."""

FOLLOW_UP_ROUND = 10
"""Number of rounds after which the mover's next tile is searched, too."""

FOLLOW_UP_SQUARES = 4
"""Number of squares with follow-ups: those with the best values after `FOLLOW_UP_ROUND` rounds."""

TRUSTED_ROUNDS = 4
"""Rounds of follow-ups before the choice uses them."""

STUCK_POINTS = -1.0
"""Value in points of a tile that fits nowhere."""

REPLIES_PER_TILE = 2
"""Number of replies, those with the highest values, for each move and each possible tile."""

_PASS = -1
"""The square of a reply whose tile fits nowhere."""

_CHUNK_BOARDS = 32
"""Boards whose fits are computed at once."""


@dataclass(frozen=True)
class Draw:
    """The tiles that a player may draw next, their chances, and whether tiles may be rotated."""

    tiles: Array
    """Kinds of tiles if tiles may be rotated, otherwise rotations; dtype uint8. Empty if the piles
    are."""
    chances: Array
    """Probability of each tile, shape (tiles,)."""
    rotating: bool

    @classmethod
    def of(cls, piles: Piles, rotating: bool) -> "Draw":
        """Return the draw from the main pile, by public counts, or else from the leftover pile."""
        if not piles.main:
            top = np.frombuffer(piles.leftover[-1:], np.uint8)
            return cls(top, np.ones(len(top)), rotating)
        chances = np.array(piles.kinds()) / len(piles.main)
        tiles = np.array(TILE_KINDS, np.uint8)
        if not rotating:
            tiles, chances = batch.FOUR_ROTATIONS[tiles].reshape(-1), chances.repeat(4) / 4
        return cls(tiles[chances > 0], chances[chances > 0], rotating)

    def best(self, values: Array, fits: Array) -> Array:
        """Return the expected value of the best square on each board, shape (n,).

        `values` has shape (squares, n). `fits`, shape (squares, n, tiles), is True where a tile
        fits.
        """
        return np.where(fits, values[:, :, None], STUCK_POINTS).max(axis=0) @ self.chances


def fit_masks(children: Boards, draw: Draw) -> Array:
    """Return whether a tile of `draw` fits on a square, shape (squares, n, tiles), dtype bool."""
    number, tiles = len(children), len(draw.tiles)
    boards = children.take(np.arange(number).repeat(tiles))
    has_tile = np.ones(number * tiles, bool)
    board, row, column = boards.fitting(np.tile(draw.tiles, number), has_tile, draw.rotating)
    fits = np.zeros(((len(children.empty) - 2) * children.columns, number * tiles), bool)
    fits[(row - 1) * children.columns + column, board] = True
    return fits.reshape(-1, number, tiles)


class FollowUps:
    """Boards after some moves and replies, with the values of their squares.

    A reply is a move, the opponent's tile and its square. Replies with the same squares of move and
    reply share a board, because fills ignore tiles. Arrays have an entry per reply or per board.
    """

    def __init__(
        self, children: Boards, square_of: Array, mover: Player, opponent_draw: Draw, own_draw: Draw
    ) -> None:
        """Store the moves; `square_of`, shape (moves,), numbers their squares from 0.

        `children` has the board after each move. Both players must have a tile to draw.
        """
        self.children, self.square_of, self.mover = children, square_of, mover
        self.opponent_draw, self.own_draw = opponent_draw, own_draw
        self.rounds = 0

    def choose(self, values: Array, fits: Array, rng: np.random.Generator) -> Iterator[int]:
        """Choose the replies to search; yield 0 after each step.

        `values`, shape (squares, moves), has the opponent's value of each square. `fits`, shape
        (squares, moves, tiles), is True where a tile of the opponent fits.
        """
        replies = []
        for move, tile in np.ndindex(fits.shape[1:]):
            squares = np.flatnonzero(fits[:, move, tile])
            best = squares[np.argsort(-values[squares, move], kind="stable")][:REPLIES_PER_TILE]
            replies += [(move, tile, square) for square in best.tolist() or [_PASS]]
        self.move, self.tile, self.square = np.array(replies).T
        yield 0
        after = self.children.take(self.move)
        lays = np.flatnonzero(self.square != _PASS)
        row, column = np.divmod(self.square[lays], after.columns)
        place = (lays, row + 1, column)
        tiles = self.opponent_draw.tiles[self.tile[lays]]
        if self.opponent_draw.rotating:
            tiles = after.fitting_rotations(tiles, place, rng.random((len(lays), 4)))
        after.lay(1 - self.mover, tiles, place)
        yield 0
        board = self.square_of[self.move] * (len(fits) + 1) + self.square
        _, first, self.board = np.unique(board, return_index=True, return_inverse=True)
        self.boards = after.take(first)
        self.sums = np.zeros((len(fits), len(first)))
        self.fits = []
        for part in _parts(np.arange(len(replies))):
            self.fits.append(fit_masks(after.take(part), self.own_draw))
            yield 0

    def round(self, fills: Plane) -> Iterator[int]:
        """Fill all boards once more; yield the number of fills in each step."""
        for number in range(len(self.boards)):
            board = self.boards.take(np.array([number]))
            _, values = yield from fill_statistics(board, fills)
            self.sums[:, number] += values.reshape(-1)
            yield fills.shape[1]
        self.rounds += 1

    def reply_values(self, replies: Array) -> Array:
        """Return the opponent's expected value of the best reply to each move, shape (moves,).

        The value of a reply is its gain in points minus the mover's expected gain afterwards.
        `replies`, shape (squares, moves), has the opponent's gain on each square.
        """
        values = self.sums / self.rounds
        follows = [
            self.own_draw.best(values[:, board], fits)
            for board, fits in zip(_parts(self.board), self.fits, strict=True)
        ]
        lays = self.square != _PASS
        reply = np.where(lays, replies[self.square, self.move], STUCK_POINTS)
        reply = reply - np.concatenate(follows)
        best = np.full((replies.shape[1], len(self.opponent_draw.tiles)), -np.inf)
        np.maximum.at(best, (self.move, self.tile), reply)
        return best @ self.opponent_draw.chances


def _parts(entries: Array) -> list[Array]:
    return [
        entries[start : start + _CHUNK_BOARDS] for start in range(0, len(entries), _CHUNK_BOARDS)
    ]


class ReplySearch:
    """Search of some moves in rounds; arrays have an entry per move or per square."""

    def __init__(
        self, position: Contactic, moves: list[Move], children: Boards, rng: np.random.Generator
    ) -> None:
        """Prepare the search; `children` has the board after each of `moves`."""
        self.children, self.rng, self.mover = children, rng, position.turn
        self.sign = 1 if position.turn == 0 else -1
        self.squares = np.array([move[0] for move in moves])
        self.root, rotating = batch.boards_of(position), position.setup.rotating
        self.own_draw = Draw.of(position.piles[self.mover], rotating)
        self.opponent_draw = Draw.of(position.piles[1 - self.mover], rotating)
        self.rounds, self.lead_sum = 0, 0.0
        self.square_values = np.zeros(position.setup.geometry.squares)
        """Sums over `rounds` of the value of each square on the root board, shape (squares,)."""
        self.closer = np.zeros(0, np.intp)
        """Indices of the moves whose replies are searched."""
        self.after: list[int] = []
        """Index of a move for each square of the moves `closer`."""
        self.closest = self.closer
        """Indices into `closer` of the moves with follow-ups."""
        self.follow_ups: FollowUps | None = None

    @property
    def plies(self) -> int:
        """Depth in plies of the values to choose by."""
        if self.follow_ups is not None and self.follow_ups.rounds >= TRUSTED_ROUNDS:
            return 3
        return 1 if self.rounds <= FIRST_ROUNDS else 2

    def round(self) -> Iterator[int]:
        """Fill the root board and all boards to search; yield the number of fills in each step."""
        if self.rounds == FIRST_ROUNDS:
            self._choose()
        both_draw = len(self.own_draw.tiles) and len(self.opponent_draw.tiles)
        if self.rounds == FOLLOW_UP_ROUND and both_draw:
            yield from self._follow()
        fills = random_fills(FILLS_PER_ROUND, len(self.root.empty), self.rng)
        leads, values = yield from fill_statistics(self.root, fills)
        self.rounds += 1
        self.lead_sum += float(leads[0])
        self.square_values += values.reshape(-1)
        yield FILLS_PER_ROUND
        for number, move in enumerate(self.after):
            child = self.children.take(np.array([move]))
            _, values = yield from fill_statistics(child, fills)
            self.replies[:, number] += values.reshape(-1)
            yield FILLS_PER_ROUND
        if self.follow_ups is not None:
            yield from self.follow_ups.round(fills)

    def _choose(self) -> None:
        best = self._best(np.arange(len(self.squares)), self.values()[0], REPLY_SQUARES)
        squares = self.squares.tolist()
        self.after = [squares.index(square) for square in best]
        self.closer = np.flatnonzero(np.isin(self.squares, best))
        self.reply_of = np.array([best.index(square) for square in self.squares[self.closer]])
        self.replies = np.zeros((len(self.square_values), len(best)))
        self.fits = fit_masks(self.children.take(self.closer), self.opponent_draw)

    def _follow(self) -> Iterator[int]:
        """Create the follow-ups of the best moves; yield 0 after each step."""
        best = self._best(self.closer, self.values()[0], FOLLOW_UP_SQUARES)
        self.closest = np.flatnonzero(np.isin(self.squares[self.closer], best))
        boards = self.children.take(self.closer[self.closest])
        square_of = self.reply_of[self.closest]
        follow_ups = FollowUps(boards, square_of, self.mover, self.opponent_draw, self.own_draw)
        fits = self.fits[:, self.closest]
        yield from follow_ups.choose(self._replies()[:, self.closest], fits, self.rng)
        self.follow_ups = follow_ups

    def _best(self, moves: Array, values: Array, number: int) -> list[int]:
        order = moves[np.argsort(-values[moves], kind="stable")]
        return list(dict.fromkeys(self.squares[order].tolist()))[:number]

    def _replies(self) -> Array:
        """Return the opponent's mean values after the moves `closer`, shape (squares, moves)."""
        return self.replies[:, self.reply_of] / (self.rounds - FIRST_ROUNDS)

    def values(self) -> tuple[Array, Array]:
        """Return values to choose by, and expected values, in points for the mover; both (moves,).

        Values to choose by are -inf for moves whose replies are not searched. The expected value
        subtracts only half of the reply's gain, because the mover gains from the next tile, too.
        """
        value = (self.sign * self.lead_sum + self.square_values[self.squares]) / self.rounds
        if self.rounds <= FIRST_ROUNDS:
            return value, value
        choice, replies = np.full(len(value), -np.inf), self._replies()
        best = self.opponent_draw.best(replies, self.fits)
        if self.follow_ups is not None and self.plies == 3:
            moves = self.closer[self.closest]
            choice[moves] = value[moves] - self.follow_ups.reply_values(replies[:, self.closest])
        else:
            choice[self.closer] = value[self.closer] - best
        value[self.closer] -= best / 2
        return choice, value
