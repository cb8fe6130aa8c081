"""Correspondence: a match with a player elsewhere, and the comparison of a link with matches here.

The id in a link identifies the match. Plies that were sent cannot be undone. A link never
overwrites a match here.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, get_args

from flipside.game.live_match.move_text import ContinuedElsewhere, MatchEvent
from flipside.game.saves import matches
from flipside.game.saves.album import album_names, stored_record
from flipside.game.saves.matches import StoredMatch
from flipside.game.services.services import Services
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import PASS, Player
from flipside.rules.match.link import read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Correspondence

News = Literal["goes_on", "same", "older", "contradicts"]
"""How a link's match differs from a match here: it has more moves, the same, fewer, or others. If
several matches here have its id, the first of these cases is preferred."""


@dataclass(frozen=True)
class KnownMatch:
    """A match here that has the id of a link."""

    news: News
    saved: StoredMatch
    """The match here; its name is "" if it is in the album."""
    brings_own: bool = False
    """Whether the link contains new moves of the player on this device."""


def arrived(text: str) -> StoredMatch:
    """Return the match of a link. Raises BadRecord if the link is invalid."""
    match, record = read_link(text, BY_KEY)
    return StoredMatch(match, matches.seats_of(record), lines=record.lines)


def own_match(services: Services, there: StoredMatch, player: Player | None) -> StoredMatch:
    """Return a new match that continues the match of a link.

    `player` plays on this device and the opponent elsewhere. None: both play on this device.
    """
    match, seats, correspondence = there.match, there.seats, there.match.correspondence
    match.clear_redo()
    if player is not None:
        seats, match.clock = (matches.PERSON, matches.PERSON), None
        _send_to(match, 1 - player, len(played_events(match)), services.platform.entropy)
    elif correspondence is not None:
        match.correspondence = Correspondence(correspondence.id)
    return StoredMatch(match, seats)


def _send_to(match: Match, away: Player | None, plies: int, entropy: Callable[[], int]) -> None:
    correspondence = match.correspondence or Correspondence(f"{entropy():08x}")
    match.correspondence = replace(correspondence, away=away, plies_sent=plies)


def played_events(match: Match) -> list[str]:
    """Return the names of all moves, and then an early end as "gave-up 0" or "on-time 0"."""
    endings = ("gave-up", match.resigned), ("on-time", match.flag_fallen)
    ending_events = [f"{why} {player}" for why, player in endings if player is not None]
    return match.names()[: match.ply] + ending_events


def news(here: Match, there: Match) -> News:
    """Return how the match of a link differs from a match here."""
    own, other = played_events(here), played_events(there)
    if _opening(here) != _opening(there):
        return "contradicts"
    if own == other:
        return "same"
    if own == other[: len(own)]:
        return "goes_on"
    return "older" if other == own[: len(other)] else "contradicts"


def _opening(match: Match) -> tuple[object, ...]:
    return match.game.key, dict(match.choices), match.seed, match.start


def find_known(services: Services, there: Match) -> KnownMatch | None:
    """Return the match here that has the id of a link, or None."""
    if there.correspondence is None:
        return None
    candidates = [_known_match(entry, there) for entry in _with_id(services, there)]
    return min(candidates, key=lambda match: get_args(News).index(match.news), default=None)


def _known_match(entry: StoredMatch, there: Match) -> KnownMatch:
    comparison, correspondence = news(entry.match, there), entry.match.correspondence
    away = correspondence.away if correspondence is not None else None
    new_movers = _movers(entry.match, there) if comparison == "goes_on" else set()
    brings_own = away is not None and 1 - away in new_movers
    return KnownMatch(comparison, entry, brings_own)


def _movers(here: Match, there: Match) -> set[Player]:
    plies = range(here.ply, there.ply)
    movers = {there.position_at(ply).turn for ply in plies if there.moves[ply] != PASS}
    return movers | {player for player in (there.resigned, there.flag_fallen) if player is not None}


def _with_id(services: Services, there: Match) -> Iterator[StoredMatch]:
    assert there.correspondence is not None
    storage, key, id_line = services.storage, there.game.key, f"\npost {there.correspondence.id}"
    for name in matches.match_names(storage, key):
        entry = matches.load_match(services, name) if id_line in storage.peek(name) else None
        if entry is not None:
            yield entry
    for name in album_names(services, key):
        if id_line in storage.peek(name):
            with suppress(BadRecord):  # the album reports a damaged match
                yield matches.saved_from(stored_record(services, name))


def continue_from(here: Match, there: Match) -> None:
    """Add the moves and names of a link's match that a match here lacks.

    If the sender plays only one side, that player is away afterwards.
    """
    assert here.correspondence is not None, "a match is known by its id"
    here.clear_redo()
    for move in there.moves[here.ply : there.ply]:
        here.play(move)
    if there.resigned is not None:
        here.resign(there.resigned)
    first, second = (own or other for own, other in zip(here.players, there.players, strict=True))
    here.players = first, second
    away = here.correspondence.away
    if away is None and there.correspondence is not None and there.correspondence.away is not None:
        away = 1 - there.correspondence.away
    here.clock = there.clock if away is None or there.flag_fallen is not None else None
    here.correspondence = replace(
        here.correspondence, away=away, plies_sent=len(played_events(here))
    )


@dataclass(frozen=True)
class CorrespondenceSeat:
    """The state of the correspondence of a match."""

    match: Match
    entropy: Callable[[], int]
    carry_out: Callable[[Callable[[], None]], MatchEvent]
    """Changes the match by calling the given function, and saves the match."""

    @property
    def away(self) -> Player | None:
        """The player whose moves come by correspondence, or None."""
        return self.match.correspondence.away if self.match.correspondence is not None else None

    @property
    def awaits(self) -> bool:
        """Whether the next move comes by correspondence."""
        return self.match.position.turn == self.away and self.match.result() is None

    @property
    def sent_plies(self) -> int:
        """The number of plies that were sent to the absent player. They cannot be undone."""
        correspondence = self.match.correspondence
        if correspondence is None or correspondence.away is None:
            return 0
        return correspondence.plies_sent

    @property
    def unsent(self) -> bool:
        """Whether moves, or the end of the match, have not been sent to the absent player."""
        return self.away is not None and len(played_events(self.match)) > self.sent_plies

    def begin(self, away: Player) -> MatchEvent:
        """Make `away` an absent player, and remove the clocks and the undone moves."""

        def send_away() -> None:
            self.match.clear_redo()
            self.match.clock = None
            _send_to(self.match, away, 0, self.entropy)

        return self.carry_out(send_away)

    def send(self) -> bool:
        """Record that all moves are sent; return False if another window continued the match."""
        now = self.match, self.away, len(played_events(self.match)), self.entropy
        return not isinstance(self.carry_out(lambda: _send_to(*now)), ContinuedElsewhere)

    def take_in(self, there: Match) -> MatchEvent:
        """Add the new moves of a link's match."""
        return self.carry_out(lambda: continue_from(self.match, there))
