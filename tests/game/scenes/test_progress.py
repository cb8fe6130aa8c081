"""The page of the progress: the way there, what it shows, its sentences, its work, its picture."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from flipside.game.drawing import draw
from flipside.game.saves import album, album_index, ratings
from flipside.game.saves.album import AlbumEntry
from flipside.game.saves.album_index import INDEX_SAVE, AlbumIndex
from flipside.game.saves.ratings import RATINGS, RatedResult, StoredRatings
from flipside.game.saves.task_progress import PROBLEMS, ProblemStatus, ProblemStatuses
from flipside.game.scenes.share.sharing import PictureProgress
from flipside.game.scenes.shelf import progress_cards
from flipside.game.scenes.shelf.album import Album
from flipside.game.scenes.shelf.progress import Progress, progress_picture
from flipside.game.scenes.shelf.progress_cards import (
    AVERAGE_MATCHES,
    _averages,
    _chart_points,
    _thinned,
)
from flipside.game.services.storage.document import JsonFormat
from flipside.game.services.storage.storage import Storage
from flipside.game.services.texts import LANGUAGES
from flipside.game.services.theme import Colour, Style, Theme
from flipside.game.ui.charts import Bars, ChartPoint, DayGrid, LineChart
from flipside.game.ui.widgets import Label
from flipside.rules import teaching
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.engine.search import level_rating
from flipside.rules.match.match import Match
from flipside.rules.rating import Rating
from flipside.rules.teaching import problems_of
from tests.game.conftest import MakePilot
from tests.game.made_progress import (
    LAST,
    fill_accuracies,
    fill_problems,
    fill_progress,
    fill_ratings,
    fill_runs,
    made_days,
)
from tests.game.pilot import FRAME, Pilot
from tests.game.scenes.layout_checks import problems as unfitting
from tests.of_type import of_type

OTHELLO = BY_KEY["othello"]
TODAY = LAST


def opened(pilot: Pilot) -> Progress:
    """The page of Othello on the last day of what is made."""
    pilot.app.services.platform.now = lambda: "2026-11-29 12:00:00"  # type: ignore[method-assign]
    pilot.app.stack.ways.progress(OTHELLO)
    return of_type(Progress, pilot.top)


def rich(pilot: Pilot) -> Progress:
    """The page with everything on it."""
    fill_progress(pilot.app.services, OTHELLO)
    return opened(pilot)


def charts(page: Progress, kind: type[Any]) -> list[Any]:
    return [widget for widget in page.sheets[0].widgets if isinstance(widget, kind)]


def store(pilot: Pilot, *entries: AlbumEntry) -> None:
    """Put matches with these entries into the album."""
    services = pilot.app.services
    names = [
        f"finished-{entry.game}-20261101-{number:06}-{number:016x}"
        for number, entry in enumerate(entries)
    ]
    for name in names:
        services.storage.save(name, "unreadable")
    texts = dict(zip(names, entries, strict=True))
    services.storage.save(INDEX_SAVE, album_index._text(texts))


def entry(
    winner: int | None,
    *seats: str,
    game: str = "othello",
    reason: str = "most",
    set_up: bool = False,
) -> AlbumEntry:
    """A match of 60 plies on the day before."""
    sides = seats[0], seats[1]
    return AlbumEntry(
        "2026-11-28 10:00", 60, winner, reason, None, None, None, game, set_up, sides, ("", ""), 0
    )


# -- the way there ---------------------------------------------------------------------------------


def test_the_page_opens_from_the_matches_and_shows_the_game_chosen_there(pilot: Pilot) -> None:
    pilot.app.stack.open(Album(pilot.app.stack, "flipop"))
    pilot.press("progress")
    assert of_type(Progress, pilot.top).game.key == "flipop"
    pilot.press("of=switch")
    assert of_type(Progress, pilot.top).game.key == "switch"
    pilot.key("escape")
    pilot.press("of=")
    pilot.key("g")
    assert of_type(Progress, pilot.top).game.key == "othello"


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (412, 915), (820, 1180)])
def test_the_shelf_leads_to_the_game_whose_match_ended_last(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    pilot = fly(size=size)
    store(pilot, entry(0, "person", "level4"))
    assert "Flipside" in pilot.words().split("\n")
    pilot.press("progress")
    assert of_type(Progress, pilot.top).game is OTHELLO
    pilot.key("escape")
    pilot.top.focus = "play switch"
    pilot.key("g")
    assert of_type(Progress, pilot.top).game.key == "switch"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)])
def test_the_shelf_shows_the_next_level(
    fly: MakePilot, language: str, size: tuple[int, int]
) -> None:
    pilot = fly(language=language, size=size)
    before = [widget.rect for widget in pilot.top.sheets[0].widgets if widget.name]
    fill_ratings(pilot.app.services, "othello", made_days(40, TODAY))
    own = RATINGS.load(pilot.app.services.storage).at("othello", "levels").value
    key = ratings.level_above(OTHELLO, own)
    value = level_rating(OTHELLO, key)
    assert own < value < own + 400
    pilot.top.stored("ratings")
    pilot.advance(0.6)
    text = pilot.app.services.text
    words = text("menu.next_level", level=text(f"level.{key}.name"))
    assert pilot.words().count(words) == 1
    assert unfitting(pilot.top) == []
    assert [widget.rect for widget in pilot.top.sheets[0].widgets if widget.name] == before


def test_the_shelf_loads_what_its_pages_show(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow processor loads it while the player looks at the shelf, and then opens pages at once.

    Files are read again, but not parsed again.
    """
    pilot = fly()
    fill_progress(pilot.app.services, OTHELLO)
    monkeypatch.setattr(teaching, "_known", {})
    monkeypatch.setattr(album_index, "_known", {})
    monkeypatch.setattr(ratings, "_computed", {})
    pilot.kill_and_reopen()
    pilot.app.services.platform.now = lambda: f"{LAST} 12:00:00"  # type: ignore[method-assign]
    pilot.advance(2)
    slow = list[str]()
    for module, name in (
        (teaching, "read_problems"),
        (album_index, "_read_text"),
        (Rating, "after"),
        (Match, "play"),
        (JsonFormat, "parse"),
    ):
        monkeypatch.setattr(module, name, lambda *_, name=name: slow.append(name))
    pilot.app.stack.ways.daily()
    assert len([name for name in pilot.names() if name.startswith("solve ")]) == len(GAMES)
    opened(pilot)
    assert slow == []


def test_garbage_is_collected_when_nothing_moves(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a slow processor a frame or two."""
    pilot, collected = fly(tempo="normal", drawing=True), list[bool]()
    pilot.advance(1)
    screen = pilot.app.screen
    monkeypatch.setattr(gc, "collect", lambda: collected.append(screen.in_transition))
    for count in (1, 2):
        pilot.key("g" if count == 1 else "escape")
        assert len(collected) == count - 1
        for _ in range(60):
            pilot.app.frame(FRAME)
        assert collected == [False] * count


# -- what it shows ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_without_data_says_how_to_get_some(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    page, text = opened(pilot), pilot.app.services.text
    assert charts(page, LineChart) == charts(page, Bars) == []
    for part in ("rating", "accuracy", "result", "problem", "activity"):
        assert text(f"progress.no_{part}") in pilot.words()


def test_results_are_counted_by_level_and_between_people(pilot: Pilot) -> None:
    store(
        pilot,
        entry(0, "person", "level4"),
        entry(1, "level4", "person"),
        entry(1, "person", "level4"),
        entry(None, "person", "depth12"),
        entry(1, "person", "person"),
        entry(0, "person", "level4", set_up=True),
        entry(None, "person", "level4", reason=""),
        entry(0, "level1", "level4"),
        entry(0, "person", "level4", game="switch"),
    )
    (bars,) = charts(opened(pilot), Bars)
    assert {row.name: row.numbers for row in bars.rows} == {
        "Steady": (2, 0, 1),
        "Depth 12": (0, 1, 0),
        "Two people, as the first player": (0, 0, 1),
    }
    assert "Steady: 2 won, 0 drawn, 1 lost. Depth 12: 0 won, 1 drawn, 0 lost." in bars.words
    assert "8\nMatches\n480\nMoves\n1\nDays" in pilot.words()


def test_days_come_from_matches_and_problems_and_are_not_in_the_future(pilot: Pilot) -> None:
    store(pilot, entry(0, "person", "level4"), entry(1, "person", "level4"))
    first, second, third = problems_of(OTHELLO)[:3]
    marks = {
        first.key: ProblemStatus("first", "2026-11-28"),
        second.key: ProblemStatus("begun", "2026-11-20"),
        third.key: ProblemStatus("solved", "2026-12-20"),
    }
    PROBLEMS.merge(pilot.app.services.storage, ProblemStatuses({"othello": marks}))
    (grid,) = charts(opened(pilot), DayGrid)
    assert grid.days == {date(2026, 11, 28), date(2026, 11, 20)}
    assert grid.words == (
        "Days played: 2, 2 of them in the last 30 days. Most recently on 28 November 2026."
    )


def test_problems_are_counted_by_grade_and_theme(pilot: Pilot) -> None:
    easy = [problem for problem in problems_of(OTHELLO) if problem.grade == 1]
    states = ("first", "solved", "begun")
    marks = {
        problem.key: ProblemStatus(state, "2026-11-20")  # type: ignore[arg-type]
        for problem, state in zip(easy[:3], states, strict=True)
    }
    PROBLEMS.merge(pilot.app.services.storage, ProblemStatuses({"othello": marks}))
    grades, themes = charts(opened(pilot), Bars)
    assert grades.rows[0].numbers == (1, 1, len(easy) - 2)
    assert sum(sum(row.numbers) for row in grades.rows) == len(problems_of(OTHELLO))
    assert f"Grade 1: 2 of {len(easy)} solved, 1 on the first try." in grades.words
    assert sum(row.numbers[0] for row in themes.rows) <= 1


def test_the_best_problem_runs_are_told(pilot: Pilot) -> None:
    title = pilot.app.services.text("progress.runs")
    fill_runs(pilot.app.services, "switch")
    page = opened(pilot)
    assert f"{title}\n0\nOthello\n5\nAll games" in pilot.words()
    fill_runs(pilot.app.services, "othello")
    page.stored("runs")
    assert f"{title}\n7\nOthello\n5\nAll games" in pilot.words()


def test_each_named_person_has_a_rating(pilot: Pilot) -> None:
    title = pilot.app.services.text("progress.people_ratings")
    opened(pilot)
    assert title not in pilot.words()
    pilot.key("escape")
    results = {
        name: RatedResult("othello", "people", sides, "won", 0, f"2026-11-2{day} 10:00:00")
        for day, (name, sides) in enumerate(
            {"first": ("anna", "Ben"), "second": ("Cleo", "Ben"), "third": ("Anna", "Cleo")}.items()
        )
    }
    other = replace(results["first"], game="switch", sides=("Dan", "Eva"))
    stored = StoredRatings(results | {"other": other})
    RATINGS.merge(pilot.app.services.storage, stored)
    opened(pilot)
    ratings = [stored.at("othello", "people", name) for name in ("Anna", "Cleo", "Ben")]
    words = [f"{each.value:,.0f} ± {each.margin:.0f}" for each in ratings]
    told = "\n".join((title, "Anna", words[0], "Cleo", words[1], "Ben", words[2]))
    assert f"{told}\n" in pilot.words()


def test_the_accuracy_is_an_average_of_the_last_matches() -> None:
    dots = _chart_points((f"2026-01-{day:02}", 10.0 * day, 0.0) for day in range(1, 13))
    line = [point.value for point in _averages(dots)]
    assert line[:3] == [10, 15, 20]
    assert line[-1] == sum(10 * day for day in range(3, 13)) / AVERAGE_MATCHES


def test_matches_of_one_day_are_spread_over_it_and_invalid_dates_are_left_out() -> None:
    values = [("2026-01-31", 1.0, 0.0), ("2026-01-31", 2.0, 0.0), ("never", 3.0, 0.0)]
    day = date(2026, 1, 31).toordinal()
    assert _chart_points(values) == [ChartPoint(day, 1), ChartPoint(day + 0.5, 2)]


# -- sentences -------------------------------------------------------------------------------------


def words_of(pilot: Pilot, *points: tuple[str, float, float]) -> str:
    page = opened(pilot)
    page._data.ratings = [(day, Rating(*rating)) for day, *rating in points]
    levels = {"level4": 1030, "level5": 1400}
    with (
        patch.object(progress_cards, "level_rating", lambda game, key: levels.get(key)),
        patch.object(ratings, "level_rating", lambda game, key: levels.get(key)),
    ):
        page.update_layout()
    return str(charts(page, LineChart)[0].words)


@pytest.mark.parametrize(
    ("last", "trend"),
    [(1020.0, "20 more than"), (960.0, "40 less than"), (1000.2, "the same as")],
)
def test_a_chart_describes_its_lowest_highest_and_last_value(
    pilot: Pilot, last: float, trend: str
) -> None:
    words = words_of(
        pilot, ("2026-01-31", 1000.0, 90.0), ("2026-02-03", 900.0, 80.0), ("2026-02-04", last, 70.4)
    )
    most, margin = max(1000, round(last)), Rating(last, 70.4).margin
    assert words == (
        f"From 31 January 2026 to 4 February 2026: lowest 900, highest {most:,}, now {last:,.0f}. "
        f"That is {trend} at the beginning. Uncertainty: ± {margin:.0f}. Next: Steady, 1,030."
    )


def test_a_single_value_is_described(pilot: Pilot) -> None:
    words = words_of(pilot, ("2026-01-31", 1500.0, 90.0))
    margin = Rating(1500, 90.0).margin
    assert words == f"One value so far: 1,500, on 31 January 2026. Uncertainty: ± {margin:.0f}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readout_describes_every_picture(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    page = rich(pilot)
    described = {part.words for part in page.parts() if part.kind == "words"}
    pictures = [*charts(page, LineChart), *charts(page, Bars), *charts(page, DayGrid)]
    assert len(pictures) == 7
    assert all(picture.words and picture.words in described for picture in pictures)
    assert not pilot.app.services.text.missing


# -- damage, and other windows ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("save", "part", "pictures"),
    [
        ("problems", "problems", 5),
        ("ratings", "rating", 5),
        ("accuracy", "accuracy", 6),
        ("runs", "problems", 7),
    ],
)
def test_a_damaged_document_is_named_in_its_part_and_the_others_stay(
    pilot: Pilot, save: str, part: str, pictures: int
) -> None:
    fill_progress(pilot.app.services, OTHELLO)
    pilot.app.services.storage.save(save, "{damaged")
    page, text = opened(pilot), pilot.app.services.text
    lines = [widget.words for widget in page.sheets[0].widgets if isinstance(widget, Label)]
    assert lines.count(text("progress.set_aside")) == 1
    parts = ("rating", "results", "accuracy", "activity", "problems")
    heads = [text(f"progress.{name}") for name in parts]
    before = lines[: lines.index(text("progress.set_aside"))]
    assert [line for line in before if line in heads][-1] == text(f"progress.{part}")
    assert sum(len(charts(page, kind)) for kind in (LineChart, Bars, DayGrid)) == pictures


def test_damaged_matches_are_counted_apart(pilot: Pilot) -> None:
    pilot.app.services.storage.save("finished-othello-20260101-120000-0123456789abcdef", "nothing")
    opened(pilot)
    assert "Matches that cannot be read and are not counted: 1" in pilot.words()


def test_matches_that_are_not_in_the_index_are_read_bit_by_bit(pilot: Pilot) -> None:
    for number in range(150):
        name = f"finished-othello-20260101-120000-{number:016x}"
        (pilot.folder / f"{name}.txt").write_text("nothing", "utf-8")
    opened(pilot)
    assert "Matches still being read: 50" in pilot.words()
    pilot.advance(0.1)
    assert "Matches still being read" not in pilot.words()
    assert "Matches that cannot be read and are not counted: 150" in pilot.words()


def test_what_another_window_saves_appears(pilot: Pilot) -> None:
    page = opened(pilot)
    store(pilot, entry(0, "person", "level4"))
    for name in ("settings", "finished-switch-20261101-000000-0000000000000000"):
        page.stored(name)
        assert not charts(page, Bars)
    page.stored("finished-othello-20261101-000000-0000000000000000")
    assert charts(page, Bars)[0].rows[0].numbers == (1, 0, 0)
    fill_problems(pilot.app.services, OTHELLO, TODAY)
    page.stored("problems")
    assert len(charts(page, Bars)) == 3
    assert not charts(page, LineChart)
    fill_ratings(pilot.app.services, "othello", made_days(5, TODAY))
    page.stored("ratings")
    assert len(charts(page, LineChart)) == 2
    fill_accuracies(pilot.app.services, "othello", made_days(5, TODAY))
    page.stored("accuracy")
    assert len(charts(page, LineChart)) == 3


def test_at_midnight_the_page_shows_the_new_day(pilot: Pilot) -> None:
    store(pilot, entry(0, "person", "level4"))
    page = opened(pilot)
    assert charts(page, DayGrid)[0].today == TODAY
    pilot.app.services.platform.now = lambda: "2026-11-30 00:00:01"  # type: ignore[method-assign]
    pilot.advance(0.1)
    assert charts(page, DayGrid)[0].today == date(2026, 11, 30)


# -- work ------------------------------------------------------------------------------------------


def test_a_thousand_matches_cost_a_single_pass_and_few_files(pilot: Pilot) -> None:
    fill_progress(pilot.app.services, OTHELLO, 1000)
    read, passed = list[str](), list[AlbumEntry]()
    load, entries = Storage._read, AlbumIndex.entries

    def counting(self: Storage, name: str) -> str | None:
        read.append(name)
        return load(self, name)

    def passing(self: AlbumIndex, game: str = "") -> Iterator[AlbumEntry]:
        for one in entries(self, game):
            passed.append(one)
            yield one

    with (
        patch.object(Storage, "_read", counting),
        patch.object(AlbumIndex, "entries", passing),
        patch.object(album, "parse_record", side_effect=AssertionError("a record is parsed")),
        patch.object(Match, "play", side_effect=AssertionError("a match is replayed")),
    ):
        page = opened(pilot)
        page.update_layout()
    assert len(passed) == 1000
    assert len(read) <= 10, read
    assert "1000\nMatches" in pilot.words()


# -- the picture -----------------------------------------------------------------------------------


def test_the_page_is_saved_as_a_picture(pilot: Pilot, tmp_path: Path) -> None:
    rich(pilot)
    pilot.app.services.platform.files.folder = tmp_path / "pictures"
    (tmp_path / "pictures").mkdir()
    pilot.press("picture")
    assert isinstance(pilot.top, PictureProgress)
    pilot.wait_for(lambda: not isinstance(pilot.top, PictureProgress))
    (path,) = (tmp_path / "pictures").iterdir()
    assert path.name == "Flipside othello progress 2026-11-29 12.00.00.png"
    assert pygame.image.load(str(path)).get_width() > 2000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_has_the_names_of_program_and_game_and_the_date(
    fly: MakePilot, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, words = rich(fly(language=language)), list[str]()
    rendered = draw.rendered

    def noting(theme: Theme, line: str, style: Style, paint: Colour) -> pygame.Surface:
        words.append(line)
        return rendered(theme, line, style, paint)

    monkeypatch.setattr(draw, "rendered", noting)
    progress_picture(page.services, page._data)
    head = page.text("progress.title")
    assert f"Flipside · Othello · {head}" in words
    assert page.text.date("progress.date", "2026-11-29") in words


# -- layout ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_three_years_are_drawn(fly: MakePilot, size: tuple[int, int], theme: str) -> None:
    pilot = fly(size=size, theme=theme, drawing=True)
    fill_progress(pilot.app.services, OTHELLO, 1000)
    page = opened(pilot)
    assert unfitting(page) == []
    for _ in range(8):
        pilot.show()
        pilot.key("page down")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 360), (360, 640), (820, 1180), (1280, 800)])
def test_everything_fits(fly: MakePilot, language: str, size: tuple[int, int]) -> None:
    pilot = fly(language=language, size=size)
    page = rich(pilot)
    assert unfitting(page) == []


def test_a_single_day_is_one_date_in_the_description(fly: MakePilot) -> None:
    pilot = fly()
    results = {
        f"match-{number}": RatedResult(
            "othello", "levels", ("", "level2"), "won", 1000, f"2026-03-01 1{number}:00:00"
        )
        for number in range(2)
    }
    RATINGS.merge(pilot.app.services.storage, StoredRatings(results))
    pilot.press("progress")
    assert "On 1 March 2026: lowest " in pilot.words()
    assert "From 1 March 2026" not in pilot.words()


@pytest.mark.parametrize("count", [1, 2, 299, 300, 301, 599, 1000, 8000])
def test_a_line_has_few_points_and_both_ends(count: int) -> None:
    points = [ChartPoint(at, at % 7) for at in range(count)]
    thin = _thinned(points)
    assert (thin[0], thin[-1]) == (points[0], points[-1])
    assert list(thin) == sorted({*thin})
    assert len(thin) <= 301
    assert len(thin) == count or len(thin) > 150
