"""Plays the sample game in all scenes; `test_sample_game.py` runs this in its copy."""

import json
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from flipside.game.services.texts import LANGUAGES
from flipside.game.speech import BoardText, enter
from flipside.rules.catalogue import GAMES
from tests.game.conftest import MakePilot
from tests.game.scene_tour import around, matches
from tests.game.scenes.layout_checks import problems

ROOT = Path(__file__).resolve().parents[3]

MOVES = "b2 a1 c1 a2 a3"
"""Black wins on the diagonal c1 b2 a3."""


def test_it_stands_on_the_shelf(fly: MakePilot) -> None:
    assert [game.key for game in GAMES][-1] == "threes"
    pilot = fly(drawing=True)
    assert {"threes", "play threes", "setup threes"} <= set(pilot.names())
    assert "Place three in a row." in pilot.words()


def test_from_the_shelf_through_set_up_and_a_match_to_the_result(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    pilot.press("setup threes")
    pilot.press("kind1=person")
    pilot.press("goal=make")
    pilot.press("start")
    for cell in MOVES.split():
        pilot.hover(pilot.at(cell))
        assert pilot.match.board.cell_named(cell) in pilot.shown().preview
        pilot.tap(cell)
        pilot.settle()
    pilot.advance(1.0)
    assert pilot.caption() == "Black wins – Threes – Flipside"
    assert any("Three in a row: Black wins." in panel for panel in pilot.panels())
    assert [mark.kind for mark in pilot.shown().marks] == ["line"]
    assert {"lay", "win"} <= set(pilot.sounds)


def test_it_is_played_by_ear(fly: MakePilot) -> None:
    """Without a word of its own for it: pieces are called by their colours."""
    pilot = fly()
    pilot.sit_down("threes", "b2")
    live_match = pilot.play.live_match
    told = BoardText(live_match)
    assert told.cell(4) == "b2, black, last move"
    assert told.around(4)[0] == "b2, black, last move."
    assert told.whole() == (
        "White to move.",
        "Place a disc.",
        "Black, 1: b2.",
        "Empty, 8: a1 to c1, a2, c2, a3 to c3.",
    )
    assert enter(live_match, "B2") == "b2 is not possible now."
    for name in MOVES.split()[1:]:
        assert name in BoardText(live_match).legal().values()
        assert not isinstance(enter(live_match, name), str)
    assert "c1, black, in a marked line" in BoardText(live_match).cell(2)
    assert BoardText(live_match).whole()[0] == "Black wins."


def test_undo_redo_and_resume(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("threes", "b2 a1 c1")
    pilot.press("undo")
    pilot.press("undo")
    pilot.kill_and_reopen()
    pilot.press("play threes")
    assert pilot.match.ply == 1
    pilot.press("redo")
    pilot.press("redo")
    assert pilot.match.names() == ["b2", "a1", "c1"]
    pilot.tap("b2")
    assert pilot.sounds[-1] == "error"


@pytest.mark.parametrize("level", ["level1", "level3", "level6"])
@pytest.mark.parametrize("goal", ["make", "avoid"])
def test_computers_play_it(fly: MakePilot, level: str, goal: str) -> None:
    pilot = fly()
    pilot.press("setup threes")
    pilot.seat(0, level)
    pilot.seat(1, level)
    pilot.press(f"goal={goal}")
    pilot.press("start")
    pilot.wait_for(lambda: pilot.play.live_match.result is not None, 200.0)
    if (level, goal) == ("level6", "make"):
        assert pilot.table_session.match_view.result_words == "Draw"


def test_the_strong_computer_sees_a_row(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("threes", "b2 a1 c1", seats=("person", "level4"))
    pilot.wait_for(lambda: len(pilot.match.moves) == 4)
    assert pilot.match.names()[-1] == "a3", "anything else loses"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_its_scenes_fit_and_say_everything(fly: MakePilot, language: str) -> None:
    for size in ((390, 844), (1280, 800)):
        pilot = fly(size=size, language=language, patience=0.0)
        stops = 0
        for stop in chain(around(pilot, "threes"), matches(pilot, "threes")):
            assert problems(pilot.top) == [], stop
            stops += 1
        assert stops > 10
        assert pilot.app.services.text.missing == set()


def test_across_a_table(fly: MakePilot) -> None:
    pilot = fly(tabletop=True, drawing=True)
    pilot.sit_down("threes")
    for cell in MOVES.split():
        pilot.tap(cell)
    pilot.press("far-undo")
    assert pilot.match.ply == 4


def test_the_command_line_knows_it() -> None:
    asked = [sys.executable, "-m", "flipside.rules", "show", "threes", "--moves", MOVES]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    told = json.loads(said)
    assert told["board"] == ["O.X", "OX.", "X.."]
    assert told["result"] == {"winner": "black", "reason": "three"}
