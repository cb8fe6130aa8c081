"""Plays against programs that owe nothing to ours, behind `python build.py rivals`.

What has been played is kept, so a stopped run goes on; a change of the game, of how the computer
thinks, or of the rival begins anew. All seconds are those of the processor.
"""

import json
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import rules
from rules.catalogue import BY_KEY
from rules.command.contest import Terms, chosen, open_at_random
from rules.command.pool import ALL_CORES, Workers, ended
from rules.command.series import Series
from rules.match import Match
from rules.position import Move
from rules.thinking.levels import Level
from rules.thinking.search import prepare
from rules.thinking.slices import Clock
from rules.thought import Limit
from tests.workshop.rivals import flipop, othello

Player = Callable[[Match, Level, Clock], Move]
"""Makes the moves of a rival in one match: at the depth of the level, or in its seconds."""


@dataclass(frozen=True)
class Rival:
    """Another program that plays one of the games."""

    name: str
    plies: int
    """Random plies that open two matches, one in each seat."""
    depth: int | None
    """Plies that it looks ahead unless told; None if it thinks as long as we do."""
    sits_down: Callable[[], Player]
    """Begins a match; brings in what the rival is made of."""


RIVALS = {
    "othello": Rival("rust-reversi", 6, 8, othello.sits_down),
    "flipop": Rival("waiter", 6, None, flipop.sits_down),
}
"""By key of the game."""

MATCHES = 40

_STRAND = 10**18
"""Above every seed, as in `rules.command.contest`."""


def series_of(
    folder: Path, key: str, matches: int, seconds: float, depth: int | None = None, seed: int = 0
) -> Series:
    """The matches against the rival, at that depth or its own; those of a run before included."""
    rival, game = RIVALS[key], BY_KEY[key]
    depth = depth or rival.depth
    ours = Level("flipside", Limit(), seconds)
    theirs = Level(rival.name, Limit(), seconds)
    if depth is not None:
        theirs = Level(rival.name, Limit(depth=depth))
    terms = Terms(ours, theirs, seed=seed, plies=rival.plies)
    asked = "equal" if depth is None else depth
    name = f"{key}-{seconds:g}-{asked}-{seed}-{_sign(key):08x}.jsonl"
    return Series(game, terms, matches, folder / name)


def _sign(key: str) -> int:
    """A number for all that decides how well both sides play."""
    root, sign = Path(rules.__file__).parent, 0
    for folder in (root / "games" / key, root / "thinking", Path(__file__).parent):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".txt", ".bin"):
                sign = zlib.crc32(file.read_bytes(), sign)
    return sign


def play(
    folder: Path,
    key: str,
    matches: int,
    seconds: float,
    depth: int | None = None,
    workers: Workers = ALL_CORES,
) -> int:
    """Play what is missing and print the outcome; the exit code."""
    series = series_of(folder, key, matches, seconds, depth)
    begun = time.monotonic()
    tasks = [partial(winner_of, key, series.terms, number) for number in series.missing()]
    for _, outcome in ended(tasks, workers):
        series.note(*outcome())
        wins, draws, losses = series.counts()
        told = f"{time.monotonic() - begun:7.0f} s  {wins} won, {draws} drawn, {losses} lost"
        print(told, file=sys.stderr, flush=True)
    print(json.dumps(series.summary()))
    return 0


def winner_of(key: str, terms: Terms, number: int) -> tuple[int, int | None]:
    """Play the match of that number: 0 if we won it, 1 for the rival, None for a draw.

    We begin in every other match; two in a row have the same opening.
    """
    game, ours, seed = BY_KEY[key], number % 2, terms.seed + number // 2
    for _ in prepare(game, terms.first.limit):
        pass  # so that no clock waits for it
    match = Match(game, terms.choices, seed)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    random = Random(2 * _STRAND + terms.seed + number)
    rival, clock = RIVALS[key].sits_down(), time.thread_time
    while (result := match.result()) is None:
        if match.position.turn == ours:
            move = chosen(match, terms.first, random, clock)
        else:
            move = rival(match, terms.second, clock)
        match.play(move)
    return number, None if result.winner is None else int(result.winner != ours)
