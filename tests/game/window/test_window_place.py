"""The window opens as it was left, and always whole on a screen that exists."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pygame
import pytest

from flipside.game.services.storage.document import BadDocument
from flipside.game.window.app import App
from flipside.game.window.screen import WINDOW_PLACE, WindowPlace
from tests.game.services.stores import document

Screens = list[tuple[int, int]]


@pytest.fixture(autouse=True)
def desktop(monkeypatch: pytest.MonkeyPatch) -> Screens:
    """The sizes of the screens, which a test may change."""
    screens = [(1920, 1080)]
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: screens)
    return screens


def opened(folder: Path, size: tuple[int, int] | None = None) -> App:
    app = App(folder, size)
    app.start()
    return app


def resized(app: App, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.frame(0.02, [pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)])


@pytest.mark.parametrize(
    ("screen", "size"),
    [((1920, 1080), (1280, 800)), ((1366, 768), (1280, 672)), ((1024, 600), (1008, 504))],
)
def test_a_first_window_fits_the_screen(
    tmp_path: Path, desktop: Screens, screen: tuple[int, int], size: tuple[int, int]
) -> None:
    desktop[:] = [screen]
    assert opened(tmp_path).screen.surface.get_size() == size


@pytest.mark.parametrize("same", [True, False])
def test_it_opens_as_it_was_left_on_the_same_screens_only(
    tmp_path: Path, desktop: Screens, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    move = Mock()
    monkeypatch.setattr(pygame.display, "get_window_position", lambda: (2100, 40))
    monkeypatch.setattr(pygame.display, "set_window_position", move)
    desktop.append((2560, 1440))
    app = opened(tmp_path)
    resized(app, (1500, 1100))
    app.screen.close()
    if not same:
        desktop.pop()
    again = opened(tmp_path)
    assert again.screen.surface.get_size() == ((1500, 1100) if same else (1500, 984))
    assert move.called == same
    if same:
        move.assert_called_with((2100, 40))


@pytest.mark.parametrize("size_first", [True, False])
def test_a_maximised_window_is_maximised_again_and_keeps_its_other_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size_first: bool
) -> None:
    window = Mock()
    monkeypatch.setattr(pygame, "Window", window)
    app = opened(tmp_path)
    resized(app, (1000, 700))
    if size_first:
        resized(app, (1920, 1050))
    app.frame(0.02, [pygame.event.Event(pygame.WINDOWMAXIMIZED)])
    if not size_first:
        resized(app, (1920, 1050))
    app.screen.close()
    again = opened(tmp_path)
    assert again.screen.surface.get_size() == (1000, 700)
    assert window.from_display_module.return_value.maximize.called


def test_full_screen_returns_to_the_size_before_it(tmp_path: Path) -> None:
    app = opened(tmp_path)
    resized(app, (1000, 700))
    settings = app.services.settings
    for settings.fullscreen in (True, False):
        app.stack.refresh()
    assert app.screen.surface.get_size() == (1000, 700)


@pytest.mark.parametrize("stored", [True, False])
def test_full_screen_at_the_start_returns_to_a_stored_place_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    move = Mock()
    monkeypatch.setattr(pygame.display, "set_window_position", move)
    app = App(tmp_path)
    if stored:
        place = WindowPlace(900, 700, 40, 50, screens=((1920, 1080),))
        WINDOW_PLACE.change(app.services.storage, lambda _: place)
    app.services.settings.fullscreen = True
    app.start()
    app.services.settings.fullscreen = False
    app.stack.refresh()
    assert move.mock_calls == ([call((40, 50))] * 2 if stored else [])
    assert app.screen.surface.get_size() == ((900, 700) if stored else (1280, 800))


@pytest.mark.parametrize("same", [True, False])
def test_full_screen_opens_on_the_screen_of_the_last_window(
    tmp_path: Path, desktop: Screens, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    """SDL uses the screen on which a window already is; without one, the first screen."""
    app, steps = App(tmp_path), list[object]()
    desktop.append((2560, 1440))
    place = WindowPlace(900, 700, 2100, 40, screens=((1920, 1080), (2560, 1440)))
    WINDOW_PLACE.change(app.services.storage, lambda _: place)
    if not same:
        desktop.pop()
    picture = app.services.platform.picture
    open_window = picture.open

    def note_mode(size: tuple[int, int], flags: int) -> pygame.Surface:
        steps.append(flags)
        return open_window(size, flags)

    monkeypatch.setattr(picture, "open", note_mode)
    monkeypatch.setattr(pygame.display, "set_window_position", steps.append)
    app.services.settings.fullscreen = True
    app.start()
    in_place = [pygame.RESIZABLE, (2100, 40)] if same else []
    assert steps == [*in_place, pygame.FULLSCREEN]


def test_a_size_that_is_asked_for_is_not_changed(tmp_path: Path) -> None:
    assert opened(tmp_path, (3000, 2000)).screen.surface.get_size() == (3000, 2000)


@pytest.mark.parametrize("wrong", [{"width": 10**9}, {"x": "left"}, {"screens": [[1]]}, {}])
def test_a_damaged_place_is_the_first_one(tmp_path: Path, wrong: dict[str, Any]) -> None:
    text = document("window", **wrong)
    with pytest.raises(BadDocument):
        WINDOW_PLACE.parse(text)
    app = App(tmp_path)
    app.services.storage.save("window", text)
    app.start()
    assert app.screen.surface.get_size() == (1280, 800)
    assert app.services.storage.pop_error() is None


def test_a_place_outside_all_numbers_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_window_position", lambda: (10**7, 0))
    app = opened(tmp_path)
    app.screen.close()
    assert WINDOW_PLACE.load(app.services.storage) == WindowPlace()
