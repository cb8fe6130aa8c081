"""Computes the tablebase of Switch by retrograde analysis, for `python build.py solve`."""

import resource
import sys
import time

import numpy as np

from rules.engine.data.packed import PackedFile, packed_file
from rules.games.switch.engine.table import (
    PATH,
    TABLE_HEADER_LINE,
    ArrangementIndex,
    Codes,
    read_table,
)
from rules.training.retrograde import Solver, SquareBoard, value_counts, wrong_value_counts

_KNOWN_FIGURES = {
    "connected": 3_515_914,
    "won": 14_356_032,
    "lost": 437_934,
    "drawn": 49_294_020,
    "longest": 27,
}
"""The known results: numbers of arrangements and plies of the longest win. RULES.md rounds two."""


def solve_switch(verify: bool) -> int:
    """Solve Switch, compare with the known figures and write the table; returns the exit code. With
    `verify`, every arrangement is then compared with its successors and with the table as the
    program reads it."""
    start = time.perf_counter()
    square = SquareBoard(5)
    print(f"{square.size:,} arrangements", flush=True)
    solver = _solved(square, start)
    found = value_counts(square, solver.values)
    for name, number in found.items():
        print(f"{name} {number:,}, expected {_KNOWN_FIGURES[name]:,}", flush=True)
    if found != _KNOWN_FIGURES:
        print("solve: these are not the known figures; no table written", file=sys.stderr)
        return 1
    PATH.write_bytes(packed_file(TABLE_HEADER_LINE, _table(square, solver.values).tobytes()))
    print(f"{PATH}: {PATH.stat().st_size / 1e6:.2f} MB", flush=True)
    failed = _verified(square, solver.values, start) if verify else 0
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{time.perf_counter() - start:.0f} s, {memory:.2f} GB at the peak", flush=True)
    return 1 if failed else 0


def _solved(square: SquareBoard, start: float) -> Solver:
    solver = Solver(square)
    while not solver.done():
        won, lost = solver.step()
        seconds = time.perf_counter() - start
        print(
            f"{solver.plies - 1:2} plies: {won:10,} won {lost:10,} lost, {seconds:.0f} s",
            flush=True,
        )
    return solver


def _table(square: SquareBoard, values: Codes) -> Codes:
    index = ArrangementIndex()
    for _ in index.prepare():
        pass
    found = np.zeros(index.size, np.int8)
    for gap, place, own in square.chunks():
        found[index(own, square.enemy(gap, own))] = values[place]
    return found


def _verified(square: SquareBoard, values: Codes, start: float) -> int:
    table = PackedFile(PATH, read_table).loaded()
    if table is None:
        print(f"{PATH} cannot be read", file=sys.stderr)
        return 1
    untrue = differing = 0
    for (gap, place, own), count in zip(
        square.chunks(), wrong_value_counts(square, values), strict=True
    ):
        untrue += count
        differs = table.values(own, square.enemy(gap, own)) != values[place]
        differing += int(np.count_nonzero(differs))
        if place.stop % square.subsets == 0:
            seconds = time.perf_counter() - start
            print(f"verified {place.stop:,} arrangements, {seconds:.0f} s", flush=True)
    print(f"{untrue:,} differ from what their moves lead to, {differing:,} from the table")
    return untrue + differing
