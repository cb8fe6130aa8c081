"""Measures how often Othello's hint is a best move shortly before the end.

`python -m tests.tools.strength.endgames make FILE [SEED [COUNT]]` plays matches between levels,
solves one position of each and appends it to FILE. `... measure FILE [SECONDS ...]` prints a table
of the hint's moves after these seconds of processor time.

A line of a file is a JSON object: `moves` from the start, and the exact `scores` of all moves in
discs for the mover.
"""

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from flipside.game.live_match.hint import EXACT_HINT_SECONDS
from flipside.rules.arena.contest import level_move, open_at_random
from flipside.rules.contract.position import Move
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import HINT_SOLVED_PLIES, PositionAnalysis
from flipside.rules.engine.search import level_of, plies_left, solved_moves, warm_up
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.match import Match

EMPTY_SQUARES = range(14, 19)
"""The numbers of empty squares of the positions, in turn."""

_LEVELS = tuple(level_of(f"level{number}") for number in range(3, 7))
_OPENING_PLIES = 8
"""The number of random plies at the start of each match."""


@dataclass(frozen=True)
class Endgame:
    """A position of a file with the exact scores of its moves, in discs for the mover."""

    match: Match
    scores: Mapping[str, int]

    def loss(self, move: Move) -> int:
        """Return by how many discs a move is worse than the best one."""
        return max(self.scores.values()) - self.scores[self.match.position.name(move)]


def read_endgames(file: Path) -> Iterator[Endgame]:
    """Yield the positions of a file."""
    for line in file.read_text("utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        match = Match(OTHELLO)
        match.read_moves(entry["moves"])
        yield Endgame(match, entry["scores"])


def make_endgames(file: Path, seed: int = 2611, count: int = 42) -> None:
    """Append positions to `file` until it has `count`; the same seed makes the same positions."""
    start = len(file.read_text("utf-8").splitlines()) if file.exists() else 0
    for number in range(start, count):
        match = _endgame_match(seed, number)
        line = {"moves": " ".join(match.names()), "scores": _exact_scores(match)}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


def _endgame_match(seed: int, number: int) -> Match:
    """Return a match between two levels, up to a position with more than one move."""
    empty = EMPTY_SQUARES[number % len(EMPTY_SQUARES)]
    random = Random(seed * 1_000_000 + number)
    while True:
        seats = [_LEVELS[int(random.random() * len(_LEVELS))] for _ in range(2)]
        match = Match(OTHELLO)
        open_at_random(match, _OPENING_PLIES, random)
        while match.result() is None and plies_left(OTHELLO, match.position) > empty:
            match.play(level_move(match, seats[match.position.turn], random))
        if match.result() is None and len(match.legal()) > 1:
            return match


def _exact_scores(match: Match) -> dict[str, int]:
    """Return the exact score of every move in discs for the mover."""
    position = match.position
    assert isinstance(position, Othello)
    score = OTHELLO.engine.static_score
    guesses = {move: -score(position.play(move)) for move in position.moves()}
    *_, bounds = filter(None, solved_moves(OTHELLO, position, guesses))
    return {position.name(move): low // 100 for move, (low, _) in bounds.items()}


def measure_hints(file: Path, seconds: Sequence[float]) -> None:
    """Print a row for each number of seconds: best moves, discs lost, exact scores, time, nodes."""
    for _ in warm_up(OTHELLO, Limit()):
        pass
    endgames = list(read_endgames(file))
    # Position by position, because each has its own time limits.
    columns = zip(*[list(_hints(endgame.match, seconds)) for endgame in endgames], strict=True)
    print(
        "| seconds | best moves | discs lost (empty squares) | exact | seconds each | nodes each |"
    )
    print("|---|---|---|---|---|---|")
    for limit, hints in zip(seconds, columns, strict=True):
        losses = [
            endgame.loss(info.move) for endgame, (info, _) in zip(endgames, hints, strict=True)
        ]
        details = ", ".join(
            f"{loss} ({plies_left(OTHELLO, endgame.match.position)})"
            for loss, endgame in zip(losses, endgames, strict=True)
            if loss
        )
        exact, count = sum(info.exact for info, _ in hints), len(endgames)
        duration = sum(duration for _, duration in hints) / count
        nodes = sum(info.nodes for info, _ in hints) / count
        print(
            f"| {limit:g} | {losses.count(0)} of {count} | {details} | {exact} |"
            f" {duration:.2f} | {nodes:,.0f} |"
        )


def _hints(match: Match, seconds: Sequence[float]) -> Iterator[tuple[SearchInfo, float]]:
    """Yield the hint and its time in seconds for each limit in `seconds`."""
    limits, start, duration = list(seconds), time.process_time(), 0.0
    analysis = PositionAnalysis(
        OTHELLO, match.position, match.history(), solved_plies=HINT_SOLVED_PLIES
    )
    for info in analysis.infos():
        duration = time.process_time() - start
        while limits and duration >= limits[0] and info.depth:
            del limits[0]
            yield info, duration
        if not limits:
            return
    for _ in limits:
        yield info, duration


if __name__ == "__main__":
    command, name, *numbers = sys.argv[1:]
    if command == "make":
        make_endgames(Path(name), *map(int, numbers))
    else:
        measure_hints(Path(name), [*map(float, numbers)] or [EXACT_HINT_SECONDS])
