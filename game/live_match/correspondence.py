"""Correspondence: the absent player of a match, and the match of a link compared with others.

The id in a link identifies the match. Plies that were sent cannot be undone; no match here is
overwritten.
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
"""The match of a link compared with one here: more moves, the same, fewer, or others. Of matches
with the same id, the earlier in this order is preferred."""


@dataclass(frozen=True)
class KnownMatch:
    """A match here with the id of a link."""

    news: News
    saved: StoredMatch
    """The match; its name is empty if it is in the album."""
    brings_own: bool = False
    """Whether the link brings moves of the player who sits here."""


def arrived(text: str) -> StoredMatch:
    """Return the match of a link. Raises BadRecord if the text contains no valid link."""
    match, record = read_link(text, BY_KEY)
    return StoredMatch(match, matches.seats_of(record), lines=record.lines)


def own_match(services: Services, there: StoredMatch, player: Player | None) -> StoredMatch:
    """Return a new match that continues from that of a link.

    `player` plays here and the other is away; None: both play here.
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
    """Return the events of a match in order: move names, then "gave-up 0" or "on-time 0"."""
    endings = ("gave-up", match.resigned), ("on-time", match.flag_fallen)
    ending_events = [f"{why} {player}" for why, player in endings if player is not None]
    return match.names()[: match.ply] + ending_events


def news(here: Match, there: Match) -> News:
    """Compare the match of a link with one here."""
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
    """Return the match here with the id of a link's match; None if there is none."""
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
            with suppress(BadRecord):  # the album reports it
                yield matches.saved_from(stored_record(services, name))


def continue_from(here: Match, there: Match) -> None:
    """Continue a match from that of its link, with missing names.

    If the sender plays only one side, that player is away from then on.
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
    """The correspondence state of one match."""

    match: Match
    entropy: Callable[[], int]
    carry_out: Callable[[Callable[[], None]], MatchEvent]
    """Changes the match by a function and saves it."""

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
        """The number of plies sent to the absent player; they cannot be undone."""
        correspondence = self.match.correspondence
        return (
            0
            if correspondence is None or correspondence.away is None
            else correspondence.plies_sent
        )

    @property
    def unsent(self) -> bool:
        """Whether the match has moves or an end that were not sent to the absent player."""
        return self.away is not None and len(played_events(self.match)) > self.sent_plies

    def begin(self, away: Player) -> MatchEvent:
        """Let `away` play elsewhere; drop the clocks and the undone moves."""

        def send_away() -> None:
            self.match.clear_redo()
            self.match.clock = None
            _send_to(self.match, away, 0, self.entropy)

        return self.carry_out(send_away)

    def send(self) -> bool:
        """Record that the match is sent as it is; return False if another window continued it."""
        now = self.match, self.away, len(played_events(self.match)), self.entropy
        return not isinstance(self.carry_out(lambda: _send_to(*now)), ContinuedElsewhere)

    def take_in(self, there: Match) -> MatchEvent:
        """Add the further moves of a link's match to this match."""
        return self.carry_out(lambda: continue_from(self.match, there))
