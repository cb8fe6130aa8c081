"""Lines of moves with a name beside them, as in lists of openings: `Wing (C4) | C4c3D3`.

A name may stand on either side, and contain squares, brackets and dots.
"""

import re
from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from flipside.rules.games.othello.formats.asides import has_words
from flipside.rules.games.othello.formats.ends import RESULT

COLUMNS = "\t|;"
"""Separators that never occur in a name."""

BLANK = " "
"""The separator if there is only a blank between a name and its moves."""

_SEPARATOR = re.compile(
    r"""[\t|;=#/:,\-\u2013\u2014](?:  # these alone are looked for, which is fast
    (?<=[\t|;=])|(?<=\#)(?![0-9])|(?<=/)/
    |(?<=[:,])(?:(?<![0-9][:,])|(?![0-9]))
    |(?<=\s[-\u2013\u2014])(?=\s))""",
    re.VERBOSE,
)
"""Separators of a name and moves, but not in a number, a time or a result."""

_MAX_CHARACTERS = 2_000
"""Maximum number of characters of a line with a name."""

_SQUARE = re.compile("[a-hA-H][1-8]")

_THREE_MOVES = re.compile("[a-hA-H][1-8](?:[a-hA-H][1-8]){2}")
"""Moves without separators; a line with a name has such moves, or a separator."""

_RUN = re.compile(r"(?<![^\W_])(?:[a-h][1-8]){2,}+(?![^\W_])", re.IGNORECASE)
"""Moves without separators, which never occur in a name."""

_FOREIGN_NUMBER = re.compile(r"\s*+(?!0*1(?![0-9]))[0-9]")
"""A number other than 1, which is the number of a first move."""

_LONG_RUN = re.compile(r"\W*+(?:[a-h][1-8]){3,}+\W*+", re.IGNORECASE)

_CERTAIN_MOVES = 3
"""Minimum number of moves that are certainly not part of a sentence about squares."""

_NUMBER = re.compile(r"^(?:[0-9]++[.)]\s++(?=\D)|[-*\u2022\u2013]\s++)")
"""The number or the bullet at the beginning of a line of a list."""

_PARTING = " ,;>-\u2013\u2014"
"""Characters that may be between a name and moves."""

_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class NamedMoves:
    """The parts of a line with a name."""

    name: str
    moves: str
    separator: str
    certain: bool
    """Whether it is certain which part is the name."""


def split_name(line: str, whole: str) -> NamedMoves | None:
    """Return the name and the moves of a line; None without a name or if its end is uncertain.

    `line` is the `whole` line with a blank for each character of a comment.
    """
    if len(whole) > _MAX_CHARACTERS or _SQUARE.search(line) is None:
        return None
    if ";" not in whole and _THREE_MOVES.search(line) is None and _SEPARATOR.search(line) is None:
        return None
    start, end = _unwrapped(whole)
    line, whole = line[start:end], whole[start:end]
    return _split(line, whole) or _split_at_blank(line, whole)


def _unwrapped(line: str) -> tuple[int, int]:
    """Return the start and the end of a line inside brackets around it, as in program code."""
    start, end, depth = len(line) - len(line.lstrip(" ")), len(line.rstrip(" ,")), 0
    if line[start : start + 1] in _OPENING:
        for at in range(start, end):
            depth += (line[at] in _OPENING) - (line[at] in _CLOSING)
            if depth == 0:
                return (start + 1, at) if at == end - 1 else (start, len(line))
    return start, len(line)


def _split(line: str, whole: str) -> NamedMoves | None:
    """Return the name and the moves of a line with separators, else None.

    The moves are the only part with several moves, or adjacent parts with one move each. All other
    parts are the name.
    """
    signs = list(_SEPARATOR.finditer(line))
    starts = [0, *(sign.end() for sign in signs)]
    ends = [*(sign.start() for sign in signs), len(line)]
    counts = [_count_moves(line[start:end]) for start, end in zip(starts, ends, strict=True)]
    block = [at for at, count in enumerate(counts) if count > 1]
    if len(block) > 1:
        block = [at for at in block if _RUN.search(line, starts[at], ends[at])]
    one_each = max(counts) == 1
    if one_each:
        block = [at for at, count in enumerate(counts) if count]
    if not block or block != list(range(block[0], block[-1] + 1)) or (block[1:] and not one_each):
        return None
    first, last = block[0], block[-1]
    moves, count = line[starts[first] : ends[last]], sum(counts[first : last + 1])
    ran = sum(map(len, _RUN.findall(moves))) // 2
    sides = []
    if first:
        left = whole[: ends[first - 1]]
        sides.append(_Side(left, signs[first - 1][0], left.rstrip()[-2:]))
    if last < len(signs):
        right = whole[starts[last + 1] :]
        sides.append(_Side(right, signs[last][0], right.lstrip()[:2]))
    elif (hidden := whole[len(line.rstrip()) :].lstrip()).startswith(";"):
        sides.append(_Side(hidden[1:], ";", ""))
    inside = {sign[0] for sign in signs[first:last]}
    if ran not in (0, count) or not all(side.is_name(inside, bool(ran)) for side in sides):
        return None
    names = [name for side in sides for name in side.names]
    results = list(filter(RESULT.match, names))
    name = _NUMBER.sub("", ", ".join(name for name in names if name not in results))
    if not name:
        return None
    certain = (bool(ran) or count >= _CERTAIN_MOVES) and has_words(name)
    sign = min((side.sign for side in sides), key=lambda sign: sign not in COLUMNS)
    return NamedMoves(name, " ".join([moves, *results]), sign, certain)


def _count_moves(part: str) -> int:
    """Return the number of moves in a part of a line; 0 if it also has words."""
    if _FOREIGN_NUMBER.match(part):
        return 0
    count = len(_SQUARE.findall(part))
    return 0 if count and has_words(part) else count


class _Side(NamedTuple):
    """The text on one side of the moves."""

    text: str
    sign: str
    """The separator between the text and the moves."""
    near: str
    """The two characters of the text next to the separator."""

    @property
    def names(self) -> list[str]:
        """The name, or the columns, if they have a letter or a digit."""
        columns = [self.text]
        if self.sign in COLUMNS:
            columns = re.split(f"[{COLUMNS}]", self.text)
        names = [_unquoted(column.strip(f" ,{self.sign}")) for column in columns]
        return [name for name in names if any(map(str.isalnum, name))]

    def is_name(self, inside: Set[str], ran: bool) -> bool:
        """Return whether the text certainly contains no moves.

        `inside` has the separators between the moves. `ran` is True if the moves have none.
        """
        if _SQUARE.search(self.text) is None:
            return True
        if _RUN.search(self.text) is not None:
            return False
        if inside or self.sign in COLUMNS:
            return self.sign in COLUMNS and self.sign not in inside
        return has_words(self.text) and (
            ran or self.sign != "," or _SQUARE.fullmatch(self.near) is None
        )


def _unquoted(name: str) -> str:
    name = " ".join(name.split())
    has_quotes = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1].replace('""', '"') if has_quotes else name


def _split_at_blank(line: str, whole: str) -> NamedMoves | None:
    """Return the name and the moves of a line that begins or ends with joined moves, else None."""
    moves, words = line.split(), whole.split()
    for at, name in ((-1, words[:-1]), (0, words[1:])):
        if len(words) > 1 and moves and moves[at] == words[at] and _LONG_RUN.fullmatch(words[at]):
            label = " ".join(name)
            label = label.rstrip(_PARTING) if at else label.lstrip(_PARTING)
            if has_words(label) and not _RUN.search(label):
                return NamedMoves(_unquoted(_NUMBER.sub("", label)), words[at], BLANK, True)
    return None
