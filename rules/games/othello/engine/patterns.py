"""Evaluation of Othello by trained weights of 46 patterns of squares, by phase of the match.

The index of a pattern is a number of base 3, the first square in the lowest place: 0 empty, 1
mover's disc, 2 enemy's disc. The images of a pattern under the eight symmetries share its weights.
If the pattern is symmetric itself, mirrored indices share one weight. One more weight depends on
the number of legal squares and the parity of empty squares. The value is the sum of the weights
times the scale of the phase, in points (100 a disc). Bitboards have shape (n,), dtype uint64, bit
8*row+column.

The file, a `PackedFile`, has three tables by phase: scales; means and standard deviations for
ProbCut by depth; weights. The weights are int8, the rest is little-endian int16.

Source: Michael Buro, "From simple features to sophisticated evaluation functions" (1999).
"""

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Index, Points
from flipside.rules.engine.data_files import unpack
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.othello.openings import symmetric_cell

Words16 = NDArray[np.uint16]

_PLANES = tuple(np.uint16(0x0101 << column) for column in range(8))
_SWAPS = (
    (np.uint16(1), np.uint16(0x5555), (4, 2, 1)),
    (np.uint16(2), np.uint16(0x3333), (2, 2, 2)),
    (np.uint16(4), np.uint16(0x0F0F), (1, 2, 4)),
)


def line_words(own: Bitboards, enemy: Bitboards) -> Words16:
    """Return lines of eight squares as own discs + 256 * enemy discs, (32, n), dtype uint16.

    The lines are 8 rows, 8 columns, 8 pairs of falling diagonals, and 8 pairs of rising diagonals.
    A pair has two diagonals of eight squares in total; the second one is in the high bits. The
    first pair is the longest diagonal alone. Each following pair begins one square lower.
    """
    size = len(own)
    lines = np.empty((32, size), np.uint16)
    boards = np.empty((2, 16, size), np.uint16)  # each board twice, one below the other
    rows, lower = boards[0, :8], boards[1, :8]
    halves = rows.view(np.uint8).reshape(8, size, 2)
    halves[:, :, 0] = np.ascontiguousarray(own).view(np.uint8).reshape(size, 8).T
    halves[:, :, 1] = np.ascontiguousarray(enemy).view(np.uint8).reshape(size, 8).T
    lower[:] = rows[::-1]
    boards[:, 8:] = boards[:, :8]
    lines[:16].reshape(2, 8, size)[:] = rows
    for shift, mask, shape in _SWAPS:
        pairs = lines[8:16].reshape(*shape, size)
        low, high = pairs[:, 0], pairs[:, 1]
        exchange = low >> shift
        exchange ^= high
        exchange &= mask
        high ^= exchange
        exchange <<= shift
        low ^= exchange
    diagonals, part = lines[16:].reshape(2, 8, size), np.empty((2, 8, size), np.uint16)
    np.bitwise_and(boards[:, :8], _PLANES[0], out=diagonals)
    for column in range(1, 8):
        np.bitwise_and(boards[:, column : column + 8], _PLANES[column], out=part)
        diagonals |= part
    return lines


# -- indices -------------------------------------------------------------------------------------


def index_by_discs() -> Words16:
    """Return the index of base 3 of eight squares, by own discs + 256 * enemy discs.

    Shape (65536,), dtype uint16. Entries with overlapping discs are 0.
    """
    places = np.zeros(256, np.uint16)
    for digit in range(8):
        places[np.arange(256, dtype=np.int32) >> digit & 1 == 1] += np.uint16(3**digit)
    enemy, own = np.divmod(np.arange(65536, dtype=np.int32), 256)
    return np.where(own & enemy, np.uint16(0), places[own] + np.uint16(2) * places[enemy])


def index_by_edge() -> Bitboards:
    """Return what the rows at an edge add to the indices of four patterns, dtype uint64.

    The patterns are 2x5 squares from the first corner, 2x5 from the last, edge and two, 3x3 squares
    at the first corner. Each has 16 bits of a word. The shape is (6 * 6561,): the edge, the second
    and the third row, each by its index; then the same for edges read from their end.
    """
    index = np.arange(6561, dtype=np.uint64)
    digits = [index // np.uint64(3**place) % np.uint64(3) for place in range(8)]

    def number(columns: Sequence[int], begin: int) -> Bitboards:
        """Return what the digits of `columns` add to an index, from place `begin` on: (6561,)."""
        return sum((digits[at] * np.uint64(3**n) for n, at in enumerate(columns, begin)), 0 * index)

    parts = []
    for way in (range(8), range(7, -1, -1)):
        first, last, corner = way[:5], way[:2:-1], way[:3]
        ends = (way[1], way[6])
        rows = (
            (number(first, 5), number(last, 5), number(way, 2), number(corner, 0)),
            (number(first, 0), number(last, 0), number(ends, 0), number(corner, 3)),
            (0 * index, 0 * index, 0 * index, number(corner, 6)),
        )
        for row in rows:
            parts.append(sum((part << np.uint64(16 * n) for n, part in enumerate(row)), 0 * index))
    return np.concatenate(parts)


HEADER_LINE = b"Flipside othello 3\n"

GAME_PHASES, DISCS_PER_PHASE = 15, 4
"""Number of phases of a match, and of discs laid in each; the fullest boards come last."""

PROBCUT_DEPTHS = 12
"""Number of depths, from 2 plies on, with a measured mean and deviation."""

MAX_VALUE_POINTS = 6400
"""Limit of all values, in points (100 a disc)."""

PATTERN_CELLS: dict[str, tuple[int, ...]] = {
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
"""The cells of one pattern of each kind."""

INDEX_COUNTS = tuple(3 ** len(cells) for cells in PATTERN_CELLS.values())
MOBILITY_WEIGHT_COUNT = 32
"""Number of weights in a row for 0, 1, 2, ... legal squares; the last weight is for all greater
numbers. One row is for even and one for odd numbers of empty squares."""


_DEEP_LOOK_PLIES = 7
"""Minimum depth in plies at which ProbCut's shallow search is deeper than one ply."""


def probcut_plies(depth: int) -> int:
    """Return the depth of the shallow search that predicts one of `depth` plies (ProbCut).

    It is about half of a great depth and has the same parity, because values favour the side that
    moves last.
    """
    return 1 if depth < _DEEP_LOOK_PLIES else depth // 4 * 2 + depth % 2


def weight_of_index(kind: str) -> Index:
    """Return the weight number of each index of a kind, shape (3 ** cells,), dtype intp.

    Mirror images have the same number.
    """
    cells = PATTERN_CELLS[kind]
    every = np.arange(3 ** len(cells), dtype=np.intp)
    lowest = every
    for symmetry in range(1, 8):
        there = [symmetric_cell(cell, symmetry) for cell in cells]
        if set(there) == set(cells):
            image = np.zeros_like(every)
            for digit, cell in enumerate(there):
                image += every // 3**digit % 3 * np.intp(3 ** cells.index(cell))
            lowest = np.minimum(lowest, image)
    return np.unique(lowest, return_inverse=True)[1].astype(np.intp)


# -- the weights ---------------------------------------------------------------------------------

WEIGHT_COUNTS = (
    *(59049, 29646, 10206, 3321, 3321, 3321, 3321, 1134, 378, 135, 45),
    2 * MOBILITY_WEIGHT_COUNT,
)
"""Number of distinct weights of each kind; those for the number of legal squares are last."""

_HEADER = GAME_PHASES * (1 + 2 * PROBCUT_DEPTHS)
PATTERN_FILE_BYTES = 2 * _HEADER + GAME_PHASES * sum(WEIGHT_COUNTS)
"""Number of bytes of the unpacked file."""


def parse_patterns(content: bytes | bytearray) -> tuple[Points, Points, NDArray[np.int8]]:
    """Return scales, margins and weights of an unpacked file.

    Scales have shape (GAME_PHASES,), dtype int32. Margins are means and deviations in points: shape
    (GAME_PHASES, 2, PROBCUT_DEPTHS), dtype int32. Weights have shape (GAME_PHASES,
    sum(WEIGHT_COUNTS)), dtype int8.
    """
    header = np.frombuffer(content, "<i2", _HEADER).astype(np.int32)
    weights = np.frombuffer(content, np.int8, offset=2 * _HEADER).reshape(GAME_PHASES, -1)
    return (
        header[:GAME_PHASES],
        header[GAME_PHASES:].reshape(GAME_PHASES, 2, PROBCUT_DEPTHS),
        weights,
    )


# -- evaluation -----------------------------------------------------------------------------------

_LANES = np.array([[0], [0], [INDEX_COUNTS[0]], [INDEX_COUNTS[0] + INDEX_COUNTS[1]]], np.intp)
"""Offsets of the weights of each edge pattern in the row of those three kinds."""

_ROWS = ((1, 0), (2, 1), (3, 2), (4, 2), (5, 1), (6, 0))
_LINES = [(line + board, table) for board in (0, 8) for line, table in _ROWS]
_LINES += [(16 + line, 3 + line % 8) for line in range(16)]
"""Lines with weights of their own, as (line, table): the second, third and fourth rows and columns,
then the pairs of diagonals."""

_EDGES = ((0, 15, 7, 8), (1, 14, 6, 9), (2, 13, 5, 10))
"""The first, second and third line at the upper, right, lower and left side. The last two sides are
read from the other end, so that each side begins at another corner."""

_AT_EDGES = [
    (line, depth + 3 * (side >= 2)) for depth, lines in enumerate(_EDGES)
    for side, line in enumerate(lines)
]  # fmt: skip
_READ = [line for line, _ in (*_LINES, *_AT_EDGES)]
_BEGIN = np.array([[6561 * table] for _, table in (*_LINES, *_AT_EDGES)], np.intp)
_OWN = len(_LINES)

PHASE_BY_DISCS = np.clip((np.arange(65, dtype=np.int32) - 4) // DISCS_PER_PHASE, 0, GAME_PHASES - 1)
"""The phase of a board by its number of discs, shape (65,), dtype int32."""

_CHUNK_POSITIONS = 1536
"""Positions evaluated at once; larger arrays would leave the processor's cache."""


class Patterns:
    """The weights of a file; `build` must run before `values`."""

    def __init__(self, content: bytes | bytearray) -> None:
        self._scales, margins, self._small = parse_patterns(content)
        self.leans, self.deviations = margins[:, 0], margins[:, 1]
        """Mean and standard deviation, in points, of the difference between a deep search and a
        shallow search of `probcut_plies`. Shape (GAME_PHASES, PROBCUT_DEPTHS), depths from 2 plies
        on. 0 if nothing was measured."""
        self._index = np.zeros(0, np.uint16)
        self._edge = np.zeros(0, np.uint64)
        self._corners = np.zeros((GAME_PHASES, sum(INDEX_COUNTS[:3])), np.int16)
        self._lines = np.zeros((GAME_PHASES, 11 * 6561), np.int16)
        self._moves = self._small[:, -2 * MOBILITY_WEIGHT_COUNT :].astype(np.int16)

    def build(self) -> Iterator[None]:
        """Compute the tables for `values`; yield after each step of a millisecond or two."""
        self._index = index_by_discs()
        yield
        self._edge = index_by_edge()
        yield
        every = np.arange(6561, dtype=np.intp)
        place = size = 0
        diagonals = []
        for number, (kind, count) in enumerate(zip(PATTERN_CELLS, WEIGHT_COUNTS, strict=False)):
            which = weight_of_index(kind) + place
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

    def values(self, own: Bitboards, enemy: Bitboards, moves: Points) -> Points:
        """Return the movers' points, shape (n,), dtype int32.

        `own` and `enemy` are bitboards, `moves` the numbers of the mover's legal squares; all (n,).
        """
        discs = np.bitwise_count(own | enemy)
        phases = PHASE_BY_DISCS[discs]
        moves = np.minimum(moves, MOBILITY_WEIGHT_COUNT - 1) + MOBILITY_WEIGHT_COUNT * (discs & 1)
        values = np.empty(len(own), np.int32)
        for begin in range(0, len(own), _CHUNK_POSITIONS):
            some = slice(begin, begin + _CHUNK_POSITIONS)
            phase = int(phases[begin])
            if (phases[some] == phase).all():
                values[some] = self._phase_values(phase, own[some], enemy[some], moves[some])
            else:
                for phase in np.unique(phases[some]).tolist():
                    columns = begin + np.flatnonzero(phases[some] == phase)
                    values[columns] = self._phase_values(
                        phase, own[columns], enemy[columns], moves[columns]
                    )
        return values

    def _phase_values(self, phase: int, own: Bitboards, enemy: Bitboards, moves: Points) -> Points:
        """Return the points of positions of one phase; `moves` are indices of mobility weights."""
        size = len(own)
        index = lookup(self._index, line_words(own, enemy))
        where = np.add(index[_READ], _BEGIN, dtype=np.intp)
        sums = lookup(self._lines[phase], where[:_OWN]).sum(axis=0, dtype=np.int16)
        edges = lookup(self._edge, where[_OWN:]).reshape(3, 4 * size).sum(axis=0)
        lanes = np.add(edges.view(np.uint16).reshape(-1, 4).T, _LANES, dtype=np.intp, order="C")
        at_edges = lookup(self._corners[phase], lanes).reshape(16, size)
        sums += at_edges.sum(axis=0, dtype=np.int16)
        sums += self._moves[phase][moves]
        values: Points = np.multiply(sums, self._scales[phase], dtype=np.int32)
        np.minimum(values, MAX_VALUE_POINTS, out=values)
        return np.maximum(values, -MAX_VALUE_POINTS, out=values)


def read_patterns(content: bytes) -> Generator[None, None, Patterns | None]:
    """Return the patterns of a file, ready for use, or None if damaged; yield after short steps."""
    raw = yield from unpack(HEADER_LINE, PATTERN_FILE_BYTES, content)
    if raw is None:
        return None
    patterns = Patterns(raw)
    yield from patterns.build()
    return patterns
