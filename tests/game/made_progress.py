"""Progress of years, made without playing: an album of many matches, ratings, accuracies and runs.

The index of the album is up to date, and the texts of its matches are unreadable, so a page that
reads them shows damaged matches.
"""

from datetime import date, timedelta
from random import Random
from typing import Literal

from flipside.game.saves.accuracy import ACCURACY, MatchAccuracy
from flipside.game.saves.album import AlbumEntry
from flipside.game.saves.album_index import INDEX_SAVE, _text
from flipside.game.saves.matches import PERSON
from flipside.game.saves.ratings import RATINGS, RatedResult, RatingKind, StoredRatings
from flipside.game.saves.runs import RUNS, ProblemRun, Selection, StoredRuns
from flipside.game.saves.task_progress import PROBLEMS, ProblemState, ProblemStatus, ProblemStatuses
from flipside.game.services.services import Services
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.rating import expected_score
from flipside.rules.teaching import problems_of

LEVEL_KEYS = ("level1", "level2", "level3", "level4", "level6", "depth12")


def made_entry(game: str, number: int, day: date) -> AlbumEntry:
    """A match of a person, who wins less against better levels, or of two people."""
    random = Random(number)
    strength = min(len(LEVEL_KEYS) - 1, int(abs(random.gauss(number / 250, 1.0))))
    seats = (PERSON, LEVEL_KEYS[strength]) if number % 9 else (PERSON, PERSON)
    wins = random.random() < 0.75 - 0.12 * strength
    winner = None if random.random() < 0.08 else int(not wins)
    if number % 2 and number % 9:
        seats, winner = (seats[1], seats[0]), None if winner is None else 1 - winner
    ended = f"{day.isoformat()} {18 + number % 5:02}:{number % 60:02}"
    plies = 30 + number % 30
    return AlbumEntry(
        ended, plies, winner, "most", None, None, None, game, False, seats, ("", ""), 0
    )


def made_days(count: int, last: date) -> list[date]:
    """So many days up to the last one, with gaps of a few days in between."""
    random, days = Random(count), [last]
    while len(days) < count:
        days.append(days[-1] - timedelta(random.choice((0, 0, 1, 1, 1, 2, 4))))
    return days[::-1]


def fill_album(services: Services, game: str, days: list[date]) -> None:
    """Add a match for each day."""
    folder = services.storage.folder
    assert folder is not None
    entries: dict[str, AlbumEntry | None] = {}
    for number, day in enumerate(days):
        entry = made_entry(game, number, day)
        name = f"finished-{game}-{day:%Y%m%d}-{180000 + number % 60:06}-{number:016x}"
        entries[name] = entry
        (folder / f"{name}.txt").write_text("unreadable", "utf-8")
    services.storage.save(INDEX_SAVE, _text(entries))


def fill_problems(services: Services, game: AnyGame, last: date) -> None:
    """Begin and solve problems in the 90 days up to the last one, more of the easy ones."""
    random, marks = Random(1), {}
    for problem in problems_of(game):
        if random.random() < 0.8 - 0.15 * problem.grade:
            state: ProblemState = random.choice(("first", "solved", "begun"))
            day = last - timedelta(random.randrange(90))
            marks[problem.key] = ProblemStatus(state, day.isoformat())
    PROBLEMS.merge(services.storage, ProblemStatuses({game.key: marks}))


def fill_ratings(services: Services, game: str, days: list[date]) -> None:
    """Store a rated match for each day, and a rated problem for some; the player improves."""
    random, results = Random(2), dict[str, RatedResult]()
    kinds: tuple[RatingKind, ...] = ("levels", "problems")
    for number, day in enumerate(days):
        strength = 900 + 600 * number / len(days)
        opponent = round(strength / 200 + random.gauss(0, 1)) * 200
        won = random.random() < expected_score(strength, opponent)
        result: Literal["won", "lost"] = "won" if won else "lost"
        for kind in kinds[: 1 + (number % 4 == 0)]:
            results[f"{kind}-{number}"] = RatedResult(
                game, kind, ("", "level4"), result, opponent, f"{day.isoformat()} 10:00:00"
            )
    RATINGS.merge(services.storage, StoredRatings(results))


def fill_accuracies(services: Services, game: str, days: list[date]) -> None:
    """Store an accuracy for each day."""
    random, matches = Random(3), dict[str, MatchAccuracy]()
    for number, day in enumerate(days):
        percent = 66 + 20 * number / len(days) + random.gauss(0, 8)
        tenths = round(10 * min(100.0, percent)), 500
        matches[f"{number:016x}"] = MatchAccuracy(game, day.isoformat(), tenths, 0)
    ACCURACY.merge(services.storage, ACCURACY.of(matches))


def fill_people(services: Services, game: str, last: date) -> None:
    """Store rated matches between three named people."""
    pairs = [("Anna", "Ben"), ("Ben", "Cleo"), ("Cleo", "Anna")] * 4
    results = {
        f"people-{number}": RatedResult(
            game, "people", pair, "won", 0, f"{last.isoformat()} 09:{number:02}:00"
        )
        for number, pair in enumerate(pairs)
    }
    RATINGS.merge(services.storage, StoredRatings(results))


def fill_runs(services: Services, game: str) -> None:
    """Store problem runs of a game, and one of all games."""
    runs = {f"2026110{number}-100000-{len(game):08x}": run(number, game) for number in range(1, 8)}
    RUNS.merge(services.storage, StoredRuns(runs | {"20261108-100000-00000000": run(5, *BY_KEY)}))


def run(solved: int, *games: str) -> ProblemRun:
    """A run that ended when the time was up."""
    return ProblemRun(Selection(games, 1), solved, (), "time")


LAST = date(2026, 11, 29)
"""The last day of what is made."""


def fill_progress(services: Services, game: AnyGame, count: int = 200) -> list[date]:
    """Add matches, ratings, accuracies and problems of so many days up to `LAST`, and return them.

    It is noon of that day.
    """
    services.platform.now = lambda: f"{LAST.isoformat()} 12:00:00"  # type: ignore[method-assign]
    days = made_days(count, LAST)
    fill_album(services, game.key, days)
    fill_ratings(services, game.key, days)
    fill_accuracies(services, game.key, days)
    fill_problems(services, game, LAST)
    fill_people(services, game.key, LAST)
    fill_runs(services, game.key)
    return days
