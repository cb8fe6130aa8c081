"""Reading of matches from any text or file: records, links, position texts, other formats."""

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
    bad_entry,
    read_foreign_in_steps,
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

_T = TypeVar("_T")

_MAX_TRIAL_LINES = 100
"""The number of lines parsed at once in a list of position texts; the others on request."""

_MAX_FAULTY_LINES = 20
"""The maximum number of invalid lines among them. Parsing a line takes a millisecond."""

_DECODER = json_decoder()

_KEYS = {"contradicts", "error"}
"""Every line that the command `read` prints has one of these keys."""


def read_any(
    data: Data,
    formats: Iterable[Format],
    games: Mapping[str, AnyGame],
    notes: FormatNotes = NO_NOTES,
    now: Match | None = None,
) -> FoundMatches:
    """Call `read_any_in_steps` and take all steps at once."""
    return finished(read_any_in_steps(data, formats, games, notes, now))


def read_any_in_steps(
    data: Data,
    formats: Iterable[Format],
    games: Mapping[str, AnyGame],
    notes: FormatNotes = NO_NOTES,
    now: Match | None = None,
) -> Steps[FoundMatches]:
    """Read the matches in a text or file; None for a text in none of the formats.

    The formats are `formats`, records and links of the `games`, the output of the command `read`,
    and position texts of games without a format. Raises BadRecord for data that is too long,
    damaged or certainly not a match.
    """
    if isinstance(data, bytes) or len(data) > MAX_FILE_BYTES:
        return (yield from read_foreign_in_steps(data, formats, notes, now))
    text = yield from without_unseen_in_steps(data)
    if is_record(text):
        record = parse_record(text)
        return [ForeignMatch(partial(replay_study, record, games), record.players, record=record)]
    if is_link(text):
        _, record = read_link(text, games)
        return [ForeignMatch(partial(_match_of_link, text, games), record.players, record=record)]
    if (matches := (yield from _read_written(text, games))) is not None:
        return matches
    formats = list(formats)
    others = {entry.game for entry in formats}
    alone = [game for key, game in games.items() if key not in others]
    matches = yield from _read_positions(text, alone, now)
    if matches is None:
        matches = yield from read_foreign_in_steps(text, formats, notes, now)
    return matches


def _read_positions(text: str, games: Iterable[AnyGame], now: Match | None) -> Steps[FoundMatches]:
    """Read one position text per line, or one in the whole text; None for any other text."""
    variants = [(game, choices) for game in games for choices in _choices(game, now)]
    lines, faults = list[tuple[int, str]](), 0
    for line in lines_of(text):
        yield
        if line is None:
            continue
        faults += len(lines) < _MAX_TRIAL_LINES and _position(line[1], variants, now) is None
        if faults > min(_MAX_FAULTY_LINES, 1 + len(lines) // 2):
            break
        lines.append(line)
        if len(lines) > MAX_TEXT_MATCHES:
            raise BadRecord("long")
    else:
        if faults < len(lines):
            return LazyMatches(len(lines), partial(_entry, lines, variants, now))
    whole = _position(text, variants, now)
    return None if whole is None else [whole]


def _match_of_link(text: str, games: Mapping[str, AnyGame]) -> Match:
    return read_link(text, games)[0]


def _entry(
    lines: Sequence[tuple[int, str]],
    variants: list[tuple[AnyGame, Choices]],
    now: Match | None,
    number: int,
) -> ForeignMatch:
    at, line = lines[number]
    return _position(line, variants, now) or bad_entry(line, at)


def _position(
    text: str, variants: list[tuple[AnyGame, Choices]], now: Match | None
) -> ForeignMatch | None:
    """Return the match that begins with a position text, or None. Move its variant to the front."""
    faulty = None
    for place, (game, choices) in enumerate(
        variants if len(text) <= MAX_POSITION_CHARACTERS else ()
    ):
        here = now is not None and now.game is game
        seed = now.seed if now is not None and here else 0
        match = ForeignMatch(partial(Match, game, choices, seed, text))
        try:
            diagram = parse_diagram(game, game.choices(choices), text)
        except BadPosition as wrong:
            if wrong.key not in ("none", "sign", "signs", "" if here else "turn"):
                faulty = faulty or match
        else:
            if here or diagram.fields:
                variants.insert(0, variants.pop(place))
                return match
    return faulty


def _choices(game: AnyGame, now: Match | None) -> Iterator[Choices]:
    """Yield the options of `now` in its game; otherwise the defaults and each single change."""
    if now is not None and now.game is game:
        yield game.choices_for_diagrams(now.choices)
        return
    yield {}
    for option in game.options:
        yield from ({option.key: value} for value in option.values[1:] if not option.opening_only)


def _read_written(text: str, games: Mapping[str, AnyGame]) -> Steps[FoundMatches]:
    """Return the matches in JSON lines that the command `read` printed; None for other texts."""
    matches = list[ForeignMatch]()
    for numbered_line in lines_of(text) if '"number"' in text else ():
        yield
        if numbered_line is None:
            continue
        at, line = numbered_line
        try:
            entry = _DECODER.decode(line)
        except (JSONDecodeError, RecursionError):
            return None
        if not (isinstance(entry, dict) and _KEYS & entry.keys() and "number" in entry):
            return None
        if len(matches) == MAX_TEXT_MATCHES:
            raise BadRecord("long")
        matches.append(_match(entry, line, at, games))
    return matches or None


def _match(
    entry: Mapping[str, object], line: str, number: int, games: Mapping[str, AnyGame]
) -> ForeignMatch:
    place, points = plain_line(str(entry.get("place", ""))), entry.get("said")
    try:
        record = _record(entry)
        points = None if points is None else _two(points, int)
    except (ValueError, TypeError, KeyError):
        return bad_entry(line, number, place)
    play = partial(replay_study, record, games)
    return ForeignMatch(play, record.players, place, points, record)


def _record(entry: Mapping[str, object]) -> Record:
    """Return the record in a JSON object; ValueError, TypeError or KeyError if it has none."""
    choices, result = entry["options"], entry["result"]
    lines = entry.get("lines", [])
    if not isinstance(choices, dict) or not isinstance(lines, list):
        raise TypeError(lines)
    players = _two(entry["players"], str)
    winner = result["winner"] if isinstance(result, dict) and _gave_up(result) else None
    return Record(
        game=_typed(entry["game"], str),
        choices={_typed(key, str): _typed(value, str) for key, value in choices.items()},
        seed=_typed(entry["seed"], int),
        moves=_typed(entry["moves"], str),
        start=_typed(entry.get("position", ""), str),
        resigned=None if winner is None else 1 - winner,
        players=(plain_name(players[0]), plain_name(players[1])),
        lines=tuple(_line(*line) for line in lines),
    )


def _line(ply: object, moves: object, comment: object = "") -> Line:
    return Line(_typed(ply, int), _typed(moves, str), plain_line(_typed(comment, str)))


def _gave_up(result: Mapping[str, object]) -> bool:
    return result["reason"] == "gave_up" and result["winner"] in (0, 1)


def _two(values: object, kind: type[_T]) -> tuple[_T, _T]:
    first, second = _typed(values, list)
    return _typed(first, kind), _typed(second, kind)


def _typed(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value
