"""Numbered buttons of problems with a sign of progress, and the days of problems.

Open: dot. Begun: ring. Solved: check mark; at the first try: on a disc; a problem of a day solved
later: in a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Literal

import pygame

from flipside.game.drawing import draw, icons
from flipside.game.saves.task_progress import ProblemMark, ProblemState
from flipside.game.services.text import Text
from flipside.game.services.theme import Colour, Theme
from flipside.game.ui.containers import Row, Wrap
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, Widget
from flipside.rules.teaching.problems import Problem

ProblemSign = ProblemState | Literal["late"]

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_SIGN_SIZE = 16
"""CSS pixels of a sign's side."""


def paint_sign(theme: Theme, sign: ProblemSign, surface: pygame.Surface, rect: pygame.Rect) -> None:
    palette, side, thick = theme.palette, rect.width, max(1, theme.px(1.5))
    inner = rect.inflate(-side // 4, -side // 4)
    if sign == "open":
        dot = rect.inflate(-3 * side // 4, -3 * side // 4)
        draw.box(theme, surface, dot, palette.soft, side)
    elif sign == "begun":
        draw.box(theme, surface, inner, None, side, palette.ink, thick)
    elif sign == "solved":
        theme.blend(surface, icons.icon(theme, "check", side, palette.good), rect)
    else:
        late = sign == "late"
        ink = palette.good if late else palette.card
        draw.box(theme, surface, rect, None if late else palette.good, side,
                 palette.good if late else None, thick)  # fmt: skip
        theme.blend(surface, icons.icon(theme, "check", inner.width, ink), inner)


@dataclass
class ProblemTile(Button):
    """Button with a number, an optional word above it and a sign below it."""

    sign: ProblemSign = "open"
    above: str = ""

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side, step = theme.px(_SIGN_SIZE), theme.line_height("bold")
        top = rect.centery - (self._height(theme)) // 2
        if self.above:
            word = pygame.Rect(rect.x, top, rect.width, theme.line_height("small"))
            draw.text(theme, surface, [self.above], "small", theme.palette.soft, word, across=0.5)
            top = word.bottom
        number = pygame.Rect(rect.x, top, rect.width, step)
        draw.text(theme, surface, [self.text], "bold", ink, number, across=0.5)
        below = pygame.Rect(0, number.bottom - theme.px(2), side, side)
        below.centerx = rect.centerx
        paint_sign(theme, self.sign, surface, below)

    def _height(self, theme: Theme) -> int:
        word = theme.line_height("small") if self.above else 0
        return word + theme.line_height("bold") - theme.px(2) + theme.px(_SIGN_SIZE)


def sign_legend(theme: Theme, meant: Sequence[tuple[ProblemSign, str]]) -> Widget:
    signs = [
        Row([Canvas(partial(paint_sign, theme, sign), 1.0, width=_SIGN_SIZE),
             Label(words, "small", width=FIT)])
        for sign, words in meant
    ]  # fmt: skip
    return Wrap(signs, 20, row_gap=4)


@dataclass(frozen=True)
class Day:
    """A day, its problem, and the progress with it."""

    day: date
    problem: Problem
    mark: ProblemMark

    @property
    def sign(self) -> ProblemSign:
        """Sign of the progress; "late" if solved after the day."""
        late = self.mark.solved and self.mark.date > self.day.isoformat()
        return "late" if late else self.mark.state


def day_words(text: Text, day: date) -> str:
    weekday = text(f"problems.day.{WEEKDAYS[day.weekday()]}")
    return text.date("problems.date", day.isoformat(), weekday=weekday)
