"""Reader of positions of Othello as text: 64 signs and the side to move.

A board stands in one line or in eight, also drawn with numbers, as other programs and the Generic
Game Server show it. Moves may follow. In a line of an Othello Board File (`.obf`) the values of
moves follow: `-XO... X; e3:+2; f4:-4; % remark`. They are kept as the remark of the match. Source:
Richard Delorme, obftest.c of Edax.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from flipside.rules.contract.diagram import PositionDiagram
from flipside.rules.games.othello.diagram import COLOUR_SIGNS
from flipside.rules.games.othello.formats.beginnings import match_at
from flipside.rules.games.othello.formats.board_signs import SIGN, SIGNS, is_markup, plainly_drawn
from flipside.rules.games.othello.formats.transcript import parse_lines, play_lines
from flipside.rules.games.othello.position import legal
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches, torn_entry
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps
from flipside.rules.match.record import BadRecord, plain_line

_LAYING = " opening"

_BETWEEN = r"[\s/|,\"'\[\]]"
"""What may part the signs of a board."""

_COMMENT = r"\s*+(?:#|//|--|;|%|\*)\s++"
"""Before a row that is a comment of some program."""

# Possessive quantifiers: no text makes the match backtrack.
_WHOLE = re.compile(rf"(?:^|(?<=[\s\[:=\"',;(]))(?:{SIGN}{_BETWEEN}*+){{63}}{SIGN}")
"""A board in one line."""

_ROW = re.compile(
    rf"(?:{_COMMENT})?(?:{_BETWEEN}|>)*+(?:(?<=\[)8\s++)?(?:([1-8])[\s|]*+)?"
    rf"((?:{SIGN}{_BETWEEN}*+){{7}}{SIGN})(?:[\s|]*([1-8]))?(?={_BETWEEN}|$){_BETWEEN}*+(.*)"
)
"""A row of a board, with its number before or behind it, and what stands beside it."""

_LATTICE = re.compile(
    r"(?![\s>]*+\|(?:\s*+-\s*+\|){8}\s*+$)[\s>]*+[+|][-+=|\s]++|\s*+(?:/\*++|\*++/)\s*+"
)
"""A line drawn between two rows, which is no row of eight dashes, or one that begins or ends a
comment."""

_BROKEN = re.compile(rf"(?:{SIGN}\s*+){{20,}}")
"""Signs that are no whole board; maybe a ruler."""

_MORE = re.compile(rf"(?:{SIGN}++|[12]|[^\W\d_])(?!\w)")
"""Signs after the last one that a board has, or a digit or another letter for the side to move."""

_MORE_SIGNS = re.compile(rf"(?:{SIGN}{_BETWEEN}*+)++")
"""What stands beside a row of more than eight signs."""

_COLOUR = "(black|white|schwarz|wei(?:ß|ss)|černý|bílý|[xo*bw@●○⚫⚪])"

_SIDE = re.compile(
    rf"[\s:,|/(\[\"']*+(?:(?:turn|side|player|to move|to play)[\s:=\"']*+)?{_COLOUR}"
    r"(?:'s turn| to (?:move|play))?(?=\s*+(?:$|[\];%,.\"')]|opening|[a-h][1-8]|[-+]?\d))",
    re.IGNORECASE,
)
"""The side to move, right after a board."""

_SIDE_IN_WORDS = re.compile(
    rf"(?<!\w){_COLOUR}(?:['’]s)?\s++"
    r"(?:to (?:move|play|go)|moves|plays|turn|move|ttm|zieht|(?:ist )?am Zug|(?:je )?na tahu)\b"
    r"|\b(?:(?:next|current)(?: player)?|side|mover|turn|move|to move|to play|am Zug|na tahu)"
    rf"(?: to (?:move|play))?(?: is)?[\s:=\"']++{_COLOUR}(?!\w)",
    re.IGNORECASE,
)
"""The side to move, among other words."""

_BLACK = ("x", "*", "b", "@", "●", "⚫", "black", "schwarz", "černý")

_NAMED = re.compile(
    r"(?<!\w)(?:black|white|schwarz|wei(?:ß|ss)|černý|bílý|[xo*●○⚫⚪])(?!\w)", re.IGNORECASE
)
"""A colour among other words, where letters of columns may stand as well."""

_CODED = re.compile(
    r"(?:turn|to_?move|player|side|next|mover)\w{0,12}[\"']?\s*+[:=]\s*+(?:-?\d(?!\d)|true|false)",
    re.IGNORECASE,
)
"""A side to move that only the program knows which wrote it."""

_MOVES = re.compile(r"[a-h][1-8]|\bpass\b", re.IGNORECASE)

BOARD_VALUE = r"\b[a-h][1-8]\s*+:\s*+[-+]?\d"

_REMARK = re.compile(rf"[;%]|(?={BOARD_VALUE})", re.IGNORECASE)
"""Before values of moves and comments, which are kept as a remark."""


@dataclass
class _Board:
    signs: str
    """64 of "-XO"; empty for a board that is not whole, and what stands before the first one."""
    side: str = ""
    """X or O; empty if the text does not tell it."""
    phase: str = ""
    """" opening" while opening discs are laid, as our own position texts say."""
    remark: str = ""
    lines: list[str] = field(default_factory=list)
    """The lines with moves."""
    words: list[str] = field(default_factory=list)
    """The other lines, and what stands beside its rows."""
    number: int = 0
    """The number of its line, from 1."""
    torn: str = ""
    """The line that makes a board none."""


def read_boards(text: str) -> Steps[FoundMatches]:
    yield
    """Read all positions in a text, each with the moves that follow it; None if it has none. Raises
    `BadRecord` for too many, and where no board is whole. One of several that is not whole is
    refused when it is played."""
    if is_markup(text):
        return None
    boards = _boards(text)
    if len(boards) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    found = [
        torn_entry(one.torn, one.number)
        if one.torn
        else ForeignMatch(partial(_play, one), place=one.remark)
        for one in boards
    ]
    return found or None


def _boards(text: str) -> list[_Board]:
    """All boards of a text, each with what follows it; raises BadRecord if none of them is
    whole."""
    boards, certain = [_Board("")], False
    whole = enumerate(plainly_drawn(text).splitlines(), 1)
    told = (line for line in whole if line[1].strip("| \t") and not _LATTICE.fullmatch(line[1]))
    rows = groupby(told, lambda line: bool(_ROW.match(line[1]) and not _WHOLE.search(line[1])))
    for drawn, group in rows:
        for lines in [list(group)] if drawn else ([line] for line in group):
            number, first = lines[0]
            try:
                if drawn:
                    boards += _drawn(lines)
                else:
                    _add_line(boards, first, number)
            except BadRecord as wrong:
                certain |= wrong.key == "position"
                boards.append(_Board("", number=number, torn=first.strip()))
    if any(one.signs for one in boards):
        _tell_sides(boards)
        certain = True
    if all(one.torn for one in boards[1:]):
        if certain:
            raise BadRecord("position")
        return []
    return boards[1:]


def _drawn(lines: Sequence[tuple[int, str]]) -> list[_Board]:
    """The boards of which these are the rows, with their numbers."""
    rows = [row for _, line in lines if (row := _ROW.match(line)) is not None]
    if [row[1] or row[3] for row in rows] == list("87654321"):
        rows.reverse()
    signs = "".join(_plain(row[2]) for row in rows)
    if not set(signs) - {"-"}:
        return []  # rulers
    if len(rows) % 8:
        raise BadRecord("position")
    found = []
    for at in range(0, len(rows), 8):
        words = [row[4] for row in rows[at : at + 7]]
        if any(map(_MORE_SIGNS.fullmatch, words)):
            raise BadRecord("position")
        board = _Board(signs[8 * at : 8 * at + 64], words=words, number=lines[at][0])
        _add_rest(board, rows[at + 7][4], begins=False)
        found.append(board)
    return found


def _add_line(boards: list[_Board], line: str, number: int) -> None:
    """Add the board of a line with that number, or the line to the last board."""
    whole = _WHOLE.search(line)
    if whole is not None:
        before = line[: whole.start()]  # a label such as "b)" is no side
        words = [before] * bool(re.search(r"\w{3}", before))
        board = _Board(_plain(whole.group()), words=words, number=number)
        _add_rest(board, line[whole.end() :], begins=True)
        if board.signs != "-" * 64 or board.side:  # else a ruler
            boards.append(board)
    elif boards[-1].signs:
        _add_rest(boards[-1], line, begins=False)
    elif _is_torn(line):
        raise BadRecord("line", line.strip())
    else:
        boards[-1].words.append(line)


def _is_torn(line: str) -> bool:
    """Whether a line has signs of a board, but is no ruler."""
    found = _BROKEN.search(line)
    return found is not None and any(SIGNS.get(sign, "-") != "-" for sign in found.group())


def _plain(signs: str) -> str:
    """The signs of a board or a row; raises BadRecord where one stands apart, which may be the side
    to move."""
    groups = {len(group) for group in re.split(f"{_BETWEEN}+", signs.strip("\"'[], |"))}
    if 1 in groups and len(groups) > 1:
        raise BadRecord("position")
    return "".join(SIGNS[sign] for sign in signs if sign in SIGNS)


def _side(word: str) -> str:
    return "X" if word.lower() in _BLACK else "O"


def _add_rest(board: _Board, rest: str, begins: bool) -> None:
    """Take the side, remarks and moves from a line; `begins` if it begins after 64 signs."""
    if not board.side and not board.lines and (found := _SIDE.match(rest)):
        board.side, rest = _side(found[1]), rest[found.end() :].removeprefix("]")
        if rest.startswith(_LAYING):
            board.phase, rest = _LAYING, rest.removeprefix(_LAYING)
    elif begins and _MORE.match(rest.lstrip()):
        raise BadRecord("position")
    if not begins and _is_torn(rest):
        raise BadRecord("line", rest.strip())
    remark = None if rest.lstrip().startswith("%") and not begins else _REMARK.search(rest)
    if remark is not None:
        after = rest[remark.end() :].lstrip("% ")
        board.remark = " ".join(f"{board.remark} {after}".split())
        rest = rest[: remark.start()]
    moves = _MOVES.search(rest) and not rest.lstrip().startswith("%")
    (board.lines if moves else board.words).append(rest)


def _tell_sides(boards: Sequence[_Board]) -> None:
    """Look for sides that are told in words: below the boards, or else above each of them.

    A board is torn where one colour is named, and not whether it moves.
    """
    told = [one.side or _side_in([*one.words, one.remark]) for one in boards]
    if all(told[:-1]) and not told[-1]:
        told = [told[0], *told[:-1]]
    for board, side in zip(boards[1:], told[1:], strict=True):
        board.side = side
        words = " ".join(" ".join(board.words).split())
        named = {found[0].lower() in _BLACK for found in _NAMED.finditer(words)}
        coded = _CODED.search(" ".join([*boards[0].words, words]))
        if not side and (len(named) == 1 or coded):
            board.torn = board.torn or (coded[0] if coded else words)


def _side_in(lines: Sequence[str]) -> str:
    for line in lines:
        found = _SIDE_IN_WORDS.search(line) or _SIDE.match(line.lstrip("%#> "))
        if found is not None:
            return _side(found[1] or found[2])
    return ""


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
