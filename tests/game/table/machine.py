"""Services for a table that has no screen: storage, settings and texts over a machine."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flipside.game.saves.matches import Saved, match_names
from flipside.game.saves.progress import last_match
from flipside.game.services.services import Services
from flipside.game.services.settings import Settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from flipside.game.services.text import Text
from flipside.game.table.move_text import Change
from flipside.game.table.table import Table
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match

if TYPE_CHECKING:  # brings in pygame
    from flipside.game.services.platform.platform import Platform

FRAME = 1 / 60
"""Seconds of one frame."""


class Machine:
    """A device with nothing but seeds and a clock."""

    arrays_here = True
    kind = "desktop"

    def __init__(self) -> None:
        self._seeds = count(1)

    def languages(self) -> list[str]:
        return ["en"]

    def entropy(self) -> int:
        return next(self._seeds)

    def now(self) -> str:
        return "2026-01-31 18:30:05"


class Household(Services):
    """Everything a table needs, over one folder."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        machine = Machine()
        super().__init__(
            platform=cast("Platform", machine),
            storage=Storage(FolderStore(folder), machine),
            settings=settings or Settings(pace="off"),
            text=Text("en", machine),
            theme=None,
            sound=None,
        )
        self.folder = folder

    def sit_down(self, key: str, seats: tuple[str, str], moves: str = "", **choices: str) -> Table:
        """A table with a new match of these moves."""
        match = Match(BY_KEY[key], choices, 1)
        match.read_moves(moves)
        return Table(self, Saved(match, seats))

    def resumed(self, key: str) -> Table:
        """The table as another program finds it: nothing but the folder is left."""
        again = Household(self.folder)
        saved = last_match(again, match_names(again.storage, key))
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
