"""How matches of Contactic may end, and what each empty field is worth: every empty field falls to
one side or the other by lot, and each end tells of every field that fell to the other side how far
the largest island would grow with it.

Which islands will be joined at last is told by this, and hardly by counting steps. Nothing is asked
of tiles or of who lays next: while many fields are still to be filled, to take turns with tiles
that chance deals is much like a lot for each field. A plane is a set of fields as in `batch.py`;
fields of many boards are arrays of shape (rows + 2, columns + 2, boards), dtype uint8, with a rim.
"""

from collections.abc import Generator

import numpy as np

from rules.games.contactic.engine.batch import SIDES, Array, Plane, Tables

_ONE = np.uint8(1)

NOBODY = np.uint8(255)
"""Instead of the number of an island, where none is."""


def lots_of(number: int, rows: int, chance: np.random.Generator) -> Plane:
    """So many lots, for planes of so many rows."""
    return np.frombuffer(chance.bytes(2 * rows * number), np.uint16).reshape(rows, number)


def outlook(tables: Tables, lots: Plane, columns: int) -> Generator[int, None, tuple[Array, Array]]:
    """What player 0 will be ahead by on each table, in points, shape (n,), and what each empty
    field is worth to whoever gets it instead of chance, shape (rows, columns, n).

    Player 0 has the fields of the lots, player 1 the other empty ones, on all tables by the same
    lots, so that tables can be compared. Yields 0 after each bite.
    """
    number, of = lots.shape[1], np.arange(len(tables)).repeat(lots.shape[1])
    empty = tables.empty.take(of, axis=1)
    first = empty & np.tile(lots, len(tables))
    filled = tables.own[0].take(of, axis=1) | first, tables.own[1].take(of, axis=1) | empty & ~first
    largest, more = yield from growth(_opened(np.concatenate(filled, axis=1), columns))
    tiles = largest.reshape(2, len(tables), number).mean(axis=2)
    # A lot gives the field to either side as often, and so hides half of what it is worth to each.
    shape = (*more.shape[:2], 2, len(tables), number)
    worth = more.reshape(shape).sum(axis=(2, 4), dtype=np.int32) / number
    worth *= _opened(tables.empty, columns)[1:-1, 1:-1]
    return tiles[0] - tiles[1] - tables.lost[0] + tables.lost[1], worth


def growth(own: Array) -> Generator[int, None, tuple[Array, Array]]:
    """The number of tiles of the largest island on each board, shape (n,), and by how much it grows
    with each field that is not own, shape (rows, columns, n). Yields 0 after each bite."""
    boards = own.shape[2]
    island = yield from islands(own)
    place = island.astype(np.int32)
    place *= boards
    place += np.arange(boards, dtype=np.int32)
    size = np.bincount(place.ravel(), minlength=256 * boards)[: 255 * boards].astype(np.uint8)
    largest: Array = size.reshape(255, boards).max(axis=0)
    yield 0
    here = np.concatenate([size, np.zeros(boards, np.uint8)]).take(place)
    beside = [_beside(island, side) for side in range(4)]
    joined = _beside(here, 0) + _ONE
    for side in (1, 2, 3):
        other = beside[side] != beside[0]
        for before in range(1, side):
            other &= beside[side] != beside[before]
        joined += _beside(here, side) * other
    more = np.maximum(joined, largest) - largest
    more *= own[1:-1, 1:-1] ^ _ONE
    return largest, more


def islands(own: Array) -> Generator[int, None, Array]:
    """A number for each island, the same on all its fields; NOBODY elsewhere. Yields 0 after each
    bite."""
    rows, columns = own.shape[0] - 2, own.shape[1] - 2
    number = np.full(own.shape, NOBODY)
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
    """Each line hears the lower numbers of the one before."""
    for before, line, wall in zip(lines, lines[1:], closed[1:], strict=False):
        np.minimum(line, before, out=line)
        line |= wall


def _beside(fields: Array, side: int) -> Array:
    """The neighbours on this side, without the rim."""
    down, across = SIDES[side]
    rows, columns = fields.shape[:2]
    return fields[1 + down : rows - 1 + down, 1 + across : columns - 1 + across]


def _opened(plane: Plane, columns: int) -> Array:
    """The fields of a plane, one by one."""
    rows, boards = plane.shape
    pairs = plane.astype("<u2", copy=False).view(np.uint8).reshape(rows, boards, 2)
    bits = np.unpackbits(pairs, axis=2, bitorder="little")[:, :, :columns]
    fields = np.zeros((rows, columns + 2, boards), np.uint8)
    fields[:, 1:-1] = bits.transpose(0, 2, 1)
    return fields
