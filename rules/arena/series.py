"""Series of matches between two players. A file records each match when it ends.

The file contains one JSON object per line. The first line has all parameters of the matches; each
other line is a match, in the order in which they ended. Recorded matches are not played again.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import partial
from pathlib import Path

from flipside.rules.arena.contest import Terms, wilson_interval, winner_of
from flipside.rules.arena.pool import ALL_CORES, NoWorkers, PoolTask, Workers, run_tasks
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import Level
from flipside.rules.match.reading import json_decoder

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
