"""Matches in storage: one for each game, and how the last one was set up.

Whatever cannot be read is set aside and told, never overwritten.
"""

from dataclasses import dataclass
from random import Random

from game.services.storage import Outcome
from game.table.needs import Needs
from game.table.seats import PERSON, seat_word
from rules.catalogue import BY_KEY
from rules.game import AnyGame, BadChoice, Choices
from rules.match import Match, replay
from rules.notation import BadRecord, Record, read, write

Seats = tuple[str, str]
"""For player 0 and 1: "person" or the key of a level."""

DEFAULT_SEATS: Seats = (PERSON, "level2")
"""Against a computer that a beginner beats now and then."""


@dataclass
class Saved:
    """A match and who plays it."""

    match: Match
    seats: Seats
    text: str | None = None
    """What stood in storage when it was loaded."""
    name: str = ""
    """Under which it is stored; that of its game where none is given."""

    def __post_init__(self) -> None:
        """Without a name it is the one match of its game."""
        self.name = self.name or self.match.game.key


def save_match(services: Needs, match: Match, seats: Seats, name: str = "") -> str:
    """Save the match under a name, or as the one of its game; the text that is saved."""
    text = write(match.record(seats))
    services.storage.save(name or match.game.key, text)
    return text


def replace_match(
    services: Needs, old: str | None, match: Match, seats: Seats, name: str = ""
) -> str | None:
    """Save the match, as the one of its game where no name is given, in the place of the text that
    was loaded or saved last; the text that is saved. None if another window saved another one
    meanwhile, which stands."""
    text = write(match.record(seats))
    outcome = services.storage.replace(name or match.game.key, old, text)
    return None if outcome is Outcome.ELSEWHERE else text


def load_match(services: Needs, game: AnyGame, known: Saved | None = None) -> Saved | None:
    """The saved match of a game, or None; a file that is none is set aside. `known` is given back
    if that is what still stands in storage, for a long match takes a while to be played again."""
    text = services.storage.load(game.key)
    if text is None:
        return None
    if known is not None and known.text == text:
        return known
    try:
        record = read(text)
        if record.game != game.key:
            raise BadRecord("game", record.game)
        return Saved(replay(record, BY_KEY), seats_of(record), text)
    except BadRecord:
        services.storage.set_aside(game.key)
        return None


def seats_of(record: Record) -> Seats:
    """The seats of a record in today's words, two people if it names none; BadRecord for seats
    nobody knows."""
    first, second = record.seats or (PERSON, PERSON)
    try:
        return seat_word(first), seat_word(second)
    except KeyError:
        raise BadRecord("line", f"seats {first} {second}") from None


def save_setup(services: Needs, game: AnyGame, choices: dict[str, str], seats: Seats) -> None:
    """Remember how the game was set up last."""
    record = Record(game.key, choices, seats=seats)
    services.storage.save(f"{game.key}-setup", write(record))


def load_setup(services: Needs, game: AnyGame) -> tuple[dict[str, str], Seats]:
    """How the game was set up last: choices and seats; the defaults at first."""
    name = f"{game.key}-setup"
    text = services.storage.load(name)
    if text is not None:
        try:
            record = read(text)
            seats = seats_of(record)
            return fitting(game, game.choices(record.choices), seats), seats
        except (BadRecord, BadChoice):
            services.storage.set_aside(name)
    return dict(game.choices({})), DEFAULT_SEATS


def fitting(game: AnyGame, choices: Choices, seats: Seats) -> dict[str, str]:
    """The choices, with the default wherever a value needs two people and there are not two."""
    people = all(word == PERSON for word in seats)
    return {
        option.key: option.default
        if choices[option.key] in option.people_only and not people
        else choices[option.key]
        for option in game.options
    }


def new_match(services: Needs, game: AnyGame, choices: dict[str, str]) -> Match:
    """A fresh match whose seed nobody can guess."""
    return Match(game, choices, services.page.entropy())


def by_lot(game: AnyGame, choices: Choices) -> tuple[str, str] | None:
    """The two colours, always in the same order, where chance decides which of them begins."""
    drawn = [game.opening(choices, Random(seed)).colours for seed in range(8)]
    return drawn[0] if len(set(drawn)) > 1 else None


def as_drawn(match: Match, seats: Seats) -> Seats:
    """Seats chosen by colour, in the order in which the lots of this match have the players; and
    the other way round. The same seats where no lots are drawn."""
    colours = by_lot(match.game, match.choices)
    swapped = colours is not None and match.position_at(0).colours != colours
    return (seats[1], seats[0]) if swapped else seats
