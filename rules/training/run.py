"""Rounds of training for every game: self-play, fit, gate.

A round plays several sets of matches, called shards, with the current evaluation, and fits a
candidate to their positions. If the candidate beats the current evaluation in the matches of the
gate, it becomes the current evaluation. All files of a run are in one folder. Files are written
atomically, so a stopped run can continue:

    state.json              the finished rounds
    present.bin             the current evaluation; missing if it is the hand-made one
    <round>/shard-<n>.npz   labelled positions
    <round>/candidate.bin   the candidate
    <round>/gate-*.jsonl    the matches of the candidate against the current evaluation
"""

import json
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from flipside.rules.arena.contest import Series, Terms, winner_of
from flipside.rules.arena.pool import ALL_CORES, Workers, run_tasks
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import Level
from flipside.rules.training.courses import COURSES, Course

Weights = tuple[bytes, bytes | None]
"""The files of a new and an old evaluation; None for the hand-made evaluation."""

GATE_MATCHES = 200

_MESSAGE_SECONDS = 10.0


@dataclass(frozen=True)
class TrainingRun:
    """The course, folder, seed and workers of a run."""

    course: Course
    folder: Path
    seed: int = 0
    workers: Workers = ALL_CORES


def train(
    key: str,
    folder: Path,
    rounds: int,
    seed: int = 0,
    workers: Workers = ALL_CORES,
    anew: bool = False,
) -> int:
    """Train until `rounds` rounds are finished; return the exit code.

    Training starts from the evaluation in the game's folder or, with `anew`, the hand-made one.
    """
    course = COURSES[key]
    here = TrainingRun(course, folder / key, seed, workers)
    state = _state(here, anew)
    try:
        while len(state["rounds"]) < rounds:
            state["rounds"].append(_round(here, state, len(state["rounds"]) + 1))
            write_whole(here.folder / "state.json", json.dumps(state, indent=1).encode())
    except KeyboardInterrupt:
        _log(f"{key}: stopped; the same command goes on")
    return 0


def _state(here: TrainingRun, anew: bool) -> dict[str, Any]:
    file = here.folder / "state.json"
    if file.is_file():
        return json.loads(file.read_text("utf-8"))
    if not anew and here.course.weights.is_file():
        write_whole(here.folder / "present.bin", here.course.weights.read_bytes())
    state = {"game": here.course.game.key, "seed": here.seed, "rounds": []}
    write_whole(file, json.dumps(state, indent=1).encode())
    return state


def _round(here: TrainingRun, state: dict[str, Any], number: int) -> dict[str, Any]:
    """Run one round: shards, fit and gate; return its entry in state.json."""
    start = time.monotonic()
    course, name = here.course, here.course.game.key
    folder, present = here.folder / str(number), here.folder / "present.bin"
    weights = present.read_bytes() if present.is_file() else None
    paths = [folder / f"shard-{shard}.npz" for shard in range(course.shards)]
    seed = state["seed"] * 1000 + number
    tasks = [
        partial(_shard, name, shard, seed, weights)
        for shard, path in enumerate(paths)
        if not path.is_file()
    ]
    for shard, data in _all(here, tasks, f"{name} {number}: shards"):
        write_whole(paths[shard], data)
    candidate = folder / "candidate.bin"
    if not candidate.is_file():
        _log(f"{name} {number}: fit")
        write_whole(candidate, course.fit(paths, weights))
    pair, gate = (candidate.read_bytes(), weights), f"{name} {number}: gate"
    series = _duels(here, pair, course.pace, None, GATE_MATCHES, folder / "gate", gate)
    wins, draws, losses = series.counts()
    passes = wins > losses
    if passes:
        for place in (present, course.weights):
            write_whole(place, pair[0])
    _log(f"{name} {number}: {wins} won, {draws} drawn, {losses} lost: taken {passes}")
    seconds = round(time.monotonic() - start)
    return {"taken": passes, "won": wins, "drawn": draws, "lost": losses, "seconds": seconds}


def compare(
    key: str, folder: Path, matches: int = GATE_MATCHES, seconds: float | None = None,
    seed: int = 0, workers: Workers = ALL_CORES,
) -> int:  # fmt: skip
    """Test the evaluation in the game's folder against the hand-made one; return the exit code.

    `seconds` is the time limit for a move of both players. A stopped run continues.
    """
    course = COURSES[key]
    here = TrainingRun(course, folder / key, seed, workers)
    if not course.weights.is_file():
        _log(f"{key}: there is no {course.weights.name} yet")
        return 1
    limit = course.pace if seconds is None else Limit()
    pair = course.weights.read_bytes(), None
    name = f"{key}: learned against hand-made"
    series = _duels(here, pair, limit, seconds, matches, here.folder / "compare", name)
    print(json.dumps(series.summary()))
    return 0


# -- matches of two evaluations ------------------------------------------------------------------


def _duels(
    here: TrainingRun, pair: Weights, limit: Limit, seconds: float | None, matches: int,
    stem: Path, name: str,
) -> Series:  # fmt: skip
    """Play the missing matches of a new against an old evaluation; return the series.

    The name of the series file begins with `stem`.
    """
    terms = Terms(Level("new", limit, seconds), Level("old", limit, seconds), seed=here.seed)
    head = json.dumps(Series(here.course.game, terms, matches).head()).encode()
    sign = zlib.crc32(pair[0] + (pair[1] or b"") + head)
    path = stem.with_name(f"{stem.name}-{sign:08x}.jsonl")
    series = Series(here.course.game, terms, matches, path)
    duel = partial(_duel, here.course.game.key, pair, terms)
    for number, winner in _all(here, [partial(duel, match) for match in series.missing()], name):
        series.note(number, winner)
    return series


def _duel(key: str, weights: Weights, terms: Terms, number: int) -> tuple[int, int | None]:
    """Play match `number`; return the number and the winner, 0 for the first evaluation."""
    game, rival = games_of(key, *weights)
    return number, winner_of(game, terms, number, rival)


@cache
def games_of(key: str, new: bytes, old: bytes | None) -> tuple[AnyGame, AnyGame]:
    """Return the game with each of two evaluations."""
    return COURSES[key].with_weights(new), COURSES[key].with_weights(old)


# -- shards --------------------------------------------------------------------------------------


def _shard(key: str, number: int, seed: int, present: bytes | None) -> tuple[int, bytes]:
    data = BytesIO()
    np.savez(data, allow_pickle=False, **COURSES[key].play(number, seed, present))
    return number, data.getvalue()


# -- many at a time ------------------------------------------------------------------------------


def _all(here: TrainingRun, tasks: Sequence[Callable[[], Any]], name: str) -> Iterator[Any]:
    """Run the tasks in parallel; yield each result when its task ends."""
    last = start = time.monotonic()
    for count, (_, result) in enumerate(run_tasks(tasks, here.workers), 1):
        yield result()
        now = time.monotonic()
        if now - last >= _MESSAGE_SECONDS or count == len(tasks):
            last = now
            _log(f"{name}: {count} of {len(tasks)}, {now - start:.0f} s")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".fresh")
    fresh.write_bytes(data)
    fresh.replace(path)


def _log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
