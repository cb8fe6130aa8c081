"""Services for a live match without a screen: storage, settings and texts on a stub device."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves.matches import StoredMatch, match_names
from flipside.game.saves.progress import last_match
from flipside.game.services.services import Services
from flipside.game.services.settings import Settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from flipside.game.services.texts import Texts
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.story import Pieces, Story, apply_beat
from flipside.rules.match.match import Match

if TYPE_CHECKING:  # brings in pygame
    from flipside.game.services.platform.platform import Platform

FRAME = 1 / 60
"""Seconds of a frame."""


class Machine:
    """A device with seeds and a constant time."""

    numpy_ready = True
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
    """The services of a live match, with a folder for its saves."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        machine = Machine()
        super().__init__(
            platform=cast("Platform", machine),
            storage=Storage(FolderStore(folder), machine),
            settings=settings or Settings(pace="off"),
            text=Texts("en", machine),
            theme=None,
            sound=None,
        )
        self.folder = folder

    def sit_down(
        self, key: str, seats: tuple[str, str], moves: str = "", **choices: str
    ) -> LiveMatch:
        """Return a new live match after these moves."""
        match = Match(BY_KEY[key], choices, 1)
        match.read_moves(moves)
        return LiveMatch(self, StoredMatch(match, seats))

    def resumed(self, key: str) -> LiveMatch:
        """Return the live match as another program finds it, which has only the folder."""
        again = Household(self.folder)
        stored_match = last_match(again, match_names(again.storage, key))
        assert stored_match is not None
        return LiveMatch(again, stored_match)


def tap_through(live_match: LiveMatch) -> None:
    """Tap the first legal move of a person."""
    for cell in live_match.match.legal()[0]:
        assert live_match.tap(cell) is not None


def after_story(pieces: Pieces, story: Story) -> Pieces:
    """The pieces at the end of a story."""
    for beat in story:
        pieces = apply_beat(pieces, beat)
    return pieces


def wait(live_match: LiveMatch, until: Callable[[], bool], frames: int = 2_000) -> list[MatchEvent]:
    """Let time pass until `until` returns True; return the events."""
    changes: list[MatchEvent] = []
    for _ in range(frames):
        if until():
            return changes
        event = live_match.pass_time(FRAME, 0.02)
        if event is not None:
            changes.append(event)
    raise AssertionError("it never came")
