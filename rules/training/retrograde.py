"""Solver of Switch with `swap=any` and `counter=on`: retrograde analysis of every arrangement.

For developers: the program only reads the table made from it. Repetition and caps are ignored.

An arrangement is the gap and the mover's own stones; the enemy has the rest. Its index is
gap * subsets + rank. The rank counts the subsets of the other cells in the order of their words.
Its value is that of the tablebase: n + 1 won for the mover in n plies, -n - 1 lost, 0 drawn.
An arrangement with a connected colour stands for the end, or for the one counter of SW-8. It is won
in 0 plies by a gift, lost in 0 if nothing counters, else won in 1. The analysis makes no moves
out of it, so nothing is decided through it twice.

Source: https://www.chessprogramming.org/Retrograde_Analysis
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.contract.board import cells
from rules.games.switch.engine.table import Codes, Words32

Counts = NDArray[np.uint8]
"""Numbers of moves, shape (n,)."""

_CHUNK_ARRANGEMENTS = 1 << 16
"""Arrangements worked on at once; larger arrays would leave the processor's cache."""

_SOON = np.int16(1000)
"""Above every value: an end in n plies scores as much less, so that the sooner win is better."""


class SquareBoard:
    """A square board with one gap, half of the other cells for each side. Stones are bitboards, bit
    side*row+column, shape (n,), dtype uint32. A word leaves out the bit of the gap. Ranks and
    indices have shape (n,), dtype uint32, too."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.cells = side * side
        self.stones = (self.cells - 1) // 2
        self.all = (1 << self.cells) - 1
        rows = [sum(1 << side * row + column for column in range(side)) for row in range(side)]
        columns = [sum(1 << side * row + column for row in range(side)) for column in range(side)]
        self.lines = rows + columns
        self.edges = self.all ^ columns[0], self.all ^ columns[-1]
        words = np.arange(1 << 2 * self.stones, dtype=np.uint32)
        self.words: Words32 = words[np.bitwise_count(words) == self.stones]
        self.subsets = len(self.words)
        self.size = self.cells * self.subsets
        half = np.bitwise_count(words[: 1 << self.stones])
        block = np.bincount(half, minlength=self.stones + 1)[self.stones - half]
        self._high = (np.cumsum(block) - block).astype(np.uint32)
        self._low = np.zeros(1 << self.stones, np.uint32)
        for count in range(self.stones + 1):
            same = half == count
            self._low[same] = np.arange(np.count_nonzero(same), dtype=np.uint32)
        self.joined = self._joined()

    def own(self, gap: int, rank: Words32) -> Words32:
        """Bitboards of the mover's stones of arrangements with this gap, by `rank`: shape (n,)."""
        word = self.words[rank]
        below = np.uint32((1 << gap) - 1)
        return word & below | (word & ~below) << np.uint32(1)

    def index(self, gap: int, own: Words32) -> Words32:
        """The index of arrangements with this gap and own stones: shape (n,)."""
        below = np.uint32((1 << gap) - 1)
        word = own & below | own >> np.uint32(1) & ~below
        high, low = word >> np.uint32(self.stones), word & np.uint32((1 << self.stones) - 1)
        return self._high[high] + self._low[low] + np.uint32(gap * self.subsets)

    def _joined(self) -> NDArray[np.bool_]:
        """Whether each bitboard has all stones of a side, connected: shape (2 ** cells,)."""
        found = np.zeros(1 << self.cells, np.bool_)
        for start in range(0, 1 << self.cells, _CHUNK_ARRANGEMENTS):
            words = np.arange(
                start, min(start + _CHUNK_ARRANGEMENTS, 1 << self.cells), dtype=np.uint32
            )
            words = words[np.bitwise_count(words) == self.stones]
            reached = words & -words
            while True:
                grown = (reached | self._neighbours_of(reached)) & words
                if np.array_equal(grown, reached):
                    break
                reached = grown
            found[words[reached == words]] = True
        return found

    def _neighbours_of(self, words: Words32) -> Words32:
        one, side = np.uint32(1), np.uint32(self.side)
        not_left, not_right = (np.uint32(edge) for edge in self.edges)
        sideways = (words & not_right) << one | (words & not_left) >> one
        return (sideways | words << side | words >> side) & np.uint32(self.all)

    def moves(
        self, gap: int, own: Words32, enemy: Words32
    ) -> Iterator[tuple[NDArray[np.intp], int, Words32]]:
        """Yield the moves of `own`, one kind of move at a time. Each item is the rows that can make
        it, shape (m,), the gap after it, and the own stones after it, shape (m,). Within one kind
        no two rows lead to the same arrangement. Undoing a move of `own` is a move of `own` too: an
        exchange keeps the majority it needs."""
        for cell in range(self.cells):
            if cell != gap:
                rows = np.flatnonzero(own >> np.uint32(cell) & np.uint32(1))
                yield rows, cell, own[rows] ^ np.uint32(1 << cell | 1 << gap)
        for line in self.lines:
            mask = np.uint32(line)
            most = np.flatnonzero(np.bitwise_count(own & mask) > np.bitwise_count(enemy & mask))
            inside = own[most]
            for pair in combinations(cells(line), 2):
                if gap not in pair:
                    first, second = (np.uint32(cell) for cell in pair)
                    mixed = np.flatnonzero((inside >> first ^ inside >> second) & np.uint32(1))
                    both = np.uint32(1 << pair[0] | 1 << pair[1])
                    yield most[mixed], gap, inside[mixed] ^ both

    def count(self, own: Words32, enemy: Words32) -> Counts:
        """The number of legal moves of `own`: shape (n,), dtype uint8."""
        found = np.full(len(own), self.stones, np.uint8)
        for line in self.lines:
            ours = np.bitwise_count(own & np.uint32(line))
            theirs = np.bitwise_count(enemy & np.uint32(line))
            found += np.where(ours > theirs, ours * theirs, 0).astype(np.uint8)
        return found

    def enemy(self, gap: int, own: Words32) -> Words32:
        """Bitboards of the enemy's stones: shape (n,)."""
        return own ^ np.uint32(self.all ^ 1 << gap)

    def chunks(self) -> Iterator[tuple[int, slice, Words32]]:
        """Yield all arrangements in chunks: gap, slice of indices, own stones of shape (n,)."""
        for gap in range(self.cells):
            for start in range(0, self.subsets, _CHUNK_ARRANGEMENTS):
                stop = min(start + _CHUNK_ARRANGEMENTS, self.subsets)
                place = slice(gap * self.subsets + start, gap * self.subsets + stop)
                yield gap, place, self.own(gap, np.arange(start, stop, dtype=np.uint32))


class Solver:
    """The state of the analysis; `step` adds the arrangements decided one ply further away."""

    def __init__(self, square: SquareBoard) -> None:
        self.square = square
        self.plies = 0
        self.values: Codes = np.zeros(square.size, np.int8)
        """The value of every arrangement, shape (size,): at first of those that are connected."""
        self.open: Counts = np.zeros(square.size, np.uint8)
        """The number of moves of every arrangement not known to lose, shape (size,)."""
        for gap, place, own in square.chunks():
            enemy = square.enemy(gap, own)
            self.open[place] = square.count(own, enemy)
            mine, other = square.joined[own], square.joined[enemy]
            value = mine.astype(np.int8)
            rows = np.flatnonzero(other & ~mine)
            value[rows] = self._answered(gap, own[rows], enemy[rows])
            self.values[place] = value

    def _answered(self, gap: int, own: Words32, enemy: Words32) -> Codes:
        """Won in one ply where a counter exists, else lost (SW-8): shape (n,)."""
        square = self.square
        value = np.full(len(own), -1, np.int8)
        for rows, target, after in square.moves(gap, own, enemy):
            counters = square.joined[after] & ~square.joined[square.enemy(target, after)]
            value[rows[counters]] = 2
        return value

    def step(self) -> tuple[int, int]:
        """Decide what is won or lost in one ply more; return the counts won and lost in `plies`."""
        found = []
        for decided in (self.plies + 1, -self.plies - 1):
            places = np.flatnonzero(self.values == decided).astype(np.uint32)
            found.append(len(places))
            for gap in range(self.square.cells):
                start, stop = np.searchsorted(
                    places, [gap * self.square.subsets, (gap + 1) * self.square.subsets]
                )
                for at in range(int(start), int(stop), _CHUNK_ARRANGEMENTS):
                    ranks = places[at : min(at + _CHUNK_ARRANGEMENTS, stop)] - np.uint32(
                        gap * self.square.subsets
                    )
                    self._spread(gap, ranks, decided)
        self.plies += 1
        return found[0], found[1]

    def _spread(self, gap: int, ranks: Words32, decided: int) -> None:
        """Update the predecessors of arrangements with that value; the other side moved in them."""
        own = self.square.own(gap, ranks)
        enemy = self.square.enemy(gap, own)
        for _, source, before in self.square.moves(gap, enemy, own):
            places = self.square.index(source, before)
            if decided > 0:
                self.open[places] -= np.uint8(1)
                places = places[self.open[places] == 0]
            places = places[self.values[places] == 0]
            self.values[places] = -decided - 1 if decided > 0 else 1 - decided

    def done(self) -> bool:
        """Whether nothing is left to decide; the first plies may be empty."""
        return self.plies > 1 and not np.any(np.abs(self.values) == self.plies + 1)


def value_counts(square: SquareBoard, values: Codes) -> dict[str, int]:
    """Counts of arrangements: "connected", then "won", "lost" and "drawn" of the rest. "longest" is
    the longest win in plies. `values` has shape (square.size,)."""
    found = dict.fromkeys(("connected", "won", "lost", "drawn", "longest"), 0)
    for gap, place, own in square.chunks():
        ended = square.joined[own] | square.joined[square.enemy(gap, own)]
        value = values[place][~ended]
        found["connected"] += int(np.count_nonzero(ended))
        found["drawn"] += int(np.count_nonzero(value == 0))
        found["lost"] += int(np.count_nonzero(value < 0))
        found["won"] += int(np.count_nonzero(value > 0))
        found["longest"] = max(found["longest"], int(value.max(initial=1)) - 1)
    return found


def wrong_value_counts(square: SquareBoard, values: Codes) -> Iterator[int]:
    """Yield per chunk the number of arrangements whose value differs from the best of their moves.
    If all are 0, all values are true. That follows by induction over the plies for won and lost
    arrangements. Every drawn one has a move to a drawn one and none to a lost one."""
    for gap, place, own in square.chunks():
        enemy = square.enemy(gap, own)
        best = np.full(len(own), -_SOON, np.int16)
        for rows, target, after in square.moves(gap, own, enemy):
            child = values[square.index(target, square.enemy(target, after))].astype(np.int16)
            best[rows] = np.maximum(best[rows], np.sign(child) * (np.abs(child) - _SOON))
        value = np.where(best == 0, 0, np.sign(best) * (_SOON + 1 - np.abs(best)))
        ended = square.joined[own] | square.joined[enemy]
        yield int(np.count_nonzero((value != values[place]) & ~ended))
