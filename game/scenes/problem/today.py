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


def day_words(text: Text, day: date) -> str:
    weekday = text(f"problems.day.{_WEEKDAYS[day.weekday()]}")
    return text.date("problems.date", day.isoformat(), weekday=weekday)


def today_card(
    text: Text,
    days: Sequence[Day],
    picture: PicturePainter | None,
    solve: Callable[[Day], None],
    following: Action | None,
) -> Widget:
    """Return the card of the last `days`, today last, with a `picture` of today's board;
    `following` opens the next unsolved problem, if there is one."""
    words, week = Column(_words(text, days[-1]), 0), Row(_week(text, days, solve), 4)
    buttons = _buttons(text, days[-1], solve, following)

    def pictured(side: int) -> Declared:
        return [Canvas(picture, 1.0, width=side), 12] if picture is not None else []

    near = Row([*pictured(92), words], down=0)
    beside = Column([words, 8, Space(fills=True), 0, Row(buttons)], fills=True)
    wide = Column([Row([*pictured(140), beside], down=0), 12, week])
    narrow = Column([near, 8, Column(buttons), 12, Either(332, week, Row(week.items, 1))])
    return Card([Either(496, wide, narrow)])


def _words(text: Text, today: Day) -> list[Widget]:
    goal = text(f"problems.goal.{today.problem.goal}")
    grade = text("problems.grade", number=today.problem.grade)
    return [
        Label(text("problems.of_day"), "head"),
        Label(day_words(text, today.day), "small"),
        Label(f"{goal} · {grade}", "small"),
    ]


def _buttons(
    text: Text, today: Day, solve: Callable[[Day], None], following: Action | None
) -> list[Button]:
    done = today.mark.solved
    words, icon = ("problems.again", "again") if done else ("problems.solve", "play")
    look = ("primary", "plain")
    buttons = [Button("solve", partial(solve, today), text(words), icon, look[done], height=48)]
    if following is not None:
        words = text("problems.next")
        buttons.append(Button("next", following, words, "next", look[not done], height=48))
    return buttons


def _week(text: Text, days: Sequence[Day], solve: Callable[[Day], None]) -> list[Widget]:
    tiles: list[Widget] = []
    for one in days:
        today = one is days[-1]
        words = "problems.today" if today else f"problems.weekday.{_WEEKDAYS[one.day.weekday()]}"
        state = text(f"problems.state.{one.sign}")
        tiles.append(ProblemTile(
            f"day {one.day.isoformat()}", partial(solve, one), str(one.day.day),
            look="reached" if one.mark.solved else "plain", above=text(words), sign=one.sign,
            spoken=text("problems.tile", name=day_words(text, one.day), state=state), height=64,
        ))  # fmt: skip
    return tiles
