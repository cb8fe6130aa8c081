"""Matches in storage, and of each game the last set-up, and the position that is being set up.

The name of a match is "match-", its game, the time when it began, and a random number. Older
versions saved one match per game under the key of the game; such a match keeps its name.

A damaged text is set aside and the player is told; it is never overwritten.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from random import Random
from typing import Annotated, NamedTuple, TypeVar

from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Device, Outcome, Storage
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.diagram import BadPosition, parse_diagram
from flipside.rules.contract.game import AnyGame, BadChoice, Choices
from flipside.rules.contract.position import Position
from flipside.rules.engine.search import level_of
from flipside.rules.match.clock import Clock, full_clock
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
    names: tuple[str, ...] = ()
    """The last one used first."""


def offered_names(storage: Storage) -> tuple[str, ...]:
    """The names, the last one used first."""
    return _joined(KNOWN_NAMES.load(storage).names).names


def remember(storage: Storage, names: Collection[str]) -> None:
    """Put these names before those known so far."""
    KNOWN_NAMES.change(storage, lambda known: _joined(names, known.names))


def _joined(*names: Iterable[str]) -> KnownNames:
    """The first `MAX_NAMES` different names."""
    found = dict.fromkeys(filter(None, map(plain_name, chain(*names))))
    return KnownNames(tuple(islice(found, MAX_NAMES)))


KNOWN_NAMES = Document(
    "names",
    KnownNames,
    10_000,
    merged=lambda here, theirs: _joined(here.names, theirs.names),
    durable=False,
)


_MAX_ENTRIES = 300
"""Entries, at most: more than there are matches; those of deleted matches drop out."""

_STAMP = re.compile(r"([0-9]{4})(0[1-9]|1[0-2])([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})")

SaveName = Annotated[str, "[a-z0-9][a-z0-9-]*"]

Moment = Annotated[str, r"\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d"]


@dataclass(frozen=True)
class LastPlayed:
    matches: tuple[tuple[SaveName, Moment], ...] = ()
    """The local time of the last move by match name, the match played last at the end."""


def stamp(now: str) -> str:
    """A local time in the form of names: 2026-01-31 18:30:05 as 20260131-183005."""
    return re.sub(r"[-:]", "", now).replace(" ", "-")


def moment(stamped: str) -> str:
    """The local time of a stamp: 20260131-183005 as 2026-01-31 18:30:05; empty for a month that no
    year has, and for "".
    """
    found = _STAMP.fullmatch(stamped)
    return "" if found is None else found.expand(r"\1-\2-\3 \4:\5:\6")


def dates(storage: Storage) -> dict[str, str]:
    """The local time of the last move by match name, the match played last at the end."""
    return dict(LAST_PLAYED.load(storage).matches)


def note_played(storage: Storage, name: str) -> None:
    """Note that a match is played now."""
    now = storage.device.now()

    def noted(before: LastPlayed) -> LastPlayed:
        last, when = before.matches[-1] if before.matches else ("", "")
        if last == name and when[:16] == now[:16]:
            return before  # minutes are enough, and most moves follow one of the same match
        return _merged(LastPlayed(((name, now),)), before)

    LAST_PLAYED.change(storage, noted)


def _merged(here: LastPlayed, theirs: LastPlayed) -> LastPlayed:
    known = dict(here.matches)
    both = [one for one in theirs.matches if one[0] not in known] + list(here.matches)
    return LastPlayed(tuple(both[-_MAX_ENTRIES:]))


LAST_PLAYED = Document("played", LastPlayed, 100_000, merged=_merged, durable=False)
"""It gives the order of the matches and the dates in lists. A match without an entry counts as last
played when it began."""


_T = TypeVar("_T")

PERSON = "person"

Seats = tuple[str, str]
"""For player 0 and 1: `PERSON` or the key of a level."""

Names = tuple[str, str]
"""The names of player 0 and 1; empty without a name."""

NAMELESS: Names = ("", "")

DEFAULT_SEATS: Seats = (PERSON, "level2")
"""A person against a level that beginners beat now and then."""


@dataclass
class Saved:
    """A match, its seats, and its place in storage."""

    match: Match
    seats: Seats
    text: str | None = None
    """The stored text when it was loaded or saved."""
    name: str = ""
    """Its name in storage; empty if it is not stored."""
    scored: tuple[int, int] | None = None
    """The final points that its file gives, if its moves stop before the end."""
    lines: tuple[Line, ...] = ()
    """The lines of a study besides the main line, which is the match."""


LoadedMatches = dict[str, Saved]
"""Matches loaded before, by name: replaying a long one takes a while."""

_NAME = re.compile(r"match-([a-z]+)-([0-9]{8}-[0-9]{6})-[0-9a-f]{8}")


def new_name(device: Device, game: str) -> str:
    return f"match-{game}-{stamp(device.now())}-{device.entropy():08x}"


def game_of(name: str) -> str:
    """The key of the game of a match name; empty if it is no such name or the game is unknown."""
    found = _NAME.fullmatch(name)
    key = found.group(1) if found else name
    return key if key in BY_KEY else ""


def match_names(storage: Storage, game: str = "") -> list[str]:
    """The names of all saved matches, or of those of one game, the one played last first."""
    order = {name: place for place, name in enumerate(dates(storage))}
    games = (game,) if game else tuple(BY_KEY)
    found = [name for name in storage.names() if game_of(name) in games]
    return sorted(found, key=lambda name: (order.get(name, -1), _began(name)), reverse=True)


def _began(name: str) -> str:
    found = _NAME.fullmatch(name)
    return found.group(2) if found else ""


def played_last(storage: Storage, names: Sequence[str]) -> list[str]:
    """For each match the local time of its last move, or else of its beginning, as
    2026-01-31 18:30; empty if unknown.
    """
    noted = dates(storage)
    return [(noted.get(name) or moment(_began(name)))[:16] for name in names]


def save_match(services: Services, match: Match, seats: Seats, name: str) -> str:
    """Save a match under a name as the one played last; return the saved text."""
    text = record_text(match.record(seats))
    services.storage.save(name, text)
    note_played(services.storage, name)
    return text


def is_begun(text: str) -> bool:
    """Whether a saved match has moves or an end, was set up or sent, or is damaged."""
    try:
        record = parse_record(text)
    except BadRecord:
        return True
    over = record.gave_up is not None or (record.clock and record.clock.fallen is not None)
    return bool(record.moves or record.start or record.correspondence or over)


def load_match(services: Services, name: str, known: LoadedMatches | None = None) -> Saved | None:
    """The match saved under a name; None if there is none, or it is damaged and set aside. A match
    in `known` is returned again while its text is unchanged; others are added to it.
    """
    text = services.storage.load(name)
    if text is None:
        return None
    known = {} if known is None else known
    if name in known and known[name].text == text:
        return known[name]
    try:
        record = parse_record(text)
        if record.game != game_of(name):
            raise BadRecord("game", record.game)
        saved = saved_from(record, text, name)
    except BadRecord:
        services.storage.set_aside(name)
        return None
    known[name] = saved
    return saved


def saved_from(record: Record, text: str | None = None, name: str = "") -> Saved:
    """The match of a record. Raises BadRecord if it cannot be played again."""
    return Saved(replay(record, BY_KEY), seats_of(record), text, name, lines=record.lines)


def seats_of(record: Record) -> Seats:
    """The seats of a record in current seat words; two people if it names none. Raises BadRecord if
    a seat word is unknown.
    """
    first, second = record.seats or (PERSON, PERSON)
    try:
        return seat_word(first), seat_word(second)
    except KeyError:
        raise BadRecord("line", f"seats {first} {second}") from None


def seat_word(word: str) -> str:
    """The word itself, if it names a seat. Raises KeyError for unknown words."""
    return word if word == PERSON else level_of(word).key


class Plan(NamedTuple):
    """The set-up of a match that has not begun."""

    choices: dict[str, str]
    seats: Seats
    clock: Clock | None = None
    """The clocks with their full time; None without clocks."""
    names: Names = NAMELESS
    start: str = ""
    """The text of the position with which the match begins; empty for the game's opening."""

    def swapped(self) -> "Plan":
        """The same set-up with the players in each other's place."""
        clock = self.clock and full_clock(self.clock.controls[::-1], self.clock.friendly)
        return self._replace(seats=self.seats[::-1], names=self.names[::-1], clock=clock)


def save_setup(services: Services, game: AnyGame, plan: Plan) -> None:
    record = Record(game.key, plan.choices, seats=plan.seats, players=plan.names, clock=plan.clock)
    services.storage.save(f"{game.key}-setup", record_text(record))


def _loaded(services: Services, name: str, read: Callable[[Record], _T]) -> _T | None:
    """What `read` makes of a stored record; None if there is none, or it is damaged
    and set aside.
    """
    text = services.storage.load(name)
    if text is None:
        return None
    try:
        return read(parse_record(text))
    except (BadRecord, BadChoice, BadPosition):
        services.storage.set_aside(name)
        return None


def load_setup(services: Services, game: AnyGame) -> Plan:
    """The last set-up of a game, or else the defaults; a damaged text is set aside."""

    def read(record: Record) -> Plan:
        seats = seats_of(record)
        clock = record.clock and full_clock(record.clock.controls, record.clock.friendly)
        choices = fitting_choices(game, game.choices(record.choices), seats)
        return Plan(choices, seats, clock, record.players)

    plan = _loaded(services, f"{game.key}-setup", read)
    return plan or Plan(dict(game.choices({})), DEFAULT_SEATS)


def draft_text(services: Services, game: AnyGame) -> str | None:
    """The stored text of the position that was set up last, or None."""
    return services.storage.load(f"{game.key}-draft")


def save_draft(
    services: Services, game: AnyGame, choices: Choices, position: str, before: str | None
) -> str | None:
    """Save a position text, which may be unfinished, in place of the stored text `before`; return
    the text stored. None, saving nothing, if another window has stored or dropped one.
    """
    text = record_text(Record(game.key, dict(choices), start=position))
    outcome = services.storage.replace(f"{game.key}-draft", before, text)
    return None if outcome is Outcome.ELSEWHERE else text


def load_draft(services: Services, game: AnyGame) -> Record | None:
    """The position that was set up last and its options, or None; a damaged text is set aside."""

    def read(record: Record) -> Record:
        parse_diagram(game, game.choices(record.choices), record.start)
        return record

    return _loaded(services, f"{game.key}-draft", read)


def drop_draft(services: Services, game: AnyGame, position: str = "") -> None:
    """Remove the draft of a game; given a `position`, only if it is that one."""
    kept, text = load_draft(services, game), draft_text(services, game)
    if kept is not None and text is not None and position in ("", kept.start):
        services.storage.discard(f"{game.key}-draft", text)


def fitting_choices(game: AnyGame, choices: Choices, seats: Seats) -> dict[str, str]:
    """The choices, with the default for values that need two people unless both seats have one."""
    people = all(word == PERSON for word in seats)
    return {
        option.key: option.default
        if choices[option.key] in option.people_only and not people
        else choices[option.key]
        for option in game.options
    }


def new_match(services: Services, game: AnyGame, plan: Plan) -> Saved:
    """A new match with a random seed. If lots are drawn, the plan is by colour."""
    match = Match(game, plan.choices, services.platform.entropy(), plan.start)
    plan = as_drawn(match, plan)
    match.clock = plan.clock
    match.players = people_names(plan.names, plan.seats)
    return Saved(match, plan.seats)


def people_names(names: Names, seats: Seats) -> Names:
    """The names with those of computers removed: a computer is called by its level."""
    first, second = (
        name if word == PERSON else "" for name, word in zip(names, seats, strict=True)
    )
    return first, second


def by_lot(game: AnyGame, choices: Choices) -> tuple[str, str] | None:
    """The two colours, always in the same order, if lots decide who begins; else None."""
    return _drawn_colours(game.opening, tuple(sorted(choices.items())))


@lru_cache(maxsize=64)
def _drawn_colours(
    opening: Callable[[Choices, Random], Position], choices: tuple[tuple[str, str], ...]
) -> tuple[str, str] | None:
    # Kept, since dealing eight times takes much of a frame.
    drawn = [opening(dict(choices), Random(seed)).colours for seed in range(8)]
    return drawn[0] if len(set(drawn)) > 1 else None


def lots_decide(match: Match) -> bool:
    """Whether lots decided who has which colour; never in a match from a position set up."""
    return not match.start and by_lot(match.game, match.choices) is not None


def as_drawn(match: Match, plan: Plan) -> Plan:
    """Convert a plan by colour to one by player of this match, or back. Unchanged if no lots are
    drawn.
    """
    colours = by_lot(match.game, match.choices)
    drawn = lots_decide(match) and match.position_at(0).colours != colours
    return plan.swapped() if drawn else plan
