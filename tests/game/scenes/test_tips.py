"""Icons and numbers say what they mean while the mouse or a finger rests on them."""

import pytest

from flipside.game.scenes.common.notice import TIP_SECONDS
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.catalogue import GAMES
from flipside.rules.match.clock import parse_clock
from tests.game.browser_stub import browser
from tests.game.conftest import MakePilot
from tests.game.drawing.watched_frames import Screen
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after

NUMBERS = "0123456789:–/ "


def tip(pilot: Pilot) -> str:
    """The words of the tip that is shown; "" for none."""
    notices = pilot.top.notices
    return notices._explained[1].explanation if notices._explained and notices._shows_tip else ""


def explained(pilot: Pilot) -> list[tuple[Widget, tuple[int, int]]]:
    return [
        (widget, sheet.to_window(widget.rect).center)
        for sheet in pilot.top.sheets
        for widget in sheet.widgets
        if widget.explanation
    ]


@pytest.mark.parametrize(("language", "size"), [("en", (1280, 800)), ("cs", (360, 640))])
@pytest.mark.parametrize("tabletop", [False, True])
def test_a_tip_appears_where_the_mouse_rests(
    fly: MakePilot, language: str, size: tuple[int, int], tabletop: bool
) -> None:
    """Inside the window, for a few seconds, and until the next press."""
    pilot = fly(size=size, language=language, tabletop=tabletop, drawing=True)
    pilot.put(match_after("contactic", 12))
    pilot.advance(0.5)
    screen = Screen(pilot)
    widget, at = explained(pilot)[0]
    pilot.hover(at)
    pilot.advance(TIP_SECONDS - 2 * FRAME)
    assert tip(pilot) == ""
    pilot.advance(4 * FRAME)
    assert tip(pilot) == widget.explanation
    layers = pilot.top.notices.layers(pilot.top.sheets, size)
    window = pilot.app.screen.surface.get_rect()
    assert all(window.inflate(32, 32).contains(item.place) for item in layers[0].make())
    assert screen.shown > 0
    pilot.touch(at)
    assert tip(pilot) == ""
    pilot.hover(at)
    pilot.hover((1, 1))
    pilot.advance(1.0)
    assert tip(pilot) == ""


def test_a_long_press_explains_too(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    pilot.put(match_after("contactic", 12))
    widget, at = explained(pilot)[-1]
    pilot.finger(0, "down", at)
    pilot.advance(0.6)
    assert tip(pilot) == widget.explanation
    pilot.finger(0, "up", at)


def test_a_tapped_pile_explains_itself(fly: MakePilot) -> None:
    """Also why the tap does nothing."""
    pilot = fly(size=(390, 844))
    pilot.put(match_after("contactic", 12))
    pile = pilot.match.board.cell_named("pile1")
    number = pilot.match.position.tallies()[0][0].number
    pilot.touch(pilot.at(pile))
    assert tip(pilot) == f"Main pile: {number}"
    assert pilot.top.notices.current is not None
    pilot.advance(6.0)
    assert tip(pilot) == ""


@pytest.mark.parametrize("key", [game.key for game in GAMES])
@pytest.mark.parametrize("size", [(360, 360), (390, 844), (1280, 800)])
def test_no_icon_and_no_number_is_without_words(
    fly: MakePilot, key: str, size: tuple[int, int]
) -> None:
    """On the shelf, in a match with clocks, and in a study."""
    pilot = fly(size=size)
    match = match_after(key, 6)
    match.clock = parse_clock("5+2 5+2")
    for step in range(3):
        if step == 1:
            pilot.put(match)
        elif step == 2:
            pilot.play.own.run(pilot.play.own["menu"])
        for sheet in pilot.top.sheets:
            for widget in sheet.widgets:
                bare = isinstance(widget, Label) and not (widget.text or "-").strip(NUMBERS)
                bare |= isinstance(widget, Button) and not widget.text and widget.action is not None
                assert not bare or widget.explanation, widget


def test_a_disabled_button_says_why_below_the_mouse(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello")
    sheet, button = next(
        (sheet, widget)
        for sheet in pilot.top.sheets
        for widget in sheet.widgets
        if isinstance(widget, Button) and widget.why
    )
    pilot.hover(sheet.to_window(button.rect).center)
    pilot.advance(1.0)
    assert tip(pilot) == button.why


@pytest.mark.parametrize("wanted", [True, False])
def test_a_drop_and_a_refusal_vibrate_if_wanted(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    pilot = fly(vibration=wanted)
    pilot.sit_down("flipop")
    pulses = list[str]()
    monkeypatch.setattr(pilot.app.services.platform, "vibrate", lambda: pulses.append("pulse"))
    move = pilot.match.legal()[0]
    pilot.drag(pilot.at(move[0]), pilot.at(move[1]))
    assert {"lift", "drop"} <= set(pilot.sounds)
    assert len(pulses) == wanted
    pilot.settle()
    pilot.tap("c3")
    assert pilot.sounds[-1] == "error"
    assert len(pulses) == 2 * wanted


def test_vibration_is_offered_where_the_device_vibrates(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly()
    pilot.press("options")
    assert "vibration=true" not in pilot.names()
    pulses = list[str]()
    page = browser(
        about=lambda what: "yes" if what == "vibrates" else "", vibrate=lambda: pulses.append("!")
    )
    assert page.can_vibrate
    page.vibrate()
    assert pulses == ["!"]
    platform = pilot.app.services.platform
    monkeypatch.setattr(type(platform), "can_vibrate", True)
    monkeypatch.setattr(platform, "vibrate", page.vibrate)
    pilot.top.update_layout()
    pilot.press("vibration=true")
    assert pulses == ["!", "!"]
