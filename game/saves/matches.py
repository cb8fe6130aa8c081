"""Matches in storage; for each game also the last set-up and the draft.

The name of a match consists of "match-", its game, the time when it began, and a random number.
Older versions saved one match per game under the key of the game; such a match keeps its name.

A damaged text is set aside and reported, never overwritten.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from random import Random
from typing import Annotated, NamedTuple, TypeVar

from flipside.game.services.services import Services
from flipside.game.services.storage.document import BadDocument, Document, JsonFormat
from flipside.game.services.storage.storage import Device, Outcome, Storage
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.diagram import parse_diagram
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position import Position
from flipside.rules.engine.search import level_of
from flipside.rules.match.clock import Clock, full_clock, parse_clock
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import (
    BadRecord,
    Line,
    Record,
    parse_record,
    plain_name,
    record_text,
)

MAX_NAMES = 8


@dataclass(frozen=True)
class KnownNames:
    """The names of people who have played."""

    names: tuple[str, ...] = ()
    """The most recent name is the first."""


def offered_names(storage: Storage) -> tuple[str, ...]:
    """Return the names of people, the most recent first."""
    return _joined(KNOWN_NAMES.load(storage).names).names


def remember(storage: Storage, names: Collection[str]) -> None:
    """Store `names` before the names that are already stored."""
    KNOWN_NAMES.change(storage, lambda former: _joined(names, former.names))


def _joined(*names: Iterable[str]) -> KnownNames:
    """Return the first `MAX_NAMES` different names of several lists."""
    unique = dict.fromkeys(filter(None, map(plain_name, chain(*names))))
    return KnownNames(tuple(islice(unique, MAX_NAMES)))


KNOWN_NAMES = Document(
    "names",
    KnownNames,
    10_000,
    merge_values=lambda here, theirs: _joined(here.names, theirs.names),
    durable=False,
)


_MAX_ENTRIES = 300
"""The maximum number of entries, which is more than that of matches. The oldest are dropped."""

_STAMP = re.compile(r"([0-9]{4})(0[1-9]|1[0-2])([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})")

SaveName = Annotated[str, "[a-z0-9][a-z0-9-]*"]

LocalDate = Annotated[str, r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"]
"""A date as 2026-01-31, which may be a 31 February."""

Moment = Annotated[str, r"\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d"]


@dataclass(frozen=True)
class PlayDates:
    """When each match in progress was played."""

    matches: tuple[tuple[SaveName, Moment], ...] = ()
    """Pairs of a match name and the local time of its last move, in ascending order of time."""


def stamp(now: str) -> str:
    """Return a local time as in names of saves: 2026-01-31 18:30:05 becomes 20260131-183005."""
    return re.sub(r"[-:]", "", now).replace(" ", "-")


def moment(time_stamp: str) -> str:
    """Return the time of a stamp: 20260131-183005 becomes 2026-01-31 18:30:05; "" if invalid."""
    match = _STAMP.fullmatch(time_stamp)
    return "" if match is None else match.expand(r"\1-\2-\3 \4:\5:\6")


def dates(storage: Storage) -> dict[str, str]:
    """Return for each match name the local time of its last move, in ascending order of time."""
    return dict(LAST_PLAYED.load(storage).matches)


def note_played(storage: Storage, name: str) -> None:
    """Store the current time as the time of the last move of a match."""
    now = storage.device.now()

    def with_date(before: PlayDates) -> PlayDates:
        last, when = before.matches[-1] if before.matches else ("", "")
        if last == name and when[:16] == now[:16]:
            return before  # most moves continue the same match, and minutes are precise enough
        return _merged_dates(PlayDates(((name, now),)), before)

    LAST_PLAYED.change(storage, with_date)


def _merged_dates(here: PlayDates, theirs: PlayDates) -> PlayDates:
    dates_here = dict(here.matches)
    both = [entry for entry in theirs.matches if entry[0] not in dates_here] + list(here.matches)
    return PlayDates(tuple(both[-_MAX_ENTRIES:]))


LAST_PLAYED = Document("played", PlayDates, 100_000, merge_values=_merged_dates, durable=False)
"""The times of the last moves. A match without an entry is listed last, with its starting time."""


PERSON = "person"

Seats = tuple[str, str]
"""For player 0 and 1: `PERSON` or the key of a level."""

Names = tuple[str, str]
"""The names of player 0 and 1; "" if unknown."""

NAMELESS: Names = ("", "")

DEFAULT_SEATS: Seats = (PERSON, "level2")
"""A person against a level that beginners can sometimes beat."""


@dataclass
class StoredMatch:
    """A match, its seats, and its place in storage."""

    match: Match
    seats: Seats
    saved_text: str | None = None
    """The text in storage when it was last loaded or saved."""
    name: str = ""
    """Its name in storage; "" if it is not stored."""
    final_score: tuple[int, int] | None = None
    """The final score that a file states, if its moves end earlier."""
    lines: tuple[Line, ...] = ()
    """The lines of a study except its main line, which is `match`."""


LoadedMatches = dict[str, StoredMatch]
"""A cache of matches by name, because replaying a long match takes time."""

_NAME = re.compile(r"match-([a-z]+)-([0-9]{8}-[0-9]{6})-[0-9a-f]{8}")


def new_name(device: Device, game: str) -> str:
    """Return the name for a new match."""
    return f"match-{game}-{stamp(device.now())}-{device.entropy():08x}"


def game_of(name: str) -> str:
    """Return the key of the game in a match name; "" for other names and unknown games."""
    match = _NAME.fullmatch(name)
    key = match.group(1) if match else name
    return key if key in BY_KEY else ""


def match_names(storage: Storage, game: str = "") -> list[str]:
    """Return the names of all saved matches, or only of one game, the last played first."""
    order = {name: place for place, name in enumerate(dates(storage))}
    games = (game,) if game else tuple(BY_KEY)
    names = [name for name in storage.names() if game_of(name) in games]
    return sorted(names, key=lambda name: (order.get(name, -1), _began(name)), reverse=True)


def _began(name: str) -> str:
    match = _NAME.fullmatch(name)
    return match.group(2) if match else ""


def played_last(storage: Storage, names: Sequence[str]) -> list[str]:
    """Return the local time of the last move of each match, as 2026-01-31 18:30.

    If the last move is unknown, it is the time when the match began, or "".
    """
    play_dates = dates(storage)
    return [(play_dates.get(name) or moment(_began(name)))[:16] for name in names]


def save_match(services: Services, match: Match, seats: Seats, name: str) -> str:
    """Save a match with the current time as that of its last move; return the saved text."""
    text = record_text(match.to_record(seats))
    services.storage.save(name, text)
    note_played(services.storage, name)
    return text


def is_begun(text: str) -> bool:
    """Return whether a saved match has moves or an end, was set up or sent, or is damaged."""
    try:
        record = parse_record(text)
    except BadRecord:
        return True
    over = record.resigned is not None or (record.clock and record.clock.flag_fallen is not None)
    return bool(record.moves or record.start or record.correspondence or over)


def load_match(
    services: Services, name: str, cache: LoadedMatches | None = None
) -> StoredMatch | None:
    """Return the match saved as `name`, or None; set aside a damaged match.

    A match in the cache is reused while its text is unchanged; others are added to the cache.
    """
    text = services.storage.load(name)
    if text is None:
        return None
    cache = {} if cache is None else cache
    if name in cache and cache[name].saved_text == text:
        return cache[name]
    try:
        record = parse_record(text)
        if record.game != game_of(name):
            raise BadRecord("game", record.game)
        save = saved_from(record, text, name)
    except BadRecord:
        services.storage.quarantine(name)
        return None
    cache[name] = save
    return save


def saved_from(record: Record, text: str | None = None, name: str = "") -> StoredMatch:
    """Return the match of a record. Raises BadRecord if its moves are illegal."""
    return StoredMatch(replay(record, BY_KEY), seats_of(record), text, name, lines=record.lines)


def seats_of(record: Record) -> Seats:
    """Return the seats in a record, by default two people. Raises BadRecord for unknown levels."""
    return _parsed_seats(record.seats or (PERSON, PERSON))


def _parsed_seats(words: tuple[str, str]) -> Seats:
    try:
        return seat_word(words[0]), seat_word(words[1])
    except KeyError:
        raise BadRecord("line", f"seats {words[0]} {words[1]}") from None


def seat_word(word: str) -> str:
    """Return `PERSON` or the current key of a level. Raises KeyError for unknown words."""
    return word if word == PERSON else level_of(word).key


class MatchSetup(NamedTuple):
    """The set-up of a match that has not begun."""

    choices: dict[str, str]
    seats: Seats
    clock: Clock | None = None
    """A clock with the full time of both players, or None."""
    names: Names = NAMELESS
    start: str = ""
    """The text of a position that was set up; "" for the game's opening."""

    def swapped(self) -> "MatchSetup":
        """Return the same set-up with seats, names and clocks of the players swapped."""
        clock = self.clock and full_clock(self.clock.controls[::-1], self.clock.allows_undo)
        return self._replace(seats=self.seats[::-1], names=self.names[::-1], clock=clock)


@dataclass(frozen=True)
class StoredSetup:
    """The document with the last set-up of a game."""

    game: str
    options: dict[str, str]
    seats: tuple[str, str]
    names: tuple[str, str]
    clock: str
    """The time controls in the form of records; "" for a match without clocks."""

    def check(self) -> None:
        """Raise ValueError if the game does not allow a value."""
        self.setup()

    def setup(self) -> MatchSetup:
        """Return the set-up. Raises ValueError if the game does not allow a value."""
        game, (first, second) = BY_KEY[self.game], self.names
        seats = _parsed_seats(self.seats)
        choices = fitting_choices(game, game.choices(self.options), seats)
        clock = parse_clock(self.clock) if self.clock else None
        return MatchSetup(choices, seats, clock, (plain_name(first), plain_name(second)))


SETUP = JsonFormat("setup", StoredSetup)


@dataclass(frozen=True)
class StoredDraft:
    """The document with the draft of a game."""

    game: str
    options: dict[str, str]
    position: str
    """The text of the position, which may be incomplete."""

    def check(self) -> None:
        """Raise ValueError if the game does not allow an option or the position."""
        game = BY_KEY[self.game]
        parse_diagram(game, game.choices(self.options), self.position)


DRAFT = JsonFormat("draft", StoredDraft)

_OfGame = TypeVar("_OfGame", StoredSetup, StoredDraft)


def save_setup(services: Services, game: AnyGame, setup: MatchSetup) -> None:
    """Save the set-up of a game, except its starting position."""
    options = dict(game.recorded_choices(setup.choices))
    clock = setup.clock.controls_text if setup.clock else ""
    stored = StoredSetup(game.key, options, setup.seats, setup.names, clock)
    services.storage.save(f"{game.key}-setup", SETUP.dump(stored))


def load_setup(services: Services, game: AnyGame) -> MatchSetup:
    """Return the last set-up of a game, or its defaults; set aside a damaged text."""
    stored = _loaded(services, game, SETUP)
    return stored.setup() if stored else MatchSetup(dict(game.choices({})), DEFAULT_SEATS)


def draft_text(services: Services, game: AnyGame) -> str | None:
    """Return the stored text of a game's draft, or None."""
    return services.storage.load(f"{game.key}-draft")


def save_draft(
    services: Services, game: AnyGame, choices: Choices, position: str, before: str | None
) -> str | None:
    """Save a position, which may be incomplete, as a game's draft; return the stored text.

    If another window has changed the draft since it was `before`, save nothing and return None.
    """
    text = DRAFT.dump(StoredDraft(game.key, dict(game.recorded_choices(choices)), position))
    outcome = services.storage.replace(f"{game.key}-draft", before, text)
    return None if outcome is Outcome.ELSEWHERE else text


def load_draft(services: Services, game: AnyGame) -> StoredDraft | None:
    """Return the draft of a game, or None; set aside a damaged text."""
    return _loaded(services, game, DRAFT)


def drop_draft(services: Services, game: AnyGame, position: str = "") -> None:
    """Remove the draft of a game; if `position` is not "", only a draft with that position."""
    draft, text = load_draft(services, game), draft_text(services, game)
    if draft is not None and text is not None and position in ("", draft.position):
        services.storage.discard(f"{game.key}-draft", text)


def parse_of_game(form: JsonFormat[_OfGame], game: str, text: str) -> _OfGame:
    """Read the set-up or the draft of a game. Raises ValueError if it is invalid or of another."""
    stored = form.parse(text)
    if stored.game != game or game not in BY_KEY:
        raise BadDocument(f"game {stored.game}")
    stored.check()
    return stored


def _loaded(services: Services, game: AnyGame, form: JsonFormat[_OfGame]) -> _OfGame | None:
    """Return the stored set-up or draft of a game, or None; set aside a damaged text."""
    name = f"{game.key}-{form.kind}"
    text = services.storage.load(name)
    if text is None:
        return None
    try:
        return parse_of_game(form, game.key, text)
    except ValueError:
        services.storage.quarantine(name)
        return None


def fitting_choices(game: AnyGame, choices: Choices, seats: Seats) -> dict[str, str]:
    """Return the choices; if a computer plays, values for two people become the default."""
    people = all(word == PERSON for word in seats)
    return {
        option.key: option.default
        if choices[option.key] in option.people_only and not people
        else choices[option.key]
        for option in game.options
    }


def new_match(services: Services, game: AnyGame, setup: MatchSetup) -> StoredMatch:
    """Return a new match with a random seed.

    If a lot decides the colours, seats, names and clocks in `setup` are those of the colours in
    `by_lot`, not of player 0 and 1.
    """
    match = Match(game, setup.choices, services.platform.entropy(), setup.start)
    setup = as_drawn(match, setup)
    match.clock = setup.clock
    match.players = people_names(setup.names, setup.seats)
    return StoredMatch(match, setup.seats)


def people_names(names: Names, seats: Seats) -> Names:
    """Return the names with "" for computers, whose levels are shown instead of names."""
    first, second = (
        name if word == PERSON else "" for name, word in zip(names, seats, strict=True)
    )
    return first, second


def by_lot(game: AnyGame, choices: Choices) -> tuple[str, str] | None:
    """Return the two colours, in a fixed order, if a lot decides who has which; else None."""
    return _drawn_colours(game.opening, tuple(sorted(choices.items())))


@lru_cache(maxsize=64)
def _drawn_colours(
    opening: Callable[[Choices, Random], Position], choices: tuple[tuple[str, str], ...]
) -> tuple[str, str] | None:
    # Cached, because eight openings take much of a frame.
    colours = [opening(dict(choices), Random(seed)).colours for seed in range(8)]
    return colours[0] if len(set(colours)) > 1 else None


def lots_decide(match: Match) -> bool:
    """Return whether a lot decided the colours of a match; never if its position was set up."""
    return not match.start and by_lot(match.game, match.choices) is not None


def as_drawn(match: Match, setup: MatchSetup) -> MatchSetup:
    """Convert a set-up from the colours in `by_lot` to player 0 and 1 of a match, or back."""
    colours = by_lot(match.game, match.choices)
    swap = lots_decide(match) and match.position_at(0).colours != colours
    return setup.swapped() if swap else setup
