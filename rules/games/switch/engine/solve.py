"""Solves Switch once all stones lie, `swap=any` and `counter=on`: every arrangement, by retrograde
analysis. For developers; the program only ever reads the table made from it.

An arrangement is the gap and the mover's own stones; the enemy has the rest. Its index is
gap x subsets + rank, where the rank counts the subsets of the other cells in order of their words.
Repetition and caps are ignored. An arrangement with a connected colour stands for the end, or for
the one counter of SW-8: it is won in 0 plies by a gift, lost in 0 if nothing counters, else won
in 1. No stone that could move is ever moved out of it, so nothing is decided through it twice.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]

DRAWN, WON, LOST = 0, 64, 128
"""Values of arrangements for the mover: WON + plies, LOST + plies, or DRAWN."""

CHUNK = 1 << 16
"""Arrangements worked on at once: their arrays stay in the processor's cache."""


class Square:
    """A square board with one gap, half of the other cells for each side.

    Stones are words, bit side x row + column; a word without its gap has one bit less.
    """

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
        self.words: Words = words[np.bitwise_count(words) == self.stones]
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

    def own(self, gap: int, rank: Words) -> Words:
        """The mover's stones of arrangements with this gap."""
        word = self.words[rank]
        below = np.uint32((1 << gap) - 1)
        own: Words = word & below | (word & ~below) << np.uint32(1)
        return own

    def index(self, gap: int, own: Words) -> Words:
        """The index of arrangements with this gap."""
        below = np.uint32((1 << gap) - 1)
        word = own & below | own >> np.uint32(1) & ~below
        high, low = word >> np.uint32(self.stones), word & np.uint32((1 << self.stones) - 1)
        index: Words = self._high[high] + self._low[low] + np.uint32(gap * self.subsets)
        return index

    def _joined(self) -> NDArray[np.bool_]:
        """Per word of all cells whether it has the right number of stones, all connected."""
        found = np.zeros(1 << self.cells, np.bool_)
        for start in range(0, 1 << self.cells, CHUNK):
            words = np.arange(start, min(start + CHUNK, 1 << self.cells), dtype=np.uint32)
            words = words[np.bitwise_count(words) == self.stones]
            reached = words & -words
            while True:
                grown = (reached | self._beside(reached)) & words
                if np.array_equal(grown, reached):
                    break
                reached = grown
            found[words[reached == words]] = True
        return found

    def _beside(self, words: Words) -> Words:
        one, side = np.uint32(1), np.uint32(self.side)
        not_left, not_right = (np.uint32(edge) for edge in self.edges)
        sideways = (words & not_right) << one | (words & not_left) >> one
        found: Words = (sideways | words << side | words >> side) & np.uint32(self.all)
        return found

    def moves(
        self, gap: int, own: Words, enemy: Words
    ) -> Iterator[tuple[NDArray[np.intp], int, Words]]:
        """Every move of `own`, a few of the same kind at once: the rows that can make it, the gap
        and the own stones after it. Within one kind no two rows lead to the same arrangement.

        Undoing a move of `own` is a move of `own` too: an exchange keeps the majority it needs.
        """
        for cell in range(self.cells):
            if cell != gap:
                rows = np.flatnonzero(own >> np.uint32(cell) & np.uint32(1))
                yield rows, cell, own[rows] ^ np.uint32(1 << cell | 1 << gap)
        for line in self.lines:
            mask = np.uint32(line)
            most = np.flatnonzero(np.bitwise_count(own & mask) > np.bitwise_count(enemy & mask))
            inside = own[most]
            for pair in combinations([cell for cell in range(self.cells) if line >> cell & 1], 2):
                if gap not in pair:
                    first, second = (np.uint32(cell) for cell in pair)
                    mixed = np.flatnonzero((inside >> first ^ inside >> second) & np.uint32(1))
                    both = np.uint32(1 << pair[0] | 1 << pair[1])
                    yield most[mixed], gap, inside[mixed] ^ both

    def count(self, own: Words, enemy: Words) -> Bytes:
        """The number of legal moves of `own`."""
        found = np.full(len(own), self.stones, np.uint8)
        for line in self.lines:
            ours = np.bitwise_count(own & np.uint32(line))
            theirs = np.bitwise_count(enemy & np.uint32(line))
            found += np.where(ours > theirs, ours * theirs, 0).astype(np.uint8)
        return found

    def enemy(self, gap: int, own: Words) -> Words:
        """The other side's stones."""
        return own ^ np.uint32(self.all ^ 1 << gap)

    def chunks(self) -> Iterator[tuple[int, slice, Words]]:
        """Gap, indices and own stones of all arrangements, some at a time."""
        for gap in range(self.cells):
            for start in range(0, self.subsets, CHUNK):
                stop = min(start + CHUNK, self.subsets)
                place = slice(gap * self.subsets + start, gap * self.subsets + stop)
                yield gap, place, self.own(gap, np.arange(start, stop, dtype=np.uint32))


class Solver:
    """What is known so far; `step` adds the arrangements decided one ply further away."""

    def __init__(self, square: Square) -> None:
        self.square = square
        self.plies = 0
        self.values: Bytes = np.zeros(square.size, np.uint8)
        """Per arrangement its value."""
        self.open: Bytes = np.zeros(square.size, np.uint8)
        """Per arrangement the moves that are not known to lose."""

    def begin(self) -> None:
        """Count all moves and set the values of all connections."""
        square = self.square
        for gap, place, own in square.chunks():
            enemy = square.enemy(gap, own)
            self.open[place] = square.count(own, enemy)
            mine, other = square.joined[own], square.joined[enemy]
            value = np.where(mine, np.uint8(WON), np.uint8(DRAWN))
            rows = np.flatnonzero(other & ~mine)
            value[rows] = self._answered(gap, own[rows], enemy[rows])
            self.values[place] = value

    def _answered(self, gap: int, own: Words, enemy: Words) -> Bytes:
        """Whether a counter exists: WON + 1, or else LOST (SW-8)."""
        square = self.square
        value = np.full(len(own), LOST, np.uint8)
        for rows, target, after in square.moves(gap, own, enemy):
            counters = square.joined[after] & ~square.joined[square.enemy(target, after)]
            value[rows[counters]] = WON + 1
        return value

    def step(self) -> tuple[int, int]:
        """Decide what is won or lost in one ply more; how many were won and lost in `plies`."""
        found = []
        for decided in (WON, LOST):
            places = np.flatnonzero(self.values == decided + self.plies).astype(np.uint32)
            found.append(len(places))
            for gap in range(self.square.cells):
                start, stop = np.searchsorted(
                    places, [gap * self.square.subsets, (gap + 1) * self.square.subsets]
                )
                for at in range(int(start), int(stop), CHUNK):
                    ranks = places[at : min(at + CHUNK, stop)] - np.uint32(
                        gap * self.square.subsets
                    )
                    self._spread(gap, ranks, decided)
        self.plies += 1
        return found[0], found[1]

    def _spread(self, gap: int, ranks: Words, decided: int) -> None:
        """Tell the arrangements before these, in which the other side moved."""
        own = self.square.own(gap, ranks)
        enemy = self.square.enemy(gap, own)
        for _, source, before in self.square.moves(gap, enemy, own):
            places = self.square.index(source, before)
            if decided == WON:
                self.open[places] -= np.uint8(1)
                places = places[self.open[places] == 0]
            places = places[self.values[places] == DRAWN]
            self.values[places] = self.plies + 1 + (LOST if decided == WON else WON)

    def done(self) -> bool:
        """Whether nothing is left to spread; the first plies may be empty."""
        return self.plies > 1 and not np.any(
            (self.values == WON + self.plies) | (self.values == LOST + self.plies)
        )


def figures(square: Square, values: Bytes) -> dict[str, int]:
    """Arrangements with a connected colour, the won, lost and drawn rest, and the longest win."""
    found = dict.fromkeys(("connected", "won", "lost", "drawn", "longest"), 0)
    for gap, place, own in square.chunks():
        ended = square.joined[own] | square.joined[square.enemy(gap, own)]
        value = values[place][~ended]
        found["connected"] += int(np.count_nonzero(ended))
        found["drawn"] += int(np.count_nonzero(value == DRAWN))
        found["lost"] += int(np.count_nonzero(value >= LOST))
        won = value[(value >= WON) & (value < LOST)]
        found["won"] += len(won)
        found["longest"] = max(found["longest"], int(won.max(initial=WON)) - WON)
    return found


def wrong(square: Square, values: Bytes) -> Iterator[int]:
    """Chunk by chunk the arrangements whose value is not the best of what their moves lead to.

    Nothing wrong means that all values are true: by induction over the plies for won and lost
    ones, and because every drawn one has a move to a drawn one and none to a lost one.
    """
    for gap, place, own in square.chunks():
        enemy = square.enemy(gap, own)
        best = np.zeros(len(own), np.int16)
        for rows, target, after in square.moves(gap, own, enemy):
            child = values[square.index(target, square.enemy(target, after))].astype(np.int16)
            worth = np.where(child >= LOST, 1000 + LOST - child, child - 1000 - WON)
            worth = np.where(child == DRAWN, np.int16(1), worth)
            best[rows] = np.maximum(best[rows], worth + np.int16(2000))
        best -= 2000
        best -= np.sign(best).astype(np.int16)
        value = np.where(best > 0, WON + 1000 - best, LOST + 1000 + best)
        value = np.where(best == 0, np.int16(DRAWN), value)
        ended = square.joined[own] | square.joined[enemy]
        yield int(np.count_nonzero((value != values[place]) & ~ended))
