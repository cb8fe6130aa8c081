"""Reader of matches in JSON: `{"moves": [{"m": "f5"}, {"m": "-"}]}`, or as `read` writes them.
`position` is the text of a first position."""

import json
from collections.abc import Iterator, Sequence
from functools import partial

from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.beginnings import match_at
from flipside.rules.games.othello.formats.transcript import parse_lines, play_word
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, plain_name

_SQUARE = ("m", "move", "square", "pos")
"""Keys under which the square of a move may stand."""

_PLAYERS = (("black", "white"), ("first", "second"))


def read_json(text: str) -> FoundMatches:
    """Read the matches in an object, in a list of objects, or in one object a line. None for
    everything else. Raises `BadRecord` for too many matches."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    found = [one for value in _values(text) for one in _matches(value)]
    if len(found) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    return found or None


def _values(text: str) -> Iterator[object]:
    """Yield the whole text as one value, or each line as one; nothing if that is no JSON."""
    try:
        yield json.loads(text)
        return
    except (ValueError, RecursionError):
        pass
    try:
        yield from [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return


def _matches(value: object) -> Iterator[ForeignMatch]:
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        if _words(value) is not None:
            value = {"moves": value}
        else:
            for one in value:
                yield from _matches(one)
    if not isinstance(value, dict):
        return
    words = _words(value.get("moves"))
    if words is not None:
        play = partial(_play, value.get("game"), value.get("position"), words)
        yield ForeignMatch(play, _players(value))


def _words(moves: object) -> list[str] | None:
    """The moves of a match as text, None for other values."""
    if isinstance(moves, str):
        return [moves]
    if not isinstance(moves, list):
        return None
    found = []
    for one in moves:
        if isinstance(one, dict):
            one = next((one[key] for key in _SQUARE if key in one), None)
        if not isinstance(one, str):
            return None
        found.append(one)
    return found


def _players(match: dict[str, object]) -> tuple[str, str]:
    both = match.get("players")
    if isinstance(both, list) and len(both) == 2:
        names = both
    else:
        keys = next((keys for keys in _PLAYERS if keys[0] in match), _PLAYERS[0])
        names = [match.get(key) for key in keys]
    first, second = (plain_name(name) if isinstance(name, str) else "" for name in names)
    return first, second


def _play(game: object, start: object, words: Sequence[str]) -> Match:
    if isinstance(game, str) and game.lower() not in (OTHELLO.key, "reversi"):
        raise BadRecord("game", game)
    match = match_at(start) if start and isinstance(start, str) else Match(OTHELLO)
    for word in words:
        rows = list(parse_lines(word))
        if word.strip(" -") and not any(row.moves for row in rows):
            raise BadRecord("move", word, match.ply + 1)
        for row in rows:
            if row.label:
                raise BadRecord("move", word, match.ply + 1)
            for move in row.moves:
                play_word(match, move)
    return match
