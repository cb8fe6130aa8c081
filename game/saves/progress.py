"""The matches in progress: as many of each game as one likes, each under a name of its own."""

from game.saves.album import keep
from game.saves.matches import Known, Saved, load_match, match_names, new_name, save_match
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.match.record import BadRecord, parse_record

MAX_MATCHES = 100
"""Matches in progress, of all games. When they are there nothing is thrown away: the player is
told."""


def begin(services: TableServices, saved: Saved) -> bool:
    """Save a new match beside those in progress, in the place of those of its game that nobody has
    made a move in or sent away; False, and told, where there are too many."""
    storage = services.storage
    for name in match_names(storage, saved.match.game.key):
        text = storage.glimpse(name)
        if _untouched(text):
            storage.discard(name, text)
    if len(match_names(storage)) >= MAX_MATCHES:
        storage.trouble("storage.progress_full")
        return False
    saved.name = new_name(services.page, saved.match.game.key)
    saved.text = save_match(services, saved.match, saved.seats, saved.name)
    return True


def _untouched(text: str) -> bool:
    try:
        record = parse_record(text)
    except BadRecord:
        return False
    fallen = record.clock is not None and record.clock.fallen is not None
    begun = bool(record.moves) or record.gave_up is not None or record.correspondence is not None
    return not begun and not fallen


def last_match(services: TableServices, game: AnyGame, known: Known | None = None) -> Saved | None:
    """The match of a game that was played last and goes on, or None. What has ended meanwhile
    belongs into the album, where it is not yet if the program was killed between the two."""
    for name in match_names(services.storage, game.key):
        before = known.get(name) if known is not None else None
        saved = load_match(services, name, known)
        if saved is None:
            continue
        if saved.match.result() is None:
            return saved
        if saved is not before:
            settle(services, saved)
    return None


def settle(services: TableServices, saved: Saved) -> bool:
    """Put a match that has ended into the album and let its save go; it stays where it would be
    lost otherwise."""
    storage = services.storage
    name = keep(services, saved.match, saved.seats)
    if name is None or (storage.lasting and name in storage.unsaved()):
        return False
    return saved.text is not None and storage.discard(saved.name, saved.text)
