"""What lies in small parts of Flipop's board, balls and doors together, for arrays of positions.

A block is two rows of three pits or three rows of two, with the two doors hinged between them; a
corner set is one pit with the doors hinged at its corners. Every block and every pit has a number
for whatever may lie there, by how many balls are left; these and the numbers of `learned.py`, for
which the file has values of its own, make what a position is worth. Left and right are alike, and
who goes up looks at the board turned round.

The index of a block is its balls, base 3 (0 empty, 1 the mover's, 2 the enemy's, the first pit in
the lowest place), then its doors: the lower bits of their directions, then the higher ones. Where
no door is hinged at the corner of a pit, north stands for it.

The file holds, for packed.py: the numbers of `learned.py`, then per stage those of the blocks and
of the pits in the left half of the board and in its middle (16 bits each, low first).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Index, Points
from rules.engine.vector.bits import Bitboards, lookup
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.engine.paths import BLACK, Ways
from rules.games.flipop.engine.tables import Tables
from rules.games.flipop.engine.weights import SIZE

LINE = b"Flipside flipop 1\n"

STAGES = 3
STAGE_OF = np.array([2, 2, 2, 2, 2, 1, 1, 1, 0, 0, 0], np.intp)
"""The stage of a match with so many balls left, of both sides."""

WIDE = tuple((row, column) for row in range(SIDE - 1) for column in range(SIDE - 2))
HIGH = tuple((row, column) for row in range(SIDE - 2) for column in range(SIDE - 1))
"""The first pits of the blocks that are three wide, and of those that are three high."""

BLOCK, CORNERS = 3**6 * 4**2, 3 * 4**4
"""Numbers of a block and of a pit."""

EACH_STAGE = (len(WIDE) + len(HIGH)) * BLOCK + PITS * CORNERS
"""Numbers of a stage for the whole board."""

LEFT = [place for place, (_, column) in enumerate(WIDE) if column < 2]
LEFT += [len(WIDE) + place for place, (_, column) in enumerate(HIGH) if column < 2]
LEFT_PITS = [pit for pit in range(PITS) if pit % SIDE < 3]
"""What the file holds, by place among the blocks and among the pits."""

IN_FILE = len(LEFT) * BLOCK + len(LEFT_PITS) * CORNERS
"""Numbers of a stage in the file."""

BYTES = 2 * (SIZE + STAGES * IN_FILE)
"""Size of the file, unpacked."""

Numbers = NDArray[np.int16]

_MIRRORED, _TURNED = (0, 3, 2, 1), (2, 3, 0, 1)
"""N, E, S, W in the mirror, and on the board turned round."""


def image(balls: Sequence[int], doors: Sequence[int], directions: Sequence[int]) -> Index:
    """For every index, that of its image, in which a pit or hinge is what was at the place given
    here, and doors point elsewhere."""
    pits, hinges = np.arange(3 ** len(balls)), np.arange(4 ** len(doors))
    laid = sum(pits // 3**source % 3 * 3**place for place, source in enumerate(balls))
    swung, count = np.zeros_like(hinges), len(doors)
    for place, source in enumerate(doors):
        points = hinges >> source & 1 | (hinges >> count + source & 1) << 1
        points = np.array(directions).take(points)
        swung |= (points & 1) << place | (points >> 1) << count + place
    found: Index = np.add.outer(laid * len(hinges), swung).reshape(-1).astype(np.intp)
    return found


IN_MIRROR = (
    image((2, 1, 0, 5, 4, 3), (1, 0), _MIRRORED),
    image((1, 0, 3, 2, 5, 4), (0, 1), _MIRRORED),
    image((0,), (1, 0, 3, 2), _MIRRORED),
)
"""Of a wide block, of a high one, and of a pit."""

_ROUND = image((5, 4, 3, 2, 1, 0), (1, 0), _TURNED)
_ROUND_PIT = image((0,), (3, 2, 1, 0), _TURNED)


def _both(bits: int) -> np.uint64:
    """The same bits in both halves of a word."""
    return np.uint64(bits | bits << 32)


def _lacking(pit: int) -> int:
    """The bits of a pit's index that say where doors point which do not exist."""
    row, column = divmod(pit, SIDE)
    sides = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
    return sum(
        17 << place
        for place, hinge in enumerate(sides)
        if not all(0 <= line < SIDE - 1 for line in hinge)
    )


_HINGES = _both(sum(1 << SIDE * row + column for row in range(4) for column in range(4)))
_TURN, _ONE = np.uint64(BLACK.bit_length() - 1), np.uint64(1)
_SHIFTS = np.array([SIDE * row + column for row, column in (*WIDE, *HIGH)], np.uint64)[:, None]
_PIT_SHIFTS = np.arange(PITS, dtype=np.uint64)[:, None]
_STARTS = np.arange(len(_SHIFTS), dtype=np.intp)[:, None] * BLOCK
_PIT_STARTS = len(_SHIFTS) * BLOCK + np.arange(PITS, dtype=np.intp)[:, None] * CORNERS
_BASE_THREE = np.array(
    [
        sum((own >> place & 1 or 2 * (enemy >> place & 1)) * 3**place for place in range(6))
        for enemy in range(64)
        for own in range(64)
    ],
    np.intp,
) * 4**2  # fmt: skip
"""Where the numbers of a block begin, by six bits of the mover and six of the enemy."""

_CHUNK = 1024
"""Positions judged at once; more would not lie in the cache."""


class Blocks:
    """The judge that knows the blocks."""

    def __init__(self, found: bytes | bytearray) -> None:
        """By the bytes of a file; `build` has to follow."""
        numbers = np.frombuffer(found, "<i2").astype(np.int16)
        self._tables = Tables(numbers[:SIZE].tolist())
        parts = numbers[SIZE:].reshape(STAGES, IN_FILE)
        blocks, pits = np.split(parts, [len(LEFT) * BLOCK], axis=1)
        self._blocks = blocks.reshape(STAGES, len(LEFT), BLOCK)
        self._pits = pits.reshape(STAGES, len(LEFT_PITS), CORNERS)
        self._all = np.empty((2, STAGES, EACH_STAGE), np.int16)
        """By who moves."""

    def build(self) -> Iterator[None]:
        """Lay everything out, yielding after each piece of a millisecond or two."""
        places = [*WIDE, *HIGH]
        for place, (row, column) in enumerate(places):
            kind = int(place >= len(WIDE))
            other = places.index((row, SIDE - 3 + kind - column), len(WIDE) * kind)
            turned = (len(places) - 1 + len(WIDE) if kind else len(WIDE) - 1) - place
            if place in LEFT:
                worth = self._blocks[:, LEFT.index(place)]
            else:
                worth = self._blocks[:, LEFT.index(other)][:, IN_MIRROR[kind]]
            self._put(worth, place * BLOCK, turned * BLOCK, _ROUND)
            yield
        begin = len(places) * BLOCK
        for pit in range(PITS):
            if pit in LEFT_PITS:
                worth = self._pits[:, LEFT_PITS.index(pit)]
            else:
                other = LEFT_PITS.index(pit // SIDE * SIDE + SIDE - 1 - pit % SIDE)
                worth = self._pits[:, other][:, IN_MIRROR[2]]
            turned = PITS - 1 - pit
            there = _ROUND_PIT & ~_lacking(pit)
            self._put(worth, begin + pit * CORNERS, begin + turned * CORNERS, there)
        self._table = self._all.reshape(-1)

    def _put(self, worth: Numbers, place: int, turned: int, there: Index) -> None:
        """Lay down the numbers of a block or pit for both players; `there` are the indices at its
        place on the board turned round."""
        size = worth.shape[1]
        self._all[0, :, place : place + size] = worth
        self._all[1, :, turned : turned + size] = worth[:, there]

    def points(self, batch: Batch, ways: Ways) -> Points:
        """How good each position is for its mover, given the open ways; whatever has ended is not
        looked at."""
        points = self._tables.points(batch, ways)
        for begin in range(0, batch.shape[1], _CHUNK):
            some = slice(begin, begin + _CHUNK)
            points[some] += self._laid(batch[0, some], batch[1, some])
        return points

    def _laid(self, balls: Bitboards, doors: Bitboards) -> Points:
        """The points of all blocks and pits."""
        stage = STAGE_OF.take(np.bitwise_count(balls))
        start = (stage + (doors >> _TURN & _ONE).astype(np.intp) * STAGES) * EACH_STAGE
        doors = doors & _HINGES
        laid, wide = balls >> _SHIFTS, len(WIDE)
        six = np.empty_like(laid)
        six[:wide] = laid[:wide] & _both(7)
        six[:wide] |= laid[:wide] >> np.uint64(2) & _both(7 << 3)
        six[wide:] = laid[wide:] & _both(3)
        six[wide:] |= laid[wide:] >> np.uint64(3) & _both(3 << 2)
        six[wide:] |= laid[wide:] >> np.uint64(6) & _both(3 << 4)
        six |= six >> np.uint64(26)
        six &= np.uint64(4095)
        index = lookup(_BASE_THREE, six.astype(np.intp))
        laid = doors >> _SHIFTS
        two = six
        two[:wide] = laid[:wide] & _both(3)
        two[wide:] = laid[wide:] & _both(1)
        two[wide:] |= laid[wide:] >> np.uint64(4) & _both(2)
        two |= two >> np.uint64(30)
        two &= np.uint64(15)
        index += two.astype(np.intp)
        index += _STARTS
        index += start
        found = lookup(self._table, index).sum(axis=0, dtype=np.int32)
        laid = doors << np.uint64(6) >> _PIT_SHIFTS
        four = laid & _both(3)
        four |= laid >> np.uint64(3) & _both(3 << 2)
        four |= four >> np.uint64(28)
        four &= np.uint64(255)
        laid = balls >> _PIT_SHIFTS
        four |= (laid & _ONE) << np.uint64(8)
        four |= laid >> np.uint64(23) & np.uint64(512)
        index = four.astype(np.intp)
        index += _PIT_STARTS
        index += start
        points: Points = found + lookup(self._table, index).sum(axis=0, dtype=np.int32)
        return points
