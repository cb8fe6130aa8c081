"""Undo and redo without limit, looking back, and computers that wait meanwhile."""

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import PASS, Move
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.seen import marked

OTHELLO = recorded("othello")
PLIES = len(OTHELLO.match.moves)
PASSES = [ply for ply, move in enumerate(OTHELLO.match.moves) if move == PASS]


def decisions(player: int) -> list[int]:
    """The plies of the recorded match at which that player chose a move."""
    match = OTHELLO.match
    return [ply for ply in OTHELLO.taken if match.position_at(ply).turn == player]


def stops_of(pilot: Pilot, button: str) -> list[int]:
    """Press a button until it can be pressed no more; the plies it led to."""
    found = []
    while button in pilot.names():
        pilot.press(button)
        pilot.settle()
        found.append(pilot.match.ply)
        assert len(found) <= PLIES, f"{button} leads nowhere: {found}"
    return found


@pytest.mark.parametrize(
    ("seats", "stops"),
    [
        (("person", "person"), OTHELLO.taken),
        (("person", "level1"), decisions(0)),
        (("level1", "person"), decisions(1)),
        (("level1", "level1"), list(range(PLIES))),
    ],
)
def test_undo_goes_to_the_start_and_redo_to_the_end(
    pilot: Pilot, seats: tuple[str, str], stops: list[int]
) -> None:
    """By the decisions of people, or by plies where two computers play, which are paused."""
    pilot.put(OTHELLO.match, seats)
    assert stops_of(pilot, "undo") == stops[::-1]
    assert pilot.match.position == pilot.match.position_at(stops[0])
    if "person" in seats[:1] or "person" not in seats:
        assert pilot.caption().startswith("Black to move")
        pilot.advance(3.0)
        assert pilot.match.ply == 0
    assert stops_of(pilot, "redo") == [*stops[1:], PLIES]
    assert pilot.caption().startswith("Black wins 36–28")
    assert pilot.match.moves == OTHELLO.match.moves


def test_two_computers_pause_until_they_are_told_to_go_on(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(10), seats=("level1", "level1"))
    pilot.wait_for(lambda: pilot.match.ply >= 14)
    pilot.press("undo")
    at = pilot.match.ply
    pilot.advance(5.0)
    assert pilot.match.ply == at
    assert any("The computer waits" in panel for panel in pilot.panels())
    stops_of(pilot, "redo")
    end = pilot.match.ply
    pilot.advance(5.0)
    assert pilot.match.ply == end == len(pilot.match.moves), "redo does not end the pause"
    pilot.press("go-on")
    pilot.wait_for(lambda: pilot.match.ply > end)


@pytest.mark.parametrize(
    "seats", [("person", "level1"), ("level1", "person"), ("level1", "level1")]
)
def test_computers_wait_while_one_looks_back(pilot: Pilot, seats: tuple[str, str]) -> None:
    pilot.sit_down(moves=OTHELLO.text(20), seats=("person", "person"))
    pilot.match.goto_ply(11 if seats[1] == "level1" else 12)
    pilot.sit(seats)
    assert not pilot.play.live_match.person(pilot.match.position.turn)
    pilot.advance(5.0)
    assert len(pilot.match.moves) == 20
    assert any("Looking back: move 1" in panel for panel in pilot.panels())
    at = pilot.match.ply
    pilot.press("go-on")
    pilot.wait_for(lambda: pilot.match.ply > at)
    assert pilot.match.moves[:at] == OTHELLO.match.moves[:at]
    assert len(pilot.match.moves) <= at + 2, "what was taken back is forgotten"


@pytest.mark.parametrize("same", [True, False])
def test_a_move_from_the_past_forgets_what_came_after(pilot: Pilot, same: bool) -> None:
    pilot.sit_down(moves=OTHELLO.text(20))
    for _ in range(5):
        pilot.press("undo")
    moves = pilot.match.position.moves()
    move = next(move for move in moves if (move == OTHELLO.match.moves[15]) == same)
    pilot.make(move)
    assert pilot.match.moves == [*OTHELLO.match.moves[:15], move]
    assert "redo" not in pilot.names()


def test_looking_back_says_nothing_of_a_pass_any_more(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(PASSES[0]))
    pilot.advance(0.1)
    said = pilot.app.services.text("play.passes", colour="Black")
    assert all(said in panel for panel in pilot.panels())
    pilot.press("undo")
    assert pilot.match.ply == PASSES[0] - 1
    assert not any(said in panel for panel in pilot.panels())


def test_the_list_of_moves_leads_anywhere(pilot: Pilot) -> None:
    pilot.put(OTHELLO.match)
    pilot.press("result")
    for ply in (PASSES[0], 7, PASSES[1], PLIES, 0, PASSES[2] + 1):
        pilot.press("moves")
        said = pilot.words()
        assert "Beginning" in said
        assert all(f". {name}" in said for name in OTHELLO.match.names())
        pilot.press(f"ply{ply}")
        assert pilot.session is pilot.play
        assert pilot.match.ply == ply
        pilot.advance(1.0)
        assert pilot.match.ply == ply, "looking back moves nothing, not even a pass"
    assert pilot.match.moves == OTHELLO.match.moves


def test_the_moves_beside_the_board_lead_there_too(pilot: Pilot) -> None:
    pilot.put(OTHELLO.match)
    pilot.press("ply12")
    assert pilot.match.ply == 12
    assert any("Looking back: move 12 of 63" in panel for panel in pilot.panels())


def test_undo_in_mid_animation_and_redo_in_mid_animation(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down(moves=OTHELLO.text(8))
    for button, step in (("undo", -1), ("redo", 1)):
        for _ in range(8):
            at = pilot.match.ply
            pilot.press(button)
            pilot.advance(0.03)
            assert pilot.at_table.playback.timeline is not None, (
                "nothing was moving: the test proves nothing"
            )
            assert pilot.match.ply == at + step
    assert pilot.match.moves == OTHELLO.match.moves[:8]


def test_undo_while_the_computer_thinks(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "level4"))
    pilot.make(OTHELLO.match.moves[6])
    pilot.advance(1.0)
    assert pilot.play.live_match.thinking
    pilot.press("undo")
    assert pilot.match.ply == 6
    pilot.advance(1.0)
    assert pilot.match.moves == OTHELLO.match.moves[:7]
    other: Move = next(m for m in pilot.match.position.moves() if m != OTHELLO.match.moves[6])
    pilot.make(other)
    assert pilot.match.moves == [*OTHELLO.match.moves[:6], other]


def test_undo_at_the_start_does_not_even_pause_computers(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(seats=("level1", "level1"))
    pilot.key("u")
    assert pilot.play.live_match.thinking


@pytest.mark.parametrize("seats", [("person", "level1"), ("level1", "person")])
def test_on_ones_own_turn_nothing_waits_for_the_computer(
    pilot: Pilot, seats: tuple[str, str]
) -> None:
    pilot.sit_down(moves=OTHELLO.text(20 if seats[0] == "person" else 21), seats=seats)
    for _ in range(2):
        pilot.press("undo")
        assert pilot.play.live_match.person(pilot.match.position.turn)
        assert pilot.play.live_match.looking_back
        assert "go-on" not in pilot.names()
        assert not any("The computer waits" in panel for panel in pilot.panels())
    pilot.advance(2.0)
    assert len(pilot.match.moves) == (20 if seats[0] == "person" else 21)


def test_a_list_of_moves_that_was_scrolled_stays_until_the_match_goes_on(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(55))
    followed = pilot.play.scene.sheets[2].offset
    assert followed > 0, "the last move is in sight"
    pilot.play.scene.sheets[2].scroll(-10_000)
    pilot.tap(
        "a1"
        if pilot.match.board.cell_named("a1") not in pilot.table_session.match_view.next_cells
        else "h8"
    )
    assert len(pilot.match.moves) == 55
    pilot.play.scene.update_layout()
    assert pilot.play.scene.sheets[2].offset == 0
    pilot.make(OTHELLO.match.moves[55])
    assert pilot.play.scene.sheets[2].offset > followed / 2
    pilot.play.scene.sheets[2].scroll(-10_000)
    pilot.press("undo")
    assert pilot.play.scene.sheets[2].offset > followed / 2


def test_the_dialog_of_moves_stays_where_it_was_scrolled_in_another_window(fly: MakePilot) -> None:
    pilot = fly(size=(390, 600))
    pilot.sit_down(moves=OTHELLO.text(55))
    pilot.press("moves")
    assert pilot.top.sheets[0].offset > 0, "the last move is in sight"
    pilot.top.sheets[0].scroll(-10_000)
    pilot.resize((390, 610))
    assert pilot.top.sheets[0].offset == 0


def test_marks_that_do_not_last_are_hidden_while_several_plies_are_taken_back(
    fly: MakePilot,
) -> None:
    """The stone that was switched last is marked before and after, but was not in between."""
    pilot = fly(tempo="calm")
    pilot.sit_down("flipflop", "b1 d1 b1", seats=("level1", "person"), setup="chess")
    assert marked(pilot, "banned") == [{"b1"}]
    pilot.press("undo")
    assert pilot.match.ply == 1
    assert pilot.at_table.playback.timeline is not None
    assert marked(pilot, "banned") == []
    pilot.settle()
    assert marked(pilot, "banned") == [{"b1"}]


def test_marks_that_last_stay_while_a_ply_is_taken_back(fly: MakePilot) -> None:
    pilot = fly(tempo="calm")
    pilot.sit_down("flipop", "b1-b2")
    goals = marked(pilot, "goal")
    assert goals
    pilot.press("undo")
    assert pilot.at_table.playback.timeline is not None
    assert marked(pilot, "goal") == goals


def test_after_a_pass_the_move_before_it_is_still_the_last(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(PASSES[0]))
    pilot.wait_for(lambda: pilot.match.ply == PASSES[0] + 1)
    assert pilot.match.moves[-1] == PASS
    assert pilot.shown().last == OTHELLO.match.moves[PASSES[0] - 1]
    assert pilot.shown().changed_cells, "what it turned is still seen as turned"
    pilot.play.goto_ply(0)
    pilot.settle()
    assert pilot.shown().last == ()


def test_who_has_given_up_passes_no_more(pilot: Pilot) -> None:
    match = Match(BY_KEY["othello"])
    match.read_moves(OTHELLO.text(PASSES[0]))
    match.resign(0)
    pilot.put(match)
    pilot.advance(2.0)
    assert len(pilot.match.moves) == PASSES[0]
    assert pilot.match.resigned == 0
