"""Computes the tablebase of Switch by retrograde analysis, for `python build.py solve`.

Arrangements with the same place in the table's index are solved together. Values are codes of the
table. In an arrangement with a connected colour, the match is over or the mover has one countermove
(SW-8). If the mover is connected, it is won in 0 plies. If the opponent is connected, it is won in
1 ply by a countermove, and lost in 0 plies without one. It has no other moves. Repetition and caps
are ignored.

Source: https://www.chessprogramming.org/Retrograde_Analysis
"""

import resource
import sys
import time
from collections.abc import Iterator
from functools import cache

import numpy as np

from flipside.rules.contract.batch_rules import Index
from flipside.rules.engine.data_files import PackedFile, packed_file
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.batch import after_moves, countered, joined
from flipside.rules.games.switch.engine.table import (
    TABLE_HEADER_LINE,
    ArrangementIndex,
    Codes,
    SwitchTable,
    Words32,
    read_table,
)
from flipside.rules.games.switch.stones import ALL, STONES

_KNOWN_FIGURES = {
    "connected": 3_515_914,
    "won": 14_356_032,
    "lost": 437_934,
    "drawn": 49_294_020,
    "longest": 27,
}
"""The known results: numbers of arrangements, and the plies of the longest win."""

HOMES = {24: 4, 23: 8, 22: 4, 18: 4, 17: 4, 12: 1}
"""One gap of each symmetry class, and the number of gaps in the class."""

_CENTRE = 12
"""The gap in the centre. Its arrangements have four places, as the index does not rotate them."""

_CHUNK_ARRANGEMENTS = 1 << 16
"""The number of arrangements in a chunk. Larger arrays do not fit in the processor's cache."""

_SOON = np.int16(1000)
"""A number above every value. A win in n plies is worth _SOON - n, so a faster win is better."""


@cache
def _words() -> Words32:
    """Return the mover's stones in all arrangements with one gap, without the bit of the gap."""
    words = np.arange(1 << 2 * STONES, dtype=np.uint32)
    return words[np.bitwise_count(words) == STONES]


def arrangements(gap: int) -> Iterator[tuple[Words32, Words32]]:
    """Yield the stones of mover and opponent in all arrangements with gap `gap`, in chunks (n,)."""
    below, words = np.uint32((1 << gap) - 1), _words()
    for start in range(0, len(words), _CHUNK_ARRANGEMENTS):
        some = words[start : start + _CHUNK_ARRANGEMENTS]
        own = some & below | (some & ~below) << np.uint32(1)
        yield own, own ^ np.uint32(ALL ^ 1 << gap)


def _rotated(stones: Words32) -> Words32:
    """Return the stones after a quarter turn of the board, shape (n,)."""
    rotation = np.zeros_like(stones)
    for cell in range(25):
        row, column = divmod(cell, 5)
        rotation |= (stones >> np.uint32(cell) & np.uint32(1)) << np.uint32(5 * column + 4 - row)
    return rotation


def _chunks(places: Index) -> Iterator[Index]:
    for start in range(0, len(places), _CHUNK_ARRANGEMENTS):
        yield places[start : start + _CHUNK_ARRANGEMENTS]


class Solver:
    """The state of the analysis, in arrays by place."""

    def __init__(self) -> None:
        self.plies = 0
        self.index = ArrangementIndex()
        for _ in self.index.prepare():
            pass
        self.own, self.enemy = np.zeros((2, self.index.size), np.uint32)
        """The stones of mover and opponent in one arrangement of each place."""
        self.counts = np.zeros(self.index.size, np.uint8)
        """The number of arrangements of each place."""
        self.values: Codes = np.zeros(self.index.size, np.int8)
        """The value of each place, so far. The first values are those of connected colours."""
        for gap, gaps in HOMES.items():
            for own, enemy in arrangements(gap):
                places = self.index(own, enemy)
                self.own[places], self.enemy[places] = own, enemy
                np.add.at(self.counts, places, np.uint8(gaps))
                mine = joined(own)
                other = np.flatnonzero(joined(enemy) & ~mine)
                value = mine.astype(np.int8)
                value[other] = np.where(countered(own[other], enemy[other]), 2, -1)
                self.values[places] = value
        self.is_over = self.values != 0

    def step(self) -> tuple[int, int]:
        """Decide wins and losses in one more ply; return how many are won and lost in `plies`."""
        wins, losses = (
            np.flatnonzero(self.values == code) for code in (self.plies + 1, ~self.plies)
        )
        maybe_lost = np.zeros(self.index.size, np.bool_)
        for some in _chunks(wins):
            maybe_lost[self._before(some)] = True
        for some in _chunks(np.flatnonzero(maybe_lost)):
            row, own, enemy = after_moves(self.own[some], self.enemy[some])
            escapes = self.values[self.index(enemy, own)] <= 0
            self.values[np.delete(some, row[escapes])] = -self.plies - 2
        for some in _chunks(losses):
            self.values[self._before(some)] = self.plies + 2
        self.plies += 1
        return int(self.counts[wins].sum()), int(self.counts[losses].sum())

    def _before(self, places: Index) -> Index:
        """Return the undecided places from which a move leads to `places`.

        Taking back a move is also a legal move, because an exchange keeps the majority it needs.
        """
        _, own, enemy = after_moves(self.enemy[places], self.own[places])
        indices = [self.index(own, enemy)]
        central = (own | enemy) & np.uint32(1 << _CENTRE) == 0
        own, enemy = own[central], enemy[central]
        for _ in range(3):
            own, enemy = _rotated(own), _rotated(enemy)
            indices.append(self.index(own, enemy))
        before = np.concatenate(indices)
        return before[self.values[before] == 0]

    def done(self) -> bool:
        """Return whether all wins and losses are decided. The first steps may decide none."""
        return self.plies > 1 and not np.any(np.abs(self.values) == self.plies + 1)

    def figures(self) -> dict[str, int]:
        """Return the number of arrangements by value, and the longest win in plies."""
        rest = np.where(self.is_over, 0, self.counts)
        return {
            "connected": int(self.counts[self.is_over].sum()),
            "won": int(rest[self.values > 0].sum()),
            "lost": int(rest[self.values < 0].sum()),
            "drawn": int(rest[self.values == 0].sum()),
            "longest": int(self.values.max()) - 1,
        }


def untrue_count(table: SwitchTable, own: Words32, enemy: Words32) -> int:
    """Return how many of these arrangements (n,) have another value than their best move.

    If no arrangement has, all values are correct. For wins and losses, this follows by induction
    over the plies. Every drawn arrangement then has a move to a drawn one, and none to a lost one.
    """
    row, after, other = after_moves(own, enemy)
    child = table.values(other, after).astype(np.int16)
    worth = np.sign(child) * (np.abs(child) - _SOON)
    best = np.maximum.reduceat(worth, np.flatnonzero(np.diff(row, prepend=-1)))
    value = np.where(best == 0, 0, np.sign(best) * (_SOON + 1 - np.abs(best)))
    running = ~(joined(own) | joined(enemy))
    return int(np.count_nonzero((value != table.values(own, enemy)) & running))


def solve_switch(verify: bool) -> int:
    """Solve Switch, check the known figures and write the table; return the exit code.

    With `verify`, compare the value of every arrangement with its moves and with the written file.
    """
    start = time.perf_counter()
    print(f"{25 * len(_words()):,} arrangements", flush=True)
    solver = _solved(start)
    figures = solver.figures()
    for name, number in figures.items():
        print(f"{name} {number:,}, expected {_KNOWN_FIGURES[name]:,}", flush=True)
    if figures != _KNOWN_FIGURES:
        print("solve: these are not the known figures; no table written", file=sys.stderr)
        return 1
    TABLE.path.write_bytes(packed_file(TABLE_HEADER_LINE, solver.values.tobytes()))
    print(f"{TABLE.path}: {TABLE.path.stat().st_size / 1e6:.2f} MB", flush=True)
    differences = _verified(solver, start) if verify else 0
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{time.perf_counter() - start:.0f} s, {memory:.2f} GB at the peak", flush=True)
    return 1 if differences else 0


def _solved(start: float) -> Solver:
    solver = Solver()
    while not solver.done():
        wins, losses = solver.step()
        seconds = time.perf_counter() - start
        print(
            f"{solver.plies - 1:2} plies: {wins:10,} won {losses:10,} lost, {seconds:.0f} s",
            flush=True,
        )
    return solver


def _verified(solver: Solver, start: float) -> int:
    table = PackedFile(TABLE.path, read_table).loaded()
    if table is None:
        print(f"{TABLE.path} cannot be read", file=sys.stderr)
        return 1
    untrue = differing = 0
    for gap in range(25):
        for own, enemy in arrangements(gap):
            untrue += untrue_count(table, own, enemy)
            differs = table.values(own, enemy) != solver.values[solver.index(own, enemy)]
            differing += int(np.count_nonzero(differs))
        seconds = time.perf_counter() - start
        done = (gap + 1) * len(_words())
        print(f"verified {done:,} arrangements, {seconds:.0f} s", flush=True)
    print(f"{untrue:,} differ from what their moves lead to, {differing:,} from the table")
    return untrue + differing
