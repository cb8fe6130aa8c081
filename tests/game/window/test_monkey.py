"""Random input breaks nothing, and all saves can be loaded afterwards."""

from itertools import count
from random import Random

import pytest

from flipside.game.saves.album import album_names, stored_record
from flipside.game.saves.matches import match_names
from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.services import WorkClock
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_record
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import problems
from tests.game.window.monkey import Monkey

EVENTS = 1_250
"""The number of events, for all games together; with `--long` it is sixteen times as large."""


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make random numbers and the clipboard the same in every run."""
    seeds, held = Random(17), [""]
    monkeypatch.setattr(DesktopPlatform, "entropy", lambda self: seeds.randrange(2**31))
    monkeypatch.setattr(Clipboard, "copy", lambda self, text: not held.__setitem__(0, text))
    monkeypatch.setattr(Clipboard, "paste", lambda self: held[0])
    monkeypatch.setattr(
        DesktopPlatform, "now", lambda self: f"2026-01-01 12:00:{seeds.randrange(60):02}"
    )


def saves_load(pilot: Pilot) -> None:
    """Assert that every save can be loaded and replayed, and that none was set aside."""
    names = [path.name for path in pilot.folder.iterdir()]
    assert not [name for name in names if "aside" in name or name.endswith(".part")]
    for name in album_names(pilot.app.services):
        replay(stored_record(pilot.app.services, name), BY_KEY)
    for name in match_names(pilot.app.services.storage):
        replay(parse_record((pilot.folder / f"{name}.txt").read_text()), BY_KEY)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_monkey_breaks_nothing(fly: MakePilot, key: str, long: bool) -> None:
    pilot, looks = fly(tempo="normal", patience=0.008), count()
    pilot.app.services.clock = WorkClock(lambda: next(looks) / 1000)
    monkey = Monkey(pilot, Random(f"a monkey in {key}"), key)
    pilot.sit_down(key)
    for event in range(EVENTS * (16 if long else 1) // len(GAMES)):
        try:
            monkey.act()
            if event % 10 == 0:
                pilot.app.show()
            if event % 100 == 99:
                saves_load(pilot)
                assert not pilot.app.services.text.missing
                wrong = problems(pilot.top)
                assert not wrong, f"{pilot.where()} at {pilot.app.stack.size}: {wrong}"
        except Exception as error:
            last = "\n".join(monkey.done[-12:])
            raise AssertionError(f"event {event} on {pilot.where()}, after\n{last}") from error
    assert monkey.seen >= {
        "Shelf",
        "PlaySession",
        "Dialog",
        "MovesDialog",
        "StudySession",
        "Album",
    }, "it has not come about much"
