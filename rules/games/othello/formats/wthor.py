"""Reader of WTHOR files (.wtb), tournament matches of one year. Numbers are little-endian.

Head, 16 bytes: date of the file (century, year, month, day), number of matches (4 bytes), number
of names (2), year of the matches (2), side of the board (0 or 8 for 8x8), whether solitaire, depth
of perfect play, a spare byte.
Match, 68 bytes: numbers of tournament, black and white (2 bytes each), black's points, black's
points with perfect play, and 60 moves. A move is 10 * row + column, both from 1; 0 after the end.
Passes are left out.
Names of players (.jou, 20 bytes each) and tournaments (.trn, 26) are in files with the same head
and no matches. The length of the file shows its kind.
Source: Fédération Française d'Othello, "Format de la base WThor".
"""

from collections.abc import Sequence
from functools import partial

from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.transcript import play_word
from flipside.rules.games.othello.position import BOARD
from flipside.rules.match.formats import Data, ForeignMatch, FormatNotes, FoundMatches, LazyMatches
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, plain_name

_HEAD_BYTES, _MATCH_BYTES, _MOVES_OFFSET = 16, 68, 8
"""Number of bytes of the head and of a match, and offset of the moves in a match."""

_NAME_BYTES = {"jou": 20, "trn": 26}
"""Number of bytes of a name in a file of players and of tournaments."""

_NAME_FILES = {"jou": "players", "trn": "tournaments"}
"""Keys of `BadRecord` for a file of names without matches."""

_CENTURIES = 19, 20
"""Centuries of a plausible date, if nothing else shows that a file has this format."""


def read_wthor(data: bytes, beside: FormatNotes) -> FoundMatches:
    """Return the matches of a file; None if it is not a WTHOR file.

    Names come from the "jou" and "trn" files in `beside`; without them numbers replace the names.
    Raises `BadRecord` for names alone, another board, solitaires, and a damaged file.
    """
    if not _is_head(data):
        return None
    kind, names = names_for_wthor(data), _number(data, 8, 2)
    if kind is not None:
        raise BadRecord(_NAME_FILES[kind], ply=names)
    if names and not _number(data, 4, 4) and data[0] in _CENTURIES:
        raise BadRecord("names", str(names))
    if names:
        return None
    if data[12] not in (0, 8):
        raise BadRecord("board", str(data[12]))
    if data[13]:
        raise BadRecord("file")
    count, whole_count = _number(data, 4, 4), (len(data) - _HEAD_BYTES) // _MATCH_BYTES
    if len(data) != _HEAD_BYTES + count * _MATCH_BYTES:
        raise BadRecord("torn", str(count), whole_count)
    players, tournaments = (
        read_names(beside[kind], kind) if kind in beside else () for kind in _NAME_BYTES
    )
    return LazyMatches(count, partial(_match_at, data, players, tournaments))


def names_for_wthor(data: Data) -> str | None:
    """Return the kind of a complete file of names, "jou" or "trn"; None for every other file."""
    if not isinstance(data, bytes) or not _is_head(data) or _number(data, 4, 4):
        return None
    names = _number(data, 8, 2)
    kinds = (kind for kind, size in _NAME_BYTES.items() if len(data) == _HEAD_BYTES + names * size)
    return next(kinds, None) if names else None


def read_names(data: bytes, kind: str) -> list[str]:
    """Return the names in a file of this kind; raise `BadRecord` for any other file."""
    if names_for_wthor(data) != kind:
        raise BadRecord("names", str(_number(data, 8, 2)))
    size = _NAME_BYTES[kind]
    return [
        plain_name(data[start : start + size].partition(b"\0")[0].decode("latin-1"))
        for start in range(_HEAD_BYTES, len(data), size)
    ]


def _is_head(data: bytes) -> bool:
    """Return whether a file begins with a plausible head: a date and the side of a board."""
    has_date = len(data) >= _HEAD_BYTES and data[1] < 100 and data[2] <= 12 and data[3] <= 31
    return has_date and data[12] in (0, 8, 10)


def _number(data: bytes, start: int, size: int) -> int:
    return int.from_bytes(data[start : start + size], "little")


def _match_at(
    data: bytes, players: Sequence[str], tournaments: Sequence[str], number: int
) -> ForeignMatch:
    """Return a match of a file by its number from 0; a damaged one raises `BadRecord` if played."""
    start = _HEAD_BYTES + number * _MATCH_BYTES
    match, year = data[start : start + _MATCH_BYTES], _number(data, 10, 2)
    names = _name_at(players, _number(match, 2, 2)), _name_at(players, _number(match, 4, 2))
    place = _name_at(tournaments, _number(match, 0, 2)) + (f", {year}" if year else "")
    announcement = (match[6], 64 - match[6]) if match[6] <= 64 else None
    return ForeignMatch(partial(_play, match[_MOVES_OFFSET:]), names, place, announcement)


def _name_at(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else f"#{number}"


def _play(moves: bytes) -> Match:
    match = Match(OTHELLO)
    for code in moves.rstrip(b"\0"):
        match.pass_if_forced()
        row, column = code // 10, code % 10
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise BadRecord("move", str(code), match.ply + 1)
        play_word(match, BOARD.names[8 * (row - 1) + column - 1])
    match.pass_if_forced()
    return match
