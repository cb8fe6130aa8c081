"""Matches in progress. A game can have several, each under its own name."""

from collections.abc import Iterable
from dataclasses import replace

from flipside.game.saves import matches
from flipside.game.saves.album import add_to_album, album_name
from flipside.game.saves.matches import note_played, remember
from flipside.game.saves.ratings import store_help
from flipside.game.services.services import Services
from flipside.game.services.storage.storage import Outcome
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.record import parse_record, record_text

MAX_MATCHES_IN_PROGRESS = 100
"""The maximum number of matches in progress, of all games together."""


def save_new_match(services: Services, save: matches.StoredMatch) -> bool:
    """Save a new match; delete the matches of its game that are not begun (`is_begun`).

    If there are too many matches, inform the player and return False.
    """
    storage = services.storage
    for name in matches.match_names(storage, save.match.game.key):
        text = storage.peek(name)
        if not matches.is_begun(text):
            storage.discard(name, text)
    if len(matches.match_names(storage)) >= MAX_MATCHES_IN_PROGRESS:
        storage.report_error("storage.progress_full")
        return False
    save.name = matches.new_name(services.platform, save.match.game.key)
    save.saved_text = matches.save_match(services, save.match, save.seats, save.name)
    if save.match.moves:
        store_help(storage, save.name, "copy")
    return True


def last_match(
    services: Services, names: Iterable[str], cache: matches.LoadedMatches | None = None
) -> matches.StoredMatch | None:
    """Return the first of these matches that has not ended, or None.

    Matches before it, which a killed program may have left, are moved to the album.
    """
    for name in names:
        before = cache.get(name) if cache is not None else None
        save = matches.load_match(services, name, cache)
        if save is None:
            continue
        if save.match.result() is None:
            return save
        if save is not before:
            finish_match(services, save)
    return None


def finish_match(services: Services, save: matches.StoredMatch) -> bool:
    """Move a match that has ended to the album; return whether its text in progress was removed."""
    storage = services.storage
    name = add_to_album(services, save.match, save.seats)
    if name is None or (storage.store.lasting and name in storage.unsaved()):
        return False
    return save.saved_text is not None and storage.discard(save.name, save.saved_text)


def saved_as(services: Services, save: matches.StoredMatch) -> matches.StoredMatch:
    """Return the match with its name and text in storage, to detect changes by other windows."""
    name = save.name or matches.new_name(services.platform, save.match.game.key)
    text = services.storage.load(name) if save.saved_text is None else save.saved_text
    return replace(save, name=name, saved_text=text)


def changed_elsewhere(services: Services, save: matches.StoredMatch) -> bool:
    """Return whether another window has saved, finished or deleted this match.

    If so, its text must be neither overwritten nor restored. Deleting a match that was not begun
    does not count, because every new match does that.
    """
    text = services.storage.load(save.name)
    if text is not None or save.saved_text is None:
        return text != save.saved_text
    return matches.is_begun(save.saved_text) and not _put_away(services, save.saved_text)


def _put_away(services: Services, text: str) -> bool:
    """Return whether the match in a saved text has ended and is in the album."""
    match = matches.saved_from(parse_record(text)).match
    return match.result() is not None and album_name(services, match) is not None


def save_progress(services: Services, save: matches.StoredMatch) -> bool:
    """Save a match; return False, and save nothing, if another window has continued it."""
    storage, text = services.storage, record_text(save.match.to_record(save.seats))
    was_pending = save.name in storage.unsaved()
    outcome = storage.replace(save.name, save.saved_text, text)
    if outcome is Outcome.ELSEWHERE and not changed_elsewhere(services, save):
        outcome = storage.replace(save.name, None, text)  # it was deleted for a new match
    if outcome is Outcome.ELSEWHERE:
        if was_pending:  # the moves made here would be lost
            copy_name = matches.new_name(services.platform, save.match.game.key)
            matches.save_match(services, save.match, save.seats, copy_name)
            store_help(storage, copy_name, "copy")
        return False
    save.saved_text = text
    note_played(storage, save.name)
    return True


def begin_match(
    services: Services, game: AnyGame, setup: matches.MatchSetup
) -> matches.StoredMatch | None:
    """Begin a match with this set-up, and save the match.

    `setup` is as for `new_match`. If there are too many matches, inform the player and return None.
    """
    if not setup.start:  # the options of a set-up position belong to it
        matches.save_setup(services, game, setup)
    remember(services.storage, matches.people_names(setup.names, setup.seats))
    save = matches.new_match(services, game, setup)
    if not save_new_match(services, save):
        return None
    if setup.start:
        matches.drop_draft(services, game, setup.start)
    return save
