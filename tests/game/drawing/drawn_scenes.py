"""What a scene draws and says, as text: parts of its readout, items of its picture, paint calls.

Texts are replaced by their keys, and all letters of a style have the same width. So the lines do
not depend on the wording, nor on the fonts of a machine.
"""

import dataclasses
import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.info import settings
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Colour, Style, Theme
from flipside.game.speech import QUESTIONS
from flipside.game.tasks.lesson import LessonRun
from flipside.game.ui.sheet import FOCUS_KEYS, next_target
from flipside.rules.teaching import Translations
from tests.game.pilot import session_of

SIZES = (390, 844), (844, 390), (1024, 1366)

DRAWN = ("line", "lines", "polygon", "rect", "circle", "arc", "aaline", "aalines", "aacircle")
"""Functions of `pygame.draw` whose calls are recorded."""


def plain(value: object) -> str:
    """Return a value as text that is the same in every run and on every machine."""
    if isinstance(value, pygame.Rect):
        return str(tuple(value))
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, str | int | None):
        return repr(value)
    if isinstance(value, pygame.Surface):
        return f"surface{value.get_size()}"
    if isinstance(value, tuple | list | pygame.Color):
        return f"({' '.join(map(plain, value))})"
    if isinstance(value, frozenset | set):
        return f"({' '.join(sorted(map(plain, value)))})"
    if isinstance(value, dict):
        return plain(list(value.items()))
    if dataclasses.is_dataclass(value):
        return plain([getattr(value, field.name) for field in dataclasses.fields(value)])
    return type(value).__name__


class Canvas:
    """Replaces the window, and records what is drawn on it."""

    def __init__(self, size: tuple[int, int], lines: list[str]) -> None:
        self._size, self._lines = size, lines

    def get_flags(self) -> int:
        return pygame.SRCALPHA

    def get_size(self) -> tuple[int, int]:
        return self._size

    def get_rect(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self._size)

    def get_clip(self) -> pygame.Rect:
        return self.get_rect()

    def set_clip(self, clip: pygame.Rect | None = None) -> None:
        self._lines.append(f"clip {plain(clip)}")

    def blit(self, *what: object, **how: object) -> None:
        self._lines.append(f"blit {plain(what)} {plain(how)}")

    def fill(self, *what: object) -> None:
        self._lines.append(f"fill {plain(what)}")


def with_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace texts by their keys and values, and fonts by letters of the same width."""

    def filled(text: Texts, key: str, words: str, values: dict[str, object]) -> str:
        return " ".join([re.sub(r"\W|_", " ", key), *map(str, values.values())])

    def listed(text: Texts, game: str, key: str) -> list[Any]:
        if key == "rulings":
            return [f"{key} {number}" for number in range(3)]
        found = whole(text, game, key)
        return [{**one, "text": f"{key} {number} says so"} for number, one in enumerate(found)]

    whole = Texts.game_list

    def said(run: LessonRun, words: Translations) -> str:
        return "a lesson says what is so and asks for more" if words else ""

    def width(theme: Theme, style: Style, words: str) -> int:
        return round(len(words) * theme.font_size(style) * theme.unit * 0.53)

    def rendered(theme: Theme, style: Style, words: str, paint: Colour) -> pygame.Surface:
        return pygame.Surface((max(1, width(theme, style, words)), theme.line_height(style)))

    monkeypatch.setattr(settings, "VERSION", "1.2.3")
    monkeypatch.setattr(Texts, "_filled", filled)
    monkeypatch.setattr(Texts, "game_list", listed)
    monkeypatch.setattr(LessonRun, "_translated", said)
    monkeypatch.setattr(Theme, "width", width)
    monkeypatch.setattr(Theme, "rendered", rendered)
    monkeypatch.setattr(Theme, "extra_ascent", lambda theme, style, words: 0)


def ways_of_keys(scene: Scene) -> Iterator[str]:
    """Yield the widgets to which each key moves the focus."""
    for key in FOCUS_KEYS:
        focus = scene.focus
        for _ in range(5):
            found = next_target(scene.sheets, focus, key)
            focus = found[1].name if found is not None else focus
            yield f"{key} {focus}"


def targets_of_points(scene: Scene) -> Iterator[str]:
    """Yield the targets of taps at points all over the window."""
    for x in range(3, scene.size[0], scene.size[0] // 16):
        for y in range(5, scene.size[1], scene.size[1] // 16):
            yield f"{x} {y} {plain(scene.target_at((x, y)))}"


def answers(scene: Scene) -> Iterator[str]:
    """Yield the answers to questions about the board."""
    session = session_of(scene)
    if isinstance(session, MatchSession):
        spoken = session.board_text()
        for question in QUESTIONS:
            for cell in (0, len(session.board.kinds) // 2):
                yield f"{question.name} {cell} {plain(question.answer(spoken, cell))}"


@contextmanager
def calls_noted(lines: list[str]) -> Iterator[None]:
    """Record every call of `pygame.draw`."""

    def noted(name: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def call(surface: object, *what: object, **how: object) -> Any:
            lines.append(f"{name} {plain(what)} {plain(how)}")
            return draw(surface, *what, **how) if isinstance(surface, pygame.Surface) else None

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in DRAWN:
            patch.setattr(pygame.draw, name, noted(name, getattr(pygame.draw, name)))
        yield


def script(scene: Scene) -> list[str]:
    """Return everything that a scene says and draws, in order."""
    lines = [f"part {plain(part)}" for part in scene.parts()]
    lines += [f"key {words}" for words in ways_of_keys(scene)]
    lines += [f"target {words}" for words in targets_of_points(scene)]
    lines += [f"answer {words}" for words in answers(scene)]
    with calls_noted(lines):
        canvas: Any = Canvas(scene.size, lines)
        for sheet in scene.sheets:
            lines.append(f"sheet {plain(sheet.place)} {sheet.quarter_turns} {sheet.content}")
        for layer in scene.layers():
            for item in layer.make():
                lines.append(f"item {plain(item.look)} {plain(item.place)}")
                item.paint(canvas)
    return lines


def digest(lines: list[str]) -> str:
    return hashlib.blake2s("\n".join(lines).encode(), digest_size=4).hexdigest()
