"""Matches in any text or file: ours, position texts, and the formats of other programs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from json import JSONDecodeError
from typing import TypeVar

from flipside.rules.contract.diagram import MAX_POSITION_CHARACTERS, BadPosition, parse_diagram
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.match.formats import (
    MAX_FILE_BYTES,
    MAX_TEXT_MATCHES,
    NO_NOTES,
    Data,
    ForeignMatch,
    Format,
    FormatNotes,
    FoundMatches,
    LazyMatches,
    read_foreign_in_steps,
    torn_entry,
    without_unseen_in_steps,
)
from flipside.rules.match.link import is_link, read_link
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, finished, json_decoder, lines_of
from flipside.rules.match.record import (
    BadRecord,
    Line,
    Record,
    is_record,
    parse_record,
    plain_line,
    plain_name,
)
from flipside.rules.match.study import replay_study

_TRIED_LINES = 100
"""Lines of a list of position texts that are tried; later ones are read when they are asked for."""

_MAX_TORN_LINES = 20
"""Of these, lines that may be none; trying them takes a millisecond each."""


def read_any(
    data: Data,
    formats: Iterable[Format],
    games: Mapping[str, AnyGame],
    notes: FormatNotes = NO_NOTES,
    now: Match | None = None,
) -> FoundMatches:
    """As `read_any_in_steps`, at once."""
    return finished(read_any_in_steps(data, formats, games, notes, now))


def read_any_in_steps(
    data: Data,
    formats: Iterable[Format],
    games: Mapping[str, AnyGame],
    notes: FormatNotes = NO_NOTES,
    now: Match | None = None,
) -> Steps[FoundMatches]:
    """As `read_foreign_in_steps`, and also our own records and links, of these `games` by key, and
    position texts of games that no format is for."""
    if isinstance(data, bytes) or len(data) > MAX_FILE_BYTES:
        return (yield from read_foreign_in_steps(data, formats, notes, now))
    text = yield from without_unseen_in_steps(data)
    if is_record(text):
        record = parse_record(text)
        return [ForeignMatch(partial(replay_study, record, games), record.players, record=record)]
    if is_link(text):
        _, linked = read_link(text, games)
        return [ForeignMatch(partial(_linked, text, games), linked.players, record=linked)]
    if (written := (yield from _read_written(text, games))) is not None:
        return written
    formats = list(formats)
    others = {one.game for one in formats}
    alone = [game for key, game in games.items() if key not in others]
    found = yield from _read_positions(text, alone, now)
    if found is None:
        found = yield from read_foreign_in_steps(text, formats, notes, now)
    return found


def _read_positions(text: str, games: Iterable[AnyGame], now: Match | None) -> Steps[FoundMatches]:
    """The matches that begin with the position texts of these games in a text, one a line or one in
    all; None for any other text. Other lines of a list, and other faults, are refused when they are
    played."""
    ways = [(game, given) for game in games for given in _choices(game, now)]
    lines, torn = list[tuple[int, str]](), 0
    for line in lines_of(text):
        yield
        if line is None:
            continue
        torn += len(lines) < _TRIED_LINES and _position(line[1], ways, now) is None
        if torn > min(_MAX_TORN_LINES, 1 + len(lines) // 2):
            break
        lines.append(line)
        if len(lines) > MAX_TEXT_MATCHES:
            raise BadRecord("long")
    else:
        if torn < len(lines):
            return LazyMatches(len(lines), partial(_entry, lines, ways, now))
    whole = _position(text, ways, now)
    return None if whole is None else [whole]


def _linked(text: str, games: Mapping[str, AnyGame]) -> Match:
    return read_link(text, games)[0]


def _entry(
    lines: Sequence[tuple[int, str]],
    ways: list[tuple[AnyGame, Choices]],
    now: Match | None,
    number: int,
) -> ForeignMatch:
    at, line = lines[number]
    return _position(line, ways, now) or torn_entry(line, at)


def _position(
    text: str, ways: list[tuple[AnyGame, Choices]], now: Match | None
) -> ForeignMatch | None:
    """The match that begins with a position text, by the first of these games with options that
    fits; that one becomes the first, since other lines are mostly alike."""
    faulty = None
    for place, (game, given) in enumerate(ways if len(text) <= MAX_POSITION_CHARACTERS else ()):
        here = now is not None and now.game is game
        seed = now.seed if now is not None and here else 0
        match = ForeignMatch(partial(Match, game, given, seed, text))
        try:
            diagram = parse_diagram(game, game.choices(given), text)
        except BadPosition as wrong:
            if wrong.key not in ("none", "sign", "signs", "" if here else "turn"):
                faulty = faulty or match
        else:
            if here or diagram.words:
                ways.insert(0, ways.pop(place))
                return match
    return faulty


def _choices(game: AnyGame, now: Match | None) -> Iterator[Choices]:
    """The options of `now` in its game, or else the default and each single other value."""
    if now is not None and now.game is game:
        yield game.choices_for_diagrams(now.choices)
        return
    yield {}
    for option in game.options:
        yield from ({option.key: value} for value in option.values[1:] if not option.opening)


_T = TypeVar("_T")


def _read_written(text: str, games: Mapping[str, AnyGame]) -> Steps[FoundMatches]:
    """The matches of these `games` by key; None for any other text. Lines that tell of a match that
    could not be played are refused. Raises BadRecord for too many."""
    found = list[ForeignMatch]()
    for told in lines_of(text) if '"number"' in text else ():
        yield
        if told is None:
            continue
        at, line = told
        try:
            one = _DECODER.decode(line)
        except (JSONDecodeError, RecursionError):
            return None
        if not (isinstance(one, dict) and _KEYS & one.keys() and "number" in one):
            return None
        if len(found) == MAX_TEXT_MATCHES:
            raise BadRecord("long")
        found.append(_match(one, line, at, games))
    return found or None


_DECODER = json_decoder()

_KEYS = {"contradicts", "error"}
"""Keys of which every line has one."""


def _match(
    one: Mapping[str, object], line: str, number: int, games: Mapping[str, AnyGame]
) -> ForeignMatch:
    place, said = plain_line(str(one.get("place", ""))), one.get("said")
    try:
        record = _record(one)
        points = None if said is None else _two(said, int)
    except (ValueError, TypeError, KeyError):
        return torn_entry(line, number, place)
    play = partial(replay_study, record, games)
    return ForeignMatch(play, record.players, place, points, record)


def _record(one: Mapping[str, object]) -> Record:
    """The record of a line; raises ValueError, TypeError or KeyError for any other object."""
    choices, result = one["options"], one["result"]
    lines = one.get("lines", [])
    if not isinstance(choices, dict) or not isinstance(lines, list):
        raise TypeError(lines)
    players = _two(one["players"], str)
    winner = result["winner"] if isinstance(result, dict) and _gave_up(result) else None
    return Record(
        game=_typed(one["game"], str),
        choices={_typed(key, str): _typed(value, str) for key, value in choices.items()},
        seed=_typed(one["seed"], int),
        moves=_typed(one["moves"], str),
        start=_typed(one.get("position", ""), str),
        gave_up=None if winner is None else 1 - winner,
        players=(plain_name(players[0]), plain_name(players[1])),
        lines=tuple(Line(_typed(ply, int), _typed(moves, str)) for ply, moves in lines),
    )


def _gave_up(result: Mapping[str, object]) -> bool:
    return result["reason"] == "gave_up" and result["winner"] in (0, 1)


def _two(values: object, kind: type[_T]) -> tuple[_T, _T]:
    first, second = _typed(values, list)
    return _typed(first, kind), _typed(second, kind)


def _typed(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value
