"""Matches in any text or file: ours, position texts, and the formats of other programs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from flipside.rules.contract.diagram import BadPosition
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position_format import MAX_POSITION_CHARACTERS, parse_diagram
from flipside.rules.match.formats import (
    MAX_FILE_BYTES,
    MAX_TEXT_MATCHES,
    NO_NOTES,
    Data,
    ForeignMatch,
    Format,
    FormatNotes,
    FoundMatches,
    read_foreign,
    torn_entry,
    without_unseen,
)
from flipside.rules.match.link import is_link, read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, is_record, parse_record
from flipside.rules.match.study import replay_study
from flipside.rules.match.written_json import read_written

_MAX_TORN_LINES = 20
"""Lines of a list of position texts that may be none; trying them takes a millisecond each."""


def read_any(
    data: Data,
    formats: Iterable[Format],
    games: Mapping[str, AnyGame],
    notes: FormatNotes = NO_NOTES,
    now: Match | None = None,
) -> FoundMatches:
    """As `read_foreign`, and also our own records and links, of these `games` by key, and position
    texts of games that no format is for."""
    if isinstance(data, bytes) or len(data) > MAX_FILE_BYTES:
        return read_foreign(data, formats, notes, now)
    text = without_unseen(data)
    if is_record(text):
        record = parse_record(text)
        return [ForeignMatch(partial(replay_study, record, games), record.players, record=record)]
    if is_link(text):
        _, linked = read_link(text, games)
        return [ForeignMatch(lambda: read_link(text, games)[0], linked.players, record=linked)]
    if (written := read_written(text, games)) is not None:
        return written
    formats = list(formats)
    others = {one.game for one in formats}
    alone = [game for key, game in games.items() if key not in others]
    positions = _read_positions(text, alone, now)
    return read_foreign(text, formats, notes, now) if positions is None else positions


def _read_positions(text: str, games: Iterable[AnyGame], now: Match | None) -> FoundMatches:
    """The matches that begin with the position texts of these games in a text, one a line or one in
    all; None for any other text. Other lines of a list, and other faults, are refused when they are
    played."""
    ways = [(game, given) for game in games for given in _choices(game, now)]
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    found, torn = list[ForeignMatch](), 0
    for at, line in lines[: MAX_TEXT_MATCHES + 1]:
        one = _position(line, ways, now)
        torn += one is None
        if torn > min(_MAX_TORN_LINES, 1 + len(found) // 2):
            break
        found.append(one or torn_entry(line, at))
    else:
        if len(lines) > MAX_TEXT_MATCHES:
            raise BadRecord("long")
        if torn < len(found):
            return found
    whole = _position(text, ways, now)
    return None if whole is None else [whole]


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
