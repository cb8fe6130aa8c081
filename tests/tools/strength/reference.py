"""Errors of Othello's search scores against other programs, for `build.py bench reference`.

A line of the file is a JSON object: `moves` from the start, the `value` in discs for the mover and
the `good` moves. The file is for measuring only; no evaluation is fitted to it.
"""

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from flipside.rules.contract.search_api import Limit, SearchCache, SearchInfo
from flipside.rules.engine.search import tree_search, warm_up
from flipside.rules.engine.time_slices import PROCESS_CLOCK, last_within
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import BOARD
from flipside.rules.match.match import Match


@dataclass
class ReferencePosition:
    """A position of the file, with its reference value and good moves."""

    match: Match
    value: float
    """The reference value in discs for the mover."""
    good: frozenset[str]


def measure_errors(
    file: Path,
    depths: Sequence[int],
    positions: int | None,
    only: str | None,
    seconds: Sequence[float],
) -> None:
    """Print a table of errors by depth, with ProbCut ("selective") and without ("whole").
    `positions` is the maximum number of positions, `only` one of the two kinds. With `seconds`,
    the table is by processor seconds per position instead."""
    chosen = list(read_positions(file, positions))
    for _ in warm_up(OTHELLO, Limit()):
        pass
    print(f"{len(chosen)} positions of {file.name}")
    if seconds:
        print("| seconds | error, discs | lean, discs | good moves | mean depth |")
        print("|---|---|---|---|---|", flush=True)
        for limit in seconds:
            infos = [last_info(known, Limit(), True, limit) for known in chosen]
            depth = sum(info.depth for info in infos) / len(infos)
            print(f"| {limit:g} | {error_columns(chosen, infos)} | {depth:.2f} |", flush=True)
        return
    print("| depth | search | error, discs | lean, discs | good moves | seconds each |")
    print("|---|---|---|---|---|---|", flush=True)
    for depth in depths:
        for kind in ("selective", "whole") if only is None else (only,):
            begun, is_selective = time.process_time(), kind == "selective"
            infos = [last_info(known, Limit(depth=depth), is_selective) for known in chosen]
            each = (time.process_time() - begun) / len(chosen)
            columns = error_columns(chosen, infos)
            print(f"| {depth} | {kind} | {columns} | {each:.4f} |", flush=True)


def read_positions(file: Path, positions: int | None) -> Iterator[ReferencePosition]:
    """Yield `positions` positions of a file, evenly spread, or all if None."""
    lines = file.read_text("utf-8").splitlines()
    count = min(positions or len(lines), len(lines))
    for number in range(count):
        one: dict[str, Any] = json.loads(lines[number * len(lines) // count])
        match = Match(OTHELLO)
        moves = one["moves"]
        match.read_moves(" ".join(moves[at : at + 2] for at in range(0, len(moves), 2)))
        yield ReferencePosition(match, one["value"], frozenset(one["good"]))


def last_info(
    known: ReferencePosition, limit: Limit, selective: bool, seconds: float | None = None
) -> SearchInfo:
    """Return the result of a search that ends at `limit` or after `seconds` of the processor."""
    match = known.match
    cache = None if seconds is None else SearchCache()  # as for levels with a time limit
    infos = tree_search(
        match.position, OTHELLO, limit, Random(1), match.history(), selective, cache
    )
    return last_within(infos, seconds, PROCESS_CLOCK)


def error_columns(chosen: Sequence[ReferencePosition], infos: Sequence[SearchInfo]) -> str:
    """Return columns of a row: root mean square and mean error in discs, share of good moves."""
    pairs = list(zip(chosen, infos, strict=True))
    errors = [info.score / 100 - known.value for known, info in pairs]
    good = sum(BOARD.names[info.move[0]] in known.good for known, info in pairs)
    error = math.sqrt(sum(one * one for one in errors) / len(errors))
    lean = sum(errors) / len(errors)
    return f"{error:.2f} | {lean:+.2f} | {good / len(chosen):.1%}"
