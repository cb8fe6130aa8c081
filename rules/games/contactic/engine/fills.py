"""Monte Carlo statistics of Contactic: boards filled at random, and the value of each square.

A fill gives each empty square to either player with equal chance. It ignores tiles and rotations:
while many squares are empty, play with random tiles is much like a coin toss per square. Full
boards predict better than distances which islands will join. Planes are those of batch.py. A *grid*
has an entry per square and a rim: shape (rows + 2, columns + 2, boards), dtype uint8.
"""

from collections.abc import Generator

import numpy as np

from flipside.rules.games.contactic.engine.batch import SIDE_STEPS, Array, Boards, Plane

_NO_ISLAND = np.uint8(255)
"""Label of squares that belong to no island."""


def random_fills(number: int, rows: int, rng: np.random.Generator) -> Plane:
    """Return `number` random planes of `rows` rows: shape (rows, number), dtype uint16."""
    return np.frombuffer(rng.bytes(2 * rows * number), np.uint16).reshape(rows, number)


def fill_statistics(boards: Boards, fills: Plane) -> Generator[int, None, tuple[Array, Array]]:
    """Return the lead of player 0, shape (n,), and the value of each square; both in points.

    Values have shape (rows, columns, n) and are 0 on occupied squares. The value of a square is the
    gain of a player who gets it for certain instead of by chance. `fills` has shape (rows + 2,
    fills): set bits give empty squares to player 0, clear bits to player 1. All boards share the
    fills, which makes their results comparable. Yields 0 after each step.
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
    """Return the size of each board's largest island, and how much each other square enlarges it.

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
    down, across = SIDE_STEPS[side]
    rows, columns = squares.shape[:2]
    return squares[1 + down : rows - 1 + down, 1 + across : columns - 1 + across]


def _unpacked(plane: Plane, columns: int) -> Array:
    rows, boards = plane.shape
    pairs = plane.astype("<u2", copy=False).view(np.uint8).reshape(rows, boards, 2)
    bits = np.unpackbits(pairs, axis=2, bitorder="little")[:, :, :columns]
    squares = np.zeros((rows, columns + 2, boards), np.uint8)
    squares[:, 1:-1] = bits.transpose(0, 2, 1)
    return squares
