"""The album: finished matches and studies, each as a text of its own in storage.

The text of a match is written once. It begins with a document about the end of the match, so that
lists do not replay the match. The record follows. A damaged text stays in storage.

The text of a study is a record with lines. Its name consists of "study-", its game, the time when
it was begun, and the identity of its match. So exploring that match again continues the study.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Annotated

from flipside.game.saves import matches
from flipside.game.saves.matches import PERSON, Names, Seats, StoredMatch
from flipside.game.services.services import Services
from flipside.game.services.storage.document import BadDocument, JsonFormat
from flipside.game.services.storage.storage import Device, Outcome, Storage
from flipside.game.services.texts import Texts
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import Player
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.review import SavedReview
from flipside.rules.match.match import GENERAL_REASONS, Match, identity
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

MAX_FINISHED_MATCHES = 1000
"""The maximum number of finished matches. If the album is full, the player is informed."""

_MATCH_NAME = re.compile(r"finished-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


_Word = Annotated[str, "[a-z_]{1,40}"]

_Points = Annotated[int, range(-999_999, 1_000_000)]


@dataclass(frozen=True)
class Ending:
    """Data about the end of a match."""

    ended: Annotated[str, "[0-9]{4}-(?:0[1-9]|1[0-2])-[0-9]{2} [0-9]{2}:[0-9]{2}"]
    """The local time of the end, as 2026-01-31 18:30."""
    plies: Annotated[int, range(10**9)]
    winner: Annotated[Player, range(2)] | None
    reason: Annotated[str, "[a-z_]{0,40}"]
    """The text key of the reason, as in `Result`; "" for a match that was abandoned."""
    colours: tuple[_Word, _Word] | None
    """The colours of player 0 and 1 at the end."""
    score: tuple[_Points, _Points] | None
    award: tuple[_Points, _Points] | None
    """The announced points of player 0 and 1, in games where these may differ from `score`."""


ENDING = JsonFormat("finished", Ending)


@dataclass(frozen=True)
class AlbumEntry(Ending):
    """A finished match in the lists of the album."""

    game: str
    """The key of the game, which this version may not know."""
    set_up: bool
    """Whether its first position was set up."""
    seats: Seats
    players: Names
    seed: int
    """The random number of the match, which its ends share; 0 if unknown."""


def last_ends(entries: Iterable[AlbumEntry]) -> Iterator[AlbumEntry]:
    """Yield entries, the newest first, without earlier ends of matches that were continued."""
    seeds = set[tuple[str, int]]()
    for entry in entries:
        if not entry.seed or (entry.game, entry.seed) not in seeds:
            yield entry
        seeds.add((entry.game, entry.seed))


def add_to_album(services: Services, match: Match, seats: Seats) -> str | None:
    """Add a match to the album if it is not there; return its name, None if the album is full."""
    storage = services.storage
    storage.retry()
    names = album_names(services)
    there = album_name(services, match)
    if there is not None:
        return there
    if len(names) >= MAX_FINISHED_MATCHES:
        storage.report_error("storage.album_full")
        return None
    now = services.platform.now()
    name = f"finished-{match.game.key}-{matches.stamp(now)}-{identity(match)}"
    if not storage.save(name, _text_of(match, seats, now[:16])) and storage.store.lasting:
        storage.report_error(
            "storage.album_no_room" if storage.no_room else "storage.album_not_saved"
        )
    return name


def album_names(services: Services, game: str = "") -> list[str]:
    """Return the names of all matches in the album, or only of one game, the newest first."""
    return _newest_first(services, _MATCH_NAME, game)


def _newest_first(services: Services, pattern: re.Pattern[str], game: str) -> list[str]:
    fitting = filter(None, map(pattern.fullmatch, services.storage.names()))
    stamps = [(match[2], match[0]) for match in fitting if game in ("", match[1])]
    return [name for _, name in sorted(stamps, reverse=True)]


def match_date(name: str) -> str:
    """Return the local date of a match in the album, as 2026-01-31; "" if its time is invalid."""
    match = _MATCH_NAME.fullmatch(name)
    return matches.moment(match[2])[:10] if match else ""


def album_name(services: Services, match: Match) -> str | None:
    """Return the name of this match in the album, or None if the album does not contain it."""
    own = identity(match)
    names = (name for name in album_names(services, match.game.key) if name.endswith(own))
    return next(names, None)


def entry(services: Services, name: str) -> AlbumEntry | None:
    """Return the entry for the match saved as `name`, or None if its text is damaged."""
    try:
        album_entry, _ = parse_finished(name, services.storage.peek(name))
    except BadRecord:
        return None
    return album_entry if _has_texts(album_entry, services.text) else None


def stored_record(services: Services, name: str) -> Record:
    """Return the record of the match saved as `name`. Raises BadRecord if the text is damaged."""
    return parse_finished(name, services.storage.peek(name))[1]


def game_of_finished(name: str) -> str:
    """Return the key of the game in the name of a finished match; "" for other names."""
    match = _MATCH_NAME.fullmatch(name)
    return match[1] if match else ""


_beginning = attrgetter("choices", "seed", "start")
"""Values that are the same in all records of one match."""


def ended_elsewhere(services: Services, match: Match) -> Record | None:
    """Return the finished match that another window made by continuing this match, or None."""
    own, moves = match.to_record(), match.names()[: match.ply]
    for name in album_names(services, match.game.key):
        with suppress(BadRecord):
            record = stored_record(services, name)
            same_moves = record.moves.split()[: len(moves)] == moves
            if same_moves and _beginning(record) == _beginning(own):
                return record
    return None


def unsaved(services: Services) -> list[str]:
    """Return the names of begun and finished matches that are lost when the program ends."""
    return [
        name
        for name, text in services.storage.unsaved().items()
        if (matches.is_begun(text) if matches.game_of(name) else _MATCH_NAME.fullmatch(name))
    ]


REVIEW = JsonFormat("review", SavedReview, 1_000_000)


def review_name(name: str) -> str:
    """Return the name of the saved review of a match in the album."""
    return "review-" + name.rpartition("-")[2]


def review_key(services: Services, match: Match) -> str:
    """Return the name for a review of a match: of its own in the album, else of its game."""
    name = album_name(services, match)
    return f"review-{match.game.key}" if name is None else review_name(name)


def saved_review(storage: Storage, name: str) -> SavedReview:
    """Return the review saved as `name`, or an empty one; set aside a review that is too new."""
    try:
        return REVIEW.parse(storage.peek(name))
    except BadDocument as bad:
        if bad.newer:
            storage.quarantine(name)
        return SavedReview()


def delete(services: Services, name: str) -> None:
    """Delete a match of the album and its review.

    It is also deleted from the matches in progress, where an ended match would return to the album.
    """
    storage = services.storage
    with suppress(BadRecord):
        ending, record = parse_finished(name, storage.peek(name))
        for save_name in matches.match_names(storage, record.game) if ending.reason else ():
            text = storage.peek(save_name)
            if _ended_as(text, record):
                storage.discard(save_name, text)
    storage.remove(name)
    storage.remove(review_name(name))


def _ended_as(text: str, record: Record) -> bool:
    """Return whether a saved text is the match of `record`; the seats and names may differ."""
    try:
        other = replace(parse_record(text), seats=None, players=matches.NAMELESS)
        return other == replace(record, seats=None, players=matches.NAMELESS)
    except BadRecord:
        return False


@dataclass
class ResultTally:
    """The results of two sides against each other, counted for the first side."""

    sides: tuple[str, str]
    """The names of two people, or `PERSON` and the key of a level."""
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def count(self, winner: Player | None, first: Player) -> None:
        """Count a match in which the first side was the player `first`."""
        self.wins += winner == first
        self.draws += winner is None
        self.losses += winner == 1 - first


def level_tallies(entries: Iterable[AlbumEntry]) -> list[ResultTally]:
    """Return the results of people against each level, the weakest level first.

    Matches from positions that were set up do not count: such a position may be won already.
    """
    tallies: dict[str, ResultTally] = {}
    for entry in last_ends(entries):
        if not entry.reason or entry.set_up or entry.seats.count(PERSON) != 1:
            continue
        person = entry.seats.index(PERSON)
        level = entry.seats[1 - person]
        tallies.setdefault(level, ResultTally((PERSON, level))).count(entry.winner, person)
    return [tallies[level] for level in sorted(tallies, key=_strength)]


def duels(entries: Iterable[AlbumEntry]) -> dict[frozenset[str], ResultTally]:
    """Return the results of each pair of named people, in the order of `entries`.

    The newest entry is first, because only the last end of a match counts.
    """
    tallies: dict[frozenset[str], ResultTally] = {}
    for entry in last_ends(entries):
        pair = pair_of(entry.players)
        if entry.reason and all(entry.players) and len(pair) == 2:
            duel = tallies.setdefault(pair, ResultTally(entry.players))
            swapped = name_key(entry.players[0]) != name_key(duel.sides[0])
            duel.count(entry.winner, int(swapped))
    return tallies


def pair_of(names: Names) -> frozenset[str]:
    """Return a key for two names; the order and the case of the names do not matter."""
    return frozenset(map(name_key, names))


@lru_cache(maxsize=1_000)
def name_key(name: str) -> str:
    """Return the form of a name that is equal for the same person."""
    return " ".join(name.casefold().split())


def _strength(word: str) -> tuple[bool, int]:
    return word.startswith("depth"), int(word.lstrip("depthlv"))


def _text_of(match: Match, seats: Seats, ended: str) -> str:
    result, position, award = match.result(), match.position, match.game.announced_score
    score = position.points()
    has_award = award is not None and result is not None and score is not None
    ending = Ending(
        ended,
        plies=len(match.moves),
        winner=None if result is None else result.winner,
        reason="" if result is None else result.reason,
        colours=position.colours,
        score=score,
        award=award(position) if award is not None and has_award else None,
    )
    return ENDING.dump(ending) + record_text(replace(match.to_record(seats), ply=None))


def parse_finished(name: str, text: str) -> tuple[AlbumEntry, Record]:
    """Parse the text of a finished match. Raises BadRecord if it is damaged or too new."""
    try:
        ending, rest = ENDING.split(text)
    except BadDocument:
        raise BadRecord("foreign", text.partition("\n")[0]) from None
    record = parse_record(rest)
    if game_of_finished(name) != record.game:
        raise BadRecord("game", record.game)
    seats = matches.seats_of(record)
    entry = AlbumEntry(
        **vars(ending),
        game=record.game,
        set_up=bool(record.start),
        seats=seats,
        players=matches.people_names(record.players, seats),
        seed=record.seed,
    )
    return entry, record


def _has_texts(entry: AlbumEntry, text: Texts) -> bool:
    """Return whether this version has texts for the colours and the reason of an entry."""
    game = entry.game
    if game not in BY_KEY:
        return True  # a newer Flipside may have more games
    keys = [f"colour.{colour}" for colour in entry.colours or ()]
    keys += [f"reason.{entry.reason}"] if entry.reason not in ("", *GENERAL_REASONS) else []
    return all(text.knows(game, key) for key in keys)


_STUDY_NAME = re.compile(r"study-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


def study_game(name: str) -> str:
    """Return the key of the game in the name of a study; "" for other names."""
    match = _STUDY_NAME.fullmatch(name)
    return match[1] if match else ""


def new_study_name(device: Device, game: str, origin: str = "") -> str:
    """Return a name for a new study; `origin` is the identity of its match, "" for none."""
    return f"study-{game}-{matches.stamp(device.now())}-{origin or f'{device.entropy():016x}'}"


def study_names(services: Services, game: str = "") -> list[str]:
    """Return the names of all studies, or only of one game, the newest first."""
    return _newest_first(services, _STUDY_NAME, game)


def begun(name: str) -> str:
    """Return the local time when a study was begun, as 2026-01-31 18:30."""
    match = _STUDY_NAME.fullmatch(name)
    return matches.moment(match[2])[:16] if match else ""


def load_study(services: Services, name: str) -> StoredMatch:
    """Return the study saved as `name`, however long. Raises BadRecord if its text is damaged."""
    text = services.storage.peek(name)
    return matches.saved_from(parse_record(text, len(text)), text, name)


def study_of(services: Services, match: Match) -> StoredMatch | None:
    """Return the study of a match, or None if there is none or its text is damaged."""
    own = identity(match)
    names = (name for name in study_names(services, match.game.key) if name.endswith(own))
    with suppress(BadRecord, StopIteration):
        return load_study(services, next(names))
    return None


def begun_study(services: Services, save: StoredMatch, ply: int) -> StoredMatch:
    """Return the stored study of a match, or the match itself to begin a study.

    If tiles are hidden, return a new match from the position after `ply` plies (`dealt_anew`).
    """
    study = save if save.match.result() is not None else dealt_anew(services, save, ply)
    return study if study is not save else study_of(services, save.match) or save


def dealt_anew(services: Services, save: StoredMatch, ply: int) -> StoredMatch:
    """Return a match from the position after `ply` plies, with its hidden tiles dealt again.

    Return `save` itself if nothing is hidden, or if positions of the game cannot be written.
    """
    match = save.match
    game, position = match.game, match.position_at(ply)
    if match.result(ply) is not None or not hides_information(position):
        return save
    text = write_position(game, match.choices, position)
    if text is None:
        return save
    choices = game.choices_for_diagrams(match.choices)
    new = Match(game, choices, services.platform.entropy(), text)
    names, seats = match.players, save.seats
    if new.position.colours != position.colours:
        names, seats = (names[1], names[0]), (seats[1], seats[0])
    new.players = names
    return StoredMatch(new, seats)


def save_study(services: Services, save: StoredMatch, record: Record, origin: str) -> None:
    """Save a study, under a new name if it has none; `origin` is the identity of its match.

    If another window has changed or deleted it, save it under a new name and inform the player.
    """
    text = record_text(record)
    save.name = save.name or new_study_name(services.platform, record.game, origin)
    if services.storage.replace(save.name, save.saved_text, text) is Outcome.ELSEWHERE:
        save.name = new_study_name(services.platform, record.game)
        services.storage.save(save.name, text)
        services.storage.report_error("storage.study_elsewhere")
    save.saved_text = text
