"""Services for a table that has no screen: storage, settings and texts over a machine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter

from game.saves.matches import Saved
from game.saves.progress import last_match
from game.services.settings import Settings
from game.services.storage import Storage
from game.services.text import Text
from game.table.change import Change
from game.table.table import Table
from rules.catalogue import BY_KEY
from rules.match.match import Match

FRAME = 1 / 60
"""Seconds of one frame."""


class Machine:
    """A device with nothing but seeds and a clock."""

    in_browser = False

    def __init__(self) -> None:
        self._seeds = count(1)

    def takes(self) -> bool:
        return True

    def keeps(self) -> bool:
        return False

    def stored(self, name: str) -> str | None:
        return None

    def store(self, name: str, text: str) -> None:
        raise OSError("no browser")

    def unstore(self, name: str) -> None:
        raise OSError("no browser")

    def stored_names(self) -> list[str]:
        return []

    def languages(self) -> list[str]:
        return ["en"]

    def entropy(self) -> int:
        return next(self._seeds)

    def now(self) -> str:
        return "2026-01-31 18:30:05"


@dataclass
class Household:
    """Everything a table needs, over one folder."""

    folder: Path
    settings: Settings = field(default_factory=lambda: Settings(pace="off"))
    page: Machine = field(default_factory=Machine)
    clock: Callable[[], float] = perf_counter

    def __post_init__(self) -> None:
        self.storage = Storage(self.page, self.folder)
        self.text = Text("en", self.page)

    def sit_down(self, key: str, seats: tuple[str, str], moves: str = "", **choices: str) -> Table:
        """A table with a new match of these moves."""
        match = Match(BY_KEY[key], choices, 1)
        match.read_moves(moves)
        return Table(self, Saved(match, seats))

    def resumed(self, key: str) -> Table:
        """The table as another program finds it: nothing but the folder is left."""
        again = Household(self.folder)
        saved = last_match(again, BY_KEY[key])
        assert saved is not None
        return Table(again, saved)


def wait(table: Table, until: Callable[[], bool], frames: int = 2_000) -> list[Change]:
    """Let time pass until something is so; what happened meanwhile."""
    changes: list[Change] = []
    for _ in range(frames):
        if until():
            return changes
        change = table.pass_time(FRAME, 0.02)
        if change is not None:
            changes.append(change)
    raise AssertionError("it never came")
