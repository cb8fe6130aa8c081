"""Card with the problem of the day and those of the days before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from game.saves.problem_progress import ProblemMark
from game.scenes.common.cards import PicturePainter
from game.scenes.problem.tiles import ProblemSign, ProblemTile
from game.services.text import Text
from game.ui.containers import Card, Column, Declared, Either, Row, Space
from game.ui.widgets import Action, Button, Canvas, Label, Widget
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


def today_card(text: Text, data: TodayData) -> Widget:
    """Return the card."""
    words, week = Column(_words(text, data.days[-1]), 0), Row(_week(text, data), 4)
    buttons = _buttons(text, data)
    near = Row([*_picture(data, 92), words], down=0)
    beside = Column([words, 8, Space(fills=True), 0, Row(buttons)], fills=True)
    wide = Column([Row([*_picture(data, 140), beside], down=0), 12, week])
    narrow = Column([near, 8, Column(buttons), 12, Either(332, week, Row(week.items, 1))])
    return Card([Either(496, wide, narrow)])


def _picture(data: TodayData, side: int) -> Declared:
    return [Canvas(data.picture, 1.0, width=side), 12] if data.picture is not None else []


def _words(text: Text, today: Day) -> list[Widget]:
    goal = text(f"problems.goal.{today.problem.goal}")
    grade = text("problems.grade", number=today.problem.grade)
    return [
        Label(text("problems.of_day"), "head"),
        Label(day_words(text, today.day), "small"),
        Label(f"{goal} · {grade}", "small"),
    ]


def _buttons(text: Text, data: TodayData) -> list[Button]:
    today = data.days[-1]
    done = today.mark.solved
    words, icon = ("problems.again", "again") if done else ("problems.solve", "play")
    solve = Button("solve", partial(data.solve, today), text(words), icon,
                   "plain" if done else "primary", height=48)  # fmt: skip
    if data.following is None:
        return [solve]
    look = "primary" if done else "plain"
    return [solve, Button("next", data.following, text("problems.next"), "next", look, height=48)]


def _week(text: Text, data: TodayData) -> list[Widget]:
    tiles: list[Widget] = []
    for one in data.days:
        today = one is data.days[-1]
        words = "problems.today" if today else f"problems.weekday.{_WEEKDAYS[one.day.weekday()]}"
        state = text(f"problems.state.{one.sign}")
        tiles.append(ProblemTile(
            f"day {one.day.isoformat()}", partial(data.solve, one), str(one.day.day),
            look="reached" if one.mark.solved else "plain", above=text(words), sign=one.sign,
            spoken=text("problems.tile", name=day_words(text, one.day), state=state), height=64,
        ))  # fmt: skip
    return tiles
