"""A match of Othello on the screen: turns, passes, the end, and panels that follow the board."""

import pygame
import pytest

from flipside.game.ui.containers import CardRim
from flipside.game.ui.widgets import Label
from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import FRAME, Pilot

OTHELLO = recorded("othello")

WIPE_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""The shortest match: white has no disc left after nine moves."""


def test_whose_turn_it_is(pilot: Pilot) -> None:
    pilot.sit_down()
    for mover, cell in (("Black", "d3"), ("White", "c3"), ("Black", "c4")):
        assert pilot.caption() == f"{mover} to move – Othello – Flipside"
        prompts = ["Place a disc" in panel for panel in pilot.panels()]
        assert prompts == ([False, True] if mover == "Black" else [True, False])
        pilot.tap(cell)
    far, near = pilot.panels()
    assert {"White", "Person", "2"} <= set(far.splitlines())
    assert {"Black", "Person", "5"} <= set(near.splitlines())


def test_a_pass_is_announced(pilot: Pilot) -> None:
    passes = [ply for ply, move in enumerate(OTHELLO.match.moves) if move == PASS]
    pilot.sit_down(moves=OTHELLO.text(passes[0] - 1))
    pilot.make(OTHELLO.match.moves[passes[0] - 1])
    pilot.wait_for(lambda: pilot.match.ply == passes[0] + 1)
    assert "pass" in pilot.sounds
    for panel in pilot.panels():
        assert "Black has no move and passes." in panel
    assert pilot.caption().startswith("White to move")
    pilot.make(OTHELLO.match.moves[passes[0] + 1])
    pilot.settle()
    assert not any("passes" in panel for panel in pilot.panels())


def test_a_draw_is_announced(pilot: Pilot) -> None:
    match = drawn()
    last = match.moves[-1]
    pilot.sit_down(moves=" ".join(match.names()[:-1]))
    pilot.make(last)
    pilot.advance(0.1)
    assert pilot.caption() == "Draw 32–32 – Othello – Flipside"
    assert "Draw 32–32" in pilot.panels()[1]
    assert pilot.sounds.count("draw") == 1


def drawn() -> Match:
    """A match that ends with as many discs on either side."""
    return recorded("othello-draw").match


def test_how_the_match_ended_stands_out(pilot: Pilot) -> None:
    """What is asked of a player is written plainly, the result larger, on its card only."""

    def styles(words: str) -> set[str]:
        labels = [w for s in pilot.play.scene.sheets for w in s.widgets if isinstance(w, Label)]
        return {label.style for label in labels if words in label.text}

    pilot.sit_down(moves=OTHELLO.text(6))
    assert styles(pilot.table_session.match_view.prompt) == {"text"}
    pilot.put(OTHELLO.match)
    pilot.settle()
    result = pilot.table_session.match_view.result_words
    assert styles(result) <= {"head", "title"}
    assert styles(result)
    pilot.press("result")
    assert styles(result) == {"bold"}


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_nothing_touches_the_edges_of_a_panel(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(size=size)
    pilot.sit_down(moves=OTHELLO.text(30))
    for sheet in pilot.play.scene.sheets[:2]:
        card, *others = (w.rect for w in sheet.widgets if not isinstance(w, CardRim))
        assert len(others) > 2
        assert all(card.inflate(-16, -16).contains(rect) for rect in others)


def test_the_end_of_a_match_is_shown_once_and_then_all_is_still(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    *before, last = WIPE_OUT.split()
    pilot.sit_down(moves=" ".join(before))
    pilot.tap(last)
    pilot.advance(4.0)
    assert not any(scene.changed for scene in pilot.app.stack.scenes)
    before_picture = pygame.image.tobytes(pilot.app.screen.surface, "RGB")
    pilot.advance(1.0)
    assert pygame.image.tobytes(pilot.app.screen.surface, "RGB") == before_picture


def test_panels_follow_when_the_board_has_come_to_rest(fly: MakePilot) -> None:
    """Frames of a move show the panels of before; the first one at rest has the new panels."""
    pilot = fly(tempo="normal")
    pilot.sit_down()
    pilot.app.frame(0)
    play, before = pilot.play, list(pilot.play.scene._sheets)
    pilot.tap("e6")
    while not pilot.at_table.rests:
        assert play.scene.late
        assert play.scene._sheets == before
        pilot.app.frame(FRAME)
    assert not play.scene.late
    assert not set(before) & set(play.scene._sheets)
    assert play.scene.changed is False, "the panels were drawn"


def test_panels_follow_a_finger_that_ends_what_moves(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    pilot.sit_down()
    pilot.tap("e6")
    pilot.advance(FRAME)
    scene = pilot.at_table
    before = list(scene._sheets)
    pilot.app.pointers.down(pilot.at("a1"))
    pilot.app.show()
    assert scene.rests
    assert not scene.late
    assert not set(before) & set(scene._sheets)


def test_panels_do_not_wait_where_nothing_moves(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", confirm=True)
    pilot.sit_down("switch")
    before = list(pilot.play.scene._sheets)
    pilot.tap(pilot.match.legal()[0][0])
    assert pilot.at_table.rests
    assert not pilot.play.scene.late
    assert not set(before) & set(pilot.play.scene._sheets)


def test_late_panels_are_there_for_whatever_asks(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    pilot.sit_down()
    assert "undo" not in pilot.names()
    pilot.tap("e6")
    assert pilot.play.scene.late
    assert "undo" in pilot.names()
    assert not pilot.play.scene.late


def test_a_pointer_that_moves_leaves_late_panels(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    pilot.sit_down()
    pilot.tap("e6")
    pilot.hover(pilot.at("d6"))
    assert pilot.play.scene.late
    assert pilot.play.scene.hovered == pilot.match.board.cell_named("d6")


def test_no_panels_are_late_below_a_dialog(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    pilot.sit_down()
    pilot.tap("e6")
    assert pilot.play.scene.late
    pilot.play.scene.run_command("menu")
    pilot.app.show()
    assert not pilot.play.scene.late


def test_a_thinking_computer_is_not_told_but_a_setting_is(fly: MakePilot) -> None:
    pilot = fly(patience=0.0001)
    pilot.sit_down(seats=("level6", "person"))
    play = pilot.play
    play.scene.unread = False
    pilot.wait_for(lambda: bool(play.match_view.dots), 3.0)
    assert not play.scene.unread
    pilot.key("v")
    assert play.scene.unread
