"""One pointer: taps, presses that are none, dragging, hovering, the wheel, and the mouse alone."""

import pygame
import pytest

from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after

OTHELLO = recorded("othello")


def test_a_tap_during_an_animation_finishes_it_and_counts(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down()
    pilot.tap("d3")
    pilot.advance(0.1)
    first = pilot.at_table.playback.timeline
    assert first is not None
    pilot.tap("c3")
    assert first.done
    assert pilot.match.names() == ["d3", "c3"]
    assert pilot.at_table.playback.timeline is not first


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 360), (1920, 1080)])
def test_resizing_in_mid_animation(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down(moves=OTHELLO.text(20))
    pilot.make(OTHELLO.match.moves[20])
    pilot.advance(0.2)
    timeline = pilot.at_table.playback.timeline
    assert timeline is not None
    pilot.resize(size)
    assert pilot.at_table.playback.timeline is timeline
    assert pilot.app.screen.surface.get_size() == size
    now = timeline.now
    pilot.advance(0.05)
    assert timeline.now > now, "the animation goes on"
    pilot.settle()
    pilot.make(OTHELLO.match.moves[21])
    assert pilot.match.moves == OTHELLO.match.moves[:22]


def test_pulling_at_the_edge_arranges_once_a_frame(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly(drawing=True, tempo="off")
    pilot.sit_down()
    pilot.advance(1.0)
    sizes: list[tuple[int, int]] = []
    arrange = pilot.play.scene.layout

    def arranged(size: tuple[int, int]) -> None:
        sizes.append(size)
        arrange(size)

    monkeypatch.setattr(pilot.play.scene, "layout", arranged)
    for step in range(10):
        pilot.pull((1275 - 5 * step, 797))
        pilot.pull((1275 - 5 * step, 797 - 3 * step))
        pilot.advance(FRAME)
    assert sizes == [(1275 - 5 * step, 797 - 3 * step) for step in range(10)]
    assert sizes[-1] == pilot.app.stack.size
    pilot.advance(1.0)
    assert len(sizes) == 10
    pilot.tap("d3")
    assert pilot.match.names() == ["d3"]


def test_resizing_while_a_scene_turns_over(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.press("othello")
    pilot.advance(0.05)
    assert pilot.app.screen._transition is not None
    pilot.resize((390, 844))
    pilot.advance(0.5)
    assert pilot.app.screen._transition is None
    pilot.tap("d3")
    assert pilot.match.names()[:1] == ["d3"]


def test_a_window_below_the_least_size_is_laid_out_as_the_least(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    pilot.sit_down()
    pilot.resize((200, 150))
    assert pilot.app.stack.size == (360, 360)
    pilot.resize((800, 100))
    assert pilot.app.stack.size == (800, 360)


def test_release_elsewhere_is_no_tap(pilot: Pilot) -> None:
    pilot.sit_down()
    pilot.drag(pilot.at("d3"), pilot.at("c4"))
    assert pilot.match.moves == []
    pilot.drag(pilot.place("menu"), pilot.place("moves"))
    assert pilot.session is pilot.play
    pilot.drag(pilot.at("d3"), pilot.place("menu"))
    assert pilot.session is pilot.play
    assert pilot.match.moves == []


def test_a_button_that_is_let_go_elsewhere_is_drawn_again(pilot: Pilot) -> None:
    pilot.sit_down()
    scene = pilot.play.scene
    scene.press(pilot.place("menu"), "mouse")
    scene.changed = False
    scene.release("mouse")
    assert scene.changed


def test_the_other_buttons_of_the_mouse_do_nothing(pilot: Pilot) -> None:
    pilot.sit_down()
    for button in (2, 3, 4, 5):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pilot.app.handle(pygame.event.Event(kind, button=button, pos=pilot.at("d3")))
    assert pilot.match.moves == []
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pilot.app.handle(pygame.event.Event(kind, button=1, pos=pilot.at("d3")))
    assert pilot.match.names() == ["d3"]


def test_hovering_shows_what_a_tap_would_do(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    pilot.sit_down()
    board = pilot.match.board
    assert pilot.shown().preview == {}
    pilot.hover(pilot.at("d3"))
    assert set(pilot.shown().preview) == {board.cell_named("d3"), board.cell_named("d4")}
    pilot.hover(pilot.at("a1"))
    assert pilot.shown().preview == {}
    pilot.hover(pilot.at("d3"))
    pilot.app.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert pilot.shown().preview == {}
    assert pilot.match.moves == []


def test_no_preview_of_what_the_computer_might_do(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves="d3", seats=("person", "level4"))
    pilot.hover(pilot.at("c3"))
    assert pilot.shown().preview == {}
    assert pilot.shown().next_cells == frozenset()


@pytest.mark.parametrize("seconds", [0.44, 0.46, 3.0])
def test_a_finger_that_stays_on_a_field_moves_when_it_is_lifted(
    fly: MakePilot, seconds: float
) -> None:
    pilot = fly(drawing=True, tempo="off")
    pilot.sit_down()
    for name, mouse in (("d3", True), ("c3", False)):
        at, cell = pilot.at(name), pilot.match.board.cell_named(name)
        if mouse:
            pilot.app.pointers.down(at)
        else:
            pilot.finger(1, "down", at)
        pilot.advance(0.3)
        assert pilot.shown().preview == {}
        pilot.advance(seconds - 0.3)
        assert (cell in pilot.shown().preview) == (seconds > 0.45)
        assert name not in pilot.match.names()
        if mouse:
            pilot.app.pointers.up(at)
        else:
            pilot.finger(1, "up", at)
        assert pilot.match.names()[-1] == name
        assert pilot.shown().preview == {}


def test_a_finger_that_slides_off_a_field_it_was_held_on_does_nothing(fly: MakePilot) -> None:
    pilot = fly(drawing=True, tempo="off")
    pilot.sit_down()
    start, other = pilot.at("d3"), pilot.at("c4")
    for end, moves in ((other, []), (pilot.place("menu"), []), (start, ["d3"])):
        pilot.finger(1, "down", start)
        pilot.advance(0.6)
        assert pilot.shown().preview != {}
        pilot.finger(1, "motion", other)
        assert pilot.shown().preview == {}
        pilot.finger(1, "motion", end)
        assert (pilot.shown().preview != {}) == (end == start)
        pilot.finger(1, "up", end)
        assert pilot.match.names() == moves
        assert pilot.shown().preview == {}
        assert pilot.session is pilot.play


def test_a_move_of_several_taps_by_fingers_that_stay(fly: MakePilot) -> None:
    pilot = fly(tempo="off")
    pilot.sit_down("switch")
    for cell in pilot.match.position.moves()[0][:2]:
        pilot.hold(pilot.at(cell))
    assert len(pilot.match.moves) == 1
    taps = []
    for seconds in (0.1, 0.6):
        tiles = fly(tempo="off")
        tiles.sit_down("contactic")
        cell = min(tiles.table_session.match_view.next_cells)
        for _ in range(3):
            tiles.hold(tiles.at(cell), seconds)
        taps.append((tiles.play.live_match.taps, tiles.match.names()))
    assert taps[0] == taps[1]
    assert taps[0] != ((), [])


def test_dragging_scrolls_and_taps_nothing(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360))
    sheet = pilot.top.sheets[0]
    low, high = (180, 300), (180, 100)
    pilot.drag(low, high)
    assert sheet.offset == 200
    for start, end in ((low, high), (high, low)):
        for _ in range(8):
            pilot.drag(start, end)
            assert len(pilot.app.stack.scenes) == 1
    assert sheet.offset == 0


def test_a_finger_that_trembles_taps(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360))
    x, y = pilot.place("setup othello")
    offset = pilot.top.sheets[0].offset
    pilot.drag((x, y), (x + 3, y - 3), steps=3)
    assert pilot.app.stack.scenes[0].sheets[0].offset == offset
    assert len(pilot.app.stack.scenes) == 2


def test_dragging_at_the_end_of_a_page_taps_nothing(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360))
    sheet = pilot.top.sheets[0]
    sheet.scroll(10_000)
    end = sheet.offset
    box = sheet.to_window(pilot.find("contactic")[1].rect)
    start = (box.x + 30, box.y + 40)
    for to in ((start[0], start[1] - 30), (start[0] + 40, start[1])):
        assert pilot.top.target_at(start) == pilot.top.target_at(to) == "contactic"
        pilot.drag(start, to)
        assert len(pilot.app.stack.scenes) == 1
        assert sheet.offset == end
    pilot.touch(start)
    assert len(pilot.app.stack.scenes) == 2, "the same place is opened by a tap"


def test_dragging_where_nothing_scrolls_is_a_tap_if_it_stays_on_its_target(pilot: Pilot) -> None:
    pilot.sit_down()
    x, y = pilot.at("d3")
    pilot.drag((x - 20, y), (x + 20, y))
    assert pilot.match.names() == ["d3"]


def test_the_wheel_scrolls_what_lies_under_it(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360))
    sheet = pilot.top.sheets[0]
    pilot.wheel(-2)
    assert sheet.offset == 112
    pilot.wheel(9)
    assert sheet.offset == 0


def test_the_wheel_leaves_the_pieces_alone(pilot: Pilot) -> None:
    pilot.put(match_after("othello", None))
    pilot.app.pointers.wheel(pilot.at("d3"), -3)
    assert pilot.match.ply == len(pilot.match.moves)
    sheet = pilot.play.scene.sheets[2]
    before = sheet.offset
    assert before > 0, "the newest move is in sight"
    pilot.app.pointers.wheel(sheet.place.center, 3)
    assert sheet.offset < before


def test_on_small_fields_one_presses_looks_and_lets_go(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360), drawing=True)
    pilot.sit_down()
    board = pilot.match.board
    pilot.app.pointers.down(pilot.at("a1"))
    pilot.app.pointers.move(pilot.at("d3"))
    pilot.advance(1.0)
    assert board.cell_named("d3") in pilot.shown().preview
    pilot.app.pointers.up(pilot.at("d3"))
    assert pilot.match.names() == ["d3"], "the field let go of counts, however long it takes"


def test_on_small_fields_letting_go_beside_the_board_is_no_tap(fly: MakePilot) -> None:
    pilot = fly(size=(360, 360), drawing=True)
    pilot.sit_down()
    pilot.drag(pilot.at("d3"), (2, 180))
    assert pilot.match.moves == []
    pilot.drag(pilot.at("d3"), pilot.place("menu"))
    assert pilot.match.moves == []
    assert pilot.session is pilot.play
