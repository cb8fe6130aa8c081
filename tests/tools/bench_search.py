"""Measures depth and speed of the search, for bench.py and, in a page, bench_web.py. A page gets
the source of this file, so it imports only rules/."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter

import numpy as np

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.batch_rules import Batch
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Certainty
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis.move_scores import MoveScorer
from flipside.rules.engine.search import search
from flipside.rules.engine.vector.bits import Bitboards, hash_columns, transposed
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.engine.batch import OthelloBatch, legal
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.match import Match

Row = tuple[str, str]

FILES = ("othello", "othello_12", "othello_14", "othello_16", "flipflop", "flipop", "switch")
"""The files of tests/positions that are measured."""

DEPTHS = (6, 8, 10, 12)
"""The search depths for Othello's middle game."""

BATCH = 512
"""The number of positions evaluated at once."""

PART = 3072
"""The number of positions whose moves are counted at once."""


def rows(lines: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    """Yield each figure when it is measured; `lines` are the position files by name."""
    matches = {name: [_match(name, line) for line in found] for name, found in lines.items()}
    for match in matches["othello"][:2]:
        _seconds(match, Limit(depth=6))  # loads what only the first search loads
    pauses: list[float] = []
    for depth in DEPTHS:
        taken = [_seconds(match, Limit(depth=depth), pauses) for match in matches["othello"]]
        yield f"othello: seconds to depth {depth}", _spread(taken)
    by_hand = replace(
        OTHELLO,
        engine=replace(OTHELLO.engine, batch_rules=OthelloBatch, warm_up=None),
    )
    for depth in DEPTHS[1:3]:
        taken = [_seconds(match, Limit(depth=depth), game=by_hand) for match in matches["othello"]]
        yield f"the same with the evaluation made by hand, depth {depth}", _spread(taken)
    yield (
        f"othello: evaluating arrays of {BATCH} positions, legal moves and ends included",
        _evaluating(matches["othello"][0]),
    )
    for empty in (12, 14):
        taken = [_seconds(match, Limit(), pauses) for match in matches[f"othello_{empty}"]]
        yield f"othello: seconds to the exact score at {empty} empty squares", _spread(taken)
    for empty in (12, 14, 16):
        found = [_solving(match, pauses) for match in matches[f"othello_{empty}"]]
        what = "winner", "best score", "score of every move"
        for number, known in enumerate(what):
            taken = [one[number] for one in found]
            yield f"othello: seconds to the exact {known} at {empty} empty squares", _spread(taken)
    for name, seconds in (
        ("flipflop", 1.0), ("flipop", 0.1), ("flipop", 1.0), ("switch", 1.0), ("othello", 1.0)
    ):  # fmt: skip
        plies = [_plies(match, seconds, pauses) for match in matches[name]]
        told = f"median {statistics.median(plies):g}, least {min(plies)}"
        yield f"{name}: plies in {seconds:g} s", told
    ordered = sorted(pauses)
    high = ordered[int(len(ordered) * 0.999)]
    yield (
        "pause while thinking",
        f"99.9 % below {high * 1000:.1f} ms, longest {ordered[-1] * 1000:.1f} ms "
        f"({len(ordered)} steps)",
    )


def _solving(match: Match, pauses: list[float]) -> tuple[float, float, float]:
    """Return the seconds until the winner, the best score, and all scores are exact."""
    scorer, spent, won, best = (
        MoveScorer(match.game, match.position, match.history()),
        0.0,
        0.0,
        0.0,
    )
    while not scorer.done:
        started = perf_counter()
        scorer.work(0.0)
        pauses.append(perf_counter() - started)
        spent += pauses[-1]
        standing = scorer.standing()
        if not won and standing is not None and standing.certainty:
            won = spent
        if not best and standing is not None and standing.certainty == Certainty.EXACT:
            best = spent
    return won, best, spent


def _match(name: str, line: str) -> Match:
    words = line.split()
    options = dict(word.split("=") for word in words if "=" in word)
    match = Match(BY_KEY[name.partition("_")[0]], options)
    match.read_moves(" ".join(words[len(options) :]))
    return match


def _spread(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds):.3f}, longest {max(seconds):.3f}"


def _seconds(
    match: Match, limit: Limit, pauses: list[float] | None = None, game: AnyGame | None = None
) -> float:
    """Return the seconds of a search. Append the seconds between its results to `pauses`."""
    begun = before = perf_counter()
    for _ in search(match.position, game or match.game, limit, Random(1), match.history()):
        now = perf_counter()
        if pauses is not None:
            pauses.append(now - before)
        before = now
    return perf_counter() - begun


def _evaluating(match: Match) -> str:
    """Return the nanoseconds per position of the evaluation of an array."""
    rules = OTHELLO.engine.batch_rules()
    start = match.position
    assert isinstance(start, Othello)
    batch = rules.pack([start])
    while batch.shape[1] < BATCH:
        batch = rules.children(batch).batch
    batch, taken = batch[:, :BATCH].copy(), []
    for _ in range(200):
        begun = perf_counter()
        for _ in range(5):
            rules.evaluate(batch)
        taken.append((perf_counter() - begun) / (5 * BATCH) * 1e9)
    return f"median {statistics.median(taken):.0f}, least {min(taken):.0f} ns a position"


def _plies(match: Match, seconds: float, pauses: list[float]) -> int:
    """Return the depth that a search completes in `seconds`."""
    begun = before = perf_counter()
    depth = 0
    for thought in search(match.position, match.game, Limit(), Random(1), match.history()):
        now = perf_counter()
        pauses.append(now - before)
        before = now
        if now - begun >= seconds:
            break
        depth = thought.depth
    return depth


def perft(depth: int, merged: bool = False) -> tuple[int, float]:
    """Return the perft number of Othello at `depth`, computed by arrays, and its seconds. The last
    ply is only counted. Passes are ignored, because there are none so early. With `merged`,
    symmetric positions are followed once, while they are few."""
    start = Match(BY_KEY["othello"]).position
    assert isinstance(start, Othello)
    rules = OthelloBatch()
    begun = perf_counter()
    parts, often = [rules.pack([start])], [np.ones(1, np.int64)]
    for _ in range(depth - 1):
        batch = np.concatenate(parts, axis=1)
        if merged:
            times = np.concatenate(often)
            if len(times) <= 1024:
                _, first, which = np.unique(_looks(batch), return_index=True, return_inverse=True)
                batch, times = batch[:, first], np.bincount(which, times).astype(np.int64)
        begins = range(0, batch.shape[1], PART)
        made = [rules.children(batch[:, at : at + PART]) for at in begins]
        parts = [one.batch for one in made]
        if merged:
            often = [times[at:][one.parent] for at, one in zip(begins, made, strict=True)]
    counts = [np.bitwise_count(legal(*part)) for part in parts]
    if merged:
        counts = [count * times for count, times in zip(counts, often, strict=True)]
    return sum(int(count.sum()) for count in counts), perf_counter() - begun


def _looks(batch: Batch) -> Bitboards:
    """Return a hash of each board that is the same for symmetric boards."""
    least = hash_columns(batch)
    for _ in range(4):
        for change in (np.ndarray.byteswap, transposed):
            batch = np.array([change(words) for words in batch])
            least = np.minimum(least, hash_columns(batch))
    return least
