"""Reader and writer of positions of Othello as text: 64 signs and the side to move.

A board stands in one line or in eight, also drawn with numbers, as other programs and the Generic
Game Server show it. Moves may follow. In a line of an Othello Board File (`.obf`) the values of
moves follow: `-XO... X; e3:+2; f4:-4; % remark`. They are kept as the remark of the match. Source:
Richard Delorme, obftest.c of Edax.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from rules.contract.diagram import PositionDiagram
from rules.contract.position_format import write_position
from rules.games.othello import OTHELLO
from rules.games.othello.diagram import COLOUR_SIGNS
from rules.games.othello.formats.transcript import parse_lines, play_lines
from rules.games.othello.position import Othello, legal, opening
from rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches
from rules.match.match import Match, match_from
from rules.match.record import BadRecord, plain_line

_SIGNS = dict.fromkeys("-._·+🟩", "-") | dict.fromkeys("xX*bB@#●⚫", "X")
_SIGNS |= dict.fromkeys("oO0wW○⚪", "O")
"""Digits other than 0 are none: they do not mean the same everywhere."""

_EMPTY = "-" * 64

_LAYING = " opening"

_SIGN = "[" + re.escape("".join(_SIGNS)) + "]"

# Possessive quantifiers: no text makes the match backtrack.
_WHOLE = re.compile(rf"(?:^|(?<=[\s\[:=\"',;(]))(?:{_SIGN}[ \t]*+){{64}}")
"""A board in one line."""

_ROW = re.compile(
    rf"[ \t|]*+(?:[1-8][ \t|]*+)?((?:{_SIGN}[ \t|]*+){{7}}{_SIGN})(?:[ \t|]*[1-8])?(?![^\s|])"
    r"[ \t|]*+(.*)"
)
"""A row of a board, and what stands beside it."""

_BROKEN = re.compile(rf"(?:{_SIGN}[ \t]*+){{20}}")

_MORE = re.compile(rf"{_SIGN}(?!\d)")
"""A sign after the last one that a board has."""

_SIDE = re.compile(
    r"[\s:,|]*+(?:(?:turn|side|to move|to play)[\s:]*+)?(black|white|[xo*bw@●○⚫⚪])"
    r"(?:'s turn| to (?:move|play))?(?=\s*+(?:$|[\];%,.\"')]|opening|[a-h][1-8]))",
    re.IGNORECASE,
)
"""The side to move after a board."""

_MOVES = re.compile(r"[a-h][1-8]|\bpass\b", re.IGNORECASE)

_SIDE_BESIDE = re.compile(r"(black|white|[xo*@●○⚫⚪]) to (?:move|play)", re.IGNORECASE)


_VALUE = r"\b[a-h][1-8]\s*+:\s*+[-+]?\d"

_REMARK = re.compile(rf"[;%]|(?={_VALUE})", re.IGNORECASE)
"""Before values of moves and comments, which are kept as a remark."""

_VALUE_FIRST = re.compile(_VALUE, re.IGNORECASE)


@dataclass
class _Board:
    signs: str
    """64 of "-XO"."""
    side: str = ""
    """X or O; empty if the text does not tell it."""
    phase: str = ""
    """" opening" while opening discs are laid, as our own position texts say."""
    remark: str = ""
    lines: list[str] = field(default_factory=list)
    """The lines with moves."""


def match_at(text: str, goal: str = "most") -> Match:
    """A match that begins with a position text, or with the opening that it is; raises BadRecord
    for a text of no position."""
    match = match_from(OTHELLO, {"goal": goal}, start=text)
    known = _openings().get(match.start)
    return match if known is None else Match(OTHELLO, {**known, "goal": goal})


@cache
def _openings() -> dict[str, dict[str, str]]:
    """The options by the text of the first position, black to move."""
    return {
        str(write_position(OTHELLO, {}, opening(start, corners, fewest=False))): {
            "start": start,
            "corners": str(corners),
        }
        for start in ("official", "parallel")
        for corners in range(5)
    }


def read_boards(text: str) -> FoundMatches:
    """Read all positions in a text, each with the moves that follow it; None if it has none. Raises
    `BadRecord` for too many, and for a board that is not whole."""
    if text.lstrip().startswith("<"):
        return None
    boards = list(_boards(text))
    if len(boards) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    return [ForeignMatch(partial(_play, one), place=one.remark) for one in boards] or None


def _boards(text: str) -> Iterator[_Board]:
    board: _Board | None = None
    rows: list[re.Match[str]] = []
    for line in (*text.splitlines(), "%"):
        whole = _WHOLE.search(line)
        row = _ROW.match(line) if whole is None else None
        if row is not None:
            rows.append(row)
            continue
        if not line.strip():
            continue
        found = _drawn(rows)
        rows = []
        signs = _plain(whole.group()) if whole is not None else ""
        if signs and (signs != _EMPTY or line.rstrip().endswith(_LAYING)):
            found.append(_Board(signs))
        yield from [one for one in (board, *found)[:-1] if one is not None]
        board = found[-1] if found else board
        if whole is not None and found:
            line = line[whole.end() :]
        if board is not None and not line.lstrip().startswith("%"):
            _add_rest(board, line.removeprefix("]"), begins=whole is not None)
    if board is not None:
        yield board


def _drawn(rows: Sequence[re.Match[str]]) -> list[_Board]:
    signs = "".join(_plain(row[1]) for row in rows)
    if not set(signs) - {"-"}:
        return []  # rulers
    if len(rows) % 8:
        raise BadRecord("position")
    found = []
    for at in range(0, len(rows), 8):
        told = "\n".join(row[2] for row in rows[at : at + 8])
        side = _SIDE_BESIDE.search(told) or _SIDE.match(rows[at + 7][2])
        found.append(_Board(signs[8 * at : 8 * at + 64], _side(side[1]) if side else ""))
    return found


def _plain(signs: str) -> str:
    return "".join(_SIGNS[sign] for sign in signs if sign in _SIGNS)


def _side(word: str) -> str:
    return "X" if word.lower() in ("x", "*", "b", "@", "●", "⚫", "black") else "O"


def _add_rest(board: _Board, rest: str, begins: bool) -> None:
    """Take the side, remarks and moves from a line; `begins` if it begins after 64 signs."""
    if not board.side and not board.lines and (found := _SIDE.match(rest)):
        board.side, rest = _side(found[1]), rest[found.end() :].removeprefix("]")
        if rest.startswith(_LAYING):
            board.phase, rest = _LAYING, rest.removeprefix(_LAYING)
    elif begins and _MORE.match(rest):
        raise BadRecord("position")
    if not begins and _BROKEN.search(rest):
        raise BadRecord("line", rest.strip())
    remark = _REMARK.search(rest)
    if remark is not None:
        after = rest[remark.end() :].lstrip("% ")
        board.remark = " ".join(f"{board.remark} {after}".split())
        rest = rest[: remark.start()]
    if _MOVES.search(rest):
        board.lines.append(rest)


def _play(board: _Board) -> Match:
    """The match that begins with a board; a side that is not told is the one that fits."""
    rows = list(parse_lines("\n".join(board.lines)))
    if any(row.label and row.moves for row in rows):
        raise BadRecord("prose")
    sides = board.side or _likely_sides(board.signs)
    for side in sides:
        try:
            match = play_lines(rows, partial(match_at, f"{board.signs} {side}{board.phase}"))
            match.remark = plain_line(board.remark)
            return match
        except BadRecord:
            if side == sides[-1]:
                raise
    raise AssertionError("a board has a side")


def _likely_sides(signs: str) -> str:
    """The sides by likelihood: that which can move, or else that whose turn it is by number."""
    diagram = PositionDiagram(signs)
    black, white = diagram.bits("X"), diagram.bits("O")
    first = (black | white).bit_count() % 2
    can_move = bool(legal(black, white)), bool(legal(white, black))
    if not can_move[first]:
        first = 1 - first
    return COLOUR_SIGNS if first == 0 else COLOUR_SIGNS[::-1]


def laid_by_players(match: Match) -> bool:
    """Whether the match began while its first four discs were laid (OT-7), which no format of
    another program can say."""
    first = match.position_at(0)
    assert isinstance(first, Othello)
    return first.laying


def write_board(match: Match) -> str | None:
    """The position as a line of an `.obf` file, the first one with the remark of the match; None
    while opening discs are laid and where the fewest discs win."""
    position = match.position
    assert isinstance(position, Othello)
    text = write_position(OTHELLO, match.choices, position)
    if text is None or position.setup.fewest or position.laying:
        return None
    if match.ply or not match.remark:
        return f"{text};"
    return f"{text}; {'' if _VALUE_FIRST.match(match.remark) else '% '}{match.remark}"
