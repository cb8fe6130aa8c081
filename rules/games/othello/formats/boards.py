"""Reader of positions of Othello as text: 64 signs and the side to move.

A board is one line or eight lines, with or without numbers, as written by other programs and the
Generic Game Server. Moves may follow. In an Othello Board File (`.obf`) each line has a board and
values of moves: `-XO... X; e3:+2; f4:-4; % remark`. The values become the comment of the match.
Source: Richard Delorme, obftest.c of Edax.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from flipside.rules.contract.diagram import PositionDiagram
from flipside.rules.games.othello.formats import board_signs
from flipside.rules.games.othello.formats.asides import has_words
from flipside.rules.games.othello.formats.ends import match_at
from flipside.rules.games.othello.formats.transcript import TextLine, parse_lines, play_lines
from flipside.rules.games.othello.position import COLOUR_SIGNS, legal
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, finished
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, BadRecord, plain_line

_LAYING = " opening"

_SIDE = 8

_Row = tuple[int, re.Match[str]]
"""The number of a line, and its match of `_ROW`."""

_MOST_ROWS = 64 * _SIDE
"""Maximum number of rows that are read together."""

_MAX_BELOW = MAX_RECORD_CHARACTERS
"""Maximum number of characters of the lines below a board."""

_BETWEEN = r"[\s/|,\"'\[\]]"
"""A character that may separate the signs of a board."""

_APART = re.compile(f"{_BETWEEN}+")

_COMMENT = r"\s*+(?:#|//|--|;|%|\*)\s++"
"""The beginning of a comment line of some program."""

# Possessive quantifiers: no text makes the match backtrack.
_WHOLE = re.compile(
    rf"(?:^|(?<=[\s\[:=\"',;(]))(?:{board_signs.SIGN}{_BETWEEN}*+){{63}}{board_signs.SIGN}"
)
"""A board in one line."""

_ROW = re.compile(
    rf"(?:{_COMMENT})?(?:{_BETWEEN}|>)*+(?:(?<=\[)8\s++)?(?:([1-8])[\s|]*+)?"
    rf"((?:{board_signs.SIGN}{_BETWEEN}*+){{7}}{board_signs.SIGN})(?:[\s|]*([1-8]))?(?={_BETWEEN}|$){_BETWEEN}*+(.*)"
)
"""A row of a board: number, signs, number, text beside it."""

_LATTICE = re.compile(
    r"(?![\s>]*+\|(?:\s*+-\s*+\|){8}\s*+$)[\s>]*+[+|][-+=|\s]++|\s*+(?:/\*++|\*++/)\s*+"
)
"""A line between two rows, but no row of eight dashes; or one that begins or ends a comment."""

_LEAST_BROKEN = 20

_SIGN_RUN = re.compile(rf"(?:{board_signs.SIGN}\s*+){{{_LEAST_BROKEN},}}")
"""Signs of an incomplete board, or a drawn line."""

_MORE = re.compile(rf"(?:{board_signs.SIGN}++|[12]|[^\W\d_])(?!\w)")
"""More signs after a whole board; or a digit or a letter that may be the side to move."""

_NEXT_ROW = re.compile(rf"(?<![^\s|])(?:{board_signs.SIGN}[ |]?+){{7}}{board_signs.SIGN}(?![^\s|])")
"""A row of a second board beside the first."""

_MORE_SIGNS = re.compile(rf"(?:{board_signs.SIGN}{_BETWEEN}*+)++")
"""More signs beside the eight of a row."""

_MOVES = re.compile(r"[a-h][1-8]|\bpass\b", re.IGNORECASE)

_RUN = re.compile(r"(?<![^\W_])(?:[a-h][1-8]){2,}+(?![^\W_])", re.IGNORECASE)
"""Moves without separators."""

_ONLY_MOVES = re.compile(
    r"(?:[\s,.\u2026)!?]|[0-9]{1,3}+(?=\s*+[.)\u2026])|(?:[a-h][1-8]|pass)(?![^\W_]))++",
    re.IGNORECASE,
)
"""Separate moves, perhaps with their numbers."""

_SCORE = re.compile(
    r"(?<![\w.:\u2013-])(?:[-+][0-9]++|(?!1(?![0-9]))[0-9]++)(?:\.[0-9]++)?+(?![\w.:)\u2026\u2013-])"
)
"""A number that is neither part of a move nor of a result."""

_VALUE_START = re.compile("[a-h][1-8]|[0-9]", re.IGNORECASE)

_CODE = re.compile(r"[={]|::|[(\[][^()\[\]]*+$")
"""Text before a board in program code, but not in a name."""

_REMARK_SIGN = re.compile("[;%]")

BOARD_VALUE = r"\b[a-h][1-8]\s*+:\s*+[-+]?\d"

_REMARK = re.compile(rf"[;%]|(?={BOARD_VALUE})", re.IGNORECASE)
"""The beginning of values of moves, or of a comment; both become the remark."""


@dataclass(slots=True)
class _Board:
    """A board of a text, with everything that the text states about it."""

    signs: str
    """64 of "-XO"; empty for an incomplete board, and for the text before the first board."""
    side: str = ""
    """X or O; empty if the text does not state it."""
    phase: str = ""
    """" opening" while opening discs are laid, as in our own position texts."""
    remarks: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """The lines with moves."""
    words: list[str] = field(default_factory=list)
    """The other lines."""
    beside: list[str] = field(default_factory=list)
    """The text beside each of its rows."""
    name: str = ""
    """The text before the board in the same line."""
    number: int = 0
    """The number of its first line, from 1."""
    bad_line: str = ""
    """The line that makes the board incomplete or unclear."""
    apart: str = ""
    """Separate moves beside the board."""
    scored: bool = False
    """Whether a score is below the board; moves with a score were not played."""
    size: int = 0
    """Number of characters of its lines."""

    @property
    def remark(self) -> str:
        """The remarks of the text on the position, such as the values of moves."""
        bare = (words.rstrip(" ,").lstrip(" ,;:|%") for words in self.remarks)
        return " ".join(" ".join(bare).split())


def read_boards(text: str) -> Steps[formats.FoundMatches]:
    """Return all positions in a text, each with the moves that follow; None without positions.

    Raises `BadRecord` for too many positions, and if no board is complete. Otherwise an incomplete
    board raises `BadRecord` when it is played.
    """
    plain = yield from board_signs.without_tags(text)
    boards = [] if plain is None else (yield from _boards(plain))
    matches = []
    for board in boards:
        matches.append(_foreign(board))
        yield
    return matches or None


def parse_board(text: str) -> tuple[str, str] | None:
    """Return the 64 signs of the only board in a text, and the side to move ("" if not stated).

    Returns None for a text without a board. Raises `BadRecord` for an incomplete board, several
    boards or further text.
    """
    boards = finished(_boards(text))
    if not boards:
        return None
    board = boards[0]
    more = [*board.lines, *board.words, *board.beside, *board.remarks, board.apart]
    if len(boards) > 1 or board.bad_line or "".join(more).strip():
        raise BadRecord("position")
    return board.signs, board.side + board.phase


def _foreign(board: _Board) -> formats.ForeignMatch:
    if board.bad_line:
        return formats.bad_entry(board.bad_line, board.number)
    places = board.name, board.remark or board.apart
    return formats.ForeignMatch(partial(_play, board), place=", ".join(filter(None, places)))


def _boards(text: str) -> Steps[list[_Board]]:
    """Return all boards of a text, each with the lines below it.

    Raises BadRecord if no board is complete, and for too many boards.
    """
    reader, count = _Reader(), 0
    for lines, has_frame in board_signs.drawn_lines(text):
        yield
        reader.certain |= has_frame
        for number, line in enumerate(lines, count + 1):
            reader.take(number, line)
        count += len(lines)
    reader.end_rows()
    boards, certain = reader.boards, reader.certain
    if any(board.signs for board in boards):
        yield from _tell_sides(boards)
        certain = True
    if all(board.bad_line for board in boards[1:]):
        if certain:
            raise BadRecord("position")
        return []
    return boards[1:]


class _Reader:
    """Reads the boards of a text line by line."""

    def __init__(self) -> None:
        self.boards = [_Board("")]
        self.certain = False
        """Whether the text certainly has a board, perhaps an incomplete one."""
        self._rows: list[_Row] = []
        """Consecutive rows that are not yet part of a board."""

    def take(self, number: int, line: str) -> None:
        """Process the next line of the text, given its number.

        Raises BadRecord for too many boards, or too many lines below a board.
        """
        if len(line) > MAX_RECORD_CHARACTERS and self.boards[-1].signs:
            raise BadRecord("long")
        if len(line) > MAX_RECORD_CHARACTERS or not line.strip("| \t") or _LATTICE.fullmatch(line):
            return
        if len(line) < _SIDE and not self._rows and not self.boards[-1].signs:
            self.boards[-1].words.append(line)
            self._count(line)
            return
        row = _ROW.match(line) if len(line) >= _SIDE else None
        if row is None or (len(line) >= _SIDE * _SIDE and _WHOLE.search(line)):
            self.end_rows()
            self._add(number, line, partial(_add_line, self.boards, line, number))
            return
        if len(self._rows) == _MOST_ROWS:
            self.end_rows()
        self._rows.append((number, row))

    def end_rows(self) -> None:
        """Add the boards that consist of the consecutive rows."""
        if self._rows:
            number, first = self._rows[0]
            rows, self._rows = self._rows, []
            self._add(number, first.string, lambda: self.boards.extend(_drawn(rows)))

    def _add(self, number: int, line: str, add: Callable[[], None]) -> None:
        try:
            add()
        except BadRecord as wrong:
            self.certain |= wrong.key == "position"
            self.boards.append(_Board("", number=number, bad_line=line.strip()))
        self._count(line)

    def _count(self, line: str) -> None:
        last = self.boards[-1]
        last.size += len(line) + 1
        if len(self.boards) > formats.MAX_TEXT_MATCHES + 1 or (
            last.signs and last.size > _MAX_BELOW
        ):
            raise BadRecord("long")
        if last.size > _MAX_BELOW:  # text so far above a board does not describe it
            last.words, last.size = [], 0


def _drawn(rows: Sequence[_Row]) -> list[_Board]:
    """Return the boards that consist of these rows; raise BadRecord for an incomplete board."""
    numbers, parts = zip(*rows, strict=True)
    if [row[1] or row[3] for row in parts] == list("87654321"):
        parts = parts[::-1]
    signs = "".join(_plain(row[2]) for row in parts)
    if not set(signs) - {"-"}:
        return []  # drawn lines
    if len(parts) % _SIDE:
        raise BadRecord("position")
    boards = []
    for at in range(0, len(parts), _SIDE):
        *words, last = (row[4] for row in parts[at : at + _SIDE])
        more = [row[0] for word in words for row in _NEXT_ROW.finditer(word)]
        if any(map(_MORE_SIGNS.fullmatch, words)) or any(set(_plain(row)) - {"-"} for row in more):
            raise BadRecord("position")
        board = _Board(signs[8 * at : 8 * at + 64], beside=words, number=numbers[at])
        if any(_MOVES.search(word) or board_signs.names_colour(word) for word in words):
            words.append(last)  # of a score sheet, or a description of both players
        else:
            _add_beside(board, last, begins=False)
        boards.append(board)
    return boards


def _add_line(boards: list[_Board], line: str, number: int) -> None:
    """Add the board in a line, or add the line to the last board."""
    whole = _WHOLE.search(line) if len(line) >= _SIDE * _SIDE else None
    if whole is not None:
        before = line[: whole.start()]  # a label such as "b)" is not a side
        words = [before] * bool(re.search(r"\w{3}", before))
        board = _Board(_plain(whole.group()), words=words, number=number)
        bare = before.strip(" \t,;|:\"'")
        if _MOVES.search(bare) and not has_words(bare):
            board.remarks.append(bare)
        elif not board_signs.told_side([bare], []) and not _CODE.search(bare) and has_words(bare):
            board.name = bare
        _add_beside(board, line[whole.end() :], begins=True)
        if board.signs != "-" * 64 or board.side:  # else a drawn line
            boards.append(board)
    elif boards[-1].signs:
        _add_below(boards[-1], line)
    elif _is_torn(line):
        raise BadRecord("line", line.strip())
    else:
        boards[-1].words.append(line)


def _is_torn(line: str) -> bool:
    """Return whether a line has signs of an incomplete board and is not a drawn line."""
    signs_run = _SIGN_RUN.search(line) if len(line) >= _LEAST_BROKEN else None
    return signs_run is not None and any(
        board_signs.SIGNS.get(sign, "-") != "-" for sign in signs_run.group()
    )


def _plain(signs: str) -> str:
    """Return the signs of a board or a row as "-", "X" and "O".

    Raises BadRecord for a separate sign, which may be the side to move.
    """
    if len(signs) in (_SIDE, _SIDE * _SIDE):
        return "".join(map(board_signs.SIGNS.__getitem__, signs))
    groups = {len(group) for group in _APART.split(signs.strip("\"'[], |"))}
    if 1 in groups and len(groups) > 1:
        raise BadRecord("position")
    return "".join(board_signs.SIGNS[sign] for sign in signs if sign in board_signs.SIGNS)


def _take_side(board: _Board, line: str, beside: bool = False) -> str:
    """Set the board's side if a line begins with one; return the rest of the line."""
    if board.side or board.lines:
        return line
    board.side, rest = board_signs.leading_side(line, beside)
    if board.side and rest.startswith(_LAYING):
        board.phase, rest = _LAYING, rest.removeprefix(_LAYING)
    return rest


def _add_beside(board: _Board, line: str, begins: bool) -> None:
    """Add side, moves and remarks from the text beside a board.

    `begins` is True if the board is a single line. In lists of problems the text has scores and
    good moves, which are remarks.
    """
    rest = _take_side(board, line, beside=begins)
    if begins and not board.side and _MORE.match(rest.lstrip(" \t,|/")):
        raise BadRecord("position")
    if _is_torn(rest):
        raise BadRecord("line", rest.strip())
    mark = _REMARK_SIGN.search(rest)
    head, tail = (rest, "") if mark is None else (rest[: mark.start()], rest[mark.end() :])
    if _RUN.search(head):
        board.lines.append(head)
    elif _ONLY_MOVES.fullmatch(head) and _MOVES.search(head):
        board.apart = head.strip(" ,")
    elif _VALUE_START.search(head):
        tail = rest
    else:
        board.words.append(head)
    board.remarks.append(tail)


def _add_below(board: _Board, line: str) -> None:
    """Add side, moves and remarks from a line below a board."""
    rest = _take_side(board, line)
    if _is_torn(rest):
        raise BadRecord("line", rest.strip())
    remark = None if rest.lstrip().startswith("%") else _REMARK.search(rest)
    if remark is not None:
        board.remarks.append(rest[remark.end() :])
        rest = rest[: remark.start()]
    moves = None if rest.lstrip().startswith("%") else _MOVES.search(rest)
    score = _SCORE.search(rest)
    alone = score is not None and score[0] == rest.strip() and not board.lines
    board.scored |= alone or (score is not None and moves is not None)
    (board.lines if moves else board.words).append(rest)


def _tell_sides(boards: Sequence[_Board]) -> Steps[None]:
    """Set the sides that are stated in words: below the boards, or else above each of them.

    A board becomes unclear if the text names one colour but does not state whether it moves.
    """
    sides = list[str]()
    for board in boards:
        sides.append(
            board.side or board_signs.told_side([*board.words, board.remark], board.beside)
        )
        yield
    if all(sides[:-1]) and not sides[-1]:
        sides = [sides[0], *sides[:-1]]
    above = board_signs.coded_side(" ".join(boards[0].words))
    for board, side in zip(boards[1:], sides[1:], strict=True):
        yield
        board.side = side
        if not side and not board.bad_line:
            words = " ".join(" ".join([*board.beside, *board.words, board.remark]).split())
            board.bad_line = above or board_signs.unclear_side(words)


def _play(board: _Board) -> Match:
    """Return the match that begins with a board; without a stated side, try both."""
    rows = list(parse_lines("\n".join(board.lines)))
    if (board.scored and rows) or any(row.label and row.moves for row in rows):
        raise BadRecord("prose")
    apart = list(parse_lines(board.apart))
    sides = board.side or likely_sides(board.signs)
    for side in sides:
        try:
            start = match_at(f"{board.signs} {side}{board.phase}")
            choices = not rows and _may_be_choices(apart, start)
            if not choices and _may_be_choices([*apart, *rows], start, least=2):
                raise BadRecord("prose")
            match = play_lines([] if choices else [*apart, *rows], start.restarted)
            match.comment = plain_line(f"{board.apart * choices} {board.remark}")
            return match
        except BadRecord:
            if side == sides[-1]:
                raise
    raise AssertionError("a board has a side")


def _may_be_choices(rows: Sequence[TextLine], match: Match, least: int = 1) -> bool:
    """Return whether `rows` may be a list of good moves of the match's position, at least `least`.

    In such a list all moves are legal and separate, and no number stands for two moves.
    """
    moves = [move for row in rows for move in row.moves]
    starts, before = list[int](), 0
    for row in rows:
        starts += [before + at for _, at in row.numbers]
        before += len(row.moves)
    by_two = any(b - a > 1 for a, b in pairwise([*starts, before]))
    ran = any(_RUN.search(row.line) for row in rows)
    legal = {match.position.name(move) for move in match.legal()}
    return len(moves) >= least and not by_two and not ran and set(moves) <= legal


def likely_sides(signs: str) -> str:
    """Return both sides, first the side due by the number of discs if it can move."""
    diagram = PositionDiagram(signs)
    black, white = diagram.bits("X"), diagram.bits("O")
    first = (black | white).bit_count() % 2
    can_move = bool(legal(black, white)), bool(legal(white, black))
    if not can_move[first]:
        first = 1 - first
    return COLOUR_SIGNS if first == 0 else COLOUR_SIGNS[::-1]
