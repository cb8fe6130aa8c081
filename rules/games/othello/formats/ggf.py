"""Reader and writer of GGF, the Generic Game Format of the Generic Game Server.

A match is `(;GM[Othello]PB[black]PW[white]TY[8]BO[8 board mover]B[f5]W[d6/value/seconds] ... ;)`. A
text may contain many. Source: Michael Buro, https://skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Sequence
from functools import partial

from flipside.rules.contract.diagram import write_position
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats import ends
from flipside.rules.games.othello.formats.transcript import play_word
from flipside.rules.games.othello.position import Othello
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps
from flipside.rules.match.record import PASS_WORDS, BadRecord, plain_name

_BEGIN = re.compile(
    r"\(;\s*+(?:(?!GM)[a-z]{1,4}+\s*+\[[^\[\]]*+\]\s*+)*+GM\s*+\[\s*+[a-z]", re.IGNORECASE
)
"""The beginning of a match. In GGF the game is a word, in SGF a number."""

# Possessive quantifiers: no text makes the match backtrack.
_MATCH = re.compile(r"\(;\s*+((?:[A-Za-z]{1,4}+\s*+\[[^\[\]]{0,2000}+\]\s*+)++);?\s*+\)")

_PROPERTY = re.compile(r"([A-Za-z]{1,4}+)\s*+\[([^\]]*+)\]")

_RESULT = re.compile(r"\s*+([+-]?\d{1,4})(?:\.0*+)?(:[a-z])?\s*+")

_BOARD = re.compile(r"s?+([0-9]*+)(?:r[0-9]*+)?+\s*+(.*)", re.DOTALL)
"""Size and signs of a board; some programs write the type of the match instead of the size."""

_ANTI = re.compile(r"s?\d*+(?:[krbw]\d*+)*+a(?:[krbw]\d*+)*+", re.IGNORECASE)
"""A type of match, such as s8r18ab, in which the fewest discs win: size, then k for komi, r for a
random position, a for fewest discs, and b or w for a colour. Source:
https://skatgame.net/mburo/ggs/."""

_COLOURS = "BW"

_SIGNS = str.maketrans("0", "O")
"""Some programs write 0 for a white disc."""


def read_ggf(text: str) -> Steps[formats.FoundMatches]:
    """Return all matches in a text, or None if it has none; other text is ignored.

    Raises `BadRecord` for too many matches. A damaged match raises it when it is played.
    """
    if "(;" not in text:
        return None
    if text.count("(;") > formats.MAX_TEXT_MATCHES:
        raise BadRecord("long")
    start = text.find("(;")
    while start >= 0 and _BEGIN.match(text, start) is None:
        yield
        start = text.find("(;", start + 2)
    if start < 0:
        return None
    spans, start, line, count_end = list[tuple[int, int, int]](), text.find("(;"), 1, 0
    while start >= 0:
        yield
        line, count_end = line + text.count("\n", count_end, start), start
        whole = _MATCH.match(text, start)
        end = start + 2 if whole is None else whole.end()
        spans.append((start, end, line))
        start = text.find("(;", end)
    entries = formats.LazyMatches(len(spans), partial(_entry_at, text, spans))
    return (yield from formats.unless_all_refused(entries))


def _entry_at(
    text: str, spans: Sequence[tuple[int, int, int]], number: int
) -> formats.ForeignMatch:
    return _entry(text, *spans[number])


def _entry(text: str, start: int, end: int, line: int) -> formats.ForeignMatch:
    whole = _MATCH.fullmatch(text, start, end)
    return _read(whole[1]) if whole else formats.bad_entry(text[start : start + 40], line)


def _read(inside: str) -> formats.ForeignMatch:
    properties: dict[str, str] = {}
    moves: list[tuple[str, str]] = []
    for key, value in _PROPERTY.findall(inside):
        key, value = key.upper(), value.strip()
        if key in _COLOURS:
            moves.append((key, value))
        else:
            properties.setdefault(key, value)
    place = ", ".join(properties[key] for key in ("PC", "DT") if properties.get(key))
    players = plain_name(properties.get("PB", "")), plain_name(properties.get("PW", ""))
    game = properties.get("GM", "")
    if game.lower() != OTHELLO.key:
        return formats.refused_entry(BadRecord("game", game), players, place)
    result = _RESULT.fullmatch(properties.get("RE", ""))  # +8.000, but not +8:r
    announcement = None if result is None or result[2] else ends.points_of_margin(int(result[1]))
    return formats.ForeignMatch(partial(_play, properties, moves), players, place, announcement)


def _play(properties: dict[str, str], moves: list[tuple[str, str]]) -> Match:
    match = _begun(properties)
    for colour, value in moves:
        word = value.split("/")[0].strip()
        move = "pass" if word.lower() in (*PASS_WORDS, "") else word
        play_word(match, move, _COLOURS.index(colour), f"{colour}[{word}]")
    result = _RESULT.fullmatch(properties.get("RE", ""))
    if result is not None and result.group(2) == ":r" and match.result() is None:
        match.resign(0 if int(result.group(1)) < 0 else 1)
    return match


def _begun(properties: dict[str, str]) -> Match:
    """Return the match before its first move. Raises BadRecord for a wrong size or position."""
    goal = "fewest" if _ANTI.fullmatch(properties.get("TY", "")) else "most"
    if "BO" not in properties:
        return Match(OTHELLO, {"goal": goal})
    board = _BOARD.fullmatch(properties["BO"])
    size, rest = board.groups() if board is not None else ("", "")
    if size != "8":
        raise BadRecord("board", size)
    return ends.match_at(rest.translate(_SIGNS), goal)


def write_ggf(match: Match) -> str | None:
    """Return the moves played so far as GGF; None if players laid the opening discs (OT-7)."""
    if ends.laid_by_players(match):
        return None
    board, side = str(write_position(OTHELLO, match.choices, match.position_at(0))).split()
    rows = " ".join(board.replace("X", "*")[row : row + 8] for row in range(0, 64, 8))
    black, white = (name.replace("[", "(").replace("]", ")") for name in match.players)
    fewest = "a" if match.choices["goal"] == "fewest" else ""
    head = f"GM[Othello]PC[Flipside]PB[{black}]PW[{white}]RE[{_result(match)}]TY[8{fewest}]"
    names = enumerate(match.names()[: match.ply])
    moves = "".join(f"{_COLOURS[match.position_at(ply).turn]}[{name}]" for ply, name in names)
    return f"(;{head}BO[8 {rows} {side.replace('X', '*')}]{moves};)"


def _result(match: Match) -> str:
    result, position = match.result(), match.position
    if result is None or result.reason == "on_time":
        return "?"
    if result.reason == "gave_up":
        return "+64.000:r" if result.winner == 0 else "-64.000:r"
    assert isinstance(position, Othello)
    assert OTHELLO.announced_score is not None
    first, second = OTHELLO.announced_score(position)
    return f"{first - second:+d}.000"
