"""Pattern evaluation of Flipop: weights of the balls and doors in small parts of the board.

A *block* is six pits, in two rows of three or three rows of two, and the two doors hinged between
them. A *corner set* is a pit and the doors hinged at its corners. Each of these parts has a weight
for every pattern of its balls and doors, in three phases by the number of balls left. The sum of
the weights is added to the evaluation of weight_tables.py, whose weights are also in this file.
Mirrored patterns have the same weights. For a player who moves up, the board is rotated.

The index of a pattern is its ball number * 4**doors + its door number. The ball number has a digit
of base 3 per pit, the first pit lowest: 0 empty, 1 the mover's, 2 the enemy's. The door number has
the lower bits of all directions, then the higher bits. A missing hinge counts as north.

The file, a `PackedFile`, holds int16 weights, low byte first: those of weight_tables.py, then per
phase those of blocks and pits in the left half of the board and in its middle.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Batch, Index, Points
from flipside.rules.engine.data_files import unpack
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.flipop.doors import BOARD_SIDE, PIT_COUNT
from flipside.rules.games.flipop.engine.chains import BLACK_TURN, Ways
from flipside.rules.games.flipop.engine.weight_tables import SIZE, WeightTables

FILE_HEADER = b"Flipside flipop 1\n"

PHASE_COUNT = 3
PHASE_BY_BALLS = np.array([2, 2, 2, 2, 2, 1, 1, 1, 0, 0, 0], np.intp)
"""Phase by the number of balls left of both sides, shape (11,)."""

WIDE_BLOCKS = tuple(
    (row, column) for row in range(BOARD_SIDE - 1) for column in range(BOARD_SIDE - 2)
)
"""First pits (row, column) of the blocks three wide."""
HIGH_BLOCKS = tuple(
    (row, column) for row in range(BOARD_SIDE - 2) for column in range(BOARD_SIDE - 1)
)
"""First pits (row, column) of the blocks three high."""

BLOCK_PATTERNS = 3**6 * 4**2
PIT_PATTERNS = 3 * 4**4

_PHASE_WEIGHTS = (len(WIDE_BLOCKS) + len(HIGH_BLOCKS)) * BLOCK_PATTERNS + PIT_COUNT * PIT_PATTERNS
"""Number of weights of a phase for the whole board."""

FILE_BLOCKS = [place for place, (_, column) in enumerate(WIDE_BLOCKS) if column < 2]
"""Indices of the blocks in the file, counting wide blocks first, then high blocks."""
FILE_BLOCKS += [
    len(WIDE_BLOCKS) + place for place, (_, column) in enumerate(HIGH_BLOCKS) if column < 2
]
FILE_PITS = [pit for pit in range(PIT_COUNT) if pit % BOARD_SIDE < 3]

PHASE_FILE_WEIGHTS = len(FILE_BLOCKS) * BLOCK_PATTERNS + len(FILE_PITS) * PIT_PATTERNS
"""Number of weights of a phase in the file."""

FILE_WEIGHTS = SIZE + PHASE_COUNT * PHASE_FILE_WEIGHTS
FILE_BYTES = 2 * FILE_WEIGHTS
"""Number of weights in the file, and of bytes after unpacking."""

_MIRROR_DIRECTIONS, _ROUND_DIRECTIONS = (0, 3, 2, 1), (2, 3, 0, 1)
"""N, E, S, W after mirroring left and right, and after rotation by 180 degrees."""


def _image(balls: Sequence[int], doors: Sequence[int], directions: Sequence[int]) -> Index:
    """Return the index of the image of each pattern, shape (patterns,).

    Pit n of the image is pit `balls[n]`, hinge n `doors[n]`, and direction n `directions[n]`.
    """
    pits, hinges = np.arange(3 ** len(balls)), np.arange(4 ** len(doors))
    ball_index = sum(pits // 3**source % 3 * 3**place for place, source in enumerate(balls))
    door_index, count = np.zeros_like(hinges), len(doors)
    for place, source in enumerate(doors):
        points = hinges >> source & 1 | (hinges >> count + source & 1) << 1
        points = np.array(directions).take(points)
        door_index |= (points & 1) << place | (points >> 1) << count + place
    return np.add.outer(ball_index * len(hinges), door_index).reshape(-1).astype(np.intp)


MIRRORED_PATTERNS = (
    _image((2, 1, 0, 5, 4, 3), (1, 0), _MIRROR_DIRECTIONS),
    _image((1, 0, 3, 2, 5, 4), (0, 1), _MIRROR_DIRECTIONS),
    _image((0,), (1, 0, 3, 2), _MIRROR_DIRECTIONS),
)
"""Permutations that mirror the patterns of a wide block, a high block and a pit."""

_ROUND = _image((5, 4, 3, 2, 1, 0), (1, 0), _ROUND_DIRECTIONS)
_ROUND_PIT = _image((0,), (3, 2, 1, 0), _ROUND_DIRECTIONS)


def _both(bits: int) -> np.uint64:
    return np.uint64(bits | bits << 32)


def _missing_door_bits(pit: int) -> int:
    """Return the bits of the pattern index of `pit` for hinges that do not exist."""
    row, column = divmod(pit, BOARD_SIDE)
    sides = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
    return sum(
        17 << place
        for place, hinge in enumerate(sides)
        if not all(0 <= line < BOARD_SIDE - 1 for line in hinge)
    )


_HINGES = _both(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))
_TURN = np.uint64(BLACK_TURN.bit_length() - 1)
_SHIFTS = np.array(
    [BOARD_SIDE * row + column for row, column in (*WIDE_BLOCKS, *HIGH_BLOCKS)], np.uint64
)[:, None]
_PIT_SHIFTS = np.arange(PIT_COUNT, dtype=np.uint64)[:, None]
_STARTS = np.arange(len(_SHIFTS), dtype=np.intp)[:, None] * BLOCK_PATTERNS
_PIT_STARTS = (
    len(_SHIFTS) * BLOCK_PATTERNS + np.arange(PIT_COUNT, dtype=np.intp)[:, None] * PIT_PATTERNS
)
_TERNARY = (np.arange(64)[:, None] >> np.arange(6) & 1) @ 3 ** np.arange(6)
"""Each set of six bits as digits 0 and 1 of base 3, shape (64,)."""
_ENEMY, _OWN = np.divmod(np.arange(64**2), 64)
_BASE_THREE = (_TERNARY[_OWN] + 2 * _TERNARY[_ENEMY & ~_OWN]).astype(np.intp) * 4**2
"""First pattern index of each set of balls in a block: six bits of the mover, then of the enemy."""

_CHUNK_POSITIONS = 1024
"""Positions evaluated at once; more would not fit the cache."""


class Blocks:
    """The pattern evaluation; `build` must run before it is used."""

    def __init__(self, weights: NDArray[Any]) -> None:
        """Store the weights of the file, shape (FILE_WEIGHTS,), of any integer type."""
        self.tables = WeightTables(weights[:SIZE].tolist())
        parts = weights[SIZE:].reshape(PHASE_COUNT, PHASE_FILE_WEIGHTS)
        blocks, pits = np.split(parts, [len(FILE_BLOCKS) * BLOCK_PATTERNS], axis=1)
        self._blocks = blocks.reshape(PHASE_COUNT, len(FILE_BLOCKS), BLOCK_PATTERNS)
        self._pits = pits.reshape(PHASE_COUNT, len(FILE_PITS), PIT_PATTERNS)
        self._all = np.empty((2, PHASE_COUNT, _PHASE_WEIGHTS), weights.dtype)
        """Weights by player on turn and phase, shape (2, 3, weights)."""

    def build(self) -> Iterator[None]:
        """Compute the weights of all parts of the board; yield after a millisecond or two."""
        places = [*WIDE_BLOCKS, *HIGH_BLOCKS]
        for place, (row, column) in enumerate(places):
            kind = int(place >= len(WIDE_BLOCKS))
            other = places.index((row, BOARD_SIDE - 3 + kind - column), len(WIDE_BLOCKS) * kind)
            opposite = len(WIDE_BLOCKS) - 1 - place + (len(places) if kind else 0)
            if place in FILE_BLOCKS:
                weights = self._blocks[:, FILE_BLOCKS.index(place)]
            else:
                weights = self._blocks[:, FILE_BLOCKS.index(other)][:, MIRRORED_PATTERNS[kind]]
            self._put(weights, place * BLOCK_PATTERNS, opposite * BLOCK_PATTERNS, _ROUND)
            yield
        begin = len(places) * BLOCK_PATTERNS
        for pit in range(PIT_COUNT):
            if pit in FILE_PITS:
                weights = self._pits[:, FILE_PITS.index(pit)]
            else:
                other = FILE_PITS.index(
                    pit // BOARD_SIDE * BOARD_SIDE + BOARD_SIDE - 1 - pit % BOARD_SIDE
                )
                weights = self._pits[:, other][:, MIRRORED_PATTERNS[2]]
            opposite = PIT_COUNT - 1 - pit
            there = _ROUND_PIT & ~_missing_door_bits(pit)
            self._put(weights, begin + pit * PIT_PATTERNS, begin + opposite * PIT_PATTERNS, there)
        self._table = self._all.reshape(-1)

    def _put(self, weights: NDArray[Any], place: int, opposite: int, there: Index) -> None:
        """Copy the weights of a block or pit, shape (phases, patterns), for both players.

        `place` is its first index on the board. `opposite` is its first index on the rotated board,
        where `there` permutes its patterns.
        """
        size = weights.shape[1]
        self._all[0, :, place : place + size] = weights
        self._all[1, :, opposite : opposite + size] = weights[:, there]

    def points(self, batch: Batch, ways: Ways) -> Points:
        """Return the scores for the movers, shape (n,); undefined where the match is over.

        `ways` are the open ways of the batch, as in chains.py.
        """
        points = self.tables.points(batch, ways)
        for begin in range(0, batch.shape[1], _CHUNK_POSITIONS):
            some = slice(begin, begin + _CHUNK_POSITIONS)
            for entries in self.entries(batch[0, some], batch[1, some]):
                points[some] += entries.sum(axis=0, dtype=np.int32)
        return points

    def entries(self, balls: Bitboards, doors: Bitboards) -> Iterator[NDArray[Any]]:
        """Yield the weights of all blocks, then of all pits, shape (blocks or pits, n).

        `balls` and `doors` are words 0 and 1 of a batch, shape (n,).
        """
        phase = PHASE_BY_BALLS.take(np.bitwise_count(balls))
        start = (phase + (doors >> _TURN & 1).astype(np.intp) * PHASE_COUNT) * _PHASE_WEIGHTS
        doors = doors & _HINGES
        bits, wide = balls >> _SHIFTS, len(WIDE_BLOCKS)
        six = np.empty_like(bits)
        six[:wide] = bits[:wide] & _both(7)
        six[:wide] |= bits[:wide] >> np.uint64(2) & _both(7 << 3)
        six[wide:] = bits[wide:] & _both(3)
        six[wide:] |= bits[wide:] >> np.uint64(3) & _both(3 << 2)
        six[wide:] |= bits[wide:] >> np.uint64(6) & _both(3 << 4)
        six |= six >> np.uint64(26)
        six &= np.uint64(4095)
        index = lookup(_BASE_THREE, six.astype(np.intp))
        bits = doors >> _SHIFTS
        two = six
        two[:wide] = bits[:wide] & _both(3)
        two[wide:] = bits[wide:] & _both(1)
        two[wide:] |= bits[wide:] >> np.uint64(4) & _both(2)
        two |= two >> np.uint64(30)
        two &= np.uint64(15)
        index += two.astype(np.intp)
        index += _STARTS
        index += start
        yield lookup(self._table, index)
        bits = doors << np.uint64(6) >> _PIT_SHIFTS
        four = bits & _both(3)
        four |= bits >> np.uint64(3) & _both(3 << 2)
        four |= four >> np.uint64(28)
        four &= np.uint64(255)
        bits = balls >> _PIT_SHIFTS
        four |= (bits & 1) << np.uint64(8)
        four |= bits >> np.uint64(23) & np.uint64(512)
        index = four.astype(np.intp)
        index += _PIT_STARTS
        index += start
        yield lookup(self._table, index)


def read_blocks(content: bytes) -> Generator[None, None, Blocks | None]:
    """Return the evaluation in a file, or None if it is damaged; yield after each short step."""
    data = yield from unpack(FILE_HEADER, FILE_BYTES, content)
    if data is None:
        return None
    blocks = Blocks(np.frombuffer(data, "<i2").astype(np.int16))
    yield from blocks.build()
    return blocks
