"""Reader of SGF, the Smart Game Format, for Reversi: `(;GM[2]SZ[8];B[cd];W[ec])`.

A square is its column and its row as letters, from the upper left: cd is c4. Passes may be left
out. The first variation at each node is read. Source: Arno Hollosi, SGF User Guide (FF[4]).
"""

import re
from collections.abc import Iterator
from functools import partial

from rules.games.othello import OTHELLO
from rules.games.othello.formats.results import parse_points, parse_year, points_of_margin
from rules.games.othello.formats.transcript import play_word
from rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches
from rules.match.match import Match
from rules.match.record import BadRecord, plain_name

_BEGIN = re.compile(r"\(\s*+;\s*+[A-Za-z]{1,20}+\s*+\[")

_PART = re.compile(r"[();]|([A-Za-z]++)\s*+((?:\[(?:\\.|[^\\\]])*+\]\s*+)++)", re.DOTALL)

_VALUE = re.compile(r"\[((?:\\.|[^\\\]])*+)\]", re.DOTALL)

_ESCAPED = re.compile(r"\\(\r\n|.)", re.DOTALL)

_SQUARE = re.compile("[a-h](?:[a-h]|[1-8])", re.IGNORECASE)

_RESULT = re.compile(r"([BW])\+([0-9]{1,2})(?:\.0*)?", re.IGNORECASE)

_GAMES = {
    "1": "Go",
    "3": "chess",
    "4": "Gomoku",
    "5": "Nine Men's Morris",
    "6": "Backgammon",
    "7": "Chinese chess",
    "8": "Shogi",
    "9": "Lines of Action",
    "10": "Ataxx",
    "11": "Hex",
    "12": "Jungle",
    "13": "Neutron",
    "14": "Philosopher's Football",
    "16": "Trax",
    "17": "Tantrix",
    "18": "Amazons",
    "19": "Octi",
    "20": "Gess",
    "21": "Twixt",
}
"""SGF numbers of other games; a file without a number is of Go."""

_REVERSI = "2"

_CENTRE = {"ab": {"de", "ed"}, "aw": {"dd", "ee"}}
"""The squares of the first black and white discs."""

Values = list[str]
Properties = dict[str, Values]


def read_sgf(text: str) -> FoundMatches:
    """Read all matches in a text; None if it has none.

    Raises `BadRecord` for another game, a damaged text, and too many matches.
    """
    if (begin := _BEGIN.search(text)) is None:
        return None
    found = [_read(nodes) for nodes in _main_lines(text[begin.start() :])]
    if not found:
        raise BadRecord("line", text[begin.start() :])
    return found


def _main_lines(text: str) -> Iterator[list[tuple[str, Values]]]:
    """Yield the properties of each match in order, first variations only.

    Raises `BadRecord` for too many matches.
    """
    depth, count, first = 0, 0, True
    found: list[tuple[str, Values]] = []
    for part in _PART.finditer(text):
        sign = part.group()
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth, first = max(0, depth - 1), False
            if depth == 0:
                count += 1
                if count > MAX_TEXT_MATCHES:
                    raise BadRecord("long")
                yield found
                found, first = [], True
        elif sign != ";" and first and depth:
            values = _VALUE.findall(part.group(2))
            # Old files write small letters within a key, which do not count.
            key = re.sub("[a-z]", "", part.group(1)) or part.group(1)
            found.append((key.lower(), [_ESCAPED.sub(_plain, one) for one in values]))
    if found:
        yield [*found, ("torn", [])]


def _plain(escaped: re.Match[str]) -> str:
    """The escaped character; an escaped line end is dropped."""
    return "" if escaped[1] in ("\n", "\r", "\r\n") else escaped[1]


def _read(nodes: list[tuple[str, Values]]) -> ForeignMatch:
    properties: Properties = {}
    for key, values in nodes:
        properties.setdefault(key, values)
    game = _first_value(properties, "gm") or "1"
    if game != _REVERSI:
        raise BadRecord("game", _GAMES.get(game, game))
    players = plain_name(_first_value(properties, "pb")), plain_name(_first_value(properties, "pw"))
    places = (plain_name(_first_value(properties, key)) for key in ("ev", "pc", "ro", "dt"))
    result = _first_value(properties, "re")
    won = _RESULT.fullmatch(result)
    said = parse_points(result, certain=True)
    if won is not None:
        said = points_of_margin(int(won[2]) * (1 if won[1] in "Bb" else -1))
    return ForeignMatch(
        partial(_play, nodes, properties, players),
        players,
        ", ".join(filter(None, places)),
        said,
        parse_year(_first_value(properties, "dt")),
    )


def _first_value(properties: Properties, key: str) -> str:
    return properties.get(key, [""])[0].strip()


def _play(
    nodes: list[tuple[str, Values]], properties: Properties, players: tuple[str, str]
) -> Match:
    size = _first_value(properties, "sz") or "8"
    if size not in ("8", "8:8"):
        raise BadRecord("board", size)
    if "torn" in properties:
        raise BadRecord("line", "".join(nodes[-2][1]))
    match = Match(OTHELLO)
    match.players = players
    for key, values in nodes:
        if key in ("ab", "aw", "ae", "pl"):
            _set_up(match, key, values)
        elif key in ("b", "w"):
            _move(match, key, values[0].strip())
    resigned = re.match(r"([bw])\+r", _first_value(properties, "re"), re.IGNORECASE)
    if resigned is not None and match.result() is None:
        match.give_up(0 if resigned[1] in "Ww" else 1)
    return match


def _set_up(match: Match, key: str, values: Values) -> None:
    """Accept setup properties of the usual first position. Raises `BadRecord` for any other."""
    usual = {value.lower() for value in values} == _CENTRE.get(key)
    if match.moves or not (usual or (key == "pl" and values[0].strip().upper() in ("B", "1"))):
        raise BadRecord("start")


def _move(match: Match, colour: str, value: str) -> None:
    ply, word = match.ply + 1, value.lower()
    if word in ("", "tt", "pass", "--"):
        play_word(match, "pass")
        return
    match.pass_if_forced()
    if _SQUARE.fullmatch(word) is None or (
        match.result() is None and "bw"[match.position.turn] != colour
    ):
        raise BadRecord("move", f"{colour.upper()}[{value}]", ply)
    row = word[1] if word[1].isdigit() else str("abcdefgh".index(word[1]) + 1)
    try:
        play_word(match, word[0] + row)
    except BadRecord as wrong:
        raise BadRecord(wrong.key, f"{colour.upper()}[{value}]", wrong.ply) from None
