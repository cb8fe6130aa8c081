"""Matches as the command line writes them for other programs: one JSON object on each line."""

from collections.abc import Mapping
from functools import partial
from json import JSONDecodeError
from typing import TypeVar

from flipside.rules.contract.game import AnyGame
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches, torn_entry
from flipside.rules.match.reading import Steps, json_decoder, lines_of
from flipside.rules.match.record import BadRecord, Line, Record, plain_line, plain_name
from flipside.rules.match.study import replay_study

_T = TypeVar("_T")


def read_written(text: str, games: Mapping[str, AnyGame]) -> Steps[FoundMatches]:
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
