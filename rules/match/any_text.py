"""Matches in any text or file: ours, position texts, and the formats of other programs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

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
from flipside.rules.match.reading import Steps, finished, lines_of
from flipside.rules.match.record import BadRecord, is_record, parse_record
from flipside.rules.match.study import replay_study
from flipside.rules.match.written_json import read_written

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
    if (written := (yield from read_written(text, games))) is not None:
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
