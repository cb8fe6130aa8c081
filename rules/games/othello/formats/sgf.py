"""Reader and writer of SGF, the Smart Game Format, for Reversi: `(;GM[2]SZ[8];B[cd];W[ec])`.

A square is written as column and row in letters, from the upper left: cd is c4. Passes may be left
out. Only the first variation of each node is read; a study is written with all variations. A
comment on the first position is the comment of the match. `AB`, `AW`, `AE` and `PL` set up that
position; without them it is the usual position. Source: Arno Hollosi, SGF User Guide (FF[4]).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from flipside.rules.contract.board import Cell
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import Player
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats import ends
from flipside.rules.games.othello.formats.transcript import play_word
from flipside.rules.games.othello.position import BOARD
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, first_found
from flipside.rules.match.record import BadRecord, plain_line, plain_name
from flipside.rules.match.study import Study

_BEGIN = re.compile(r"\(\s*+;\s*+[A-Za-z]{1,20}+\s*+\[")

# Every character belongs to a part, so that none is read twice.
_PART = re.compile(
    r"(?P<sign>[();])|(?P<key>[A-Za-z]{1,4000}+)|\[(?P<value>(?:[^\\\]]++|\\.)*+)(?P<end>\]?)"
    r"|(?P<other>[^();A-Za-z\[]{1,4000}+)",
    re.DOTALL,
)

_LONGEST_BEGIN = 4_000
"""Maximum number of characters of `_BEGIN`, with blanks."""

_STEP_PARTS = 1_000
"""Number of parts of a text that are read in a step."""

_LONGEST_KEY = 40

_MAX_VALUES = 20_000
"""Maximum number of values of a match."""

_ESCAPE = re.compile(r"\\(\r\n|.)", re.DOTALL)

_SQUARE = re.compile("[a-h](?:[a-h]|[1-8])", re.IGNORECASE)

_RESULT = re.compile(r"([BW])\+([0-9]{1,2})(?:\.0*)?", re.IGNORECASE)

_GAMES = {
    "1": "Go", "3": "chess", "4": "Gomoku", "5": "Nine Men's Morris", "6": "Backgammon",
    "7": "Chinese chess", "8": "Shogi", "9": "Lines of Action", "10": "Ataxx", "11": "Hex",
    "12": "Jungle", "13": "Neutron", "14": "Philosopher's Football", "16": "Trax", "17": "Tantrix",
    "18": "Amazons", "19": "Octi", "20": "Gess", "21": "Twixt",
}  # fmt: skip
"""Other games by their SGF number; a file without a number is a Go match."""

_REVERSI = "2"

_STONES = {"ab": "X", "aw": "O", "ae": "-"}

_SIDES = {"b": "X", "black": "X", "1": "X", "w": "O", "white": "O", "2": "O"}

_KEYS = {*_STONES, "b", "w", "c", "pl", "gm", "sz", "re", "pb", "pw", "ev", "pc", "ro", "dt"}
"""The properties that are read."""

_SETUP = {*_STONES, "pl"}

_USUAL = f"{'-' * 27}OX{'-' * 6}XO{'-' * 27}"
"""The first position, which a file without setup properties has (OT-6)."""

Values = list[str]
Properties = dict[str, Values]
Nodes = list[tuple[str, Values]]


def read_sgf(text: str) -> Steps[formats.FoundMatches]:
    """Return all matches in a text, or None if it has none.

    Matches of other games are refused one by one. Raises `BadRecord` if there are no others, for a
    damaged text, and for too many matches.
    """
    begin = yield from first_found(_BEGIN, text, _LONGEST_BEGIN)
    if begin is None:
        return None
    entries = list[formats.ForeignMatch]()
    for line in _main_lines(text, begin.start()):
        if line is None:
            yield
        elif len(entries) == formats.MAX_TEXT_MATCHES:
            raise BadRecord("long")
        else:
            nodes, start, end = line
            entries.append(_read(nodes, text[start:end]))
    if not entries:
        raise BadRecord("line", text[begin.start() :])
    return (yield from formats.unless_all_refused(entries))


def _main_lines(text: str, begin: int) -> Iterator[tuple[Nodes, int, int] | None]:
    """Yield the nodes, the start and the end of each match, and None after every few parts.

    The nodes are those of the first variations, in order. Raises `BadRecord` for too many values.
    """
    depth, first, start, count = 0, True, begin, 0
    key, values = "", list[str]()
    nodes: Nodes = []
    for number, part in enumerate(_PART.finditer(text, begin)):
        kind, sign = part.lastgroup, part.group()
        if number % _STEP_PARTS == 0:
            yield None
        if kind == "key":
            # Old files have lower-case letters in a key, which are ignored.
            key = (re.sub("[a-z]", "", sign) or sign).lower() if len(sign) <= _LONGEST_KEY else ""
            values = []
        elif kind == "end":
            if key in _KEYS and first and depth and part["end"]:
                if not values:
                    nodes.append((key, values))
                values.append(_ESCAPE.sub(_unescaped, part["value"]))
                count += 1
            if count > _MAX_VALUES:
                raise BadRecord("long")
        elif kind == "sign" or not sign.isspace():
            key = ""
        if sign == "(":
            start = start if depth else part.start()
            depth += 1
        elif sign == ")":
            depth, first = max(0, depth - 1), False
            if depth == 0:
                if nodes:  # else brackets in text between matches
                    yield nodes, start, part.end()
                nodes, first, count = [], True, 0
    if nodes:
        yield [*nodes, ("torn", [text.rstrip()[-40:]])], start, len(text)


def _unescaped(escape: re.Match[str]) -> str:
    return escape[1].strip("\r\n")


def _read(nodes: Nodes, text: str) -> formats.ForeignMatch:
    """Return the match of these nodes.

    Nodes take forty times the memory of `text`, which is read again when the match is played.
    """
    properties = _properties(nodes)
    players = plain_name(_first_value(properties, "pb")), plain_name(_first_value(properties, "pw"))
    places = (plain_name(_first_value(properties, key)) for key in ("ev", "pc", "ro", "dt"))
    place = ", ".join(filter(None, places))
    game = _first_value(properties, "gm") or "1"
    if game != _REVERSI:
        return formats.refused_entry(BadRecord("game", _GAMES.get(game, game)), players, place)
    result = _first_value(properties, "re")
    winner = _RESULT.fullmatch(result)
    announcement = ends.parse_points(result, certain=True)
    if winner is not None:
        announcement = ends.points_of_margin(int(winner[2]) * (1 if winner[1] in "Bb" else -1))
    return formats.ForeignMatch(partial(_play, text), players, place, announcement)


def _properties(nodes: Nodes) -> Properties:
    """Return the values of the first occurrence of each key."""
    properties: Properties = {}
    for key, values in nodes:
        properties.setdefault(key, values)
    return properties


def _first_value(properties: Properties, key: str) -> str:
    return properties.get(key, [""])[0].strip()


def _play(text: str) -> Match:
    nodes = next(line[0] for line in _main_lines(text, 0) if line is not None)
    properties = _properties(nodes)
    size = _first_value(properties, "sz") or "8"
    if size not in ("8", "8:8"):
        raise BadRecord("board", size)
    if "torn" in properties:
        raise BadRecord("line", _first_value(properties, "torn"))
    match = _begun(nodes)
    for key, values in nodes:
        if key in _SETUP and match.moves:
            raise BadRecord("setup")
        if key in ("b", "w"):
            _move(match, key, values[0].strip())
        elif key == "c" and not match.moves:
            match.comment = plain_line(values[0])
    resignation = re.match(r"([bw])\+r", _first_value(properties, "re"), re.IGNORECASE)
    if resignation is not None and match.result() is None:
        match.resign(0 if resignation[1] in "Ww" else 1)
    return match


def _begun(nodes: Nodes) -> Match:
    """Return the match before its first move, after the setup properties.

    Without `PL`, the player of the first move is on turn. Raises BadRecord for a bad position.
    """
    board: dict[Cell, str] = {}
    side, first = "", "X"
    for key, values in nodes:
        if key in ("b", "w"):
            first = "X" if key == "b" else "O"
            break
        if key in _STONES:
            for value in values:
                board |= dict.fromkeys(_cells(value.strip()), _STONES[key])
        elif key == "pl":
            side = _SIDES.get(values[0].strip().lower(), "")
            if not side:
                raise BadRecord("line", f"PL[{values[0]}]")
    if not board:
        return ends.match_at(f"{_USUAL} {side or 'X'}")
    return ends.match_at("".join(board.get(cell, "-") for cell in range(64)) + f" {side or first}")


def _cells(value: str) -> Iterator[Cell]:
    """Yield the cells of a point, or of a rectangle such as "cc:fd"."""
    corners = [_square(point) for point in value.split(":")]
    left, right = sorted((corners[0][0], corners[-1][0]))
    top, bottom = sorted((corners[0][1], corners[-1][1]))
    for row in range(top, bottom + 1):
        yield from range(8 * row + left, 8 * row + right + 1)


def _square(point: str) -> tuple[int, int]:
    """Return the column and the row of a point; raise `BadRecord` for another text."""
    if _SQUARE.fullmatch(point) is None:
        raise BadRecord("line", point)
    column, row = point[0].lower(), point[1].lower()
    return ord(column) - 97, int(row) - 1 if row.isdigit() else ord(row) - 97


def _move(match: Match, colour: str, value: str) -> None:
    word, source = value.lower(), f"{colour.upper()}[{value}]"
    if word in ("", "tt", "pass", "--"):
        play_word(match, "pass")
    elif _SQUARE.fullmatch(word) is None:
        match.pass_if_forced()
        raise BadRecord("move", source, match.ply + 1)
    else:
        column, row = _square(word)
        play_word(match, BOARD.names[8 * row + column], "bw".index(colour), source)


def write_sgf(match: Match) -> str | None:
    """Return the moves as SGF; None if players laid the opening (OT-7) or the fewest discs win."""
    moves = enumerate(match.names()[: match.ply])
    return _written(match, [(ply, name, "") for ply, name in moves])


def write_study_sgf(study: Study) -> str | None:
    """Return all moves of a study as SGF; None if `write_sgf` returns None."""
    return _written(study.match, list(study.walk()), study.first_comment)


def _written(
    match: Match, moves: Sequence[tuple[int, str, str]], first_comment: str = ""
) -> str | None:
    """Return a match with these moves as SGF; the moves are those of `Study.walk`."""
    if ends.laid_by_players(match) or match.choices["goal"] == "fewest":
        return None
    signs, side = str(write_position(OTHELLO, match.choices, match.position_at(0))).split()
    stones = (
        f"{key.upper()}{''.join(f'[{_point(cell)}]' for cell in range(64) if signs[cell] == sign)}"
        for key, sign in list(_STONES.items())[:2]
    )
    remark = " ".join(filter(None, (match.comment, first_comment)))
    black, white, remark = map(_escape, (*match.players, remark))
    head = f"GM[2]FF[4]CA[UTF-8]SZ[8]PB[{black}]PW[{white}]{''.join(stones)}PL[{'BW'[side == 'O']}]"
    comment = f"C[{remark}]" if remark else ""
    return f"(;{head}{comment}{''.join(_nodes(moves, match.position_at(0).turn))})"


def _nodes(moves: Sequence[tuple[int, str, str]], first: Player) -> Iterator[str]:
    """Yield the nodes of a tree of moves, with brackets around moves that have siblings."""
    siblings, line = Counter[int](), list[int]()
    before = []
    for number, (ply, _, _) in enumerate(moves):
        before.append(line[ply - 1] if ply else -1)
        siblings[before[-1]] += 1
        line[ply:] = [number]
    brackets = list[int]()
    for (ply, name, comment), parent in zip(moves, before, strict=True):
        while brackets and brackets[-1] >= ply:
            brackets.pop()
            yield ")"
        if siblings[parent] > 1:
            brackets.append(ply)
            yield "("
        point = "" if name == "pass" else _point(BOARD.cell_named(name))
        yield f";{'BW'[(first + ply) % 2]}[{point}]"
        if comment:
            yield f"C[{_escape(comment)}]"
    yield ")" * len(brackets)


def _escape(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)


def _point(cell: Cell) -> str:
    return f"{chr(97 + cell % 8)}{chr(97 + cell // 8)}"
