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

from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import warm_up
from flipside.rules.engine.vector.search import VectorSearch
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
    file: Path, depths: Sequence[int], positions: int | None, only: str | None
) -> None:
    """Print a table of errors by depth, with ProbCut ("selective") and without ("whole").
    `positions` is the maximum number of positions, `only` one of the two kinds."""
    chosen = list(read_positions(file, positions))
    for _ in warm_up(OTHELLO, Limit()):
        pass
    print(f"{len(chosen)} positions of {file.name}")
    print("| depth | search | error, discs | lean, discs | good moves | seconds each |")
    print("|---|---|---|---|---|---|", flush=True)
    for depth in depths:
        for kind in ("selective", "whole") if only is None else (only,):
            print(
                f"| {depth} | {kind} | {error_columns(chosen, depth, kind == 'selective')} |",
                flush=True,
            )


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


def error_columns(chosen: Sequence[ReferencePosition], depth: int, selective: bool) -> str:
    """Return the columns of a row: root mean square and mean error in discs, share of good moves,
    processor seconds per position."""
    assert OTHELLO.engine.batch_rules is not None
    rules = OTHELLO.engine.batch_rules()
    errors, good, begun = [], 0, time.process_time()
    for known in chosen:
        position = known.match.position
        *_, last = VectorSearch(
            position,
            OTHELLO,
            rules,
            Limit(depth=depth),
            Random(1),
            known.match.history(),
            selective,
        ).search_infos()
        errors.append(last.score / 100 - known.value)
        good += BOARD.names[last.move[0]] in known.good
    seconds = (time.process_time() - begun) / len(chosen)
    error = math.sqrt(sum(one * one for one in errors) / len(errors))
    lean = sum(errors) / len(errors)
    return f"{error:.2f} | {lean:+.2f} | {good / len(chosen):.1%} | {seconds:.4f}"
