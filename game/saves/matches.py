"""Matches in storage, and how the last one of each game was set up.

A match is stored as "match-", its game, when it began and a number by chance. The one that is
called by its game alone is older than such names, and keeps its own.

Whatever cannot be read is set aside and told, never overwritten.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeVar

from game.saves import last_played
from game.saves.seat_words import PERSON, seat_word
from game.services.platform.device import Device
from game.services.storage.storage import Outcome, Storage
from game.services.table_services import TableServices
from rules.catalogue import BY_KEY
from rules.contract.game import AnyGame, BadChoice, Choices
from rules.match.clock import Clock, whole
from rules.match.match import Match, replay
from rules.match.record import BadRecord, Record, read, write

Seats = tuple[str, str]
"""For player 0 and 1: "person" or the key of a level."""

Names = tuple[str, str]
"""The names of player 0 and 1; empty where nobody gave one."""

NAMELESS: Names = ("", "")

T = TypeVar("T")

DEFAULT_SEATS: Seats = (PERSON, "level2")
"""A person against a computer that a beginner beats now and then."""


@dataclass
class Saved:
    """A match and who plays it."""

    match: Match
    seats: Seats
    text: str | None = None
    """What stood in storage when it was loaded."""
    name: str = ""
    """Under which it is stored; empty for one that is not, or not yet."""
    scored: tuple[int, int] | None = None
    """Points with which it is said to have ended, where its moves stop before that."""


Known = dict[str, Saved]
"""Matches loaded before, by name: a long one takes a while to be played again."""

_NAME = re.compile(r"match-([a-z]+)-([0-9]{8}-[0-9]{6})-[0-9a-f]{8}")


def new_name(page: Device, game: str) -> str:
    """A name that no match has."""
    return f"match-{game}-{last_played.stamp(page.now())}-{page.entropy():08x}"


def game_of(name: str) -> str:
    """The key of the game whose match is stored under a name; empty if none we know is."""
    found = _NAME.fullmatch(name)
    key = found.group(1) if found else name
    return key if key in BY_KEY else ""


def match_names(storage: Storage, game: str = "") -> list[str]:
    """The names of all matches that are saved, or of one game's, the one played last first."""
    order = {name: place for place, name in enumerate(last_played.dates(storage))}
    games = (game,) if game else tuple(BY_KEY)
    found = [name for name in storage.names() if game_of(name) in games]
    return sorted(found, key=lambda name: (order.get(name, -1), _began(name)), reverse=True)


def _began(name: str) -> str:
    found = _NAME.fullmatch(name)
    return found.group(2) if found else ""


def played_last(storage: Storage, names: Sequence[str]) -> list[str]:
    """For each match the local time of its last move, or of its beginning, as 2026-01-31 18:30;
    empty where nobody knows."""
    noted = last_played.dates(storage)
    return [(noted.get(name) or last_played.moment(_began(name)))[:16] for name in names]


def save_match(services: TableServices, match: Match, seats: Seats, name: str) -> str:
    """Save a match under a name, as the one played last; the text that is saved."""
    text = write(match.record(seats))
    services.storage.save(name, text)
    last_played.note(services.storage, name)
    return text


def replace_match(
    services: TableServices, old: str | None, match: Match, seats: Seats, name: str
) -> str | None:
    """Save the match in the place of the text that was loaded or saved last; the text that is
    saved. None if another window saved another one meanwhile, which stands."""
    text = write(match.record(seats))
    outcome = services.storage.replace(name, old, text)
    return None if outcome is Outcome.ELSEWHERE else text


def load_match(services: TableServices, name: str, known: Known | None = None) -> Saved | None:
    """The match saved under a name, or None; a file that is none is set aside. A match in `known`
    is given back if that is what still stands in storage, and a new one put there."""
    text = services.storage.load(name)
    if text is None:
        return None
    before = known.get(name) if known is not None else None
    if before is not None and before.text == text:
        return before
    try:
        record = read(text)
        if record.game != game_of(name):
            raise BadRecord("game", record.game)
        saved = Saved(replay(record, BY_KEY), seats_of(record), text, name)
    except BadRecord:
        services.storage.set_aside(name)
        return None
    if known is not None:
        known[name] = saved
    return saved


def seats_of(record: Record) -> Seats:
    """The seats of a record in today's words, two people if it names none; BadRecord for seats
    nobody knows."""
    first, second = record.seats or (PERSON, PERSON)
    try:
        return seat_word(first), seat_word(second)
    except KeyError:
        raise BadRecord("line", f"seats {first} {second}") from None


class Plan(NamedTuple):
    """How a match is set up, before it begins."""

    choices: dict[str, str]
    seats: Seats
    clock: Clock | None = None
    """The time of both players, whole; None for a match without clocks."""
    names: Names = NAMELESS


def save_setup(services: TableServices, game: AnyGame, plan: Plan) -> None:
    """Remember how the game was set up last."""
    record = Record(game.key, plan.choices, seats=plan.seats, names=plan.names, clock=plan.clock)
    services.storage.save(f"{game.key}-setup", write(record))


def load_setup(services: TableServices, game: AnyGame) -> Plan:
    """How the game was set up last; the defaults at first."""
    name = f"{game.key}-setup"
    text = services.storage.load(name)
    if text is not None:
        try:
            record = read(text)
            seats = seats_of(record)
            clock = record.clock and whole(record.clock.controls, record.clock.friendly)
            choices = fitting(game, game.choices(record.choices), seats)
            return Plan(choices, seats, clock, record.names)
        except (BadRecord, BadChoice):
            services.storage.set_aside(name)
    return Plan(dict(game.choices({})), DEFAULT_SEATS)


def fitting(game: AnyGame, choices: Choices, seats: Seats) -> dict[str, str]:
    """The choices, with the default wherever a value needs two people and there are not two."""
    people = all(word == PERSON for word in seats)
    return {
        option.key: option.default
        if choices[option.key] in option.people_only and not people
        else choices[option.key]
        for option in game.options
    }


def new_match(services: TableServices, game: AnyGame, plan: Plan) -> Saved:
    """A new match with an unpredictable seed. Where lots are drawn, the plan is by colour."""
    match = Match(game, plan.choices, services.page.entropy())
    if plan.clock is not None:
        match.clock = whole(as_drawn(match, plan.clock.controls), plan.clock.friendly)
    seats = as_drawn(match, plan.seats)
    match.players = named(as_drawn(match, plan.names), seats)
    return Saved(match, seats)


def named(names: Names, seats: Seats) -> Names:
    """The names of people alone: a computer is called by its level."""
    first, second = (
        name if word == PERSON else "" for name, word in zip(names, seats, strict=True)
    )
    return first, second


def by_lot(game: AnyGame, choices: Choices) -> tuple[str, str] | None:
    """The two colours, always in the same order, where chance decides which of them begins."""
    drawn = [game.opening(choices, Random(seed)).colours for seed in range(8)]
    return drawn[0] if len(set(drawn)) > 1 else None


def as_drawn(match: Match, pair: tuple[T, T]) -> tuple[T, T]:
    """What was chosen by colour, such as seats, in the order in which the lots of this match have
    the players; and the other way round. The same where no lots are drawn."""
    colours = by_lot(match.game, match.choices)
    swapped = colours is not None and match.position_at(0).colours != colours
    return (pair[1], pair[0]) if swapped else pair
