"""A tap that does nothing says why: over a panel, and by a shake of what was tapped."""

import pytest

from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.notice import SHAKE_SECONDS
from flipside.game.scenes.common.scene import Scene
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.ui.widgets import Button
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after

CLOCKS = "5+2 5+2"


def notice(pilot: Pilot) -> str:
    """The sentence that lies over a panel; "" if there is none."""
    pilot.app.frame(0.0)
    return shown(pilot.top)


def shown(scene: Scene) -> str:
    return "" if scene.notices.current is None else scene.notices.current.words


def refused(pilot: Pilot) -> Cell:
    """A cell on the board on which a tap does nothing."""
    kinds, free = pilot.match.board.kinds, pilot.table_session.match_view.next_cells
    return next(c for c, kind in enumerate(kinds) if kind in ("square", "pit") and c not in free)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
@pytest.mark.parametrize("tabletop", [False, True])
def test_a_refused_tap_says_why_for_some_seconds(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, key: str, tabletop: bool
) -> None:
    said: list[str] = []
    monkeypatch.setattr(DesktopPlatform, "say", lambda self, words: said.append(words))
    pilot = fly(drawing=True, tempo="normal", tabletop=tabletop)
    pilot.sit_down(key, " ".join(match_after(key, 2).names()), seed=3)
    before = pilot.match.names()
    pilot.tap(refused(pilot))
    words = notice(pilot)
    assert len(words) > 8
    assert words in said
    assert pilot.match.names() == before
    pilot.advance(3.5)
    assert notice(pilot) == words
    pilot.advance(1.0)
    assert notice(pilot) == ""


def test_it_goes_with_the_next_tap(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello")
    pilot.tap("a1")
    assert notice(pilot)
    pilot.tap("d3")
    assert not notice(pilot)


@pytest.mark.parametrize("where", ["match", "study", "review"])
def test_a_refused_tap_lays_out_nothing(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    pilot = fly(drawing=True)
    match = pilot.sit_down("flipop")
    stored_match = StoredMatch(match, ("person", "person"))
    if where == "study":
        pilot.explore(stored_match)
    elif where == "review":
        pilot.review_at(stored_match, match.ply)
    pilot.advance(1.0)
    laid: list[object] = []
    monkeypatch.setattr(pilot.top, "_layout", lambda: laid.append(where))
    pilot.tap(refused(pilot))
    pilot.advance(0.5)
    assert notice(pilot)
    assert laid == []


@pytest.mark.parametrize(("tempo", "shakes"), [("normal", True), ("off", False)])
def test_what_was_tapped_shakes(fly: MakePilot, tempo: str, shakes: bool) -> None:
    pilot = fly(drawing=True, tempo=tempo)
    pilot.sit_down("othello")
    pilot.advance(1.0)
    pilot.tap("d4")
    moved = set()
    for _ in range(round(SHAKE_SECONDS / FRAME) + 1):
        state = pilot.at_table._board_state()
        moved.add(state.shift)
        assert abs(state.shift) < 0.1
        pilot.advance(FRAME)
    assert (len(moved) > 5) is shakes
    assert pilot.at_table._board_state().refused_cell is None
    assert notice(pilot)


@pytest.mark.parametrize("size", [(360, 560), (820, 1180)])
@pytest.mark.parametrize(("language", "tabletop"), [("de", False), ("cs", True)])
def test_the_sentence_fits_its_panel(
    fly: MakePilot, size: tuple[int, int], language: str, tabletop: bool
) -> None:
    """Upright and turned, for both players."""
    pilot = fly(size=size, language=language, tabletop=tabletop)
    for plies in (0, 1):
        pilot.sit_down("switch", " ".join(match_after("switch", plies).names()), seed=3)
        pilot.tap(refused(pilot))
        shown = pilot.top.notices.current
        assert shown is not None
        panel = pilot.play.scene.sheets[shown.panel]
        items = shown.items(panel)
        assert items
        assert all(panel.place.inflate(24, 24).contains(item.place) for item in items)


# -- buttons ---------------------------------------------------------------------------------------


def pressed(pilot: Pilot, name: str) -> str:
    """What is said when a button is tapped that cannot be used."""
    sheet, button = next(
        (sheet, widget)
        for sheet in pilot.top.sheets
        for widget in sheet.widgets
        if isinstance(widget, Button) and widget.name == name
    )
    assert not button.enabled
    pilot.touch(sheet.to_window(button.rect).center)
    return notice(pilot)


def sit_down(pilot: Pilot, clock: str, moves: str = "") -> None:
    match = Match(BY_KEY["othello"])
    match.clock = parse_clock(clock) if clock else None
    match.read_moves(moves)
    pilot.put(match)


@pytest.mark.parametrize(
    ("clock", "name", "said"),
    [
        ("", "undo", "no move to take back"),
        (CLOCKS, "hint", "no help"),
        (CLOCKS, "undo", "no move to take back"),
    ],
)
def test_a_button_that_cannot_be_used_says_why(
    fly: MakePilot, clock: str, name: str, said: str
) -> None:
    pilot = fly()
    sit_down(pilot, clock)
    assert said in pressed(pilot, name)


def test_moves_with_clocks_are_not_taken_back(fly: MakePilot) -> None:
    pilot = fly()
    sit_down(pilot, CLOCKS, "d3")
    assert "clocks" in pressed(pilot, "undo")


def test_a_key_says_the_same(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello")
    pilot.key("u")
    assert "no move to take back" in notice(pilot)


def test_a_study_says_it_too(fly: MakePilot) -> None:
    pilot = fly()
    pilot.put(match_after("othello", 0))
    pilot.app.stack.home()
    pilot.press("play othello")
    pilot.key("i")
    assert "no move to delete" in pressed(pilot, "delete")
    assert "main line" in pressed(pilot, "promote")
