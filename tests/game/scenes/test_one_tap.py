"""What one tap costs: everything that takes time is done once, whatever else looks at it."""

from collections import Counter
from typing import Any

import pytest

from flipside.game.saves import progress
from flipside.game.scenes.common import match_session
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.services.storage.storage import Storage
from flipside.game.services.theme import Theme
from flipside.game.ui import layout
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Label
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after


def counted(
    monkeypatch: pytest.MonkeyPatch, counts: Counter[object], owner: object, name: str, label: Any
) -> None:
    """Count the calls of a function; `label` is a word, or makes one of the first argument."""
    original = getattr(owner, name)

    def call(*given: Any, **named: Any) -> Any:
        counts[label(given[0]) if callable(label) else label] += 1
        return original(*given, **named)

    monkeypatch.setattr(owner, name, call)


@pytest.fixture
def pilot(fly: MakePilot) -> Pilot:
    """A match in whose panel stands the list of moves, over a drawing window."""
    pilot = fly(drawing=True, tempo="normal", confirm=True)
    pilot.sit_down("othello", "d3 c5 f6 f5")
    pilot.advance(1.0)
    assert len(pilot.play.scene.sheets) == 3
    return pilot


def test_one_tap_asks_everything_once(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hit test, the legal moves of a position, storage, the transcript, the panels."""
    counts: Counter[object] = Counter()
    at = pilot.at("e6")
    played = pilot.match.position
    counted(monkeypatch, counts, type(played), "moves", lambda position: ("moves of", id(position)))
    counted(monkeypatch, counts, BoardScene, "target_at", "hit test")
    counted(monkeypatch, counts, Sheet, "widget_at", "sheet asked")
    counted(monkeypatch, counts, type(pilot.view), "cell_at", "cell looked for")
    counted(monkeypatch, counts, Storage, "load", "read besides")
    counted(monkeypatch, counts, Storage, "replace", "looked at and written in one step")
    counted(monkeypatch, counts, Match, "to_record", "transcript")
    counted(monkeypatch, counts, progress, "record_text", "transcript written")
    counted(monkeypatch, counts, layout, "play_layout", "laid out")
    counted(monkeypatch, counts, match_session, "view_of", "view of the match")
    # What the position would have worked out again is kept by the match before the tap.
    pilot.match.legal()
    counts.clear()
    pilot.app.pointers.down(at)
    pilot.app.pointers.up(at)
    pilot.app.step(FRAME)
    pilot.app.show()
    assert pilot.match.names()[-1] == "e6"
    moves = [count for key, count in counts.items() if isinstance(key, tuple)]
    assert moves == [1], "those of the new position, once"
    del counts["moves of", id(pilot.match.position)]
    assert counts == {
        "hit test": 1,
        "sheet asked": len(pilot.play.scene.sheets),
        "cell looked for": 1,
        "read besides": 1,  # the list of matches played last
        "looked at and written in one step": 1,
        "transcript": 1,
        "transcript written": 1,
        "laid out": 1,
        "view of the match": 2,  # for the board, and in the next frame for the panels
    }


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1280, 800)], ids=str)
def test_a_label_is_measured_once_in_a_width(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Whatever else of a panel depends on its height: cells beside the board, the list of moves."""
    pilot = fly(size=size)
    pilot.put(match_after("contactic", 30))
    counts: Counter[object] = Counter()
    measured, labels = Label.content_height, list[Label]()

    def measure(label: Label, theme: Theme, width: int) -> int:
        labels.append(label)  # kept, so that no other one gets its id
        counts[id(label), width] += 1
        return measured(label, theme, width)

    monkeypatch.setattr(Label, "content_height", measure)
    pilot.top.update_layout()
    assert len(counts) > 10
    assert set(counts.values()) == {1}


def test_the_last_move_is_laid_out_once(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly(tempo="off")
    pilot.sit_down("othello", "e6 f4 e3 f6 g5 d6 e7 f5")
    counts: Counter[object] = Counter()
    counted(monkeypatch, counts, layout, "play_layout", "laid out")
    pilot.tap("c5")
    pilot.advance(0.1)
    assert pilot.table_session.match_view.result is not None
    assert counts == {"laid out": 1}


def test_the_target_is_found_where_the_pointer_goes_down(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finger that trembles is tested again where it goes up; one that does not, is not."""
    at = pilot.at("e6")
    beside = at[0] + 3, at[1] + 2
    counts: Counter[object] = Counter()
    counted(monkeypatch, counts, BoardScene, "target_at", "hit test")
    pilot.app.pointers.down(at)
    pilot.app.pointers.move(beside)
    pilot.app.pointers.up(beside)
    assert counts["hit test"] == 2
    assert pilot.match.names()[-1] == "e6"
    pilot.settle()
    far = pilot.at("a1")
    start = pilot.at(pilot.match.position.moves()[0][0])
    pilot.app.pointers.down(start)
    pilot.app.pointers.up(far)
    assert len(pilot.match.moves) == 5
