"""Signs of boards of Othello in texts, and those that other programs draw around them."""

import re
from collections.abc import Sequence
from itertools import groupby

SIGNS = dict.fromkeys("-._·+🟩", "-") | dict.fromkeys("xX*bB@#●⚫", "X")
SIGNS |= dict.fromkeys("oO0wW○⚪", "O")
"""Digits other than 0 are none: they do not mean the same everywhere."""

SIGN = "[" + re.escape("".join(SIGNS)) + "]"

_PLAIN = str.maketrans(SIGNS)

_SIDE = 8

_FRAME = str.maketrans("│┃║─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝", "|||---" + 18 * "+")
"""Lines of boxes, and what they are drawn with elsewhere."""

_BLANKS = (
    re.compile(rf"""(["'|])(?=[^"'|]{{0,7}} )((?:{SIGN}| ){{8}})(?=\1)"""),
    re.compile(r"""((?<=[\[,(\s])["']|\|)[ \t]++(?=["'|])"""),
)
"""Empty squares that are blanks: in a row of eight signs, or each between lines or in quotes."""

_CELL = re.compile(r"<t[dh]\b", re.IGNORECASE)

_TAG = re.compile(r"<(/?)(!?\w++)[^<>]*+>")

_NUMBERED = re.compile(r"&#(\d{1,6});")
"""A character of HTML by its number; discs have no names."""

_INLINE = ("a", "b", "code", "em", "font", "i", "span", "strong", "tt")
"""Elements of HTML within a line; a picture is none, and what it shows is not known."""

_LETTERS = re.compile(r"[\s|]*+" + r"\s*+".join("abcdefgh") + r"[\s|]*+", re.IGNORECASE)
"""A line with the letters of the columns."""


def is_markup(text: str) -> bool:
    """Whether a text is markup without a table."""
    return text.lstrip().startswith("<") and _CELL.search(text) is None


def plainly_drawn(text: str) -> str:
    """The text with plain lines between squares, and with a sign for each empty one."""
    if _CELL.search(text):
        text = _untagged(text)
    rows, single = _BLANKS
    text = rows.sub(lambda row: row[1] + row[2].replace(" ", "."), text.translate(_FRAME))
    text = single.sub(lambda empty: f"{empty[1]}.", text)
    return "\n".join(_without_blanks([_spread(line) or line for line in text.splitlines()]))


def _untagged(text: str) -> str:
    """Tables of HTML as lines with strokes beside each cell."""

    def plain(tag: re.Match[str]) -> str:
        name = tag[2].lower()
        if name in ("td", "th"):
            return "" if tag[1] else "| "
        return "" if name in _INLINE else "|\n" if name in ("tr", "table") else "\n"

    lines = _TAG.sub(plain, " ".join(text.split())).replace("&nbsp;", " ")
    return _NUMBERED.sub(lambda found: chr(int(found[1])), lines).replace("\N{NO-BREAK SPACE}", " ")


def _spread(line: str) -> str:
    """A row of a table of which the cells are parted by tabs, commas or semicolons; "" for any
    other line."""
    for sign in "\t,;":
        cells = [cell.strip() for cell in line.split(sign)]
        number = cells.pop(0) if len(cells) == _SIDE + 1 and cells[0].isdigit() else ""
        if len(cells) == _SIDE and all(cell in SIGNS or not cell for cell in cells):
            return " ".join([number, *(cell or "." for cell in cells)])
    return ""


def _without_blanks(lines: list[str]) -> list[str]:
    """The lines with a sign for each blank that is certainly an empty square: below the letters of
    the columns, or in eight whole rows. Only blanks are empty there."""
    for at, line in enumerate(lines):
        below = lines[at + 1 : at + 1 + _SIDE]
        if (_LETTERS.fullmatch(line) and len(below) == _SIDE) and " " in "".join(below):
            columns = [line.lower().index(letter) for letter in "abcdefgh"]
            lines[at + 1 : at + 1 + _SIDE] = _filled(below, columns)
    found = []
    for bare, group in groupby(lines, _is_bare_row):
        rows = list(group)
        found += _filled(rows, range(_SIDE)) if bare and len(rows) == _SIDE else rows
    return found


def _is_bare_row(line: str) -> bool:
    return len(line) == _SIDE and all(sign in SIGNS or sign == " " for sign in line)


def _filled(rows: list[str], columns: Sequence[int]) -> list[str]:
    """Rows with their signs at these columns, blanks filled; the same where anything else stands
    there, or another sign for an empty square."""
    signs = [[row.ljust(columns[-1] + 1)[at] for at in columns] for row in rows]
    if columns[-1] - columns[0] == _SIDE - 1 and any(len(row) <= columns[-1] for row in rows):
        return rows  # a blank may be missing anywhere
    there = "".join(map("".join, signs)).replace(" ", "")
    whole = "".join(re.sub(r"[\s|1-8]", "", row) for row in rows)
    if there != whole or "-" in there.translate(_PLAIN) or not set(there) <= SIGNS.keys():
        return rows
    return [
        " ".join([row[: columns[0]].strip(" |"), *(sign.strip() or "." for sign in found)])
        for row, found in zip(rows, signs, strict=True)
    ]
