"""Reader of matches in JSON: `{"moves": [{"m": "f5"}, {"m": "-"}]}`, or as `read` writes them.
`position` is the text of a first position."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from json import JSONDecodeError

from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.beginnings import match_at
from flipside.rules.games.othello.formats.transcript import parse_lines, play_word
from flipside.rules.match.bounded import JSON
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, BadRecord, plain_name

_SQUARE = ("m", "move", "square", "pos")
"""Keys under which the square of a move may stand."""

_BEGIN = re.compile(r"\s*+[\[{]")

_BETWEEN = re.compile(r"[\s,\[\]]*+")
"""What parts the objects of a long text."""

_MAX_WHOLE_CHARACTERS = 100_000
"""Most characters of a text that is read as one value: in a longer one only objects are read."""

_WINDOW_CHARACTERS = 2 * MAX_RECORD_CHARACTERS
"""Characters that are looked at together, so that an object of a match is whole in them."""

_MAX_OTHERS = 1_000
"""Most values without a match in a row."""

_PLAYERS = (("black", "white"), ("first", "second"))


def read_json(text: str) -> Steps[FoundMatches]:
    """Read the matches in an object, in a list of objects, or in one object a line. None for
    everything else. Raises `BadRecord` for too many matches."""
    if _BEGIN.match(text) is None:
        return None
    found, others = list[ForeignMatch](), 0
    try:
        for value in _values(text):
            yield
            before = len(found)
            found += _matches(value)
            others = others + 1 if len(found) == before else 0
            if len(found) > MAX_TEXT_MATCHES:
                raise BadRecord("long")
            if others > _MAX_OTHERS:
                return None
    except (JSONDecodeError, RecursionError):
        return None
    return found or None


def _values(text: str) -> Iterator[object]:
    """Yield the whole text as one value, or each object in it: in a list, or one a line."""
    if len(text) <= _MAX_WHOLE_CHARACTERS:
        try:
            yield JSON.decode(text)
            return
        except JSONDecodeError:
            pass
    start = at = 0
    window = text[:_WINDOW_CHARACTERS]
    while window:
        at = _BETWEEN.match(window, at).end()  # type: ignore[union-attr]
        if at == len(window) or at > MAX_RECORD_CHARACTERS:
            start += at
            at, window = 0, text[start : start + _WINDOW_CHARACTERS]
        else:
            value, at = JSON.raw_decode(window, at)
            yield value


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
