"""The learned judge of Othello: what lies in 46 patterns of fields, by the stage of the match.

Each pattern of some fields has an index, base 3: 0 empty, 1 the mover's disc, 2 the enemy's, the
first field in the lowest place. A kind of pattern and its images under the eight symmetries of the
board share their weights; so does an index with its mirror image where the kind is symmetric. One
more weight goes with the number of legal fields and with whether an odd number of fields is empty,
for then the mover can have the last move. The value of a position is the sum of all its
weights times the scale of its stage, a whole number whatever else is judged in the same array.

The file holds, for packed.py: per stage its scale, then per stage the leans and the deviations for
ProbCut (16 bits each, low first), then per stage the weights (8 bits).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Index, Points
from rules.engine.vector.bits import lookup
from rules.games.othello.engine.book import turned
from rules.games.othello.engine.eights import Bits, by_discs, by_edge, eights, eights_of

LINE = b"Flipside othello 3\n"

STAGES, PLIES = 15, 4
"""Stages of a match, and how many empty fields each has, the fullest boards last."""

DEPTHS = 12
"""Depths from 2 plies on with a lean and a deviation of their own."""

MAX_WEIGHT = 6400
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
"""Weights for the number of legal fields, the last for all above: for an even number of empty
fields, and as many for an odd one."""

Weights = NDArray[np.int16]


LOOKS = 7
"""Plies from which on ProbCut looks more than one ply ahead."""


def look(depth: int) -> int:
    """Plies of the look that stands for one of so many (ProbCut): about half of them where many are
    left, odd for odd and even for even ones, for whoever moves last seems better off."""
    return 1 if depth < LOOKS else depth // 4 * 2 + depth % 2


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


# -- the weights ---------------------------------------------------------------------------------

COUNTS = (59049, 29646, 10206, 3321, 3321, 3321, 3321, 1134, 378, 135, 45, 2 * MOVES)
"""Different weights of each kind, those for the number of legal fields last."""

_HEADER = STAGES * (1 + 2 * DEPTHS)
SIZE = 2 * _HEADER + STAGES * sum(COUNTS)
"""Bytes of the file, unpacked."""


def raw(scales: Points, margins: Points, weights: NDArray[np.int8]) -> bytes:
    """The bytes of a file: scales (stages,), leans and deviations (stages, 2, DEPTHS), weights
    (stages, n)."""
    header = np.concatenate((scales, margins.ravel())).astype("<i2")
    return header.tobytes() + weights.astype(np.int8).tobytes()


def parsed(found: bytes | bytearray) -> tuple[Points, Points, NDArray[np.int8]]:
    """Scales, leans and deviations, and weights of those bytes."""
    header = np.frombuffer(found, "<i2", _HEADER).astype(np.int32)
    weights = np.frombuffer(found, np.int8, offset=2 * _HEADER).reshape(STAGES, -1)
    return header[:STAGES], header[STAGES:].reshape(STAGES, 2, DEPTHS), weights


# -- judging -------------------------------------------------------------------------------------

_LANES = np.array([[0], [0], [SIZES[0]], [SIZES[0] + SIZES[1]]], np.intp)
"""Where the weights of each pattern beside an edge begin in the row of those three kinds."""

_ROWS = ((1, 0), (2, 1), (3, 2), (4, 2), (5, 1), (6, 0))
_LINES = [(line + board, table) for board in (0, 8) for line, table in _ROWS]
_LINES += [(16 + line, 3 + line % 8) for line in range(16)]
"""The lines that have weights of their own, and which: second, third, fourth row, then the pairs of
diagonals."""

_EDGES = ((0, 15, 7, 8), (1, 14, 6, 9), (2, 13, 5, 10))
"""The lines of the four sides, the second and the third from them: upper, right, lower, left. The
last two are read from the other end, so that each side begins at another corner."""

_BESIDE = [
    (line, depth + 3 * (side >= 2)) for depth, lines in enumerate(_EDGES)
    for side, line in enumerate(lines)
]  # fmt: skip
_READ = [line for line, _ in (*_LINES, *_BESIDE)]
_BEGIN = np.array([[6561 * table] for _, table in (*_LINES, *_BESIDE)], np.intp)
_OWN = len(_LINES)
_READ_ONE = [(line, 6561 * table) for line, table in (*_LINES, *_BESIDE)]

STAGE_OF = np.clip((np.arange(65, dtype=np.int32) - 4) // PLIES, 0, STAGES - 1)
"""The stage of a board with so many discs."""

CHUNK = 1536
"""Positions judged at once; more would not lie in the cache."""


class Patterns:
    """The weights of a file, laid out for judging."""

    def __init__(self, found: bytes | bytearray) -> None:
        self._scales, margins, self._small = parsed(found)
        self.leans, self.deviations = margins[:, 0], margins[:, 1]
        """By stage and depth, from 2 on, in hundredths of a disc: by how much the values of that
        depth lie above those of its `look` on average, and their standard deviation from that; 0
        where nothing was measured."""
        self._index = np.zeros(0, np.uint16)
        self._edge = np.zeros(0, np.uint64)
        self._corners = np.zeros((STAGES, sum(SIZES[:3])), np.int16)
        self._lines = np.zeros((STAGES, 11 * 6561), np.int16)
        self._moves = self._small[:, -2 * MOVES :].astype(np.int16)

    def build(self) -> Iterator[None]:
        """Lay everything out, yielding after each piece of a millisecond or two."""
        self._index = by_discs()
        yield
        self._edge = by_edge()
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
        self._index_one: Any = self._index.data
        self._edge_one: Any = self._edge.data
        self._corners_one: list[Any] = [row.data for row in self._corners]
        self._lines_one: list[Any] = [row.data for row in self._lines]
        self._moves_one = self._moves.tolist()
        self._scale_one = self._scales.tolist()

    def value(self, own: int, enemy: int, moves: int) -> int:
        """As `values`, for one position."""
        discs = (own | enemy).bit_count()
        stage = min(max((discs - 4) // PLIES, 0), STAGES - 1)
        index, corners = self._index_one, self._corners_one[stage]
        straight, edge = self._lines_one[stage], self._edge_one
        seen = eights_of(own, enemy)
        where = [index[seen[line]] + begin for line, begin in _READ_ONE]
        total = self._moves_one[stage][min(moves, MOVES - 1) + MOVES * (discs & 1)]
        total += sum([straight[at] for at in where[:_OWN]])
        for side in range(_OWN, _OWN + 4):
            lanes = edge[where[side]] + edge[where[side + 4]] + edge[where[side + 8]]
            total += corners[lanes & 65535] + corners[lanes >> 16 & 65535]
            total += corners[(lanes >> 32 & 65535) + SIZES[0]]
            total += corners[(lanes >> 48) + SIZES[0] + SIZES[1]]
        value: int = total * self._scale_one[stage]
        return max(-MAX_WEIGHT, min(MAX_WEIGHT, value))

    def values(self, own: Bits, enemy: Bits, moves: Points) -> Points:
        """Hundredths of a disc for the movers, who have so many legal fields."""
        discs = np.bitwise_count(own | enemy)
        stages = STAGE_OF[discs]
        moves = np.minimum(moves, MOVES - 1) + MOVES * (discs & 1)
        values = np.empty(len(own), np.int32)
        for begin in range(0, len(own), CHUNK):
            some = slice(begin, begin + CHUNK)
            stage = int(stages[begin])
            if (stages[some] == stage).all():
                values[some] = self._judged(stage, own[some], enemy[some], moves[some])
            else:
                for stage in np.unique(stages[some]).tolist():
                    mixed = begin + np.flatnonzero(stages[some] == stage)
                    values[mixed] = self._judged(stage, own[mixed], enemy[mixed], moves[mixed])
        return values

    def _judged(self, stage: int, own: Bits, enemy: Bits, moves: Points) -> Points:
        """`moves` are places among the weights that go with them."""
        size = len(own)
        index = lookup(self._index, eights(own, enemy))
        where = np.add(index[_READ], _BEGIN, dtype=np.intp)
        sums = lookup(self._lines[stage], where[:_OWN]).sum(axis=0, dtype=np.int16)
        edges = lookup(self._edge, where[_OWN:]).reshape(3, 4 * size).sum(axis=0)
        lanes = np.add(edges.view(np.uint16).reshape(-1, 4).T, _LANES, dtype=np.intp, order="C")
        beside = lookup(self._corners[stage], lanes).reshape(16, size)
        sums += beside.sum(axis=0, dtype=np.int16)
        sums += self._moves[stage][moves]
        values: Points = np.multiply(sums, self._scales[stage], dtype=np.int32)
        np.minimum(values, MAX_WEIGHT, out=values)
        return np.maximum(values, -MAX_WEIGHT, out=values)
