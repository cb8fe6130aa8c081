"""The learned judge of Othello: what lies in 46 patterns of fields, by the stage of the match.

Each pattern of some fields has an index, base 3: 0 empty, 1 the mover's disc, 2 the enemy's, the
first field in the lowest place. A kind of pattern and its images under the eight symmetries of the
board share their weights; so does an index with its mirror image where the kind is symmetric. One
more weight goes with the number of legal fields. The value of a position is the sum of all its
weights times the scale of its stage, a whole number whatever else is judged in the same array.

The file holds, for packed.py: per stage its scale and the margins of ProbCut (16 bits each, low
first), then per stage the weights (8 bits).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.batch_rules import Points

LINE = b"Flipside othello 1\n"

STAGES, PLIES = 15, 4
"""Stages of a match, and how many empty fields each has, the fullest boards last."""

DEPTHS = 12
"""Depths from 2 plies on with a margin of their own."""

MOST = 6400
"""Hundredths of a disc: no position is worth more."""

KINDS: dict[str, tuple[int, ...]] = {
    "corner 2x5": (8, 9, 10, 11, 12, 0, 1, 2, 3, 4),
    "edge and two": (9, 14, 0, 1, 2, 3, 4, 5, 6, 7),
    "corner 3x3": (0, 1, 2, 8, 9, 10, 16, 17, 18),
    "second row": tuple(range(8, 16)),
    "third row": tuple(range(16, 24)),
    "fourth row": tuple(range(24, 32)),
    "diagonal of 8": tuple(range(0, 64, 9)),
    "diagonal of 7": tuple(range(8, 64, 9)),
    "diagonal of 6": tuple(range(16, 64, 9)),
    "diagonal of 5": tuple(range(24, 64, 9)),
    "diagonal of 4": tuple(range(32, 64, 9)),
}
"""The fields of one pattern of each kind."""

SIZES = tuple(3 ** len(cells) for cells in KINDS.values())
MOVES = 32
"""Weights for the number of legal fields, the last for all above."""

Bits = NDArray[np.uint64]
Index = NDArray[np.intp]
Weights = NDArray[np.int16]
Short = NDArray[np.uint16]


def turned(cell: int, symmetry: int) -> int:
    """The field after one of the eight symmetries of the board."""
    row, column = divmod(cell, 8)
    row = 7 - row if symmetry & 1 else row
    column = 7 - column if symmetry & 2 else column
    return 8 * column + row if symmetry & 4 else 8 * row + column


def images(kind: str) -> list[tuple[int, ...]]:
    """The patterns of a kind, each once."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for symmetry in range(8):
        cells = tuple(turned(cell, symmetry) for cell in KINDS[kind])
        found.setdefault(frozenset(cells), cells)
    return list(found.values())


def numbers(kind: str) -> Index:
    """The number of the weight of every index; mirror images have the same."""
    cells = KINDS[kind]
    every = np.arange(3 ** len(cells), dtype=np.intp)
    lowest = every
    for symmetry in range(1, 8):
        there = [turned(cell, symmetry) for cell in cells]
        if set(there) == set(cells):
            image = np.zeros_like(every)
            for digit, cell in enumerate(there):
                image += every // 3**digit % 3 * np.intp(3 ** cells.index(cell))
            lowest = np.minimum(lowest, image)
    return np.unique(lowest, return_inverse=True)[1].astype(np.intp)


# -- from boards to indices ----------------------------------------------------------------------


def _by_discs() -> Short:
    """The index of eight fields by own discs + 256 x enemy discs; 0 where they overlap."""
    places = np.zeros(256, np.uint16)
    for digit in range(8):
        places[np.arange(256) >> digit & 1 == 1] += np.uint16(3**digit)
    enemy, own = np.divmod(np.arange(65536), 256)
    return np.where(own & enemy, np.uint16(0), places[own] + np.uint16(2) * places[enemy])


def _by_edge() -> tuple[Bits, ...]:
    """By the indices of an edge, and of the rows second and third from it, what they add to those
    of four patterns: 2x5 fields from its first corner, 2x5 from its last, edge and two, 3x3 fields
    at its first corner. A word holds 16 bits for each.

    The same follow for edges that are read from their other end.
    """
    index = np.arange(6561, dtype=np.uint64)
    digits = [index // np.uint64(3**place) % np.uint64(3) for place in range(8)]

    def number(chosen: Sequence[int]) -> Bits:
        return sum((digits[at] * np.uint64(3**n) for n, at in enumerate(chosen)), 0 * index)

    found = []
    for way in (range(8), range(7, -1, -1)):
        first, last, corner = way[:5], way[:2:-1], way[:3]
        rows = (
            (243 * number(first), 243 * number(last), 9 * number(way), number(corner)),
            (number(first), number(last), number((way[1], way[6])), 27 * number(corner)),
            (0 * index, 0 * index, 0 * index, 729 * number(corner)),
        )
        for row in rows:
            packed = 0 * index
            for lane, part in enumerate(row):
                packed |= part.astype(np.uint64) << np.uint64(16 * lane)
            found.append(packed)
    return tuple(found)


_PLANES = tuple(np.uint16(0x0101 << column) for column in range(8))
_SWAPS = (
    (np.uint16(1), np.uint16(0x5555), (4, 2, 1)),
    (np.uint16(2), np.uint16(0x3333), (2, 2, 2)),
    (np.uint16(4), np.uint16(0x0F0F), (1, 2, 4)),
)


def lines(own: Bits, enemy: Bits) -> Short:
    """Lines of eight fields as own discs + 256 x enemy discs, shape (32, n).

    Eight rows; eight columns; eight pairs of diagonals that run down, the first the longest, each
    next one field lower, with the one that completes it in the high bits; eight that run up, the
    last the longest.
    """
    size = len(own)
    found = np.empty((32, size), np.uint16)
    rows = np.empty((16, size), np.uint16)
    halves = rows.view(np.uint8).reshape(16, size, 2)
    halves[:8, :, 0] = np.ascontiguousarray(own).view(np.uint8).reshape(size, 8).T
    halves[:8, :, 1] = np.ascontiguousarray(enemy).view(np.uint8).reshape(size, 8).T
    rows[8:] = rows[:8]
    found[:8] = found[8:16] = rows[:8]
    for shift, mask, shape in _SWAPS:
        pairs = found[8:16].reshape(*shape, size)
        low, high = pairs[:, 0], pairs[:, 1]
        moved = low >> shift
        moved ^= high
        moved &= mask
        high ^= moved
        moved <<= shift
        low ^= moved
    down, up, one = found[16:24], found[24:], np.empty((8, size), np.uint16)
    np.bitwise_and(rows[:8], _PLANES[0], out=down)
    up[:] = down
    for column in range(1, 8):
        down |= np.bitwise_and(rows[column : column + 8], _PLANES[column], out=one)
        up |= np.bitwise_and(rows[8 - column : 16 - column], _PLANES[column], out=one)
    return found


_COLUMN_SWAPS = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
_COLUMN_TURNS = ((8, 0xAAAAAAAAAAAAAAAA), (16, 0xCCCCCCCCCCCCCCCC), (32, 0xF0F0F0F0F0F0F0F0))
_WORD = (1 << 64) - 1


def lines_of(own: int, enemy: int) -> list[int]:
    """As `lines`, for one position."""
    found = []
    for mine, other in zip(_boards(own), _boards(enemy), strict=True):
        found += [
            low | high << 8
            for low, high in zip(
                mine.to_bytes(8, "little"), other.to_bytes(8, "little"), strict=True
            )
        ]
    return found


def _boards(discs: int) -> tuple[int, int, int, int]:
    """A board whose rows are the rows, the columns, the diagonals down and those up."""
    columns = down = up = discs
    for shift, mask in _COLUMN_SWAPS:
        moved = (columns ^ columns >> shift) & mask
        columns ^= moved ^ moved << shift
    for shift, mask in _COLUMN_TURNS:
        down ^= mask & (down ^ (down >> shift | down << 64 - shift & _WORD))
        up ^= mask & (up ^ (up << shift & _WORD | up >> 64 - shift))
    return discs, columns, down, up


# -- the weights ---------------------------------------------------------------------------------

COUNTS = (59049, 29646, 10206, 3321, 3321, 3321, 3321, 1134, 378, 135, 45, MOVES)
"""Different weights of each kind, those for the number of legal fields last."""

_HEADER = STAGES * (1 + DEPTHS)
SIZE = 2 * _HEADER + STAGES * sum(COUNTS)
"""Bytes of the file, unpacked."""


def raw(scales: Points, margins: Points, weights: NDArray[np.int8]) -> bytes:
    """The bytes of a file: per stage scale, margins (stages, DEPTHS) and weights (stages, n)."""
    header = np.concatenate((scales, margins.ravel())).astype("<u2")
    return header.tobytes() + weights.astype(np.int8).tobytes()


def parsed(found: bytes | bytearray) -> tuple[Points, Points, NDArray[np.int8]]:
    """Scales, margins and weights of those bytes."""
    header = np.frombuffer(found, "<u2", _HEADER).astype(np.int32)
    weights = np.frombuffer(found, np.int8, offset=2 * _HEADER).reshape(STAGES, -1)
    return header[:STAGES], header[STAGES:].reshape(STAGES, DEPTHS), weights


# -- judging -------------------------------------------------------------------------------------

_LANES = np.array([[0], [0], [SIZES[0]], [SIZES[0] + SIZES[1]]], np.intp)
"""Where the weights of each lane of `_by_edge` begin in the row of those three kinds."""

_ROWS = (None, 0, 1, 2, 2, 1, 0, None)
_WHICH = (*_ROWS, *_ROWS, *range(3, 11), *range(10, 2, -1))
"""For each of the 32 lines the table of its weights: second, third, fourth row, then the pairs of
diagonals; edges have none of their own."""

_LINED = [number for number, table in enumerate(_WHICH) if table is not None]
_BEGIN = np.array([[table * 6561] for table in _WHICH if table is not None], np.intp)
_BEGIN_ONE = _BEGIN.ravel().tolist()
_EDGES = ((0, 1, 2), (15, 14, 13), (7, 6, 5), (8, 9, 10))
"""The lines of the four sides with those beside them: upper, right, lower, left. Read from
the first end, the last two from the other, so that each begins at another corner."""


class Patterns:
    """The weights of a file, laid out for judging."""

    def __init__(self, found: bytes | bytearray) -> None:
        scales, self.margins, self._small = parsed(found)
        """Margins are 0 where none was measured."""
        self.scales = scales
        self._index = np.zeros(0, np.uint16)
        self._edge: tuple[Bits, ...] = ()
        self._corners = np.zeros((STAGES, sum(SIZES[:3])), np.int16)
        self._lines = np.zeros((STAGES, 11 * 6561), np.int16)
        self._moves = self._small[:, -MOVES:].astype(np.int16)

    def build(self) -> Iterator[None]:
        """Lay everything out, yielding after each piece of a millisecond or two."""
        self._index = _by_discs()
        yield
        self._edge = _by_edge()
        yield
        every = np.arange(6561, dtype=np.intp)
        place = size = 0
        diagonals = []
        for number, (kind, count) in enumerate(zip(KINDS, COUNTS, strict=False)):
            which = numbers(kind) + place
            place += count
            yield
            if number < 3:
                self._corners[:, size : size + len(which)] = self._small[:, which]
                size += len(which)
            elif number < 6:
                self._lines[:, (number - 3) * 6561 :][:, :6561] = self._small[:, which]
            else:
                diagonals.append(which)
            yield
        for plane in range(8):
            whole = self._lines[:, (3 + plane) * 6561 :][:, :6561]
            for length, index in ((8 - plane, every), (plane, every // 3 ** (8 - plane))):
                if length >= 4:
                    whole += self._small[:, diagonals[8 - length][index % 3**length]]
            yield
        self._index_one = memoryview(self._index)
        self._edge_one = [memoryview(part) for part in self._edge]
        self._corners_one = [memoryview(row) for row in self._corners]
        self._lines_one = [memoryview(row) for row in self._lines]
        self._moves_one = self._moves.tolist()
        self._scale_one = self.scales.tolist()

    def value(self, own: int, enemy: int, moves: int) -> int:
        """As `values`, for one position."""
        stage = min(max(((own | enemy).bit_count() - 4) // PLIES, 0), STAGES - 1)
        index = [self._index_one[line] for line in lines_of(own, enemy)]
        corners, straight = self._corners_one[stage], self._lines_one[stage]
        total = self._moves_one[stage][min(moves, MOVES - 1)]
        for side, (edge, second, third) in enumerate(_EDGES):
            first, after, last = self._edge_one[3 * (side >= 2) :][:3]
            lanes = first[index[edge]] + after[index[second]] + last[index[third]]
            total += corners[lanes & 65535] + corners[lanes >> 16 & 65535]
            total += corners[(lanes >> 32 & 65535) + SIZES[0]]
            total += corners[(lanes >> 48) + SIZES[0] + SIZES[1]]
        for line, begin in zip(_LINED, _BEGIN_ONE, strict=True):
            total += straight[index[line] + begin]
        return max(-MOST, min(MOST, total * self._scale_one[stage]))

    def values(self, own: Bits, enemy: Bits, moves: Points) -> Points:
        """Hundredths of a disc for the movers, who have so many legal fields."""
        stages = _stages(np.bitwise_count(own | enemy))
        first = int(stages[0]) if len(stages) else 0
        if (stages == first).all():
            return self._judged(first, own, enemy, moves)
        values = np.empty(len(own), np.int32)
        for stage in np.unique(stages).tolist():
            some = np.flatnonzero(stages == stage)
            values[some] = self._judged(stage, own[some], enemy[some], moves[some])
        return values

    def _judged(self, stage: int, own: Bits, enemy: Bits, moves: Points) -> Points:
        index = self._index.take(lines(own, enemy))
        size = len(own)
        edges = np.empty((4, size), np.uint64)
        for side, (edge, second, third) in enumerate(_EDGES):
            way = 3 * (side >= 2)
            one = self._edge[way].take(index[edge], out=edges[side], mode="clip")
            one += self._edge[way + 1].take(index[second])
            one += self._edge[way + 2].take(index[third])
        lanes = edges.view(np.uint16).reshape(-1, 4).T
        total = self._corners[stage].take(np.add(lanes, _LANES, dtype=np.intp))
        sums = total.reshape(16, size).sum(axis=0, dtype=np.int16)
        where = np.add(index[_LINED], _BEGIN, dtype=np.intp)
        sums += self._lines[stage].take(where).sum(axis=0, dtype=np.int16)
        sums += self._moves[stage].take(np.minimum(moves, MOVES - 1))
        values: Points = sums * self.scales[stage]
        return np.clip(values, -MOST, MOST, out=values)


def _stages(taken: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The stage of boards with so many discs."""
    return np.clip((taken.astype(np.int32) - 4) // PLIES, 0, STAGES - 1)
