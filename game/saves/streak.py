"""Three wins or losses in a row against a level, and the level that may suit better."""

from dataclasses import dataclass
from itertools import groupby, islice

from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import PERSON, Seats
from flipside.game.services.services import Services
from flipside.rules.engine.search import LEVELS

STREAK_MATCHES = 3
"""Wins or losses in a row after which another level is offered, once."""

_NEWEST = 60
"""Newest matches of the album that count."""


@dataclass(frozen=True)
class Streak:
    """`STREAK_MATCHES` wins or losses in a row."""

    won: bool
    level: str
    """The key of the level that may suit better."""


def streak(services: Services, game: str, seats: Seats) -> Streak | None:
    """The streak of a person against the level in `seats`; None if it is not exactly
    `STREAK_MATCHES` long or there is no better level."""
    keys = [level.key for level in LEVELS]
    level = next((word for word in seats if word in keys), None)
    if level is None or PERSON not in seats:
        return None
    won = (
        None if match.winner is None else match.seats[match.winner] == PERSON
        for match in islice(AlbumIndex(services).entries(game), _NEWEST)
        # A position set up may be won from the start.
        if set(match.seats) == {PERSON, level} and not match.set_up
    )
    last, row = next(groupby(won), (None, ()))
    if last is None or len(list(row)) != STREAK_MATCHES:
        return None
    better = keys.index(level) + (1 if last else -1)
    return Streak(last, keys[better]) if 0 <= better < len(keys) else None
