"""The album: every finished match as a text of its own in storage, never written a second time.

A text is a few lines about how the match ended, so that nobody has to play it again to show it in
a list, and its record below them. Whatever cannot be read stays where it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.saves import last_played
from game.saves.matches import NAMELESS, Names, Seats, game_of, match_names, named, seats_of
from game.saves.seat_words import PERSON
from game.services.table_services import TableServices
from game.services.text import Text
from rules.catalogue import BY_KEY
from rules.contract.position import Player
from rules.match import record as notation
from rules.match.match import GENERAL_REASONS, Match, identity
from rules.match.record import BadRecord, Record, parse_record, record_text

FORMAT = 1
"""The number in the first line of a text; a higher one was written by a newer Flipside."""

MAX_MATCHES = 1000
"""Matches in the album. When they are there nothing is thrown away: the player is told."""

MAX_LENGTH = notation.MAX_RECORD_CHARACTERS + 1000
"""Characters: those of a record, and of the lines above it."""

_NAME = re.compile(r"finished-([a-z]+)-([0-9]{8}-[0-9]{6})-([0-9a-f]{16})")


@dataclass(frozen=True)
class Finished:
    """A finished match as the album lists it."""

    name: str
    """Under which it is stored."""
    ended: str
    """Local time, as 2026-01-31 18:30."""
    record: Record
    seats: Seats
    players: Names
    """The names of player 0 and 1; empty where nobody gave one."""
    plies: int
    winner: Player | None
    reason: str
    """Text key of the reason, as in Result; empty for a match that was left before its end."""
    colours: tuple[str, str] | None
    """What player 0 and 1 were called at the end."""
    score: tuple[int, int] | None
    award: tuple[int, int] | None
    """Points of player 0 and 1: as counted, and as announced where that may differ."""


@dataclass(frozen=True)
class Damaged:
    """A text of the album that cannot be read, and is kept as it is."""

    name: str


def keep(services: TableServices, match: Match, seats: Seats) -> str | None:
    """Put a match into the album unless it is there; its name, or None if there is no room."""
    storage = services.storage
    storage.retry()
    names = album_names(services)
    there = album_name(services, match)
    if there is not None:
        return there
    if len(names) >= MAX_MATCHES:
        storage.trouble("storage.album_full")
        return None
    now = services.page.now()
    name = f"finished-{match.game.key}-{last_played.stamp(now)}-{identity(match)}"
    if not storage.save(name, _written(match, seats, now[:16])) and storage.lasting:
        storage.trouble("storage.album_no_room" if storage.no_room else "storage.album_not_saved")
    return name


def album_names(services: TableServices, game: str = "") -> list[str]:
    """The names of all matches in the album, or of one game's, the newest first."""
    found = [
        (match.group(2), name)
        for name in services.storage.names()
        if (match := _NAME.fullmatch(name)) and game in ("", match.group(1))
    ]
    return [name for _, name in sorted(found, reverse=True)]


def album_name(services: TableServices, match: Match) -> str | None:
    """The name of a match in the album, or None if it is not there."""
    own = identity(match)
    found = (name for name in album_names(services, match.game.key) if name.endswith(own))
    return next(found, None)


def entry(services: TableServices, name: str) -> Finished | Damaged:
    """What the album shows of the match of that name."""
    try:
        return _read(name, services.storage.glimpse(name), services.text)
    except BadRecord:
        return Damaged(name)


def entries(services: TableServices, game: str = "") -> Iterator[Finished | Damaged]:
    """What the album shows, or what it shows of one game, the newest first."""
    return (entry(services, name) for name in album_names(services, game))


def unsaved(services: TableServices) -> list[str]:
    """The names of all matches with moves that will be lost when the program ends."""
    return [name for name, text in services.storage.unsaved().items() if _has_moves(name, text)]


def _has_moves(name: str, text: str) -> bool:
    if not game_of(name):
        return _NAME.fullmatch(name) is not None
    try:
        return bool(parse_record(text).moves)
    except BadRecord:
        return False


def review_name(name: str) -> str:
    """Where the review of a match in the album is stored."""
    return "review-" + name.rpartition("-")[2]


def delete(services: TableServices, name: str) -> None:
    """Take a match out of the album for good, its review with it, and what was saved of it when it
    ended: from that it would come back."""
    one = entry(services, name)
    if isinstance(one, Finished) and one.reason:
        for saved in match_names(services.storage, one.record.game):
            text = services.storage.glimpse(saved)
            if _ended_as(text, one.record):
                services.storage.discard(saved, text)
    services.storage.remove(name)
    services.storage.remove(review_name(name))


def _ended_as(text: str, record: Record) -> bool:
    """Whether a saved text is that match at its end, regardless of its seats."""
    try:
        found = replace(parse_record(text), seats=None, players=NAMELESS)
        return found == replace(record, seats=None, players=NAMELESS)
    except BadRecord:
        return False


@dataclass(frozen=True)
class LevelTally:
    """How often a person won, drew and lost against one computer."""

    word: str
    """The computer's seat word."""
    won: int
    drawn: int
    lost: int


def tallies(shown: Sequence[Finished | Damaged]) -> list[LevelTally]:
    """Matches of one person against each computer, the weakest computer first."""
    counts: dict[str, list[int]] = {}
    for one in shown:
        if isinstance(one, Damaged) or not one.reason or one.seats.count(PERSON) != 1:
            continue
        person = one.seats.index(PERSON)
        outcome = 1 if one.winner is None else 0 if one.winner == person else 2
        counts.setdefault(one.seats[1 - person], [0, 0, 0])[outcome] += 1
    return [LevelTally(word, *counts[word]) for word in sorted(counts, key=_strength)]


@dataclass
class Duel:
    """How two people have done against each other."""

    names: Names
    won: tuple[int, int] = (0, 0)
    drawn: int = 0


def duels(shown: Sequence[Finished | Damaged]) -> list[Duel]:
    """Matches between each two people whose names are known, the pair that played last first."""
    found: list[Duel] = []
    for one in shown:
        if isinstance(one, Damaged) or not one.reason or not all(one.players):
            continue
        duel = next((pair for pair in found if same_two(pair.names, one.players)), None)
        if duel is None:
            duel = Duel(one.players)
            found.append(duel)
        if one.winner is None:
            duel.drawn += 1
            continue
        first = _folded(one.players[one.winner]) == _folded(duel.names[0])
        duel.won = duel.won[0] + first, duel.won[1] + (not first)
    return [duel for duel in found if len(set(map(_folded, duel.names))) == 2]


def same_two(one: Names, other: Names) -> bool:
    """Whether these are the same two people, in either order."""
    return sorted(map(_folded, one)) == sorted(map(_folded, other))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _strength(word: str) -> tuple[bool, int]:
    return word.startswith("depth"), int(word.lstrip("depthlv"))


# -- the text --------------------------------------------------------------------------------------


def _written(match: Match, seats: Seats, ended: str) -> str:
    record = replace(match.record(seats), ply=None)
    lines = [f"Flipside finished {FORMAT}", f"ended {ended}", f"plies {len(match.moves)}"]
    result = match.result()
    if result is not None:
        winner = "-" if result.winner is None else result.winner
        lines.append(f"result {winner} {result.reason}")
    position = match.position
    if position.colours is not None:
        lines.append("colours " + " ".join(position.colours))
    score = position.score()
    if score is not None:
        lines.append(f"score {score[0]} {score[1]}")
        if match.game.award is not None and result is not None:
            award = match.game.award(position)
            lines.append(f"award {award[0]} {award[1]}")
    return "\n".join(lines) + "\n" + record_text(record)


_FIELDS = ("ended", "plies", "result", "colours", "score", "award")


def _read(name: str, text: str, words: Text) -> Finished:
    if len(text) > MAX_LENGTH:
        raise BadRecord("long")
    head, mark, below = text.partition("\nFlipside ")
    first, *lines = head.splitlines() or [""]
    if first != f"Flipside finished {FORMAT}" or not mark:
        raise BadRecord("foreign", first)
    fields: dict[str, str] = {}
    for line in lines:
        key, _, value = line.partition(" ")
        if key in fields or key not in _FIELDS:
            raise BadRecord("line", line)
        fields[key] = value
    record = parse_record(mark + below)
    called = _NAME.fullmatch(name)
    if called is None or called.group(1) != record.game:
        raise BadRecord("game", record.game)
    winner, _, reason = _field(fields, "result", "([01]|-) [a-z_]+", "- ").partition(" ")
    colours = _field(fields, "colours", "[a-z]+ [a-z]+", "").split()
    # A newer Flipside may know more games, and what is said in them.
    if record.game in BY_KEY:
        said = [f"colour.{colour}" for colour in colours]
        said += [f"reason.{reason}"] if reason not in ("", *GENERAL_REASONS) else []
        for key in said:
            if not words.knows(record.game, key):
                raise BadRecord("line", key)
    return Finished(
        name=name,
        ended=_field(fields, "ended", r"[0-9]{4}-(?:0[1-9]|1[0-2])-[0-9]{2} [0-9]{2}:[0-9]{2}"),
        record=record,
        seats=seats_of(record),
        players=named(record.players, seats_of(record)),
        plies=int(_field(fields, "plies", "[0-9]{1,9}")),
        winner=None if winner == "-" else int(winner),
        reason=reason,
        colours=(colours[0], colours[1]) if colours else None,
        score=_points(fields, "score"),
        award=_points(fields, "award"),
    )


def _field(fields: dict[str, str], key: str, form: str, missing: str | None = None) -> str:
    """A line's value, which must have that form; without a `missing` one the line must be there."""
    if key not in fields and missing is not None:
        return missing
    if not re.fullmatch(form, fields.get(key, "")):
        raise BadRecord("line", f"{key} {fields.get(key, '')}")
    return fields[key]


def _points(fields: dict[str, str], key: str) -> tuple[int, int] | None:
    if key not in fields:
        return None
    first, second = _field(fields, key, "-?[0-9]{1,6} -?[0-9]{1,6}").split()
    return int(first), int(second)
