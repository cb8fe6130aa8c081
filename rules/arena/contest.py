"""Matches between levels of the computer, and series of matches, which files record.

The same seed gives the same matches. Time limits count processor time, so other programs do not
make a level weaker.

The file of a series contains one JSON object per line. The first line has all parameters of the
matches; each other line is a match, in the order in which they ended. Recorded matches are not
played again.
"""

import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from random import Random
from time import thread_time

from flipside.rules.arena.pool import ALL_CORES, NoWorkers, PoolTask, Workers, run_tasks
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position import Move, Result, shuffled
from flipside.rules.contract.search_api import Limit, SearchCache
from flipside.rules.engine.search import Level, level_of, search, warm_up
from flipside.rules.engine.time_slices import SecondsClock, last_within
from flipside.rules.match.match import Match
from flipside.rules.match.reading import json_decoder

RANDOM = Level("random", Limit(depth=0))

GREEDY = Level("greedy", Limit(depth=1))
"""A player who searches one ply deep, without noise or deliberate mistakes."""

OPENING_PLIES = 4
"""The number of random plies at the start of a match. Without them, levels would repeat matches."""

_STRAND = 10**18
"""A number larger than every seed, added to a seed once or twice for independent random numbers."""


@dataclass(frozen=True)
class Terms:
    """Two players and all parameters, except the game, that determine their matches."""

    first: Level
    second: Level
    choices: Choices = field(default_factory=dict)
    seed: int = 0
    plies: int = OPENING_PLIES
    scale: float = 1.0
    """The factor for the time limits of the levels."""
    start: str = ""
    """The text of the position in which all matches begin; empty for the game's opening."""


def player_of(word: str) -> Level:
    """Return the level with key `word`, or the player "random" or "greedy"; else KeyError."""
    return {"random": RANDOM, "greedy": GREEDY}.get(word) or level_of(word)


def winner_of(game: AnyGame, terms: Terms, number: int, rival: AnyGame | None = None) -> int | None:
    """Play match `number`; return 0 if `terms.first` won, 1 if `terms.second` won, None if drawn.

    The players change seats after every match. Matches 2n and 2n + 1 have the same opening and the
    same seed. Matches do not depend on each other. If the second player uses another evaluation,
    `rival` is the game with it.
    """
    seat_swap = number % 2
    first, second = (
        replace(level, seconds=level.seconds and level.seconds * terms.scale)
        for level in (terms.first, terms.second)
    )
    seats, games = (first, second), (game, rival or game)
    for level, engine_game in zip(seats, games, strict=True):
        for _ in warm_up(engine_game, level.limit):
            pass  # before the clock starts
    if seat_swap:
        seats, games = seats[::-1], games[::-1]
    match, random = opened_match(game, terms, number)
    result = play_out(match, seats, random, games)
    return None if result.winner is None else result.winner ^ seat_swap


def opened_match(game: AnyGame, terms: Terms, number: int) -> tuple[Match, Random]:
    """Return match `number` after its random opening, and the generator for its players."""
    seed = terms.seed + number // 2
    match = Match(game, terms.choices, seed, terms.start)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    return match, Random(2 * _STRAND + terms.seed + number)


def open_at_random(match: Match, plies: int, random: Random) -> None:
    """Play `plies` random moves that do not end the match; stop early if every move ends it."""
    for _ in range(plies):
        for move in shuffled(match.position.moves(), random):
            match.play(move)
            if match.result() is None:
                break
            match.goto_ply(match.ply - 1)
        else:
            break
    match.clear_redo()


def play_out(
    match: Match,
    seats: tuple[Level, Level],
    random: Random,
    games: tuple[AnyGame | None, AnyGame | None] = (None, None),
) -> Result:
    """Play a match to its end with one level per player, and return its result.

    `games` are the game with the evaluation of each player; None for the game of the match.
    """
    caches = tuple(level.new_cache() for level in seats)
    while (result := match.result()) is None:
        turn = match.position.turn
        match.play(level_move(match, seats[turn], random, caches[turn], games[turn]))
    return result


def level_move(
    match: Match,
    level: Level,
    random: Random,
    cache: SearchCache | None = None,
    game: AnyGame | None = None,
    clock: SecondsClock = thread_time,
) -> Move:
    """Return the move of a level in a match that is not over.

    `cache` is the state of earlier searches in the match. `game` is its game with an evaluation.
    """
    infos = search(match.position, game or match.game, level.limit, random, match.history(), cache)
    if level.limit.depth == 0:
        return next(infos).move  # before any search
    return last_within(infos, level.seconds, clock).move


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share from 0 to 1, observed in `count` trials.

    Source: E. B. Wilson's score interval. It is somewhat too wide if a draw counts as half a win.
    """
    z = 1.96
    square = z * z / count
    middle = (share + square / 2) / (1 + square)
    width = z / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return max(0.0, middle - width), min(1.0, middle + width)


# -- series ----------------------------------------------------------------------------------------


Summary = dict[str, object]

_LIMIT_WORDS = {
    "nodes": "positions",
    "blunder_rate": "misses",
    "uses_tablebase": "perfect",
    "uses_opening_book": "book",
}
"""Other names for fields of `Limit` in series files, the same as in files of older versions."""

_DECODER = json_decoder()


class BadFile(ValueError):
    """The file does not contain matches with the same parameters."""


class MatchError(RuntimeError):
    """A match could not be played to its end, because of a bug or a killed process."""

    def __init__(self, series: "Series", number: int) -> None:
        self.series = series
        super().__init__(f"match {number} of {series.head()} failed")


class Series:
    """The matches of two players, with the winners of the matches played so far."""

    def __init__(self, game: AnyGame, terms: Terms, matches: int, path: Path | None = None) -> None:
        """Read the matches in the file; BadFile if it was written with other parameters."""
        self.game, self.terms, self.matches, self.path = game, terms, matches, path
        self.winners: dict[int, int | None] = {}
        self.torn: bool = False
        """Whether the last line of the file is incomplete. It is then dropped."""
        self.repair: str | None = None
        """The correct contents of a damaged or missing file, to write before the next match; else
        None."""
        self._exists = False
        """Whether there was a file. If not, a file that another run creates is not overwritten."""
        if path is not None:
            self._read(path)

    def head(self) -> dict[str, object]:
        """Return the first line of the file: all parameters of the matches."""
        terms = self.terms
        return {
            "game": self.game.key,
            "options": dict(self.game.choices(terms.choices)),
            "first": _level_text(terms.first),
            "second": _level_text(terms.second),
            "seed": terms.seed,
            "plies": terms.plies,
            "scale": terms.scale,
            **({"position": terms.start} if terms.start else {}),
        }

    def missing(self) -> list[int]:
        """Return the numbers of the matches that are not played yet."""
        return [number for number in range(self.matches) if number not in self.winners]

    def note(self, number: int, winner: int | None) -> None:
        """Store the winner of match `number` (0, 1 or None) and add it to the file."""
        self.winners[number] = winner
        if self.path is not None:
            if self.repair is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("w" if self._exists else "x", encoding="utf-8") as file:
                    file.write(self.repair)
                self.repair = None
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"match": number, "winner": winner}) + "\n")

    def counts(self) -> tuple[int, int, int]:
        """Return wins, draws and losses of the first player."""
        winners = [winner for number, winner in self.winners.items() if number < self.matches]
        return winners.count(0), winners.count(None), winners.count(1)

    def summary(self) -> Summary:
        """Return the counts, and the first player's shares from 0 to 1 with 95 % intervals."""
        wins, draws, losses = self.counts()
        return {
            "game": self.game.key,
            "first": self.terms.first.key,
            "second": self.terms.second.key,
            "matches": wins + draws + losses,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            **_shares("score", wins + draws / 2, wins + draws + losses),
            **_shares("decided", wins, wins + losses),
        }

    def _read(self, path: Path) -> None:
        """Read the file. Another run may add lines to it at the same time."""
        if os.path.lexists(path) and not path.is_file():  # reading a device may never end
            raise BadFile(f"{path} is no file")
        head = json.dumps(self.head()) + "\n"
        text = ""
        with suppress(FileNotFoundError):
            text = path.read_bytes().decode("utf-8", "replace")
            self._exists = True
        first, *lines = text.splitlines(keepends=True) or [""]
        if not head.startswith(first):
            raise BadFile(f"{path} holds {self._difference(first)}")
        self.torn = text != "" and not text.endswith("\n")
        if self.torn:
            del lines[-1:]
        if self.torn or not text:
            self.repair = "".join([head, *lines])
        try:
            entries = map(_DECODER.decode, reversed(lines))
            self.winners = {entry["match"]: entry["winner"] for entry in entries}
        except (ValueError, LookupError, TypeError, RecursionError):
            raise BadFile(f"{path} holds lines that are no matches") from None

    def _difference(self, first: str) -> str:
        try:
            head = _DECODER.decode(first)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or head.keys() != self.head().keys():
            return "no matches"
        differing = [key for key, value in self.head().items() if head[key] != value]
        return f"matches on other terms, for {' and '.join(differing)}: they are not the same"


def play_missing(series: Sequence[Series], workers: Workers = ALL_CORES) -> Iterator[Series]:
    """Play the missing matches, series by series; yield the series of each match after it.

    Levels without a time limit play the same matches on every machine. Raises MatchError if a match
    fails, NoWorkers if the cluster cannot be used, ModuleNotFoundError without an optional package.
    """
    tasks: dict[PoolTask[int | None], tuple[Series, int]] = {
        partial(_play, each.game.key, each.terms, number): (each, number)
        for each in series
        for number in each.missing()
    }
    for task, get_winner in run_tasks(tasks, workers):
        each, number = tasks[task]
        try:
            winner = get_winner()
        except (ModuleNotFoundError, NoWorkers):
            raise  # not caused by the match
        except Exception as error:
            raise MatchError(each, number) from error
        each.note(number, winner)
        yield each


def _play(key: str, terms: Terms, number: int) -> int | None:
    return winner_of(BY_KEY[key], terms, number)


def _level_text(level: Level) -> str:
    """Return the key and time of a level, and each field of its limit that is not the default."""
    limits = {
        _LIMIT_WORDS.get(part.name, part.name): getattr(level.limit, part.name)
        for part in fields(level.limit)
        if getattr(level.limit, part.name) != part.default
    }
    limit_text = " ".join(f"{name}={value!r}" for name, value in sorted(limits.items()))
    return f"{level.key} {limit_text}" + ("" if level.seconds is None else f" in {level.seconds} s")


def _shares(name: str, wins: float, count: int) -> Summary:
    if not count:
        return {name: None, f"{name}_interval": None}
    low, high = wilson_interval(wins / count, count)
    return {name: round(wins / count, 4), f"{name}_interval": [round(low, 4), round(high, 4)]}
