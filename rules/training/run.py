"""Rounds of training, the same for every game: self-play, fit, gate.

A round plays shards of matches with the present judge, fits a candidate to them and to those of
the rounds before, and takes the candidate if it beats the present judge. All of it lies in one
folder, every file is there as a whole or not at all, and a stopped run goes on where it was:

    state.json              the rounds that are over
    present.bin             the judge that plays; none while that is the hand-made one
    <round>/shard-<n>.npz   labelled positions
    <round>/candidate.bin   what was fitted to them
    <round>/gate-*.jsonl    the matches of the candidate against the present judge
"""

import json
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from rules.arena.contest import Terms
from rules.arena.pool import ALL_CORES, Workers, ended
from rules.arena.series import Series
from rules.contract.search_api import Limit
from rules.engine.levels import Level
from rules.engine.search import warm_up
from rules.training import COURSES
from rules.training.course import Course, Further
from rules.training.duel import Pair, winner_of

MATCHES = 200
"""Played by a candidate at the gate."""

_TOLD_EVERY = 10.0
"""Seconds between two lines of progress."""


class OutOfTime(Exception):
    """The hours are over; what is known has been kept."""


@dataclass(frozen=True)
class Terrain:
    """Where a run lies and how much it may use."""

    course: Course
    folder: Path
    seed: int = 0
    workers: Workers = ALL_CORES
    end: float = float("inf")
    """The moment, of time.monotonic, after which nothing new is begun."""


def train(
    key: str,
    folder: Path,
    rounds: int,
    hours: float | None = None,
    seed: int = 0,
    workers: Workers = ALL_CORES,
    anew: bool = False,
) -> int:
    """Train until so many rounds are over in all, or the hours are; the exit code.

    Begins with the judge in the game's folder, or with the hand-made one if it is `anew`.
    """
    course = COURSES[key]
    end = float("inf") if hours is None else time.monotonic() + 3600 * hours
    here = Terrain(course, folder / key, seed, workers, end)
    state = _state(here, anew)
    try:
        while len(state["rounds"]) < rounds:
            state["rounds"].append(_round(here, state, len(state["rounds"]) + 1))
            keep(here.folder / "state.json", json.dumps(state, indent=1).encode())
    except (OutOfTime, KeyboardInterrupt):
        _tell(f"{key}: stopped; the same command goes on")
    return 0


def _state(here: Terrain, anew: bool) -> dict[str, Any]:
    """What a run before left, or the beginning of this one."""
    file = here.folder / "state.json"
    if file.is_file():
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return found
    if not anew and here.course.weights.is_file():
        keep(here.folder / "present.bin", here.course.weights.read_bytes())
    state = {"game": here.course.game.key, "seed": here.seed, "rounds": []}
    keep(file, json.dumps(state, indent=1).encode())
    return state


def _round(here: Terrain, state: dict[str, Any], number: int) -> dict[str, Any]:
    """Play, fit and judge one round; what is to be said of it."""
    begun = time.monotonic()
    course, name = here.course, here.course.game.key
    folder, present = here.folder / str(number), here.folder / "present.bin"
    weights = present if present.is_file() else None
    judge = None if weights is None else weights.read_bytes()
    paths = [folder / f"shard-{shard}.npz" for shard in range(course.shards)]
    seed = state["seed"] * 1000 + number
    tasks = [
        partial(_shard, name, shard, seed, judge)
        for shard, path in enumerate(paths)
        if not path.is_file()
    ]
    for shard, data in _all(here, tasks, f"{name} {number}: shards"):
        keep(paths[shard], data)
    candidate = folder / "candidate.bin"
    if not candidate.is_file():
        first = max(1, number - course.recent + 1)
        older = [path for n in range(first, number) for path in _shards(here.folder / str(n))]
        _tell(f"{name} {number}: fit")
        keep(candidate, course.fit([*older, *paths], weights))
    series = duel_series(here, candidate, weights, course.pace, None, MATCHES, folder / "gate")
    play(here, series, candidate, weights, f"{name} {number}: gate")
    wins, draws, losses = series.counts()
    taken = wins > losses
    if taken:
        for place in (present, course.weights):
            keep(place, candidate.read_bytes())
    _tell(f"{name} {number}: {wins} won, {draws} drawn, {losses} lost: taken {taken}")
    seconds = round(time.monotonic() - begun)
    return {"taken": taken, "won": wins, "drawn": draws, "lost": losses, "seconds": seconds}


def compare(
    key: str, folder: Path, matches: int = MATCHES, seconds: float | None = None,
    seed: int = 0, workers: Workers = ALL_CORES,
) -> int:  # fmt: skip
    """Play the judge in the game's folder against the hand-made one, in the same time; tell the
    outcome. Goes on where it stopped."""
    course = COURSES[key]
    here = Terrain(course, folder / key, seed, workers)
    if not course.weights.is_file():
        _tell(f"{key}: there is no {course.weights.name} yet")
        return 1
    limit = course.pace if seconds is None else Limit()
    series = duel_series(
        here, course.weights, None, limit, seconds, matches, here.folder / "compare"
    )
    play(here, series, course.weights, None, f"{key}: learned against hand-made")
    print(json.dumps(series.summary()))
    return 0


def margins(key: str) -> int:
    """Measure the margins of the judge in the game's folder and put them in; the exit code."""
    course = COURSES[key]
    if not isinstance(course, Further):
        _tell(f"{key} has no margins")
        return 2
    keep(course.weights, course.margins(course.weights.read_bytes()))
    return 0


def book(key: str, workers: Workers = ALL_CORES) -> int:
    """Make the game's book anew by the judge in its folder; the exit code."""
    course = COURSES[key]
    if not isinstance(course, Further):
        _tell(f"{key} has no book")
        return 2
    keep(course.moves, course.book(workers).encode())
    return 0


# -- matches of two judges -----------------------------------------------------------------------


def duel_series(
    here: Terrain, new: Path, old: Path | None, limit: Limit, seconds: float | None,
    matches: int, stem: Path,
) -> Series:  # fmt: skip
    """The matches of a judge against an old one, those that were played before included."""
    terms = Terms(Level("new", limit, seconds), Level("old", limit, seconds), seed=here.seed)
    both = new.read_bytes() + (b"" if old is None else old.read_bytes())
    head = json.dumps(Series(here.course.game, terms, matches).head()).encode()
    path = stem.with_name(f"{stem.name}-{zlib.crc32(both + head):08x}.jsonl")
    return Series(here.course.game, terms, matches, path)


def play(here: Terrain, series: Series, new: Path, old: Path | None, name: str) -> None:
    """Play the matches that are missing."""
    judges = new.read_bytes(), None if old is None else old.read_bytes()
    duel = partial(_duel, here.course.game.key, judges, series.terms)
    tasks = [partial(duel, number) for number in series.missing()]
    for number, winner in _all(here, tasks, name):
        series.note(number, winner)


def _duel(key: str, judges: tuple[bytes, bytes | None], terms: Terms, number: int) -> Any:
    pair = pair_of(key, *judges)
    for game in pair:
        for _ in warm_up(game, terms.first.limit):
            pass  # so that no clock waits for it
    return number, winner_of(pair, terms, number, time.thread_time)


@cache
def pair_of(key: str, new: bytes, old: bytes | None) -> Pair:
    """The game judging with these two files."""
    return COURSES[key].with_weights(new), COURSES[key].with_weights(old)


# -- shards --------------------------------------------------------------------------------------


def _shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("shard-*.npz"), key=lambda path: int(path.stem.partition("-")[2]))


def _shard(key: str, number: int, seed: int, judge: bytes | None) -> tuple[int, bytes]:
    """A shard's number and the content of its file, by the judge in these bytes."""
    course, data = COURSES[key], BytesIO()
    with TemporaryDirectory() as folder:
        weights = None if judge is None else Path(folder) / course.weights.name
        if weights is not None and judge is not None:
            weights.write_bytes(judge)
        arrays = course.play(number, seed, weights)
    np.savez(data, allow_pickle=False, **arrays)
    return number, data.getvalue()


# -- many at a time ------------------------------------------------------------------------------


def _all(here: Terrain, tasks: Sequence[Callable[[], Any]], name: str) -> Iterator[Any]:
    """Do the tasks, many at a time; yields what each gives when it is done.

    OutOfTime when the hours are over and the tasks that were begun are done.
    """
    told = begun = time.monotonic()
    in_time = takewhile(lambda _: time.monotonic() < here.end, tasks)
    count = 0
    for count, (_, result) in enumerate(ended(in_time, here.workers), 1):
        yield result()
        now = time.monotonic()
        if now - told >= _TOLD_EVERY or count == len(tasks):
            told = now
            _tell(f"{name}: {count} of {len(tasks)}, {now - begun:.0f} s")
    if count < len(tasks):
        raise OutOfTime


def keep(path: Path, data: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".fresh")
    fresh.write_bytes(data)
    fresh.replace(path)


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
