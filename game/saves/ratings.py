"""Rated results: matches against levels and between named people, and problems.

The document contains results, and ratings are computed from them in the order of their times. So
two devices merge by uniting their results.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal, get_args

from flipside.game.saves.album import name_key
from flipside.game.saves.matches import MatchSetup, Moment, SaveName, StoredMatch
from flipside.game.saves.series import Sides, sides_of
from flipside.game.services.storage.document import Document, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS, level_rating
from flipside.rules.match.match import EARLY_REASONS
from flipside.rules.rating import Rating
from flipside.rules.teaching import Problem

_MIN_PLIES = 10
"""A match that ends early, by resignation or on time, is rated from so many plies on."""

_MAX_RESULT_BYTES, _RESULT_BYTES = 900_000, 140
"""Bytes for the newest results in the text, which are more than 4,000, and of each without names.

Without its first result a rating changes, so the change by a match is always computed from the same
results. Ratings before the oldest result are not stored, because two devices may have dropped
different results."""

_MAX_UNRATED = 300
"""The newest matches with help that are stored, which is more than there are in progress."""

Help = Literal["hint", "values", "warning", "analysis", "undo", "seats", "copy"]

RatingKind = Literal["levels", "people", "problems"]
"""Against levels, between named people, and of problems."""

RATING_KINDS: tuple[RatingKind, ...] = get_args(RatingKind)

_Word = Literal["won", "drawn", "lost"]

_SCORES: Mapping[_Word, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass(frozen=True)
class RatedResult:
    """One result of one or two people."""

    game: Annotated[str, "[a-z]{1,40}"]
    kind: RatingKind
    sides: Sides
    """Two names; or "" for the person, and a level or the key of a problem."""
    result: _Word
    """The result of the first side."""
    opponent: Annotated[int, range(-5_000, 10_001)]
    """The rating of the level or of the problem; 0 for people."""
    time: Moment

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the rated people; "" for the person at this device."""
        return self.sides if self.kind == "people" else ("",)

    def is_of(self, game: str, kind: RatingKind) -> bool:
        """Return whether this is a result in a game and of a kind."""
        return self.game == game and self.kind == kind


RatingHistory = Sequence[tuple[str, Rating]]
"""The local times of the results of a person, ascending, and the rating after each."""


@dataclass(frozen=True)
class StoredRatings:
    """All rated results with the ratings after them, and the matches that had help."""

    results: dict[SaveName, RatedResult] = field(default_factory=dict)
    """By the name that a match had in progress, or by game and problem."""
    helped: dict[SaveName, Help] = field(default_factory=dict)
    """The first help in a match by the name of the match."""

    @cached_property
    def _histories(self) -> dict[tuple[str, RatingKind], Mapping[str, RatingHistory]]:
        """Histories by game and kind, and then by name (`name_key`); computed by `history`."""
        return {}

    def history(self, game: str, kind: RatingKind, name: str = "") -> RatingHistory:
        """Return the history in a game of a named person, or of the person at this device ("")."""
        if (game, kind) not in self._histories:
            self._histories[game, kind] = _rated([each for _, each in self._of(game, kind)])
        return self._histories[game, kind].get(name_key(name), ())

    def at(self, game: str, kind: RatingKind, name: str = "", now: str = "") -> Rating:
        """Return the rating of a person in a game; the default rating without results.

        With `now`, a local time, the deviation has grown until then.
        """
        history = self.history(game, kind, name)
        return _now(history, now) if now or not history else history[-1][1]

    def by_name(self, game: str) -> dict[str, Rating]:
        """Return the rating of each named person in a game by name, the highest first."""
        names = {
            name_key(name): name for _, result in self._of(game, "people") for name in result.people
        }
        ratings = {name: self.at(game, "people", name) for name in names.values()}
        return dict(sorted(ratings.items(), key=lambda entry: -entry[1].value))

    def _of(self, game: str, kind: RatingKind) -> list[tuple[str, RatedResult]]:
        """Return the results in a game and of a kind with their names, ascending."""
        entries = (each for each in self.results.items() if each[1].is_of(game, kind))
        return sorted(entries, key=_order)


@dataclass(frozen=True)
class RatingChange:
    """How a result changed the rating of one person."""

    name: str
    """The name; "" for the person at this device, against levels and problems."""
    before: Rating
    after: Rating


def _newest(stored: StoredRatings) -> StoredRatings:
    """Return the ratings without the oldest results and helped matches above the limits."""
    results = sorted(stored.results.items(), key=_order, reverse=True)
    sizes = (_RESULT_BYTES + len(name) + 4 * len("".join(each.sides)) for name, each in results)
    count = sum(size <= _MAX_RESULT_BYTES for size in accumulate(sizes))
    helped = sorted(stored.helped, key=lambda name: name.split("-", 2)[-1])[-_MAX_UNRATED:]
    return StoredRatings(dict(results[:count]), {name: stored.helped[name] for name in helped})


def _order(entry: tuple[str, RatedResult]) -> tuple[str, str]:
    return entry[1].time, entry[0]


def _merged(here: StoredRatings, theirs: StoredRatings) -> StoredRatings:
    """Unite the results; of two results under one name the earlier one counts."""

    def earlier(*both: RatedResult) -> RatedResult:
        return min(both, key=lambda result: (result.time, repr(result)))

    results = united(here.results, theirs.results, earlier)
    return _newest(StoredRatings(results, united(here.helped, theirs.helped, min)))


RATINGS = Document("ratings", StoredRatings, merge_values=_merged)

# -- storing ---------------------------------------------------------------------------------------


def store_help(storage: Storage, name: str, kind: Help) -> None:
    """Store that a match in progress had help; only its first help counts."""

    def with_help(here: StoredRatings) -> StoredRatings:
        helped = {name: kind} | here.helped
        return here if name in here.helped else _newest(StoredRatings(here.results, helped))

    RATINGS.change(storage, with_help)


def unrated_setup(game: AnyGame, setup: MatchSetup) -> str | None:
    """Return why matches of a set-up are not rated, as the last part of a text key.

    None means that they are rated, and "" that two computers, or people without names, have no
    rating.
    """
    sides, clock = sides_of(setup.seats, setup.names), setup.clock
    if sides is None:
        return ""
    reasons = {
        "depth": "" in sides and level_rating(game, "".join(sides)) is None,
        "start": bool(setup.start),
        "options": any(setup.choices[each.key] in each.unrated for each in game.options),
        "times": clock is not None and not clock.is_fair,
    }
    return next((reason for reason, applies in reasons.items() if applies), None)


def unrated_reason(storage: Storage, stored_match: StoredMatch) -> str | None:
    """Return why an ended match is not rated, as `unrated_setup` does."""
    match, result = stored_match.match, stored_match.match.result()
    if result is None:
        return ""
    choices, seats = dict(match.choices), stored_match.seats
    setup = MatchSetup(choices, seats, match.clock, match.players, match.start)
    reason = unrated_setup(match.game, setup)
    helped = RATINGS.load(storage).helped.get(stored_match.name)
    is_early = result.reason in EARLY_REASONS and len(match.moves) < _MIN_PLIES
    if reason == "":
        return reason
    reasons = helped, reason, "link" * (match.correspondence is not None), "early" * is_early
    return next(filter(None, reasons), None)


def rate_match(storage: Storage, stored_match: StoredMatch) -> tuple[RatingChange, ...]:
    """Store the result of an ended match if it is rated; return how it changed ratings.

    The first result of a match stays, also if moves are taken back after the end.
    """
    match, result = stored_match.match, stored_match.match.result()
    sides = sides_of(stored_match.seats, match.players)
    if sides is None or result is None or unrated_reason(storage, stored_match) is not None:
        return ()
    opponent = level_rating(match.game, "".join(sides)) if "" in sides else None
    first = 0 if opponent is None else sides.index("")
    word: _Word = "lost"
    if result.winner in (None, first):
        word = "drawn" if result.winner is None else "won"
    kind: RatingKind = "people" if opponent is None else "levels"
    own_sides, time = (sides[first], sides[1 - first]), storage.device.now()
    entry = RatedResult(match.game.key, kind, own_sides, word, opponent or 0, time)
    if not _store(storage, stored_match.name, entry):
        return ()
    ratings = RATINGS.load(storage)
    histories = {person: ratings.history(entry.game, kind, person) for person in entry.people}
    return tuple(
        RatingChange(person, _now(history[:-1], time), history[-1][1])
        for person, history in histories.items()
    )


def rate_problem(storage: Storage, problem: Problem, solved: bool) -> None:
    """Store the first result of a problem."""
    game = problem.game.key
    word: _Word = "won" if solved else "lost"
    sides, time = ("", problem.key), storage.device.now()
    entry = RatedResult(game, "problems", sides, word, problem.rating, time)
    _store(storage, f"{game}-{problem.key}", entry)


def _store(storage: Storage, name: str, entry: RatedResult) -> bool:
    """Store a result, unless there is one of that name; return whether it was stored."""
    results, people = RATINGS.load(storage).results, set(map(name_key, entry.people))
    if name in results:
        return False
    own = (
        each.time
        for each in results.values()
        if each.time >= entry.time
        and each.is_of(entry.game, entry.kind)
        and not people.isdisjoint(map(name_key, each.people))
    )
    entry = replace(entry, time=_later(max(own, default=""), entry.time))
    return RATINGS.merge(storage, StoredRatings({name: entry}))


def _later(newest: str, now: str) -> str:
    """Return the local time `now`, or a second after `newest` if the clock was set back.

    A result between older ones could lower the rating although it is a win.
    """
    if now > newest:
        return now
    try:
        return str(datetime.fromisoformat(newest) + timedelta(seconds=1))
    except (ValueError, OverflowError):
        return now


def level_above(game: AnyGame, rating: float) -> str:
    """Return the key of the weakest level with a higher rating in a game, or ""."""
    levels = ((level_rating(game, level.key) or 0, level.key) for level in LEVELS)
    return min((level for level in levels if level[0] > rating), default=(0, ""))[1]


# -- ratings ---------------------------------------------------------------------------------------


_Histories = Mapping[str, list[tuple[str, Rating]]]

_computed: dict[tuple[str, RatingKind], tuple[list[RatedResult], _Histories]] = {}
"""The last results of each game and kind, with the ratings after them."""


def _rated(results: list[RatedResult]) -> Mapping[str, RatingHistory]:
    """Return the ratings by person after results of a game and kind, in ascending order.

    If only new results follow those of the last call, only these are computed: thousands would
    take a slow processor a second.
    """
    if not results:
        return {}
    key = results[0].game, results[0].kind
    known, before = _computed.get(key, ([], {}))
    if results[: len(known)] != known:
        known, before = [], {}
    histories = defaultdict(list, {person: [*history] for person, history in before.items()})
    for result in results[len(known) :]:
        people = [histories[name_key(person)] for person in result.people]
        now = [_now(history, result.time) for history in people]
        score = _SCORES[result.result]
        opponents = now[::-1] if result.kind == "people" else [Rating(result.opponent, 0.0)]
        for history, own, other, own_score in zip(
            people, now, opponents, (score, 1 - score), strict=False
        ):
            history.append((result.time, own.after((other, own_score))))
    _computed[key] = results, histories
    return histories


def _now(former: RatingHistory, time: str) -> Rating:
    """Return the last of some ratings, as it is at a later time."""
    if not former:
        return Rating()
    before, rating = former[-1]
    return rating.after_days(_days_between(before, time))


def _days_between(first: str, last: str) -> int:
    """Return the days between two local times, 0 if they are not in order or not valid."""
    try:
        days = date.fromisoformat(last[:10]) - date.fromisoformat(first[:10])
    except ValueError:
        return 0
    return max(0, days.days)
