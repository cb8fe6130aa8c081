"""Studies in the album: each is a record with lines, as a text of its own in storage.

The name of a study is "study-", its game, the time when it was begun, and the identity of the match
it came from: exploring that match again goes on with its study.
"""

import re
from contextlib import suppress

from flipside.game.saves.matches import Saved, saved_from
from flipside.game.saves.recent import moment, stamp
from flipside.game.services.services import Services
from flipside.game.services.storage.storage import Device, Outcome
from flipside.rules.contract.diagram import write_position
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.match.match import Match, identity
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

_NAME = re.compile(r"study-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


def study_game(name: str) -> str:
    """The key of the game of a study's name; empty if it is no such name."""
    found = _NAME.fullmatch(name)
    return found[1] if found else ""


def new_study_name(device: Device, game: str, origin: str = "") -> str:
    """A name for a study of the match with that identity, or one that no study has."""
    return f"study-{game}-{stamp(device.now())}-{origin or f'{device.entropy():016x}'}"


def study_names(services: Services, game: str = "") -> list[str]:
    """The names of all studies, or of those of one game, the newest first."""
    names = [name for name in services.storage.names() if study_game(name)]
    return sorted((name for name in names if game in ("", study_game(name))), key=begun)[::-1]


def begun(name: str) -> str:
    """The local time when a study was begun, as 2026-01-31 18:30."""
    found = _NAME.fullmatch(name)
    return moment(found[2])[:16] if found else ""


def load_study(services: Services, name: str) -> Saved:
    """The study under a name, of any length; raises BadRecord if its text is damaged."""
    text = services.storage.glimpse(name)
    return saved_from(parse_record(text, len(text)), text, name)


def study_of(services: Services, match: Match) -> Saved | None:
    """The study of a match, if there is one that can be read."""
    own = identity(match)
    found = (name for name in study_names(services, match.game.key) if name.endswith(own))
    with suppress(BadRecord, StopIteration):
        return load_study(services, next(found))
    return None


def begun_study(services: Services, saved: Saved, ply: int) -> Saved:
    """The study of a match; one of its position after `ply` plies alone where its moves would tell
    what is hidden."""
    dealt = saved if saved.match.result() is not None else dealt_anew(services, saved, ply)
    return dealt if dealt is not saved else study_of(services, saved.match) or saved


def dealt_anew(services: Services, saved: Saved, ply: int) -> Saved:
    """A match from the position after `ply` plies on in which everything hidden is dealt anew;
    `saved` itself if nothing is hidden, or in a game whose positions have no text."""
    match = saved.match
    game, position = match.game, match.position_at(ply)
    if match.result(ply) is not None or not hides_information(position):
        return saved
    text = write_position(game, match.choices, position)
    if text is None:
        return saved
    choices = game.choices_for_diagrams(match.choices)
    dealt = Match(game, choices, services.platform.entropy(), text)
    names, seats = match.players, saved.seats
    if dealt.position.colours != position.colours:
        names, seats = (names[1], names[0]), (seats[1], seats[0])
    dealt.players = names
    return Saved(dealt, seats)


def save_study(services: Services, saved: Saved, record: Record, origin: str) -> None:
    """Save a study, under a new name before its first change. `origin`: the identity of the match
    that it began with. If another window has changed or deleted it, it becomes another study, and
    the player is told."""
    text = record_text(record)
    saved.name = saved.name or new_study_name(services.platform, record.game, origin)
    if services.storage.replace(saved.name, saved.text, text) is Outcome.ELSEWHERE:
        saved.name = new_study_name(services.platform, record.game)
        services.storage.save(saved.name, text)
        services.storage.trouble("storage.study_elsewhere")
    saved.text = text
