"""Two people touch the screen at the same time, and hands rest on it."""

from typing import Any

import pygame
import pytest

from flipside.game.live_match.seats import Computer
from flipside.game.scenes.common.board_input import loupe_items
from flipside.game.scenes.editor.session import DraftSession
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Move
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot
from tests.of_type import of_type


def at_table(fly: MakePilot) -> Pilot:
    """A match of Othello between two people at one tablet."""
    pilot = fly(size=(820, 1180), drawing=True, tempo="off", tabletop=True)
    pilot.sit_down()
    return pilot


def frame_of(pilot: Pilot) -> At:
    """A point of the board's frame."""
    field = pilot.view.field
    return field.centerx, field.top - 6


def card_of(pilot: Pilot, number: int) -> At:
    """A point of a panel on which nothing can be tapped."""
    place = pilot.play.scene.sheets[number].place
    return place.left + 5, place.top + 5


def tap(pilot: Pilot, number: int, at: At) -> None:
    """A finger goes down and up in the same frame."""
    pilot.finger(number, "down", at)
    pilot.finger(number, "up", at)


@pytest.mark.parametrize("rests", ["panel", "button", "frame", "illegal field", "legal field"])
def test_a_resting_hand_blocks_nobody(fly: MakePilot, rests: str) -> None:
    """Whatever the first finger rests on, the second one plays; and lifting a hand that has rested
    on the board makes no move for the other player."""
    pilot = at_table(fly)
    place = {
        "panel": card_of(pilot, 1),
        "button": pilot.place("far-moves"),
        "frame": frame_of(pilot),
        "illegal field": pilot.at("c3"),
        "legal field": pilot.at("c4"),
    }[rests]
    pilot.finger(0, "down", place)
    pilot.advance(0.1 if rests == "illegal field" else 1.0)
    tap(pilot, 1, pilot.at("d3"))
    assert pilot.match.names() == ["d3"]
    tap(pilot, 2, pilot.at("c5"))
    assert pilot.match.names() == ["d3", "c5"]
    pilot.finger(0, "up", place)
    assert pilot.match.names() == ["d3", "c5"]
    assert (pilot.session is pilot.play) is (rests != "button"), "a long press on a button is a tap"


def test_two_taps_in_the_same_frame(fly: MakePilot) -> None:
    """Both count, in the order in which the fingers are lifted; on the board only that of the one
    who was to move when it went down."""
    pilot = at_table(fly)
    menu = pilot.place("menu")
    tap(pilot, 0, pilot.at("d3"))
    tap(pilot, 1, pilot.at("c3"))
    assert pilot.match.names() == ["d3", "c3"]
    pilot.finger(0, "down", pilot.at("c4"))
    pilot.finger(1, "down", menu)
    pilot.finger(0, "up", pilot.at("c4"))
    pilot.finger(1, "up", menu)
    assert pilot.match.names() == ["d3", "c3", "c4"]
    assert pilot.session is not pilot.play
    pilot.key("escape")
    pilot.finger(0, "down", pilot.at("e3"))
    pilot.finger(1, "down", pilot.at("f4"))
    pilot.finger(0, "up", pilot.at("e3"))
    pilot.finger(1, "up", pilot.at("f4"))
    assert pilot.match.names() == ["d3", "c3", "c4", "e3"]


def test_both_fingers_of_a_move_with_two_taps(pilot: Pilot) -> None:
    """The player to move may use both hands."""
    pilot.sit_down("switch")
    start, end = pilot.match.position.moves()[0][:2]
    pilot.finger(0, "down", pilot.at(start))
    pilot.finger(1, "down", pilot.at(end))
    pilot.finger(0, "up", pilot.at(start))
    pilot.finger(1, "up", pilot.at(end))
    assert len(pilot.match.moves) == 1


def test_ten_fingers(fly: MakePilot) -> None:
    pilot = at_table(fly)
    places = [
        card_of(pilot, 0), card_of(pilot, 1), frame_of(pilot), (1, 1), (818, 1178),
        *(pilot.at(cell) for cell in ("a1", "c4", "h8", "e6")),
    ]  # fmt: skip
    for number, place in enumerate(places):
        pilot.finger(number, "down", place)
    for name in ("d3", "c5", "f6", "f5"):
        pilot.advance(0.2)
        tap(pilot, 9, pilot.at(name))
    assert pilot.match.names() == ["d3", "c5", "f6", "f5"]
    for number, place in enumerate(places):
        pilot.finger(number, "up", place)
    assert pilot.match.names() == ["d3", "c5", "f6", "f5"]
    assert pilot.session is pilot.play
    assert pilot.play.scene.pressed == {}


def test_each_finger_scrolls_and_shows_for_itself(fly: MakePilot) -> None:
    """What one finger has pressed looks pressed while another comes and goes; and one scrolls a
    list while another is down."""
    pilot = at_table(fly)
    undo = pilot.place("menu")
    pilot.finger(3, "down", undo)
    tap(pilot, 4, card_of(pilot, 0))
    sheet, widget = pilot.find("menu")
    assert widget.name in pilot.play.scene.pressed.values()
    pilot.finger(3, "up", (undo[0], undo[1] - 200))
    assert widget.name not in pilot.play.scene.pressed.values()
    assert pilot.session is pilot.play
    shelf = fly(size=(360, 360))
    sheet = shelf.top.sheets[0]
    shelf.finger(0, "down", (10, 350))
    shelf.finger(1, "down", (180, 300))
    shelf.finger(1, "motion", (180, 250))
    shelf.finger(1, "motion", (180, 200))
    shelf.finger(1, "up", (180, 200))
    assert sheet.offset == 100
    assert len(shelf.app.stack.scenes) == 1


def test_on_small_fields_each_finger_holds_its_own_glass(fly: MakePilot) -> None:
    """A hand rests on a board of small fields: the glass is with the finger that moves, and what
    was pressed before the other's move is no tap after it."""
    pilot = fly(size=(360, 360), drawing=True, tempo="off")
    pilot.sit_down()
    board = pilot.match.board
    pilot.finger(0, "down", pilot.at("a1"))
    pilot.finger(1, "down", pilot.at("d4"))
    pilot.finger(1, "motion", pilot.at("d3"))
    assert board.cell_named("d3") in pilot.shown().preview
    pilot.finger(1, "up", pilot.at("d3"))
    assert pilot.match.names() == ["d3"]
    pilot.finger(0, "motion", pilot.at("c3"))
    assert pilot.play.scene.board_input.glass is None
    pilot.finger(0, "up", pilot.at("c3"))
    assert pilot.match.names() == ["d3"]


def test_a_finger_down_while_the_computer_thinks_counts_after_its_move(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to the only person there is."""
    thought: list[Move] = []

    def decide(*given: object, hurry: bool = False) -> Move | None:
        return thought[-1] if thought else None

    monkeypatch.setattr(Computer, "decide", decide)
    pilot = fly(tempo="off", pace="off")
    pilot.sit_down(moves="d3", seats=("person", "level1"))
    pilot.finger(1, "down", pilot.at("c4"))
    pilot.advance(0.1)
    thought.append((pilot.match.board.cell_named("c3"),))
    pilot.wait_for(lambda: pilot.match.ply == 2)
    pilot.finger(1, "up", pilot.at("c4"))
    assert pilot.match.names() == ["d3", "c3", "c4"]


def test_every_touch_counts_once(fly: MakePilot) -> None:
    """SDL makes a mouse of the first finger, and fingers of a mouse and of a trackpad."""
    pilot = at_table(fly)
    pilot.sit_down(moves="d3 c3")
    undo = pilot.place("undo")
    pilot.finger(0, "down", undo)
    pilot.finger(0, "motion", undo)
    pilot.finger(0, "up", undo)
    assert pilot.match.ply == 1
    place: dict[str, Any] = {
        "x": (undo[0] + 0.5) / 820,
        "y": (undo[1] + 0.5) / 1180,
        "finger_id": 0,
    }
    for mouse, finger in (
        (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN),
        (pygame.MOUSEBUTTONUP, pygame.FINGERUP),
    ):
        pilot.app.handle(pygame.event.Event(finger, touch_id=-1, **place))
        pilot.app.handle(pygame.event.Event(mouse, button=1, pos=undo, touch=False))
    assert pilot.match.ply == 0


def test_a_finger_hovers_nowhere(fly: MakePilot) -> None:
    """A preview shows where a mouse points, never where a finger was."""
    pilot = at_table(fly)
    pilot.hover(pilot.at("d3"))
    assert pilot.shown().preview != {}
    tap(pilot, 0, card_of(pilot, 0))
    assert pilot.shown().preview == {}
    pilot.finger(0, "motion", pilot.at("d3"))
    assert pilot.shown().preview == {}


@pytest.mark.parametrize(
    "kind", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN]
)
def test_what_the_system_takes_away_is_no_tap(fly: MakePilot, kind: int) -> None:
    """Fingers that are down when another window comes to the top never come up here."""
    pilot = at_table(fly)
    for number, place in enumerate((pilot.at("d3"), pilot.place("menu"))):
        pilot.finger(number, "down", place)
    pilot.app.handle(pygame.event.Event(kind))
    assert pilot.play.scene.pressed == {}
    for number, place in enumerate((pilot.at("d3"), pilot.place("menu"))):
        pilot.finger(number, "up", place)
    assert pilot.match.moves == []
    assert pilot.session is pilot.play


FAR_AWAY = -1_000_000, 300
"""Where the page lets a touch go that the system takes away (web/page/presses.js)."""


def take_away(pilot: Pilot, number: int) -> None:
    """A touch is cancelled, as SDL tells it on a page."""
    pilot.finger(number, "motion", FAR_AWAY)
    pilot.finger(number, "up", FAR_AWAY)


def test_a_touch_that_is_cancelled_does_nothing(fly: MakePilot) -> None:
    pilot = at_table(fly)
    pilot.finger(0, "down", pilot.at("d3"))
    pilot.finger(1, "down", pilot.place("menu"))
    pilot.finger(2, "down", pilot.at("c4"))
    for number in (0, 1):
        take_away(pilot, number)
    assert pilot.match.moves == []
    assert pilot.session is pilot.play
    assert list(pilot.play.scene.pressed.values()) == [pilot.match.board.cell_named("c4")]
    pilot.finger(2, "up", pilot.at("c4"))
    assert pilot.match.names() == ["c4"]
    tap(pilot, 0, pilot.at("c3"))
    assert pilot.match.names() == ["c4", "c3"]


@pytest.mark.parametrize("where", [(-3, 5), (5, -3), (823, 5), (5, 1183)])
def test_a_finger_that_leaves_the_window_taps_nothing(fly: MakePilot, where: At) -> None:
    """Nor what lies at the edge, though it began there: here the table beside a dialog."""
    pilot = at_table(fly)
    pilot.press("menu")
    dialog = pilot.top
    pilot.finger(1, "down", (5, 5))
    pilot.finger(1, "up", where)
    assert pilot.top is dialog
    tap(pilot, 2, (819, 1179))
    assert pilot.session is pilot.play


def test_a_cancelled_finger_previews_nothing(fly: MakePilot) -> None:
    pilot = at_table(fly)
    pilot.finger(0, "down", pilot.at("d3"))
    pilot.advance(0.6)
    assert pilot.shown().preview != {}
    take_away(pilot, 0)
    assert pilot.shown().preview == {}
    pilot.finger(0, "motion", pilot.at("c4"))
    assert pilot.shown().preview == {}


def test_another_button_ends_what_the_left_one_began(fly: MakePilot) -> None:
    """The right one, or that of a pen whose press the system has taken away."""
    pilot = at_table(fly)
    at = pilot.at("d3")
    for kind, button in (("DOWN", 1), ("DOWN", 3), ("UP", 3), ("UP", 1)):
        event = pygame.event.Event(getattr(pygame, f"MOUSEBUTTON{kind}"), button=button, pos=at)
        pilot.app.handle(event)
    assert pilot.match.moves == []
    pilot.touch(at)
    assert pilot.match.names() == ["d3"]


def test_a_mouse_let_go_outside_presses_nothing(fly: MakePilot) -> None:
    pilot = at_table(fly)
    pilot.press("menu")
    dialog = pilot.top
    for kind, at in (("DOWN", (5, 5)), ("UP", (5, -9))):
        event = pygame.event.Event(getattr(pygame, f"MOUSEBUTTON{kind}"), button=1, pos=at)
        pilot.app.handle(event)
    assert pilot.top is dialog
    pilot.touch((5, 5))
    assert pilot.session is pilot.play


def test_a_stroke_that_is_taken_away_paints_nothing(fly: MakePilot) -> None:
    pilot = fly(size=(820, 1180), tempo="off")
    pilot.set_up(BY_KEY["othello"], {})
    editor = of_type(DraftSession, pilot.session)
    draft = editor.draft
    editor.palette.pick(draft.palette[1])

    def at(name: str) -> At:
        x, y = pilot.view.centre(draft.board.cell_named(name))
        return int(x), int(y)

    def stroke(number: int, start: str, end: str) -> None:
        pilot.finger(number, "down", at(start))
        pilot.finger(number, "motion", at(end))

    before = draft.text
    stroke(1, "a1", "d1")
    assert draft.text != before
    take_away(pilot, 1)
    assert (draft.text, draft.undo_stack) == (before, [])
    stroke(1, "a1", "d1")
    stroke(2, "a8", "d8")
    take_away(pilot, 1)
    pilot.finger(2, "up", at("d8"))
    painted = [
        draft.piece(draft.board.cell_named(name)) is not None for name in ("a1", "d1", "a8", "d8")
    ]
    assert painted == [False, False, True, True]


WINDOW = (390, 844)


@pytest.mark.parametrize("at", [(195, 500), (195, 40)])
def test_what_lies_under_the_finger_is_seen_larger_beside_it(
    fly: MakePilot, at: tuple[int, int]
) -> None:
    window = pygame.Surface(WINDOW)
    pygame.draw.circle(window, (255, 0, 0), at, 10)
    [glass] = loupe_items(fly(size=WINDOW).app.services.theme, WINDOW, at)
    glass.paint(window)
    dot, larger = sorted(
        pygame.mask.from_threshold(window, (255, 0, 0), (60, 60, 60)).get_bounding_rects(),
        key=lambda rect: rect.width,
    )
    assert dot.center == pytest.approx(at, abs=1)
    assert larger.width == pytest.approx(larger.height, abs=2)
    assert larger.width > 2 * dot.width
    assert window.get_rect().contains(larger)
    assert larger.centerx == pytest.approx(at[0], abs=2)
