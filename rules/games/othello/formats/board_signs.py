"""Signs of squares on Othello boards in texts, frames of other programs, and the side to move."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise, takewhile

from flipside.rules.match.reading import Steps, blocks_of, first_found
from flipside.rules.match.record import MAX_RECORD_CHARACTERS

SIGNS = dict.fromkeys("-._·+🟩", "-") | dict.fromkeys("xX*bB@#●⚫", "X")
SIGNS |= dict.fromkeys("oO0wW○⚪", "O")
"""Digits other than 0 are not signs, because their meaning differs between programs."""

SIGN = "[" + re.escape("".join(SIGNS)) + "]"

_PLAIN = str.maketrans(SIGNS)

_SIDE = 8

_FRAME = str.maketrans("│┃║─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝", "|||---" + 18 * "+")
"""Box-drawing characters and their replacements."""

_FRAME |= {0xFF01 + sign: 0x21 + sign for sign in range(94)} | dict.fromkeys(
    (0x3000, 0xA0), ord(" ")
)
"""Full-width letters, digits and blanks of Japanese texts, and their replacements."""

_BLANKS = (
    re.compile(rf"""(["'|])(?=[^"'|]{{0,7}} )((?:{SIGN}| ){{8}})(?=\1)"""),
    re.compile(r"""((?<=[\[,(\s])["']|\|)[ \t]++(?=["'|])"""),
)
"""Empty squares written as blanks: in a row of eight signs, or each between strokes or quotes."""

_BOXES = re.compile(r"\s*+([1-8]?)\s*+" + r"\[(.?)\]\s*+" * 8 + r"(.*)")
"""A row of squares in brackets."""

_QUOTES = re.compile("[\"'|]")

_APART = re.compile(r"[\t,;\[]")
"""Characters of which some occur in a row with separated cells."""

_CELL = re.compile(r"<t[dh]\b", re.IGNORECASE)

_LONGEST_CELL = 4

_MARKUP = re.compile(r"\s*+<")

_PART_CHARACTERS = 4_000
"""Minimum number of characters of HTML read in a step."""

_NEAR_LINES = 40
"""Number of lines before and after a row that may be needed to find the places of its squares."""

_WINDOW_LINES = 200
"""Number of lines that are read together."""

_TAG = re.compile(r"<(/?)(!?\w++)[^<>]*+>")

_CHARACTER_CODE = re.compile(r"&#(\d{1,6});")
"""A character of HTML by its number; there are no HTML names for discs."""

_INLINE = ("a", "b", "code", "em", "font", "i", "span", "strong", "tt")
"""Elements of HTML within a line. Pictures are left out, because their content is unknown."""

_LETTERS = re.compile(
    r"[\s|]*+" + r"[\s|]*+".join(f"({letter})" for letter in "abcdefgh") + r"(?![^\W_])[\s|]*+",
    re.IGNORECASE,
)
"""A line with the letters of the columns; words may follow."""

_BARE_ROW = re.compile(rf"(?:{SIGN}| ){{8}}")

_FRAMING = re.compile(
    rf"^(?:{_BARE_ROW.pattern}$|(?:[^\S\n]|\|)*+a[\s|]*+b[\s|]*+c)", re.IGNORECASE | re.MULTILINE
)
"""A row that may have blanks, or the letters of the columns."""

_MAX_LOST_BLANKS = 24
"""Maximum number of leading blanks that the line with the letters may have lost."""


def drawn_lines(text: str) -> Iterator[tuple[list[str], bool]]:
    """Yield the lines of a text in groups, and whether a group has a board with a frame.

    Box-drawing characters are replaced by ASCII characters, and blanks for empty squares by dots. A
    frame consists of letters of columns and numbers of rows.
    """
    lines, start = list[str](), 0
    for block in blocks_of(text):
        lines += _plain_lines(block)
        stop = len(lines) - _NEAR_LINES
        if stop - start >= _WINDOW_LINES:
            yield _drawn(lines, start, stop)
            start = min(stop, _NEAR_LINES)
            del lines[: stop - start]
        else:
            yield [], False
    yield _drawn(lines, start, len(lines))


def _drawn(lines: list[str], start: int, stop: int) -> tuple[list[str], bool]:
    if _FRAMING.search("\n".join(lines)) is None:
        return lines[start:stop], False
    drawing = _without_blanks(list(lines))
    return drawing[start:stop], any(True for _ in _frames(drawing))


def _plain_lines(block: str) -> list[str]:
    if len(block) > MAX_RECORD_CHARACTERS:  # no row is so long
        return [line[: MAX_RECORD_CHARACTERS + 1] for line in block.splitlines()]
    if not block.isascii():
        block = block.translate(_FRAME)
    if _QUOTES.search(block):
        rows, single = _BLANKS
        block = rows.sub(lambda row: row[1] + row[2].replace(" ", "."), block)
        block = single.sub(lambda empty: f"{empty[1]}.", block)
    lines = block.splitlines()
    if _APART.search(block) is None:
        return lines
    return [(_spread(line) if len(line) >= _SIDE - 1 else "") or line for line in lines]


def without_tags(text: str) -> Steps[str | None]:
    """Return the text with tables of HTML as lines; None for markup without a table."""
    if (yield from first_found(_CELL, text, _LONGEST_CELL)) is None:
        return None if _MARKUP.match(text) else text
    parts, start = list[str](), 0
    while start < len(text):
        end = text.find("<", start + _PART_CHARACTERS)
        end = len(text) if end < 0 else end
        if end - start <= MAX_RECORD_CHARACTERS:  # else no table
            parts.append(_untagged(text[start:end]))
        start = end
        yield
    return "".join(parts)


def _untagged(text: str) -> str:
    """Return the text of HTML, with tables as lines that have strokes beside each cell."""

    def plain(tag: re.Match[str]) -> str:
        name = tag[2].lower()
        if name in ("td", "th"):
            return "" if tag[1] else "| "
        return "" if name in _INLINE else "|\n" if name in ("tr", "table") else "\n"

    lines = " ".join(text.split()) + " " * text[-1:].isspace()
    lines = _TAG.sub(plain, lines).replace("&nbsp;", " ")
    return _CHARACTER_CODE.sub(lambda code: chr(int(code[1])), lines).replace(
        "\N{NO-BREAK SPACE}", " "
    )


def _spread(line: str) -> str:
    """Return a row of a table as signs with blanks between; "" for any other line.

    The cells are separated by tabs, commas or semicolons, or they are in brackets.
    """
    if "[" in line and (boxes := _BOXES.fullmatch(line)) is not None:
        number, *cells, rest = (part.strip() for part in boxes.groups())
        if all(cell in SIGNS or not cell for cell in cells):
            return " ".join([number, *(cell or "." for cell in cells), "", rest])
    for sign in "\t,;":
        if not _SIDE - 1 <= line.count(sign) <= _SIDE:
            continue
        cells = [cell.strip() for cell in line.split(sign)]
        number = cells.pop(0) if len(cells) == _SIDE + 1 and cells[0].isdigit() else ""
        if len(cells) == _SIDE and all(cell in SIGNS or not cell for cell in cells):
            return " ".join([number, *(cell or "." for cell in cells)])
    return ""


def _without_blanks(lines: list[str]) -> list[str]:
    """Return the lines with a dot for each blank that is certainly an empty square.

    Such blanks are in numbered rows with letters of columns above or below, in rows below such
    letters, or in eight consecutive rows of eight characters. In the last two cases all empty
    squares are blanks.
    """
    for columns, places in _frames(lines):
        whole = _lettered([lines[place] for place in places], columns)
        for place, line in zip(places, whole, strict=False):
            lines[place] = line
    for at, line in enumerate(lines[:-_SIDE]):
        if line.lstrip(" |")[:1] not in ("a", "A") or not _LETTERS.fullmatch(line):
            continue
        below = lines[at + 1 : at + 1 + _SIDE]
        if " " in "".join(below) and not _LETTERS.match(below[0]):
            columns = [line.lower().index(letter) for letter in "abcdefgh"]
            lines[at + 1 : at + 1 + _SIDE] = _filled(below, columns)
    filled_lines = list[str]()
    for bare, group in groupby(lines, _is_bare_row):
        rows = list(group)
        blanks = bare and len(rows) == _SIDE and " " in "".join(rows)
        filled_lines += _filled(rows, range(_SIDE)) if blanks else rows
    return filled_lines


def _frames(lines: Sequence[str]) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the column letters' places in their line, and the indices of the lines of the rows.

    The numbered rows are below or above the letters.
    """
    full = [at for at, line in enumerate(lines) if line.strip(" |+-=")]
    for place, at in enumerate(full):
        if lines[at].lstrip(" |")[:1] in "aA" and (letters := _LETTERS.match(lines[at])):
            columns = [letters.start(column) for column in range(1, _SIDE + 1)]
            for rows in (full[place + 1 : place + 1 + _SIDE], full[max(0, place - _SIDE) : place]):
                numbers = "".join(lines[row].lstrip(" |")[:1] for row in rows)
                if numbers in ("12345678", "87654321"):
                    yield columns, rows


def _is_bare_row(line: str) -> bool:
    return _BARE_ROW.fullmatch(line) is not None


def _lettered(rows: Sequence[str], columns: Sequence[int]) -> list[str]:
    """Return numbered rows with a sign for each square at `columns`, and the text after them.

    The list is empty if the rows do not fit. If the line with the letters has lost leading blanks,
    the only fitting places are used.
    """
    steps = {b - a for a, b in pairwise(columns)}
    short = steps == {1} and any(len(row) <= columns[-1] for row in rows)  # blanks may be missing
    if len(steps) > 1 or short:
        return []
    if (whole_rows := _rows_at(rows, columns)) or columns[0] > 1:
        return whole_rows
    shifts = ([column + shift for column in columns] for shift in range(1, _MAX_LOST_BLANKS + 1))
    fitting = list(filter(None, (_rows_at(rows, place, shifted=True) for place in shifts)))
    return fitting[0] if len(fitting) == 1 else []


def _rows_at(rows: Sequence[str], columns: Sequence[int], shifted: bool = False) -> list[str]:
    """Return `_squares` of each row; an empty list if a row does not fit."""
    squares = list(takewhile(bool, (_squares(row, columns, shifted) for row in rows)))
    return squares if len(squares) == len(rows) else []


def _squares(row: str, columns: Sequence[int], shifted: bool) -> str:
    """Return a numbered row with a sign for each square at `columns`; "" if it does not fit.

    It does not fit if other characters are before or between the squares, or directly after them.
    """
    first, last = columns[0], columns[-1]
    row = row.ljust(last + 1)
    number, rest = row[:first].strip(" |"), row[last + 1 :]
    signs = [row[column].replace(" ", ".") for column in columns]
    between = "".join(row[a + 1 : b] for a, b in pairwise(columns))
    near = "".join(rest.split(maxsplit=1)[:1])
    if (
        number != row.lstrip(" |")[:1]
        or not set(signs) <= SIGNS.keys()
        or between.strip(" |")
        or rest[:1].strip(" |")
        or (shifted and near in SIGNS)
    ):
        return ""
    return " ".join([number, *signs, rest])


def _filled(rows: list[str], columns: Sequence[int]) -> list[str]:
    """Return rows of signs at `columns`, with a dot for each blank.

    The rows are unchanged if they have other characters, or another sign for empty squares.
    """
    signs = [[row.ljust(columns[-1] + 1)[at] for at in columns] for row in rows]
    if columns[-1] - columns[0] == _SIDE - 1 and any(len(row) <= columns[-1] for row in rows):
        return rows  # a blank may be missing anywhere
    there = "".join(map("".join, signs)).replace(" ", "")
    whole = "".join(re.sub(r"[\s|1-8]", "", row) for row in rows)
    if there != whole or "-" in there.translate(_PLAIN) or not set(there) <= SIGNS.keys():
        return rows
    return [
        " ".join([row[: columns[0]].strip(" |"), *(sign.strip() or "." for sign in row_signs)])
        for row, row_signs in zip(rows, signs, strict=True)
    ]


_COLOUR_WORD = "black|white|schwarz|wei(?:ß|ss)|černý|bílý|noirs?|blancs?|黒|白"

_COLOUR = f"({_COLOUR_WORD}|[xo*bw@●○⚫⚪])"

_SIDE_BEFORE = (
    rf"[\s:;,|/(\[\"']*+(?:(?:turn|side|player|to move|to play)[\s:=\"']*+)?{_COLOUR}"
    r"(?:'s turn| to (?:move|play))?"
)

_SIDE_TO_MOVE = re.compile(
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
"""The sign of the side to move in brackets, beside the rows of a board."""

_BLACK = ("x", "*", "b", "@", "●", "⚫", "black", "schwarz", "černý", "noir", "noirs", "黒")

_COLOUR_NAME = re.compile(rf"(?<!\w)(?:{_COLOUR_WORD}|[xo*●○⚫⚪])(?!\w)|[黒白]番", re.IGNORECASE)
"""A colour among other words, without the signs b, w and @: they have other meanings in texts."""

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

    With `beside`, the line is text beside a board, otherwise below it. Without a side it is "".
    """
    match = (_SIDE_BESIDE if beside else _SIDE_TO_MOVE).match(line)
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

    These are a code, or all words if they name one colour and not whether this colour moves.
    """
    colours = {_sign(match[0].rstrip("番")) for match in _COLOUR_NAME.finditer(words)}
    return coded_side(words) or words * (len(colours) == 1)
