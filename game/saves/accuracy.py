"""The accuracy of both players in each match whose review is complete."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from flipside.game.saves.matches import PERSON, LocalDate, Seats
from flipside.game.services.storage.document import Document, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.position import Player
from flipside.rules.engine.analysis.judgement import accuracy
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import identity

_MAX_MATCHES = 1000
"""Stored matches; the oldest are dropped."""

_Tenths = Annotated[int, range(1001)] | None
"""Tenths of a percent, or None for too few moves with a choice."""


@dataclass(frozen=True)
class MatchAccuracy:
    """The accuracy of both players in a match."""

    game: Annotated[str, "[a-z_]{1,40}"]
    date: LocalDate
    tenths: tuple[_Tenths, _Tenths]
    person: Annotated[Player, range(2)] | None
    """The person against the computer; None if none or both are people."""


@dataclass(frozen=True)
class _Accuracies:
    matches: dict[Annotated[str, "[0-9a-f]{16}"], MatchAccuracy] = field(default_factory=dict)
    """By the identity of the match."""


def _newest(matches: Mapping[str, MatchAccuracy]) -> _Accuracies:
    order = sorted(matches, key=lambda name: (matches[name].date, name))
    return _Accuracies({name: matches[name] for name in order[-_MAX_MATCHES:]})


def _merged(here: _Accuracies, theirs: _Accuracies) -> _Accuracies:
    """Return the union; of two entries for a match, the same one on all devices."""
    return _newest(united(here.matches, theirs.matches, lambda *both: max(both, key=str)))


ACCURACY = Document("accuracy", _Accuracies, 500_000, merge_values=_merged)


def note_accuracy(storage: Storage, review: Review, seats: Seats, date: str) -> None:
    """Store the accuracy of both players in a match of `date` whose review is complete."""
    percent = [accuracy(review.drops(player).values()) for player in (0, 1)]
    tenths = [None if value is None else int(10 * value) for value in percent]
    entry = MatchAccuracy(review.match.game.key, date, (tenths[0], tenths[1]), person_of(seats))
    ACCURACY.change(storage, lambda here: _newest(here.matches | {identity(review.match): entry}))


def person_of(seats: Seats) -> Player | None:
    """Return the only person in a match, or None."""
    return seats.index(PERSON) if seats.count(PERSON) == 1 else None


def accuracies(storage: Storage, game: str) -> list[tuple[str, float]]:
    """Return date and accuracy in percent of the person's side in each match, ascending."""
    return sorted(
        (each.date, tenths / 10)
        for each in ACCURACY.load(storage).matches.values()
        if each.game == game and each.person is not None
        if (tenths := each.tenths[each.person]) is not None
    )
