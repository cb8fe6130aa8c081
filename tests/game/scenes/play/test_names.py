"""Names of people: typed, chosen again, shown in panels, title and album."""

from typing import Any

import pygame
import pytest

from flipside.game.saves.matches import remember
from flipside.game.scenes.common.seat_rows import LineDialog
from flipside.game.services.plain import _GLYPHS, with_dots, with_ellipses
from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.theme import Theme
from flipside.game.ui.widgets import Button
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import clipped


def type_in(pilot: Pilot, words: str) -> None:
    """As a system tells of typed words: keys and text events."""
    for letter in words:
        if letter.isascii() and letter.isalpha():
            pilot.key(letter.lower())
        pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))


def set_up(fly: MakePilot, **settings: str) -> Pilot:
    pilot = fly(patience=0.0, **settings)
    pilot.press("setup othello")
    pilot.press("kind1=person")
    return pilot


def test_a_name_is_typed_and_seen_everywhere(fly: MakePilot) -> None:
    pilot = set_up(fly)
    pilot.press("name0")
    type_in(pilot, "Anna Oo")
    pilot.key("backspace")
    pilot.key("return")
    assert "Anna O" in pilot.words()
    pilot.press("name1")
    type_in(pilot, "Ben")
    pilot.press("take")
    pilot.press("start")
    pilot.advance(0.5)
    assert pilot.caption() == "Anna O to move – Othello – Flipside"
    far, near = pilot.panels()
    assert "Anna O\nBlack" in near
    assert "Ben\nWhite" in far
    pilot.play.show(pilot.play.live_match.resign(0))
    assert "Ben wins" in pilot.caption()
    pilot.app.stack.home()
    pilot.press("album")
    pilot.press("of=othello")
    assert "Othello · Ben wins" in pilot.words()
    assert "Black: Anna O · White: Ben" in pilot.words()
    assert "Anna O 0–1 Ben" in pilot.words()
    pilot.app.stack.home()
    pilot.press("setup othello")
    assert "Anna O 0–1 Ben" in pilot.words()


def test_names_used_before_are_offered(fly: MakePilot) -> None:
    pilot = set_up(fly)
    pilot.press("name0")
    type_in(pilot, "Anna")
    pilot.key("return")
    pilot.press("start")
    pilot.kill_and_reopen()
    pilot.press("setup switch")
    pilot.press("name0")
    pilot.press("name=Anna")
    pilot.press("start")
    assert pilot.match.players == ("Anna", "")
    pilot.app.stack.home()
    pilot.press("setup switch")
    pilot.press("name0")
    pilot.press("nameless")
    pilot.press("start")
    assert pilot.match.players == ("", "")


def test_an_input_method_shows_what_it_composes(fly: MakePilot) -> None:
    pilot = set_up(fly)
    pilot.press("name0")
    pilot.app.handle(pygame.event.Event(pygame.TEXTEDITING, text="Zo", start=0, length=2))
    assert "Zo" in pilot.words()
    pilot.key("return")
    pilot.key("backspace")
    assert "Zo" in pilot.words(), "keys belong to the input method meanwhile"
    pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text="Zoé"))
    pilot.app.handle(pygame.event.Event(pygame.TEXTEDITING, text="", start=0, length=0))
    pilot.key("return")
    pilot.press("start")
    assert pilot.match.players == ("Zoé", "")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Иван", ""), ("Иван Van", "… Van"), ("Γιάννης", ""), ("דוד", ""), ("王 Li", "… Li"),
     ("Ann🙂", "Ann…")],
)  # fmt: skip
def test_what_cannot_be_shown_is_told_and_kept(fly: MakePilot, name: str, shown: str) -> None:
    pilot = set_up(fly, tempo="off")
    pilot.press("name0")
    assert "Only Latin letters" in pilot.words(), "before anything is typed"
    assert "dots" not in pilot.words()
    for letter in name:
        pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert "all of them are saved" in pilot.words()
    pilot.app.show()
    pilot.key("return")
    assert "Add a name" not in pilot.words().split("\n")[:9]
    pilot.press("start")
    pilot.advance(0.5)
    assert pilot.match.players == (name, "")
    assert pilot.saved().players == (name, "")
    assert pilot.caption().startswith(f"{shown or 'Black'} to move")
    near = pilot.panels()[1]
    assert (shown or "Black") in near


def test_the_field_has_a_dot_for_each_letter_that_cannot_be_shown() -> None:
    assert with_dots("Иван Z\u030c A\u200f") == "···· Ž A"
    assert with_dots("Anna") == "Anna"
    assert with_ellipses("Z\u0303oé  Иван") == "Zoé …"


def test_escape_leaves_the_name_as_it_was(fly: MakePilot) -> None:
    pilot = set_up(fly)
    pilot.press("name0")
    type_in(pilot, "Anna")
    pilot.key("escape")
    pilot.press("start")
    assert pilot.match.players == ("", "")


@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)], ids=str)
def test_a_long_name_is_shortened(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(size=size, drawing=True)
    pilot.sit_down()
    pilot.match.players = ("W" * 24, "")
    pilot.play.scene.update_layout()
    for sheet in pilot.play.scene.sheets:
        for widget in sheet.widgets:
            assert not clipped(sheet.theme, widget), widget
    assert any("W…" in widget.words or "W" * 24 in widget.words
               for widget in pilot.play.scene.sheets[1].widgets)  # fmt: skip
    assert pilot.panels()[1].count("Place a disc") == 1


def test_in_a_page_a_field_of_the_page_is_asked_and_nothing_else(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = set_up(fly)
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Clipboard, "ask_line", lambda page, *given: asked.append(given) or True)
    pilot.press("name0")
    (title, now, longest, *_, take) = asked.pop()
    assert (title, now, longest) == ("Black: name. Only Latin letters can be shown here.", "", 24)
    assert pilot.where() == "Shelf > SetupScene", "one card: Back of the page leads to the set-up"
    take("Anna\x07 Иван")
    assert pilot.where() == "Shelf > SetupScene"
    button = pilot.find("name0")[1]
    assert isinstance(button, Button)
    assert (button.text, button.accessible_name) == ("Anna …", "Anna Иван")
    pilot.press("name0")
    (_, now, *_, take) = asked.pop()
    assert now == "Anna Иван"
    take("")
    assert "Anna" not in pilot.words()


def test_in_a_page_names_used_before_are_offered_on_one_card(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = set_up(fly)
    remember(pilot.app.services.storage, ["Ben", "Иван"])
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Clipboard, "ask_line", lambda page, *given: asked.append(given) or True)
    pilot.press("name0")
    assert isinstance(pilot.top, LineDialog)
    assert not asked
    assert "name=Иван" not in pilot.names()
    pilot.press("field")
    assert pilot.where() == "Shelf > SetupScene"
    asked.pop()[-1]("Cyril")
    assert "Cyril" in pilot.words()
    pilot.press("name0")
    pilot.press("name=Ben")
    assert "Ben" in pilot.words()


def test_our_fonts_have_every_letter_that_may_be_typed(fly: MakePilot) -> None:
    theme: Theme = fly().app.services.theme
    for style in ("title", "head", "text", "bold", "small"):
        metrics = theme.font(style).metrics("".join(sorted(_GLYPHS)))
        assert None not in metrics
    assert with_ellipses("Иван\u202e😀") == ""


def test_a_name_can_be_given_in_the_middle_of_a_match(fly: MakePilot) -> None:
    pilot = fly(size=(820, 1180), tabletop=True)
    pilot.sit_down()
    pilot.press("far-menu")
    pilot.press("seats")
    pilot.press("name1")
    assert pilot.top.sheets[0].quarter_turns == 2, "turned toward the player who asked"
    type_in(pilot, "Ben")
    pilot.key("return")
    pilot.press("sit")
    assert pilot.match.players == ("", "Ben")
    assert pilot.saved().players == ("", "Ben")
    pilot.press("menu")
    pilot.press("swap")
    assert pilot.match.players == ("Ben", "")


def test_a_review_calls_people_by_their_names(pilot: Pilot) -> None:
    match = scene_tour.match_after("othello", 6)
    match.players = "Anna", "Ben"
    pilot.put(match)
    pilot.play.scene.run_command("review")
    assert "6. Ben: " in pilot.words()
    assert "Anna to move" in pilot.words()
