"""Card with the problem of the day and those of the days before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

import pygame

from game.saves.problem_progress import ProblemMark
from game.scenes.common.cards import PicturePainter
from game.scenes.problem.tiles import TILE_GAP, ProblemSign, ProblemTile
from game.services.text import Text
from game.services.theme import Style, Theme
from game.ui import layout
from game.ui.layout import MIN_TARGET
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Canvas, Card, Label, label_height
from rules.teaching.problems import Problem

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


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


@dataclass(frozen=True)
class TodayData:
    """Content and callbacks of the card."""

    days: Sequence[Day]
    """Today last."""
    picture: PicturePainter | None
    """The board of today's problem."""
    solve: Callable[[Day], None]
    following: Action | None
    """Opens the next unsolved problem; None if there is none."""


def day_words(text: Text, day: date) -> str:
    """Return weekday and date of a day in words."""
    weekday = text(f"problems.day.{_WEEKDAYS[day.weekday()]}")
    year, month, number = day.isoformat().split("-")
    return text.date("problems.date", year, month, number, weekday=weekday)


def add_today(theme: Theme, text: Text, sheet: Sheet, room: pygame.Rect, data: TodayData) -> None:
    """Add the card at the top of `room` and move `room` below it."""
    pad, gap, high = theme.px(12), theme.px(8), theme.px(48)
    card = Card(pygame.Rect(room.x, room.y, room.width, 0))
    sheet.add(card)
    inner = pygame.Rect(room.x + pad, room.y + pad, room.width - 2 * pad, 0)
    beside = room.width >= theme.px(520)
    side = theme.px(140 if beside else 92) if data.picture is not None else 0
    if data.picture is not None:
        sheet.add(Canvas(pygame.Rect(inner.x, inner.y, side, side), paint=data.picture))
    words = inner.copy()
    if side:
        words.x += side + pad
        words.width -= side + pad
    _add_words(theme, text, sheet, words, data.days[-1])
    words.y += gap
    if beside:
        words.y = max(words.y, inner.y + side - high)
    else:
        words = pygame.Rect(inner.x, max(words.y, inner.y + side + gap), inner.width, 0)
    _add_buttons(theme, text, sheet, words, data, beside)
    words.y += pad
    _add_week(theme, text, sheet, pygame.Rect(inner.x, words.y, inner.width, 0), data)
    card.rect.height = sheet.widgets[-1].rect.bottom + pad - card.rect.y
    room.y = card.rect.bottom + theme.px(16)


def _add_words(theme: Theme, text: Text, sheet: Sheet, room: pygame.Rect, today: Day) -> None:
    """Add title, date, goal and grade."""
    palette, problem = theme.palette, today.problem
    goal = text(f"problems.goal.{problem.goal}")
    grade = text("problems.grade", number=problem.grade)
    lines: tuple[tuple[str, Style], ...] = (
        (text("problems.of_day"), "head"),
        (day_words(text, today.day), "small"),
        (f"{goal} · {grade}", "small"),
    )
    for words, style in lines:
        paint = palette.soft if style == "small" else palette.ink
        high = label_height(theme, words, style, room.width)
        rect = pygame.Rect(room.x, room.y, room.width, high)
        sheet.add(Label(rect, text=words, style=style, paint=paint))
        room.y = rect.bottom


def _add_buttons(
    theme: Theme, text: Text, sheet: Sheet, room: pygame.Rect, data: TodayData, beside: bool
) -> None:
    """Add the buttons that open today's and the next problem; move `room` below them."""
    today, gap, high = data.days[-1], theme.px(8), theme.px(48)
    done = today.mark.solved
    buttons = [
        Button(pygame.Rect(0, 0, 0, 0), "solve", partial(data.solve, today),
               text("problems.again" if done else "problems.solve"), "again" if done else "play",
               "plain" if done else "primary"),
    ]  # fmt: skip
    if data.following is not None:
        buttons.append(
            Button(pygame.Rect(0, 0, 0, 0), "next", data.following, text("problems.next"), "next",
                   "primary" if done else "plain")
        )  # fmt: skip
    boxes = layout.columns((room.x, room.y, room.width, high), len(buttons), gap)
    for index, button in enumerate(buttons):
        box = boxes[index] if beside else (room.x, room.y + index * (high + gap), room.width, high)
        button.rect = pygame.Rect(box)
        sheet.add(button)
    room.y = buttons[-1].rect.bottom


def _add_week(theme: Theme, text: Text, sheet: Sheet, room: pygame.Rect, data: TodayData) -> None:
    """Add the days in a row."""
    spare = (room.width - len(data.days) * theme.px(MIN_TARGET)) // len(data.days)
    gap = max(0, min(theme.px(TILE_GAP), spare))
    boxes = layout.columns((room.x, room.y, room.width, theme.px(64)), len(data.days), gap)
    for one, box in zip(data.days, boxes, strict=True):
        today = one is data.days[-1]
        words = "problems.today" if today else f"problems.weekday.{_WEEKDAYS[one.day.weekday()]}"
        state = text(f"problems.state.{one.sign}")
        sheet.add(
            ProblemTile(
                pygame.Rect(box), f"day {one.day.isoformat()}", partial(data.solve, one),
                str(one.day.day), look="reached" if one.mark.solved else "plain",
                spoken=text("problems.tile", name=day_words(text, one.day), state=state),
                sign=one.sign, above=text(words),
            )
        )  # fmt: skip
