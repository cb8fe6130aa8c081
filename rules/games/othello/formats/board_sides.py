"""The side to move, as texts state it beside a board, below it or above it."""

import re
from collections.abc import Iterable

_COLOUR_WORD = "black|white|schwarz|wei(?:ß|ss)|černý|bílý|noirs?|blancs?|黒|白"

_COLOUR = f"({_COLOUR_WORD}|[xo*bw@●○⚫⚪])"

_SIDE_BEFORE = (
    rf"[\s:;,|/(\[\"']*+(?:(?:turn|side|player|to move|to play)[\s:=\"']*+)?{_COLOUR}"
    r"(?:'s turn| to (?:move|play))?"
)

_SIDE = re.compile(
    rf"{_SIDE_BEFORE}(?=\s*+(?:$|[\];%,.\"')]|opening|[a-h][1-8]|[-+]?\d))", re.IGNORECASE
)
"""The side to move, right after a board or alone in a line."""

_SIDE_BESIDE = re.compile(
    rf"{_SIDE_BEFORE}(?=[\"']?\s*+(?:$|[\];%,.\"')(|=#]|->|//|:\s*+[a-h][1-8]|opening"
    r"|[a-h][1-8]|[-+]?\d|(?:bm|am|id|ce|pv|best|score|eval|value|depth|moves?|pass|pa|ps)(?!\w)))",
    re.IGNORECASE,
)
"""The side to move right after a board in one line, before the values of a problem."""

_SIDE_IN_WORDS = re.compile(
    rf"(?<!\w)(?:{_COLOUR}|(0))(?:['’]s)?\s++"
    r"(?:to (?:move|play|go)|moves|plays|turn|move|ttm|zieht|(?:ist )?am Zug|(?:je )?na tahu"
    r"|à jouer|au trait)\b"
    r"|(?<!\w)([黒白])の?手?番"
    r"|\b(?:(?:next|current)(?: player)?|side|mover|turn|move|to move|to play|am Zug|na tahu)"
    rf"(?: to (?:move|play))?(?: is)?[\s:=\"']++{_COLOUR}(?!\w)",
    re.IGNORECASE,
)
"""The side to move, among other words."""

_MARKER = re.compile(r"\([ \t]*+([xo0*bw@●○⚫⚪])[ \t]*+\)", re.IGNORECASE)
"""The sign of the side to move, beside the rows of a board."""

_BLACK = ("x", "*", "b", "@", "●", "⚫", "black", "schwarz", "černý", "noir", "noirs", "黒")

_COLOUR_NAME = re.compile(rf"(?<!\w)(?:{_COLOUR_WORD}|[xo*●○⚫⚪])(?!\w)|[黒白]番", re.IGNORECASE)
"""A colour among other words. The signs b, w and @ are left out: they have other meanings in
texts."""

_CODE = re.compile(
    r"(?:turn|to_?move|player|side|next|mover)\w{0,12}[\"']?\s*+[:=]\s*+(?:-?\d(?!\d)|true|false)",
    re.IGNORECASE,
)
"""A side to move in a code of the program that wrote the text."""


def _sign(word: str) -> str:
    return "X" if word.lower() in _BLACK else "O"


def side_of_word(word: str) -> str:
    """Return the side that a single word names, X or O; "" if it names none."""
    return _sign(word) if re.fullmatch(_COLOUR, word, re.IGNORECASE) else ""


def leading_side(line: str, beside: bool) -> tuple[str, str]:
    """Return the side with which a line begins, X or O, and the rest of the line.

    The line is `beside` a board or below it. If it does not begin with a side, the side is "".
    """
    match = (_SIDE_BESIDE if beside else _SIDE).match(line)
    if match is None:
        return "", line
    rest = line[match.end() :].removeprefix("]")
    if rest[:1] in ('"', "'") and rest[0] in match[0]:
        rest = rest[1:]
    return _sign(match[1]), rest


def told_side(lines: Iterable[str], beside: Iterable[str]) -> str:
    """Return the side that is stated in `lines` below a board or `beside` its rows; "" if unclear.

    A side is stated in words, by a sign in brackets beside the rows, or by a colour that is a whole
    line. It is unclear if both colours occur.
    """
    lines, beside = list(lines), list(beside)
    for line in (*lines, *beside):
        if (match := _SIDE_IN_WORDS.search(line)) is not None:
            return _sign(match[match.lastindex or 0])
    markers = {_sign(match[1]) for line in beside for match in _MARKER.finditer(line)}
    alone = set[str]()
    for line in lines:
        side, rest = leading_side(line.lstrip("%#> "), beside=False)
        if side and not rest.lstrip()[:1].isdigit():  # else a number of discs
            alone.add(side)
    sides = markers or alone
    return sides.pop() if len(sides) == 1 else ""


def names_colour(words: str) -> bool:
    """Return whether words name a colour."""
    return _COLOUR_NAME.search(words) is not None


def coded_side(words: str) -> str:
    """Return the words that state a side in a code of another program; "" if there are none."""
    match = _CODE.search(words)
    return "" if match is None else match[0]


def unclear_side(words: str) -> str:
    """Return the words that may state a side; "" if there are none.

    They are a code, or all words if they name one colour and not whether it moves.
    """
    colours = {_sign(match[0].rstrip("番")) for match in _COLOUR_NAME.finditer(words)}
    return coded_side(words) or words * (len(colours) == 1)
