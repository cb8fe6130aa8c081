"""Monte Carlo statistics of Contactic: boards filled at random, and how much each square matters.

Each empty square goes to either side with equal chance. Tiles and turns are ignored: while many
squares are empty, alternating with randomly dealt tiles is much like a lot per square. The ends
show which islands join at last better than counting steps does. A plane is as in batch.py; a *grid*
has an entry per square with a rim, shape (rows + 2, columns + 2, boards), dtype uint8.
"""

from collections.abc import Generator

import numpy as np

from flipside.rules.games.contactic.engine.batch import SIDE_STEPS, Array, Boards, Plane

_ONE = np.uint8(1)

_NO_ISLAND = np.uint8(255)
"""Label of squares that belong to no island."""


def random_fills(number: int, rows: int, rng: np.random.Generator) -> Plane:
    """Random planes for `number` fills, shape (rows, number), dtype uint16; `rows` of a plane."""
    return np.frombuffer(rng.bytes(2 * rows * number), np.uint16).reshape(rows, number)


def fill_statistics(boards: Boards, lots: Plane) -> Generator[int, None, tuple[Array, Array]]:
    """Lead of player 0 in points, shape (n,), and value of each empty square, (rows, columns, n).
    The value is the gain in points of the side that gets the square instead of chance. Bits of
    `lots`, shape (rows + 2, fills), are squares of player 0; the other empty ones are player 1's.
    All boards share the lots, so they can be compared. Yields 0 after each step."""
    number, of = lots.shape[1], np.arange(len(boards)).repeat(lots.shape[1])
    empty = boards.empty.take(of, axis=1)
    first = empty & np.tile(lots, len(boards))
    filled = boards.own[0].take(of, axis=1) | first, boards.own[1].take(of, axis=1) | empty & ~first
    largest, more = yield from _island_growth(
        _unpacked(np.concatenate(filled, axis=1), boards.columns)
    )
    tiles = largest.reshape(2, len(boards), number).mean(axis=2)
    # A lot gives the square to either side as often, which hides half of its value to each.
    shape = (*more.shape[:2], 2, len(boards), number)
    values = more.reshape(shape).sum(axis=(2, 4), dtype=np.int32) / number
    values *= _unpacked(boards.empty, boards.columns)[1:-1, 1:-1]
    return tiles[0] - tiles[1] - boards.lost_tiles[0] + boards.lost_tiles[1], values


def _island_growth(own: Array) -> Generator[int, None, tuple[Array, Array]]:
    """Size of each board's largest island, shape (n,), and its growth with each square not own.
    `own` is a grid; the growth has shape (rows, columns, n), dtype uint8. Yields 0 after each
    step."""
    boards = own.shape[2]
    island = yield from _label_islands(own)
    place = island.astype(np.int32)
    place *= boards
    place += np.arange(boards, dtype=np.int32)
    size = np.bincount(place.ravel(), minlength=256 * boards)[: 255 * boards].astype(np.uint8)
    largest: Array = size.reshape(255, boards).max(axis=0)
    yield 0
    here = np.concatenate([size, np.zeros(boards, np.uint8)]).take(place)
    beside = [_shifted(island, side) for side in range(4)]
    joined = _shifted(here, 0) + _ONE
    for side in (1, 2, 3):
        other = beside[side] != beside[0]
        for before in range(1, side):
            other &= beside[side] != beside[before]
        joined += _shifted(here, side) * other
    more = np.maximum(joined, largest) - largest
    more *= own[1:-1, 1:-1] ^ _ONE
    return largest, more


def _label_islands(own: Array) -> Generator[int, None, Array]:
    """A grid of labels, the same on all squares of an island. Yields 0 after each step."""
    rows, columns = own.shape[0] - 2, own.shape[1] - 2
    number = np.full(own.shape, _NO_ISLAND)
    number[1:-1, 1:-1] = np.arange(rows * columns, dtype=np.uint8).reshape(rows, columns, 1)
    nobody = own - _ONE
    number |= nobody
    lines = [number[row] for row in range(1, rows + 1)]
    files = [number[:, column] for column in range(1, columns + 1)]
    walls = [nobody[row] for row in range(1, rows + 1)]
    fences = [nobody[:, column] for column in range(1, columns + 1)]
    while True:
        before = number.copy()
        for swept, closed in ((lines, walls), (files, fences)):
            _sweep(swept, closed)
            _sweep(swept[::-1], closed[::-1])
        if np.array_equal(before, number):
            return number
        yield 0


def _sweep(lines: list[Array], closed: list[Array]) -> None:
    """Pass the lower labels of each line on to the next, in place, except where it is closed."""
    for before, line, wall in zip(lines, lines[1:], closed[1:], strict=False):
        np.minimum(line, before, out=line)
        line |= wall


def _shifted(squares: Array, side: int) -> Array:
    """The neighbours of a grid on this side, without the rim: shape (rows, columns, boards)."""
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
