"""Matches in progress: any number of each game, each under a name of its own."""

from collections.abc import Iterable
from dataclasses import replace

from flipside.game.saves import matches
from flipside.game.saves.album import add_to_album, album_name
from flipside.game.saves.matches import note_played, remember
from flipside.game.services.services import Services
from flipside.game.services.storage.storage import Outcome
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.record import parse_record, record_text

MAX_MATCHES_IN_PROGRESS = 100
"""Matches in progress, of all games. When there are so many none is deleted: the player is told."""


def save_new_match(services: Services, saved: matches.Saved) -> bool:
    """Save a new match; delete matches of its game without a move that were not sent either. False,
    and the player is told, if there are too many matches.
    """
    storage = services.storage
    for name in matches.match_names(storage, saved.match.game.key):
        text = storage.glimpse(name)
        if not matches.is_begun(text):
            storage.discard(name, text)
    if len(matches.match_names(storage)) >= MAX_MATCHES_IN_PROGRESS:
        storage.trouble("storage.progress_full")
        return False
    saved.name = matches.new_name(services.platform, saved.match.game.key)
    saved.text = matches.save_match(services, saved.match, saved.seats, saved.name)
    return True


def last_match(
    services: Services, names: Iterable[str], known: matches.LoadedMatches | None = None
) -> matches.Saved | None:
    """The first of these matches that has not ended, or None. Matches that have ended go to the
    album: a program that was killed may have left them.
    """
    for name in names:
        before = known.get(name) if known is not None else None
        saved = matches.load_match(services, name, known)
        if saved is None:
            continue
        if saved.match.result() is None:
            return saved
        if saved is not before:
            finish_match(services, saved)
    return None


def finish_match(services: Services, saved: matches.Saved) -> bool:
    """Add a match that has ended to the album and delete its save; return whether both succeeded.
    The save stays if the album could not store the match.
    """
    storage = services.storage
    name = add_to_album(services, saved.match, saved.seats)
    if name is None or (storage.store.lasting and name in storage.unsaved()):
        return False
    return saved.text is not None and storage.discard(saved.name, saved.text)


def saved_as(services: Services, saved: matches.Saved) -> matches.Saved:
    """The match with the name under which it is saved from now on, and the text that stands there:
    with it other writers are noticed.
    """
    name = saved.name or matches.new_name(services.platform, saved.match.game.key)
    text = services.storage.load(name) if saved.text is None else saved.text
    return replace(saved, name=name, text=text)


def went_on(services: Services, saved: matches.Saved) -> bool:
    """Whether another window has saved this match, finished it or deleted it: its text must neither
    be overwritten nor come back. One without a move only made room for a new match.
    """
    there = services.storage.load(saved.name)
    if there is not None or saved.text is None:
        return there != saved.text
    return matches.is_begun(saved.text) and not _put_away(services, saved.text)


def _put_away(services: Services, text: str) -> bool:
    """Whether the match of a text has ended and is in the album. Its end can be taken back."""
    match = matches.saved_from(parse_record(text)).match
    return match.result() is not None and album_name(services, match) is not None


def save_progress(services: Services, saved: matches.Saved) -> bool:
    """Save the match; return False, saving nothing, if it went on in another window."""
    storage, text = services.storage, record_text(saved.match.record(saved.seats))
    alone = saved.name in storage.unsaved()
    outcome = storage.replace(saved.name, saved.text, text)
    if outcome is Outcome.ELSEWHERE and not went_on(services, saved):
        outcome = storage.replace(saved.name, None, text)  # nothing of it was lost
    if outcome is Outcome.ELSEWHERE:
        if alone:  # what was played here meanwhile would be nowhere
            beside = matches.new_name(services.platform, saved.match.game.key)
            matches.save_match(services, saved.match, saved.seats, beside)
        return False
    saved.text = text
    note_played(storage, saved.name)
    return True


def begin_match(services: Services, game: AnyGame, plan: matches.Plan) -> matches.Saved | None:
    """Set up a new match and save it beside those in progress. If lots are drawn, the plan is by
    colour. None if there are too many matches, and the player is told.
    """
    if not plan.start:  # its options are those that go with the position
        matches.save_setup(services, game, plan)
    remember(services.storage, matches.people_names(plan.names, plan.seats))
    saved = matches.new_match(services, game, plan)
    if not save_new_match(services, saved):
        return None
    if plan.start:
        matches.drop_draft(services, game, plan.start)
    return saved
