"""GGF, the Generic Game Format, as the Generic Game Server and programs for Othello write it.

A match is `(;GM[Othello]PB[black]PW[white]TY[8]BO[8 board mover]B[f5]W[d6/value/seconds] ... ;)`;
a text may hold many. Source: Michael Buro, https://skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Sequence
from functools import cache, partial

from rules.contract.game import Choices
from rules.games.othello import OTHELLO
from rules.games.othello.formats.results import of_difference, year_of
from rules.games.othello.position import Othello, opening
from rules.match.formats import (
    MAX_TEXT_MATCHES,
    NO_NOTES,
    Data,
    FinalPoints,
    ForeignMatch,
    FormatNotes,
)
from rules.match.match import Match
from rules.match.record import PASS_WORDS, BadRecord, parse_moves, plain_name

_BEGIN = re.compile(r"\(;[^()]{0,400}?GM\s*+\[\s*+[a-z]", re.IGNORECASE)
"""A match of which a word says the game; in SGF a number does."""

# Each part is matched as a whole or not at all, so that no text makes the search go back and forth.
_MATCH = re.compile(r"\(;\s*+((?:[A-Za-z]{1,4}+\s*+\[[^\[\]]{0,2000}+\]\s*+)++);?\s*+\)")

_PROPERTY = re.compile(r"([A-Za-z]{1,4}+)\s*+\[([^\]]*+)\]")

_RESULT = re.compile(r"\s*+([+-]?\d{1,4})(?:\.0*+)?(:[a-z])?\s*+")

_BOARD = re.compile(r"([0-9]*+)\s*+(.*)", re.DOTALL)

_COLOURS = "BW"

_SIGNS = str.maketrans("0X.", "O*-")
"""What some programs write for a disc of White, one of Black and an empty square."""


def read_ggf(data: Data, beside: FormatNotes = NO_NOTES) -> Sequence[ForeignMatch] | None:
    """All matches in a text, None if there is none. What stands between them is passed over."""
    if not isinstance(data, str) or "(;" not in data:
        return None
    if data.count("(;") > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    if _BEGIN.search(data) is None:
        return None
    found, start = [], data.find("(;")
    while start >= 0:
        whole = _MATCH.match(data, start)
        found.append(_read(whole.group(1)) if whole else _torn(data[start : start + 40]))
        start = data.find("(;", whole.end() if whole else start + 2)
    return found


def _torn(words: str) -> ForeignMatch:
    """A match without its end, or with something in it that is no GGF."""

    def play() -> Match:
        raise BadRecord("line", words)

    return ForeignMatch(play)


def _read(inside: str) -> ForeignMatch:
    told: dict[str, str] = {}
    moves: list[tuple[str, str]] = []
    for key, value in _PROPERTY.findall(inside):
        key, value = key.upper(), value.strip()
        if key in _COLOURS:
            moves.append((key, value))
        else:
            told.setdefault(key, value)
    place = ", ".join(told[key] for key in ("PC", "DT") if told.get(key))
    players = plain_name(told.get("PB", "")), plain_name(told.get("PW", ""))
    said = _said(told.get("RE", ""))
    play = partial(_play, told, moves, players)
    return ForeignMatch(play, players, place, said, year_of(told.get("DT", "")))


def _said(result: str) -> FinalPoints | None:
    """The points of a result such as +8.000; None for a match that ended in another way."""
    found = _RESULT.fullmatch(result)
    if found is None or found.group(2):
        return None
    return of_difference(int(found.group(1)))


def _play(told: dict[str, str], moves: list[tuple[str, str]], players: tuple[str, str]) -> Match:
    if told.get("GM", "").lower() != OTHELLO.key:
        raise BadRecord("game", told.get("GM", ""))
    match = Match(OTHELLO, _choices(told))
    match.players = players
    for colour, value in moves:
        word = value.split("/")[0].strip()
        if match.result() is not None and word.lower() in (*PASS_WORDS, ""):
            continue  # some programs write the passes of both at the end
        if _COLOURS[match.position.turn] != colour:
            match.pass_if_forced()
        ply = match.ply + 1
        if match.result() is not None:
            raise BadRecord("over", word, ply)
        found = parse_moves(match.position, word) if word else None
        if found is None or found[1] < len(word) or _COLOURS[match.position.turn] != colour:
            raise BadRecord("move", f"{colour}[{word}]", ply)
        match.play(found[0])
    result = _RESULT.fullmatch(told.get("RE", ""))
    if result is not None and result.group(2) == ":r" and match.result() is None:
        match.give_up(0 if int(result.group(1)) < 0 else 1)
    return match


def _choices(told: dict[str, str]) -> Choices:
    """The options of a match, of whose type an "a" at the end says that the fewest discs win;
    BadRecord for a board or a beginning that we do not have."""
    kind = told.get("TY", "").lower()
    goal = "fewest" if kind.endswith("a") else "most"
    if "BO" not in told:
        return {"goal": goal}
    found = _BOARD.fullmatch(told["BO"])
    size, rest = found.groups() if found is not None else ("", "")
    if size != "8":
        raise BadRecord("board", size)
    board = "".join(rest.split()).upper().translate(_SIGNS)
    choices = _beginnings().get(board)
    if choices is None:
        raise BadRecord("start")
    return {**choices, "goal": goal}


def _board(black: int, white: int) -> str:
    return "".join(
        "*" if black >> cell & 1 else "O" if white >> cell & 1 else "-" for cell in range(64)
    )


@cache
def _beginnings() -> dict[str, dict[str, str]]:
    """The options that lead to each board with black to move, as GGF writes it without blanks."""
    return {
        _board(*opening(start, corners, fewest=False).discs) + "*": {
            "start": start,
            "corners": str(corners),
        }
        for start in ("official", "parallel")
        for corners in range(5)
    }


def write_ggf(match: Match) -> str | None:
    """The moves that stand as GGF, None where the discs in the centre were laid by the players."""
    if match.choices["start"] == "open":
        return None
    first = match.position_at(0)
    assert isinstance(first, Othello)
    board = _board(*first.discs)
    rows = " ".join(board[row : row + 8] for row in range(0, 64, 8))
    black, white = (_safe(name) for name in match.players)
    fewest = "a" if match.choices["goal"] == "fewest" else ""
    head = f"GM[Othello]PC[Flipside]PB[{black}]PW[{white}]RE[{_result(match)}]TY[8{fewest}]"
    names = enumerate(match.names()[: match.ply])
    moves = "".join(f"{_COLOURS[match.position_at(ply).turn]}[{name}]" for ply, name in names)
    return f"(;{head}BO[8 {rows} *]{moves};)"


def _safe(name: str) -> str:
    """A name without the brackets that would end it."""
    return name.replace("[", "(").replace("]", ")")


def _result(match: Match) -> str:
    result, position = match.result(), match.position
    if result is None or result.reason == "on_time":
        return "?"
    if result.reason == "gave_up":
        return "+64.000:r" if result.winner == 0 else "-64.000:r"
    assert isinstance(position, Othello)
    assert OTHELLO.award is not None
    first, second = OTHELLO.award(position)
    return f"{first - second:+d}.000"
