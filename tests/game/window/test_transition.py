"""Scenes turn over into each other, in the window and on a page."""

import weakref
from gc import collect  # before tests are kept from waiting for it

import pygame
import pytest

from flipside.game.drawing.display_list import DisplayList
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.window.screen import Transition
from tests.browser.same_game import Bridge, Mirror
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import PEOPLE, match_after
from tests.game.services.stores import settings_text


class TurningBridge(Bridge):
    """Notes what the page is told of the picture."""

    def __init__(self) -> None:
        kept = {"settings": settings_text(tempo="normal")}
        super().__init__("400,800,1,0,0,0,0", {"languages": "en", "picture": "yes"}, kept)
        self.told: list[str] = []

    def turn(self, side: str, width: float, light: float) -> None:
        self.told.append(side)


def whole(pilot: Pilot) -> bytes:
    """The picture as if it were painted at once."""
    surface = pygame.Surface(pilot.app.stack.size)
    layers = [layer for scene in pilot.app.stack.visible() for layer in scene.layers()]
    DisplayList().draw(surface, layers)
    return pygame.image.tobytes(surface, "RGB")


def turned(pilot: Pilot) -> int:
    """The frames until the scene in front has turned into view."""
    frames = 0
    while pilot.app.screen._transition is not None or pilot.app.screen._display.works or not frames:
        pilot.app.step(FRAME)
        pilot.app.show()
        frames += 1
        assert frames < 1000
    pilot.app.show()
    return frames


@pytest.mark.parametrize("seconds", [0.0, 10.0])
def test_the_new_scene_is_painted_behind_the_old_one(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows the old picture until the new one is complete."""
    pygame.display.set_mode((400, 800))
    bridge = TurningBridge()
    mirror = Mirror(bridge)
    turned(mirror)
    mirror.app.screen.frame_seconds = seconds
    bridge.told.clear()
    picture = mirror.app.services.platform.picture
    monkeypatch.setattr(picture, "show", lambda *_: bridge.told.append("show"))
    mirror.key("h")
    mirror.app.show()
    assert bridge.told == ["old"], "the frame that makes a scene paints nothing of it"
    turned(mirror)
    new = bridge.told.index("new")
    assert "show" in bridge.told[:new], "it is painted before it is seen"
    assert "show" not in bridge.told[new : bridge.told.index("")], "nor while it turns"
    assert pygame.image.tobytes(mirror.app.screen.surface, "RGB") == whole(mirror)


def test_a_card_that_waited_turns_on_without_a_jump() -> None:
    """The frame that completed the painting may have taken a tenth of a second."""
    transition = Transition(pygame.Surface((4, 4)), 0.24)
    transition.pending = True
    for _ in range(20):
        assert not transition.advance(FRAME)
    assert transition.waits
    transition.pending = False
    before = transition._share()
    assert not transition.advance(0.1)
    assert transition._share() - before < 0.2


@pytest.mark.parametrize("tempo", ["off", "normal"])
def test_what_comes_to_light_is_drawn_as_it_is_now(fly: MakePilot, tempo: str) -> None:
    """No frame shows a scene as it was before settings changed on the page above it."""
    pilot = fly(tempo=tempo, drawing=True)
    pilot.sit_down()
    pilot.app.stack.open(SettingsScene(pilot.app.stack))
    pilot.app.services.settings.language = "cs"
    pilot.app.stack.refresh()
    turned(pilot)
    escape = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)
    pilot.app.frame(FRAME, [escape])
    transition = pilot.app.screen._transition
    assert (transition is None) == (tempo == "off")
    new = pilot.app.screen.surface if transition is None else transition._new
    assert new is not None
    seen = pygame.image.tobytes(new, "RGB")
    assert "Tah zpět" in pilot.words()
    assert seen == whole(pilot)


def test_what_lies_below_a_dialog_is_as_large_as_the_window(pilot: Pilot) -> None:
    pilot.sit_down()
    pilot.press("menu")
    pilot.explore(StoredMatch(match_after("othello", 9), PEOPLE))
    pilot.app.resize((900, 700))
    pilot.app.stack.back()
    assert pilot.where().endswith("PlaySession > Menu")
    assert [scene.size for scene in pilot.app.stack.visible()] == [(900, 700)] * 2


@pytest.mark.parametrize("leave", ["home", "restart"])
def test_a_match_that_was_left_is_forgotten(pilot: Pilot, leave: str) -> None:
    pilot.sit_down()
    table = weakref.ref(pilot.play.live_match)
    pilot.press("menu")
    pilot.app.stack.back()
    getattr(pilot.app.stack, leave)()
    collect()
    assert table() is None


def test_a_hidden_cursor_previews_nothing(pilot: Pilot) -> None:
    pilot.review_at(StoredMatch(match_after("othello", 9), PEOPLE), 5)
    pilot.settle()
    pilot.key("i")
    over_all = (["left"] * 7 + ["up"] + ["right"] * 7 + ["up"]) * 4
    keys = iter(["down"] * 7 + over_all)
    while pilot.at_table.board_input.previewed is None:
        pilot.key(next(keys))
    pilot.key("i")
    assert (pilot.at_table.board_input.cursor, pilot.at_table.board_input.previewed) == (None, None)
