"""A hint in play: found in slices, told and marked, gone with the next tap, in every game."""

from functools import partial
from itertools import count
from typing import Any

import pytest

from flipside.game.drawing.display_list import DisplayList
from flipside.game.live_match import hint as hint_module
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS
from flipside.rules.engine.analysis.analyst import PositionAnalysis
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, middle
from tests.game.scenes.layout_checks import problems
from tests.game.scenes.test_layout import SIZES, languages_and_ways_to_sit

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])

MOMENTS = [
    ("othello", {"start": "open"}, "", 1),
    ("flipflop", {}, "", 1),
    ("flipflop", {"setup": "chess"}, "", 2),
    ("switch", {"setup": "placed"}, "", 3),
    ("switch", {}, "", 4),
    ("contactic", {}, "", 5),
    ("contactic", {"referee": "off"}, "", 6),
]
"""Phases that a match in its middle does not show."""


def _hint_is_there(pilot: Pilot) -> bool:
    return not pilot.play.live_match.hint.thinking


def asked(pilot: Pilot) -> None:
    """Ask, and wait for the answer."""
    pilot.advance(0.6)
    pilot.key("t")
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking, 30.0)


@each_game
def test_a_hint_is_told_and_marked(pilot: Pilot, heard: list[str], key: str) -> None:
    pilot.put(match_after(key, middle(key)))
    asked(pilot)
    hint = pilot.play.live_match.hint
    assert len(hint.line) == 1
    assert hint.line[0] in pilot.match.position.moves()
    told = " ".join(pilot.table_session.match_view.hint)
    assert told.startswith("Hint: ")
    assert heard[-1] == told
    near = [w.words for w in pilot.play.scene.sheets[1 - pilot.match.position.turn].widgets]
    assert any(said.startswith("Hint: ") for said in near)
    assert pilot.shown().annotations.hint == hint.line


def test_a_hint_is_said_once_it_is_known(pilot: Pilot) -> None:
    pilot.put(match_after("othello", middle("othello")))
    live_match = pilot.play.live_match
    asking = live_match.ask_hint()
    assert live_match.hint.thinking
    assert asking.sentences == ("Looking for a good move.",)
    gone = live_match.take_back_taps()
    assert gone.sentences == ("Black to move.", "Place a disc.")


@pytest.mark.parametrize(("key", "choices", "moves", "seed"), MOMENTS)
def test_a_hint_in_every_phase(
    pilot: Pilot, key: str, choices: dict[str, Any], moves: str, seed: int
) -> None:
    pilot.sit_down(key, moves, seed=seed, **choices)
    asked(pilot)
    assert pilot.play.live_match.hint.line[0] in pilot.match.position.moves()
    pilot.make(pilot.play.live_match.hint.line[0])
    pilot.settle()
    assert pilot.match.ply == 1


def test_a_hint_while_choosing_a_colour(fly: MakePilot) -> None:
    """The move is a cell beside the board, which the panel names."""
    match = Match(BY_KEY["switch"], {"setup": "placed"}, 1)
    while match.position.prompt() != "choose":
        match.play(match.position.moves()[len(match.moves) * 7 % len(match.position.moves())])
    pilot = fly()
    pilot.put(match)
    asked(pilot)
    assert pilot.table_session.match_view.hint[0] in ("Hint: Dark.", "Hint: Light.")


@each_game
def test_asked_again_for_what_follows(pilot: Pilot, key: str) -> None:
    pilot.put(match_after(key, middle(key)))
    asked(pilot)
    first, thought = pilot.play.live_match.hint.line, pilot.play.live_match.hint._slices.last
    known = thought.pv[: 1 if key == "contactic" else 4]
    pilot.play.live_match.hint.request()
    assert pilot.play.live_match.hint.line == known, "what was seen while thinking is told at once"
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking)
    line, here = pilot.play.live_match.hint.line, pilot.match.position
    assert line[:1] == first
    assert 1 <= len(line) <= 4
    assert (len(line) == 1) == (key == "contactic")
    for move in line:
        assert move in here.moves()
        here = here.play(move)
    DisplayList().draw(pilot.app.screen.surface, pilot.play.scene.layers())
    pilot.key("t")
    assert not pilot.play.live_match.hint.is_active


def test_an_open_end_has_a_line(pilot: Pilot) -> None:
    """In Contactic nothing is hidden once both main piles are used up: what follows is told."""
    match = recorded("contactic").match
    match.goto_ply(119)
    match.clear_redo()
    pilot.put(match)
    asked(pilot)
    asked(pilot)
    match_view = pilot.table_session.match_view
    assert len(match_view.hint_line) == 4
    assert match_view.hint[0].startswith("It may continue: ")


@each_game
def test_a_tap_is_taken_at_once(fly: MakePilot, key: str) -> None:
    for wait in (True, False):
        pilot = fly()
        pilot.put(match_after(key, middle(key)))
        pilot.advance(0.6)
        pilot.key("t")
        if wait:
            pilot.wait_for(partial(_hint_is_there, pilot))
        assert pilot.play.live_match.hint.is_active
        before = pilot.match.ply
        move = next(m for m in pilot.match.position.moves() if m != PASS)
        pilot.make(move)
        assert not pilot.play.live_match.hint.is_active
        assert pilot.match.ply == before + 1


def test_the_button(pilot: Pilot) -> None:
    pilot.sit_down("othello", "f5 d6")
    pilot.advance(0.6)
    pilot.press("hint")
    pilot.wait_for(lambda: bool(pilot.play.live_match.hint.line))
    pilot.press("undo")
    assert not pilot.play.live_match.hint.is_active
    assert "redo" in pilot.names()
    assert "hint" not in pilot.names()
    asked(pilot)
    assert pilot.play.live_match.hint.line
    pilot.key("escape")
    assert not pilot.play.live_match.hint.is_active
    resigned, played = Match(BY_KEY["othello"]), Match(BY_KEY["othello"])
    resigned.resign(0)
    for match, seats in ((played, ("level1", "level1")), (resigned, ("person", "person"))):
        pilot.put(match, seats)
        assert "hint" not in pilot.names()
        pilot.key("t")
        assert not pilot.play.live_match.hint.is_active


def test_a_hint_changes_nothing(pilot: Pilot) -> None:
    pilot.sit_down("flipflop", "a1 b2 c3")
    before = pilot.app.services.storage.load("flipflop")
    asked(pilot)
    asked(pilot)
    assert pilot.app.services.storage.load("flipflop") == before


def test_face_to_face_it_is_turned_to_who_asked(fly: MakePilot) -> None:
    pilot = fly(tabletop=True, size=(820, 1180))
    for plies, quarter in ((20, 0), (21, 2)):
        pilot.put(match_after("othello", plies))
        asked(pilot)
        sheet = pilot.play.scene.sheets[0 if quarter else 1]
        assert sheet.quarter_turns == quarter
        assert any(widget.words.startswith("Hint: ") for widget in sheet.widgets)
        assert pilot.shown().annotations.quarter_turns == quarter


def test_a_hint_is_thought_about_until_all_is_seen_or_patience_ends(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first move that comes to mind is the hint only to those who do not wait."""
    pilot.put(match_after("othello", middle("othello")))
    hint, match = pilot.play.live_match.hint, pilot.match

    def slices() -> int:
        hint.request()
        return next(number for number in count() if hint.work(0.0))

    def whole() -> int:
        return sum(1 for _ in PositionAnalysis(match.game, match.position, match.history()).infos())

    whole()  # the first time much is read besides
    assert slices() > 0.8 * whole()
    hint.forget()
    monkeypatch.setattr(hint_module, "HINT_SECONDS", 0.0)
    assert slices() < 0.5 * whole()


@languages_and_ways_to_sit(("de", True), ("cs", False))
def test_a_hint_fits(
    fly: MakePilot, language: str, tabletop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint_module, "HINT_SECONDS", 0.02)
    pilot = fly(language=language, tabletop=tabletop, patience=0.02)
    wrong = []
    for game in GAMES:
        for more in (0, 1):
            pilot.put(match_after(game.key, middle(game.key) + more))
            for _ in range(2):
                asked(pilot)
                for size in SIZES:
                    pilot.app.services.theme.resize(size)
                    pilot.play.scene.layout(size)
                    wrong += [f"{game.key} at {size}: {p}" for p in problems(pilot.play.scene)]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:40])


def test_openings_are_named(fly: MakePilot, heard: list[str]) -> None:
    pilot = fly(size=(820, 1180))
    pilot.sit_down("othello", "f5 d6 c3 d3")
    heard.clear()
    pilot.tap("c4")
    pilot.settle()
    assert "Opening: Tiger" in " ".join(heard)
    assert "Opening: Tiger" in [w.words for sheet in pilot.play.scene.sheets for w in sheet.widgets]
    pilot.press("moves")
    assert "Opening: Tiger" in [w.words for sheet in pilot.top.sheets for w in sheet.widgets]
    pilot.key("escape")
    pilot.tap("f4")
    pilot.settle()
    assert "White: f4" in " ".join(heard)
    assert "Opening" not in heard[-1]


def test_a_win_is_told_where_a_move_on_the_way_puts_off_the_cap(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ball that leaves the board begins the count of Flipop anew (FP-13)."""
    start = "................W.W.B...B EEESNESSNNWSNWWW W"
    pilot, match = fly(), Match(BY_KEY["flipop"], {}, 1, start)
    monkeypatch.setattr(Match, "plies_left", lambda self, ply=None: 1)
    pilot.put(match)
    asked(pilot)
    assert "Wins in 2." in pilot.table_session.match_view.hint
