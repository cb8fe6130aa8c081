"""Measures the levels of the computer against each other, behind `build.py levels`.

Results are stored in files whose names depend on all parameters. So a stopped run continues, and a
level is measured again if its limit changes.
"""

import json
import sys
import time
import traceback
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from flipside.rules.arena.contest import GREEDY, RANDOM, MatchError, Series, Terms, play_missing
from flipside.rules.arena.pool import ALL_CORES, Workers
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS, Level
from tests.tools.strength.level_ratings import fitted

_UNTIMED_MATCHES = 100
_TIMED_MATCHES = 40
_TIMED_SCALE = 0.2
"""The number of matches of a pair and the factor for seconds, if a level has a time limit."""

TABLE_HEAD = (
    "| level | against | matches | won of decided | 95 % | drawn | goal | met |\n"
    + "|---" * 8
    + "|"
)

_TOLD_EVERY = 5.0
"""The seconds between two progress reports."""


@dataclass(frozen=True)
class Rung:
    """A level, its opponent, and the share of decided matches, 0 to 1, for it to win."""

    level: Level
    other: Level
    goal: float
    at_most: bool = False
    """Whether `goal` is an upper limit."""

    def timed(self) -> bool:
        """Return whether one of the levels has a time limit."""
        return self.level.seconds is not None or self.other.seconds is not None

    def met(self, share: float | None) -> bool:
        """Return whether `share`, 0 to 1, reaches the goal; False for None: nothing decided."""
        if share is None:
            return False
        return share <= self.goal if self.at_most else share >= self.goal


def known_words() -> list[str]:
    """Return the words that select measurements: keys of games and of players."""
    return [game.key for game in GAMES] + [level.key for level in (RANDOM, GREEDY, *LEVELS)]


def rungs(only: Sequence[str] = ()) -> Iterator[Rung]:
    """Yield all pairs of players, or those with a player in `only`.

    Ratings need neighbours: of two levels that are further apart, the better one may never lose.
    """
    weakest = LEVELS[0]
    every = [Rung(weakest, RANDOM, 0.7), Rung(weakest, GREEDY, 0.4, at_most=True)]
    every += [Rung(LEVELS[at], LEVELS[at - 2], 0.7) for at in range(2, len(LEVELS))]
    every += [Rung(level, other, 0.5) for other, level in pairwise(LEVELS)]
    for rung in every:
        if not only or {rung.level.key, rung.other.key} & set(only):
            yield rung


def rung_series(game: AnyGame, rung: Rung, matches: int | None, seed: int, folder: Path) -> Series:
    """Return the series of a rung, including the matches in its file in `folder`.

    Raises BadFile if the file contains other matches.
    """
    scale = _TIMED_SCALE if rung.timed() else 1.0
    terms = Terms(rung.level.fitted(game), rung.other.fitted(game), seed=seed, scale=scale)
    count = matches or (_TIMED_MATCHES if rung.timed() else _UNTIMED_MATCHES)
    head = json.dumps(Series(game, terms, count).head()).encode()
    name = f"{game.key}-{rung.level.key}-{rung.other.key}-{zlib.crc32(head):08x}.jsonl"
    return Series(game, terms, count, folder / name)


Climb = dict[Rung, Series]


def measure_levels(
    folder: Path,
    games: Sequence[str] = (),
    only: Sequence[str] = (),
    matches: int | None = None,
    seed: int = 0,
    workers: Workers = ALL_CORES,
    play: bool = True,
) -> bool:
    """Play the missing matches, low rungs first, and print a game's table once it is complete.

    Without `play`, print the results so far. A pair with a failed match is reported and skipped.
    Returns whether no match failed.
    """
    climbs = {
        game.key: {rung: rung_series(game, rung, matches, seed, folder) for rung in rungs(only)}
        for game in GAMES
        if not games or game.key in games
    }
    tables = list(climbs)
    left = [climb[rung] for rung in rungs(only) for climb in climbs.values()]
    everything = len(left)
    while play:
        try:
            for _ in _told(play_missing(left, workers)):
                while tables and not any(one.missing() for one in climbs[tables[0]].values()):
                    _print_table(tables[0], climbs[tables.pop(0)])
            break
        except MatchError as failed:
            traceback.print_exception(failed)
            left.remove(failed.series)
    for key in tables:
        _print_table(key, climbs[key])
    return len(left) == everything


def _told(ended: Iterator[Series]) -> Iterator[Series]:
    """Yield each series, and report progress on stderr now and then."""
    started = told = time.monotonic()
    for series in ended:
        now = time.monotonic()
        if now - told >= _TOLD_EVERY or not series.missing():
            told = now
            wins, draws, losses = series.counts()
            terms = series.terms
            print(
                f"{now - started:7.0f} s  {series.game.key}"
                f" {terms.first.key} v {terms.second.key}:"
                f" {wins + draws + losses} of {series.matches},"
                f" {wins} won, {draws} drawn, {losses} lost",
                file=sys.stderr,
                flush=True,
            )
        yield series


def _print_table(key: str, climb: Climb) -> None:
    print(f"\n### {key}\n\n{TABLE_HEAD}")
    for rung, series in climb.items():
        print(table_row(rung, series), flush=True)
    scores = {f"{rung.level.key} {rung.other.key}": one.counts() for rung, one in climb.items()}
    levels = {rung.level for rung in climb}
    if levels == {*LEVELS} and all(sum(score) for score in scores.values()):
        print(f"\nRatings: {', '.join(map(str, fitted(scores).values()))}", flush=True)


def table_row(rung: Rung, series: Series) -> str:
    """Return a row of the Markdown table."""
    wins, draws, losses = series.counts()
    played = wins + draws + losses
    cells = [rung.level.key, rung.other.key, str(played)]
    if played < series.matches:
        cells[-1] += f" of {series.matches}"
    found = series.summary()
    share, interval = found["decided"], found["decided_interval"]
    if isinstance(share, float) and isinstance(interval, list):
        low, high = interval
        cells += [f"{share:.0%}", f"{low:.0%} to {high:.0%}"]
    else:
        share = None
        cells += ["", ""]
    cells.append(f"{draws / played:.0%}" if played else "")
    cells.append(f"{'at most' if rung.at_most else 'at least'} {rung.goal:.0%}")
    cells.append("" if not played else "yes" if rung.met(share) else "no")
    return f"| {' | '.join(cells)} |"
