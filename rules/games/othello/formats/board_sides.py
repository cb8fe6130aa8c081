"""The side to move, as texts tell it beside a board, below it or above it."""

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
"""The side to move right after a board, before what lists of problems tell."""

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

_MARKED = re.compile(r"\([ \t]*+([xo0*bw@●○⚫⚪])[ \t]*+\)", re.IGNORECASE)
"""The sign of the side to move, beside the rows of a board."""

_BLACK = ("x", "*", "b", "@", "●", "⚫", "black", "schwarz", "černý", "noir", "noirs", "黒")

_NAMED = re.compile(rf"(?<!\w)(?:{_COLOUR_WORD}|[xo*●○⚫⚪])(?!\w)|[黒白]番", re.IGNORECASE)
"""A colour among other words, where letters of columns may stand as well."""

_CODED = re.compile(
    r"(?:turn|to_?move|player|side|next|mover)\w{0,12}[\"']?\s*+[:=]\s*+(?:-?\d(?!\d)|true|false)",
    re.IGNORECASE,
)
"""A side to move that only the program knows which wrote it."""


def _sign(word: str) -> str:
    return "X" if word.lower() in _BLACK else "O"


def side_of_word(word: str) -> str:
    """The side that a word alone names, X or O; "" if it names none."""
    return _sign(word) if re.fullmatch(_COLOUR, word, re.IGNORECASE) else ""


def leading_side(line: str, beside: bool) -> tuple[str, str]:
    """The side with which a line begins, `beside` a board or below it, X or O, and what follows; ""
    and the line if there is none.
    """
    found = (_SIDE_BESIDE if beside else _SIDE).match(line)
    if found is None:
        return "", line
    rest = line[found.end() :].removeprefix("]")
    if rest[:1] in ('"', "'") and rest[0] in found[0]:
        rest = rest[1:]
    return _sign(found[1]), rest


def told_side(lines: Iterable[str], beside: Iterable[str]) -> str:
    """The side that is told in words, by a sign in brackets `beside` the rows, or by a colour alone
    in a line; "" if it is none of them, or both colours stand there.
    """
    lines, beside = list(lines), list(beside)
    for line in (*lines, *beside):
        if (found := _SIDE_IN_WORDS.search(line)) is not None:
            return _sign(found[found.lastindex or 0])
    marked = {_sign(found[1]) for line in beside for found in _MARKED.finditer(line)}
    alone = set[str]()
    for line in lines:
        side, rest = leading_side(line.lstrip("%#> "), beside=False)
        if side and not rest.lstrip()[:1].isdigit():  # else a number of discs
            alone.add(side)
    told = marked or alone
    return told.pop() if len(told) == 1 else ""


def names_colour(words: str) -> bool:
    """Whether words name a colour."""
    return _NAMED.search(words) is not None


def coded_side(words: str) -> str:
    """The words that tell a side by a code that only their program knows; "" if there are none."""
    coded = _CODED.search(words)
    return "" if coded is None else coded[0]


def unclear_side(words: str) -> str:
    """The words that tell a side by a code, or name one colour alone, and not whether it moves; ""
    if there are none.
    """
    named = {_sign(found[0].rstrip("番")) for found in _NAMED.finditer(words)}
    return coded_side(words) or words * (len(named) == 1)
