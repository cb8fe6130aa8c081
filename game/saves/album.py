"""The album: finished matches and studies, each as a text of its own in storage.

The text of a match is written once. It begins with a document about the end of the match, so that
lists need not replay it. The record follows. A damaged text stays in storage.

The text of a study is a record with lines. Its name is "study-", its game, the time when it was
begun, and the identity of the match it came from: exploring that match again continues the study.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated

from flipside.game.saves.matches import (
    NAMELESS,
    PERSON,
    Names,
    Saved,
    Seats,
    game_of,
    is_begun,
    match_names,
    moment,
    people_names,
    saved_from,
    seats_of,
    stamp,
)
from flipside.game.services.services import Services
from flipside.game.services.storage.document import BadDocument, JsonFormat
from flipside.game.services.storage.storage import Device, Outcome, Storage
from flipside.game.services.text import Text
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import Player
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.review import SavedReview
from flipside.rules.match.match import GENERAL_REASONS, Match, identity
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

MAX_FINISHED_MATCHES = 1000
"""Matches in the album. A full album deletes none: the player is told that it is full."""

_MATCH_NAME = re.compile(r"finished-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


_Word = Annotated[str, "[a-z_]{1,40}"]

_Points = Annotated[int, range(-999_999, 1_000_000)]


@dataclass(frozen=True)
class Ending:
    """What is saved about the end of a match."""

    ended: Annotated[str, "[0-9]{4}-(?:0[1-9]|1[0-2])-[0-9]{2} [0-9]{2}:[0-9]{2}"]
    """Local time, as 2026-01-31 18:30."""
    plies: Annotated[int, range(10**9)]
    winner: Annotated[Player, range(2)] | None
    reason: Annotated[str, "[a-z_]{0,40}"]
    """Text key of the reason, as in Result; empty for a match that was left before its end."""
    colours: tuple[_Word, _Word] | None
    """The colours of player 0 and 1 at the end."""
    score: tuple[_Points, _Points] | None
    award: tuple[_Points, _Points] | None
    """Points of player 0 and 1: as counted, and as announced where that may differ."""


ENDING = JsonFormat("finished", Ending)


@dataclass(frozen=True)
class AlbumEntry(Ending):
    """A finished match as the album lists it."""

    game: str
    """Key of the game, which only a newer Flipside may know."""
    set_up: bool
    """Whether it began from a position that was set up."""
    seats: Seats
    players: Names
    """The names of player 0 and 1; empty without a name."""


def add_to_album(services: Services, match: Match, seats: Seats) -> str | None:
    """Add a match to the album unless it is there; return its name, None if full."""
    storage = services.storage
    storage.retry()
    names = album_names(services)
    there = album_name(services, match)
    if there is not None:
        return there
    if len(names) >= MAX_FINISHED_MATCHES:
        storage.trouble("storage.album_full")
        return None
    now = services.platform.now()
    name = f"finished-{match.game.key}-{stamp(now)}-{identity(match)}"
    if not storage.save(name, _written(match, seats, now[:16])) and storage.store.lasting:
        storage.trouble("storage.album_no_room" if storage.no_room else "storage.album_not_saved")
    return name


def album_names(services: Services, game: str = "") -> list[str]:
    """The names of all matches in the album, or of those of one game, the newest first."""
    found = [
        (match.group(2), name)
        for name in services.storage.names()
        if (match := _MATCH_NAME.fullmatch(name)) and game in ("", match.group(1))
    ]
    return [name for _, name in sorted(found, reverse=True)]


def album_name(services: Services, match: Match) -> str | None:
    """The name of a match in the album, or None if it is not there."""
    own = identity(match)
    found = (name for name in album_names(services, match.game.key) if name.endswith(own))
    return next(found, None)


def entry(services: Services, name: str) -> AlbumEntry | None:
    """The entry for the match stored as `name`; None for a damaged text."""
    try:
        one, _ = parse_finished(name, services.storage.glimpse(name))
    except BadRecord:
        return None
    return one if _can_be_told(one, services.text) else None


def stored_record(services: Services, name: str) -> Record:
    """The record of the match stored as `name`. Raises BadRecord if the text is damaged."""
    return parse_finished(name, services.storage.glimpse(name))[1]


def game_of_finished(name: str) -> str:
    """The key of the game of a match in the album; empty for another name."""
    found = _MATCH_NAME.fullmatch(name)
    return found[1] if found else ""


def ended_elsewhere(services: Services, match: Match) -> Record | None:
    """The match of the album that began like this one, which another window has played on."""
    mine, moves = match.record(), match.names()[: match.ply]
    for name in album_names(services, match.game.key):
        with suppress(BadRecord):
            its = stored_record(services, name)
            alike = (its.choices, its.seed, its.start) == (mine.choices, mine.seed, mine.start)
            if alike and its.moves.split()[: len(moves)] == moves:
                return its
    return None


def unsaved(services: Services) -> list[str]:
    """The names of all matches with moves, or set up, that will be lost when the program ends."""
    return [
        name
        for name, text in services.storage.unsaved().items()
        if (is_begun(text) if game_of(name) else _MATCH_NAME.fullmatch(name))
    ]


REVIEW = JsonFormat("review", SavedReview, 1_000_000)


def review_name(name: str) -> str:
    """The name under which the review of a match in the album is stored."""
    return "review-" + name.rpartition("-")[2]


def review_key(services: Services, match: Match) -> str:
    """The name of the review of a match; matches of a game that are not in the album share one."""
    kept = album_name(services, match)
    return f"review-{match.game.key}" if kept is None else review_name(kept)


def saved_review(storage: Storage, name: str) -> SavedReview:
    """A stored review; nothing if there is none that can be read. One of a newer Flipside is set
    aside.
    """
    try:
        return REVIEW.parse(storage.glimpse(name))
    except BadDocument as bad:
        if bad.newer:
            storage.set_aside(name)
        return SavedReview()


def delete(services: Services, name: str) -> None:
    """Delete a match of the album and its review. A copy among the matches in progress goes too, or
    the match would return from it.
    """
    storage = services.storage
    with suppress(BadRecord):
        listed, record = parse_finished(name, storage.glimpse(name))
        for saved in match_names(storage, record.game) if listed.reason else ():
            text = storage.glimpse(saved)
            if _ended_as(text, record):
                storage.discard(saved, text)
    storage.remove(name)
    storage.remove(review_name(name))


def _ended_as(text: str, record: Record) -> bool:
    """Whether a saved text is that match at its end, regardless of its seats."""
    try:
        found = replace(parse_record(text), seats=None, players=NAMELESS)
        return found == replace(record, seats=None, players=NAMELESS)
    except BadRecord:
        return False


@dataclass
class ResultTally:
    """The results of two sides against each other, as the first one counts them."""

    sides: tuple[str, str]
    """Names of two people; or `PERSON` and the seat word of a level."""
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def count(self, winner: Player | None, first: Player) -> None:
        """Count a match in which `first` is the player of the first side."""
        self.won += winner == first
        self.drawn += winner is None
        self.lost += winner == 1 - first


def level_tallies(shown: Iterable[AlbumEntry]) -> list[ResultTally]:
    """The results of people against each level, the weakest level first. Matches from a position
    set up do not count: it may be won from the start.
    """
    found: dict[str, ResultTally] = {}
    for one in shown:
        if not one.reason or one.set_up or one.seats.count(PERSON) != 1:
            continue
        person = one.seats.index(PERSON)
        level = one.seats[1 - person]
        found.setdefault(level, ResultTally((PERSON, level))).count(one.winner, person)
    return [found[level] for level in sorted(found, key=_strength)]


def duels(shown: Iterable[AlbumEntry]) -> dict[frozenset[str], ResultTally]:
    """The results of each pair of people with names, by `pair_of`, the pair that played last
    first.
    """
    found: dict[frozenset[str], ResultTally] = {}
    for one in shown:
        pair = pair_of(one.players)
        if one.reason and all(one.players) and len(pair) == 2:
            duel = found.setdefault(pair, ResultTally(one.players))
            swapped = _folded(one.players[0]) != _folded(duel.sides[0])
            duel.count(one.winner, int(swapped))
    return found


def pair_of(names: Names) -> frozenset[str]:
    """The same for the same people, in either order."""
    return frozenset(map(_folded, names))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _strength(word: str) -> tuple[bool, int]:
    return word.startswith("depth"), int(word.lstrip("depthlv"))


def _written(match: Match, seats: Seats, ended: str) -> str:
    result, position, award = match.result(), match.position, match.game.award
    score = position.score()
    announced = award is not None and result is not None and score is not None
    ending = Ending(
        ended,
        plies=len(match.moves),
        winner=None if result is None else result.winner,
        reason="" if result is None else result.reason,
        colours=position.colours,
        score=score,
        award=award(position) if award is not None and announced else None,
    )
    return ENDING.text(ending) + record_text(replace(match.record(seats), ply=None))


def parse_finished(name: str, text: str) -> tuple[AlbumEntry, Record]:
    """Parse a text of the album; raises BadRecord if it is damaged or from a newer Flipside."""
    try:
        ending, below = ENDING.split(text)
    except BadDocument:
        raise BadRecord("foreign", text.partition("\n")[0]) from None
    record = parse_record(below)
    if game_of_finished(name) != record.game:
        raise BadRecord("game", record.game)
    seats = seats_of(record)
    listed = AlbumEntry(
        **vars(ending),
        game=record.game,
        set_up=bool(record.start),
        seats=seats,
        players=people_names(record.players, seats),
    )
    return listed, record


def _can_be_told(one: AlbumEntry, words: Text) -> bool:
    """Whether there are words for its colours and its reason."""
    game = one.game
    if game not in BY_KEY:
        return True  # a newer Flipside may know more games, and what is said in them
    said = [f"colour.{colour}" for colour in one.colours or ()]
    said += [f"reason.{one.reason}"] if one.reason not in ("", *GENERAL_REASONS) else []
    return all(words.knows(game, key) for key in said)


_STUDY_NAME = re.compile(r"study-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


def study_game(name: str) -> str:
    """The key of the game of a study's name; empty if it is no such name."""
    found = _STUDY_NAME.fullmatch(name)
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
    found = _STUDY_NAME.fullmatch(name)
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
    what is hidden.
    """
    dealt = saved if saved.match.result() is not None else dealt_anew(services, saved, ply)
    return dealt if dealt is not saved else study_of(services, saved.match) or saved


def dealt_anew(services: Services, saved: Saved, ply: int) -> Saved:
    """A match from the position after `ply` plies on in which everything hidden is dealt anew;
    `saved` itself if nothing is hidden, or in a game whose positions have no text.
    """
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
    the player is told.
    """
    text = record_text(record)
    saved.name = saved.name or new_study_name(services.platform, record.game, origin)
    if services.storage.replace(saved.name, saved.text, text) is Outcome.ELSEWHERE:
        saved.name = new_study_name(services.platform, record.game)
        services.storage.save(saved.name, text)
        services.storage.trouble("storage.study_elsewhere")
    saved.text = text
