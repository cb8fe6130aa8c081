"""Signs of boards of Othello in texts, and those that other programs draw around them."""

import re

SIGNS = dict.fromkeys("-._·+🟩", "-") | dict.fromkeys("xX*bB@#●⚫", "X")
SIGNS |= dict.fromkeys("oO0wW○⚪", "O")
"""Digits other than 0 are none: they do not mean the same everywhere."""

SIGN = "[" + re.escape("".join(SIGNS)) + "]"

_FRAME = str.maketrans("│┃║─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝", "|||---" + 18 * "+")
"""Lines of boxes, and what they are drawn with elsewhere."""

_BLANKS = (
    re.compile(rf"""(["'|])(?=[^"'|]{{0,7}} )((?:{SIGN}| ){{8}})(?=\1)"""),
    re.compile(r"""((?<=[\[,(\s])["']|\|)[ \t]++(?=["'|])"""),
)
"""Empty squares that are blanks: in a row of eight signs, or each between lines or in quotes."""


def plainly_drawn(text: str) -> str:
    """The text with plain lines between squares, and with a sign for each empty one."""
    rows, single = _BLANKS
    text = rows.sub(lambda row: row[1] + row[2].replace(" ", "."), text.translate(_FRAME))
    return single.sub(lambda empty: f"{empty[1]}.", text)
