"""The progress of a player in one game: its data, and cards with charts and sentences."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate, groupby
from operator import attrgetter

from flipside.game.live_match.match_text import level_name
from flipside.game.saves import task_progress
from flipside.game.saves.accuracy import ACCURACY, accuracies
from flipside.game.saves.album import ResultTally, game_of_finished, level_tallies
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import PERSON
from flipside.game.saves.ratings import RATINGS, RatingHistory, level_above
from flipside.game.saves.runs import RUNS, Selection
from flipside.game.saves.task_progress import (
    PROBLEMS,
    ProblemStatus,
    SolvedCount,
    count_solved,
    day_of,
)
from flipside.game.scenes.task.problems import WEEKDAYS
from flipside.game.services.plain import with_ellipses
from flipside.game.services.services import Services
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme
from flipside.game.tasks.run import EVERY_PROBLEM
from flipside.game.ui.charts import (
    BarPart,
    BarRow,
    Bars,
    ChartPoint,
    DayGrid,
    Filling,
    LineChart,
    bar_legend,
)
from flipside.game.ui.containers import Card, Column, Row, WidgetList
from flipside.game.ui.widgets import FIT, Label, Paint, Widget
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS, level_rating
from flipside.rules.rating import Rating
from flipside.rules.teaching import GRADES, BadProblem, Problem, problems_of, problems_path

AVERAGE_MATCHES = 10
"""The line of the accuracy is the average of so many matches."""


@dataclass
class ProgressData:
    """What a player has done in one game."""

    game: AnyGame
    now: str
    """The local time when the data was loaded."""
    ratings: RatingHistory = ()
    """The ratings against levels."""
    problem_ratings: RatingHistory = ()
    people_ratings: Mapping[str, Rating] = field(default_factory=dict)
    """The ratings of named people after matches against each other, the highest first."""
    best_run: int = 0
    """The most problems that were solved in a run of the game."""
    best_run_of_all: int = 0
    """The most problems that were solved in a run of all games."""
    accuracy: Sequence[tuple[str, float]] = ()
    """Dates of matches, and the person's accuracy in per cent."""
    tallies: Sequence[ResultTally] = ()
    """The results against each level."""
    people: ResultTally = field(default_factory=lambda: ResultTally((PERSON, PERSON)))
    """The results of matches between two people, counted for the first player."""
    matches: int = 0
    plies: int = 0
    damaged_matches: int = 0
    unread_matches: int = 0
    """The number of matches that the index does not contain yet."""
    problems: Sequence[Problem] = ()
    problems_error: str = ""
    """Why there are no problems, as a sentence."""
    statuses: dict[str, ProblemStatus] = field(default_factory=dict)
    days: set[date] = field(default_factory=set)
    """The days on which a match ended or a problem was tried, without days in the future."""
    set_aside: frozenset[str] = frozenset()
    """The names of damaged texts that were set aside since the start."""


def load_progress(services: Services, game: AnyGame, index: AlbumIndex) -> ProgressData:
    """Load the progress in a game. Matches are taken from the index only."""
    storage, key = services.storage, game.key
    data = ProgressData(game, services.platform.now())
    ratings = RATINGS.load(storage)
    data.ratings = ratings.history(key, "levels")
    data.problem_ratings = ratings.history(key, "problems")
    data.people_ratings = ratings.by_name(key)
    runs = RUNS.load(storage)
    data.best_run = runs.most_solved(Selection((key,), GRADES[0]))
    data.best_run_of_all = runs.most_solved(EVERY_PROBLEM)
    data.accuracy = accuracies(storage, key)
    entries = list(index.entries(key))
    data.matches, data.plies = len(entries), sum(entry.plies for entry in entries)
    data.tallies = level_tallies(entries)
    for entry in entries:
        if entry.seats == (PERSON, PERSON) and entry.reason and not entry.set_up:
            data.people.count(entry.winner, 0)
    unread = set(index.unread)
    without_entry = [name for name in index.names_of() if index.entry(name) is None]
    names = [name for name in without_entry if game_of_finished(name) == key]
    data.unread_matches = sum(name in unread for name in names)
    data.damaged_matches = len(names) - data.unread_matches
    data.statuses = task_progress.problem_statuses(storage, game)
    dates = {entry.ended[:10] for entry in entries}
    dates |= {status.date for status in data.statuses.values()}
    data.days = {day for day in map(day_of, dates) if date.min < day <= day_of(data.now)}
    try:
        data.problems = problems_of(game)
    except BadProblem:
        is_damaged, kind = problems_path(game).is_file(), services.platform.kind
        damage, missing = services.text.damage("problems.damaged"), f"problems.{kind}"
        data.problems_error = damage if is_damaged else services.text(missing)
    data.set_aside = frozenset(storage.set_aside)
    return data


_Parts = tuple[tuple[Filling, Paint, str], ...]
"""The filling, the colour and the text key of each part of bars."""

_RESULT_PARTS: _Parts = (
    ("solid", "good", "won"), ("hollow", "soft", "drawn"), ("hatched", "ink", "lost"),
)  # fmt: skip
_PROBLEM_PARTS: _Parts = (
    ("solid", "good", "first"), ("hatched", "good", "solved"), ("hollow", "soft", "open"),
)  # fmt: skip

_CHART_HEIGHT = 184


class ProgressCards:
    """Makes the cards of a page or a picture."""

    def __init__(self, theme: Theme, text: Texts, data: ProgressData) -> None:
        self._theme, self._text, self._data = theme, text, data

    def columns(self) -> tuple[list[Card], list[Card]]:
        """Return the cards in two columns."""
        left = [self._rating(), self._results(), self._accuracy(), self._activity()]
        return left, [self._problems()]

    def _card(self, part: str, items: WidgetList, *saves: str) -> Card:
        """Return a card with its title; `saves` are the documents that it needs."""
        if not self._data.set_aside.isdisjoint(saves):
            items = [*items, Label(self._text("progress.set_aside"), "small")]
        return Card([Label(self._text(f"progress.{part}"), "head"), *items], pad=16)

    def _section(self, part: str, items: WidgetList) -> WidgetList:
        """Return a part of a card with its title; [] without `items`."""
        return [12, Label(self._text(f"progress.{part}"), "bold"), *items] if items else []

    def _stats(self, numbers: dict[str, int]) -> Widget:
        """Return numbers beside each other, each above its meaning."""
        stats = [
            Column([Label(str(number), "number"), Label(words, "small")], 0)
            for words, number in numbers.items()
        ]
        return Row(stats, 12, align_y=0)

    # -- lines -------------------------------------------------------------------------------------

    def _rating(self) -> Card:
        items = [*self._level_rating(), *self._people_ratings()]
        return self._card("rating", items, RATINGS.kind)

    def _level_rating(self) -> WidgetList:
        points, text = _rating_points(self._data.ratings), self._text
        if not points:
            return [Label(text("progress.no_rating"))]
        now = points[-1]
        key, words = level_above(self._data.game, now.value), [self._uncertainty(now)]
        value = level_rating(self._data.game, key)
        if value is not None:
            name, rating = level_name(text, key), self._rating_words(value)
            words.append(text("progress.next_level", level=name, rating=rating))
        head = self._number(self._rating_words(now.value), " · ".join(words))
        chart = self._line_chart(points, self._rating_words)
        chart.levels = self._levels()
        if value is not None and value - now.value <= _NEAR_LEVEL:
            chart.shown = (value,)
        chart.words = " ".join([chart.words, *(f"{sentence}." for sentence in words)])
        return [head, chart]

    def _people_ratings(self) -> WidgetList:
        rows = list[Widget]()
        for name, rating in self._data.people_ratings.items():
            value, margin = self._rating_words(rating.value), round(rating.margin)
            words = self._text("rating.value", rating=value, margin=margin)
            rows.append(Row([Label(with_ellipses(name)), Label(words, width=FIT)], 12))
        return self._section("people_ratings", rows)

    def _levels(self) -> tuple[tuple[str, float], ...]:
        ratings = ((level.key, level_rating(self._data.game, level.key)) for level in LEVELS)
        return tuple((level_name(self._text, key), value) for key, value in ratings if value)

    def _rating_words(self, rating: float) -> str:
        return self._text.whole(round(rating))

    def _uncertainty(self, point: ChartPoint) -> str:
        return self._text("progress.uncertainty", spread=round(point.spread))

    def _accuracy(self) -> Card:
        dots = _chart_points([(day, value, 0.0) for day, value in self._data.accuracy])
        if not dots:
            return self._card(
                "accuracy", [Label(self._text("progress.no_accuracy"))], ACCURACY.kind
            )
        line = _averages(dots)
        chart = self._line_chart(line, self._percent)
        chart.dots, chart.bounds = tuple(dots), (0, 100)
        words = self._text("progress.average", count=min(len(dots), AVERAGE_MATCHES))
        head = self._number(self._percent(line[-1].value), words)
        return self._card("accuracy", [head, chart], ACCURACY.kind)

    def _percent(self, value: float) -> str:
        return self._text("progress.percent", number=round(value))

    def _number(self, number: str, words: str) -> Widget:
        """Return a large number with an explanation."""
        return Row([Label(number, "number", width=FIT), Label(words, "small")], 12)

    def _line_chart(self, points: Sequence[ChartPoint], form: Callable[[float], str]) -> LineChart:
        """Return a chart and its description; `form` returns a value as text."""
        dates = [self._date(points[at].at) for at in (0, -1)]
        values = [point.value for point in points]
        words = self._text("progress.single", now=form(values[-1]), date=dates[-1])
        if len(points) > 1:
            change = round(values[-1]) - round(values[0])
            trend = "up" if change > 0 else "down" if change < 0 else "same"
            extremes = {
                "least": form(min(values)),
                "most": form(max(values)),
                "now": form(values[-1]),
            }
            if dates[0] == dates[1]:
                span = self._text("progress.day", date=dates[0], **extremes)
            else:
                span = self._text("progress.span", first=dates[0], last=dates[1], **extremes)
            words = f"{span} {self._text(f'progress.{trend}', count=form(abs(change)))}"
        chart = LineChart(points=_thinned(points), height=_CHART_HEIGHT, words=words)
        chart.ends, chart.number_words = (dates[0], dates[1]), self._text.whole
        return chart

    def _date(self, at: float) -> str:
        return self._text.date("progress.date", date.fromordinal(int(at)).isoformat())

    # -- bars --------------------------------------------------------------------------------------

    def _parts(self, parts: _Parts) -> tuple[BarPart, ...]:
        return tuple(
            BarPart(filling, colour, self._text(f"progress.part.{key}"))
            for filling, colour, key in parts
        )

    def _results(self) -> Card:
        data, text = self._data, self._text
        rows = [(level_name(text, tally.sides[1]), tally) for tally in data.tallies]
        if data.people != ResultTally((PERSON, PERSON)):
            rows.append((text("progress.people"), data.people))
        items: WidgetList = [Label(text("progress.no_result"))]
        if rows:
            parts = self._parts(_RESULT_PARTS)
            bars = [_bar(name, (tally.wins, tally.draws, tally.losses)) for name, tally in rows]
            words = [
                text("album.against", level=name, won=tally.wins, drawn=tally.draws,
                     lost=tally.losses) + "."
                for name, tally in rows
            ]  # fmt: skip
            items = [
                bar_legend(self._theme, parts),
                Bars(parts=parts, rows=tuple(bars), to_scale=True, words=" ".join(words)),
            ]
        notes = {"unread": data.unread_matches, "damaged": data.damaged_matches}
        notes = {key: count for key, count in notes.items() if count}
        labels = [
            Label(text(f"progress.{key}", count=count), "small") for key, count in notes.items()
        ]
        return self._card("results", [*items, *labels])

    def _problems(self) -> Card:
        items = [*self._solved_problems(), *self._problem_rating(), *self._runs()]
        return self._card("problems", items, PROBLEMS.kind, RUNS.kind)

    def _solved_problems(self) -> WidgetList:
        data, text = self._data, self._text
        every = count_solved(data.problems, data.statuses)
        if data.problems_error or not every.solved:
            return [Label(data.problems_error or text("progress.no_problem"))]
        parts = self._parts(_PROBLEM_PARTS)
        words = text("problems.sum", solved=every.solved, of=every.of, first=every.first)
        by_grade = {
            text("problems.grade", number=grade): count_solved(problems, data.statuses)
            for grade, problems in groupby(data.problems, key=attrgetter("grade"))
        }
        by_theme = {
            text.game(data.game.key, f"theme.{theme}"): count
            for theme, count in task_progress.themes(data.problems, data.statuses).items()
        }
        return [
            Label(words), bar_legend(self._theme, parts),
            *self._section("grades", self._solved_bars(parts, by_grade)),
            *self._section("themes", self._solved_bars(parts, by_theme)),
        ]  # fmt: skip

    def _solved_bars(
        self, parts: tuple[BarPart, ...], counts: dict[str, SolvedCount]
    ) -> WidgetList:
        if not counts:
            return []
        rows, words = [], []
        for name, count in counts.items():
            late, rest = count.solved - count.first, count.of - count.solved
            rows.append(BarRow(name, (count.first, late, rest), f"{count.solved} / {count.of}"))
            numbers = {"solved": count.solved, "of": count.of, "first": count.first}
            words.append(self._text("progress.solved", name=name, **numbers))
        return [Bars(parts=parts, rows=tuple(rows), words=" ".join(words))]

    def _problem_rating(self) -> WidgetList:
        points = _rating_points(self._data.problem_ratings)
        if not points:
            return []
        head = self._number(self._rating_words(points[-1].value), self._uncertainty(points[-1]))
        chart = self._line_chart(points, self._rating_words)
        return self._section("problem_rating", [head, chart])

    def _runs(self) -> WidgetList:
        data, text = self._data, self._text
        names = text.game(data.game.key, "short"), text("progress.all_games")
        best = dict(zip(names, (data.best_run, data.best_run_of_all), strict=True))
        return self._section("runs", [self._stats(best)] if any(best.values()) else [])

    # -- activity ----------------------------------------------------------------------------------

    def _activity(self) -> Card:
        data, text = self._data, self._text
        numbers = {"matches": data.matches, "moves": data.plies, "days": len(data.days)}
        if not any(numbers.values()):
            return self._card("activity", [Label(text("progress.no_activity"))])
        stats = self._stats({text(f"progress.{key}"): numbers[key] for key in numbers})
        return self._card("activity", [stats, 12, self._calendar()])

    def _calendar(self) -> DayGrid:
        days, today = self._data.days, day_of(self._data.now)
        recent = sum(0 <= (today - day).days < _RECENT_DAYS for day in days)
        words = [self._text("progress.played", count=len(days), recent=recent, of=_RECENT_DAYS)]
        if days:
            words.append(self._text("progress.last_day", date=self._date(max(days).toordinal())))
        return DayGrid(
            days=frozenset(days),
            today=today,
            weekdays=tuple(self._text(f"problems.weekday.{day}") for day in WEEKDAYS),
            date_words=lambda day: self._date(day.toordinal()),
            words=" ".join(words),
        )


_RECENT_DAYS = 30

_MAX_LINE_POINTS = 300
"""The points of a line in a chart, which is a few hundred pixels wide."""

_NEAR_LEVEL = 250
"""If the next level's rating is at most so much higher, the chart contains its line."""


def _chart_points(values: Iterable[tuple[str, float, float]]) -> list[ChartPoint]:
    """Return points for times, values and spreads; those of one day are spread over the day."""
    points = list[ChartPoint]()
    for name, group in groupby(values, key=lambda value: value[0][:10]):
        day, of_day = day_of(name), list(group)
        if day != date.min:
            start, step = day.toordinal(), 1 / len(of_day)
            points += [
                ChartPoint(start + number * step, value, spread)
                for number, (_, value, spread) in enumerate(of_day)
            ]
    return points


def _rating_points(history: RatingHistory) -> list[ChartPoint]:
    """Return points with the 95 % intervals of ratings."""
    return _chart_points((time, rating.value, rating.margin) for time, rating in history)


def _averages(dots: Sequence[ChartPoint]) -> list[ChartPoint]:
    """Return for each dot the average of the last `AVERAGE_MATCHES` values."""
    sums = [0.0, *accumulate(dot.value for dot in dots)]
    return [
        ChartPoint(
            dot.at, (sums[end] - sums[max(0, end - AVERAGE_MATCHES)]) / min(end, AVERAGE_MATCHES)
        )
        for end, dot in enumerate(dots, start=1)
    ]


def _thinned(points: Sequence[ChartPoint]) -> tuple[ChartPoint, ...]:
    """Return the first, the last and enough other points for a line, at equal distances."""
    step = math.ceil(len(points) / _MAX_LINE_POINTS)
    return points[0], *points[:0:-step][::-1]


def _bar(name: str, numbers: tuple[int, ...]) -> BarRow:
    return BarRow(name, numbers, " · ".join(map(str, numbers)))
