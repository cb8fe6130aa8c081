"""Matches in progress: any number of each game, each under a name of its own."""

from game.saves.album import add_to_album
from game.saves.matches import LoadedMatches, Saved, load_match, match_names, new_name, save_match
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.match.record import BadRecord, parse_record

MAX_MATCHES_IN_PROGRESS = 100
"""Matches in progress, of all games. When there are so many none is deleted: the player is told."""


def save_new_match(services: TableServices, saved: Saved) -> bool:
    """Save a new match; delete matches of its game without a move that were not sent either.

    False, and the player is told, if there are too many matches.
    """
    storage = services.storage
    for name in match_names(storage, saved.match.game.key):
        text = storage.glimpse(name)
        if _untouched(text):
            storage.discard(name, text)
    if len(match_names(storage)) >= MAX_MATCHES_IN_PROGRESS:
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
    begun = bool(record.moves or record.start or record.correspondence)
    begun = begun or record.gave_up is not None
    return not begun and not fallen


def last_match(
    services: TableServices, game: AnyGame, known: LoadedMatches | None = None
) -> Saved | None:
    """The match of a game that was played last and has not ended, or None.

    Matches that have ended go to the album: a program that was killed may have left them.
    """
    for name in match_names(services.storage, game.key):
        before = known.get(name) if known is not None else None
        saved = load_match(services, name, known)
        if saved is None:
            continue
        if saved.match.result() is None:
            return saved
        if saved is not before:
            finish_match(services, saved)
    return None


def finish_match(services: TableServices, saved: Saved) -> bool:
    """Add a match that has ended to the album and delete its save; return whether both succeeded.

    The save stays if the album could not store the match.
    """
    storage = services.storage
    name = add_to_album(services, saved.match, saved.seats)
    if name is None or (storage.lasting and name in storage.unsaved()):
        return False
    return saved.text is not None and storage.discard(saved.name, saved.text)
