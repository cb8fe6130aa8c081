"""What the tests of the screen share: no window, no sound, and pilots for the asking."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis import move_scores
from tests.game.live_match.machine import Household
from tests.game.pilot import STEP_CLOCK, Pilot

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

MakePilot = Callable[..., Pilot]


@pytest.fixture(autouse=True)
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values of moves are worked out as far on every machine."""
    monkeypatch.setattr(move_scores, "PROCESS_CLOCK", STEP_CLOCK)


@pytest.fixture
def fly(tmp_path: Path) -> MakePilot:
    """Makes pilots over the test's own folder; animation and pace are off unless asked for."""

    def make(**wanted: object) -> Pilot:
        return Pilot(tmp_path / "data", **{"tempo": "off", "pace": "off", **wanted})  # type: ignore[arg-type]

    return make


@pytest.fixture
def pilot(fly: MakePilot) -> Pilot:
    """A pilot with the usual settings and window."""
    return fly()


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told."""
    words: list[str] = []
    monkeypatch.setattr(DesktopPlatform, "say", lambda self, said: words.append(said))
    return words


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard of the test's own, empty at first."""
    held: list[str] = []
    monkeypatch.setattr(Clipboard, "copy", lambda self, text: held.append(text) or True)
    monkeypatch.setattr(Clipboard, "paste", lambda self: held[-1] if held else None)
    return held


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """The limit of reviews, which are done in a moment."""
    limit = Limit(depth=2, nodes=300, uses_tablebase=True)
    rough = Limit(depth=1, nodes=100, uses_tablebase=True)
    analyst = "flipside.rules.engine.analysis.analyst"
    monkeypatch.setattr(f"{analyst}.reference_limit", lambda game: limit)
    monkeypatch.setattr(f"{analyst}.ROUGH_LIMIT", rough)
    monkeypatch.setattr(f"{analyst}._MAX_DEALS", 1)
    return limit


@pytest.fixture
def home(tmp_path: Path) -> Household:
    """Everything a table needs, over the test's own folder."""
    return Household(tmp_path)
