"""Comments and variations in texts of moves, together called asides.

Asides are in braces or brackets, are glyphs such as $1, or are comments to the end of a line.
Source: Steven J. Edwards, Portable Game Notation Specification, 5 and 8.2.5.
"""

import re
from collections.abc import Iterator

from flipside.rules.match.reading import LINE_ENDS, Pace, Steps, end_of_block, first_found
from flipside.rules.match.record import BadRecord

_SIGN = re.compile(
    r"[{;)\]]|(?<![:;=])(?<![:;=]-)[(\[]|\$[0-9]++"
    r"|(?P<lines>(?:^[ \t]*+(?:%|//|\#(?![0-9]))[^\n\r]*+[\n\r]*+)++)",
    re.MULTILINE,
)
"""Characters that begin or end asides, and lines of comments. A bracket may belong to a smiley."""

_LINE = re.compile(f"[^{LINE_ENDS}]*+")

_INSIDE = re.compile(f"[^{LINE_ENDS}]")

_BALANCED = re.compile(r"[^(\[{]*+|(?:[^()\[\]{};]|\([^()\[\]{};]*+\)|\[[^()\[\]{};]*+\])*+")
"""A line without opening brackets, or with pairs of brackets that are not nested."""

_PARTNERS = {")": "(", "]": "["}

MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps", re.IGNORECASE)

_RUN = re.compile(rf"(?:{MOVE.pattern})++(?![^\W_])|[0-9]++", re.IGNORECASE)

_WORD = re.compile(r"[^\W\d_]")

_MOVE_NUMBER = re.compile(r"[0-9](?:\.|\u2026)")

_LONGEST_MOVE = 4

_MAX_ASIDES = 500_000
"""Maximum number of asides in a text: ten for each match of a list."""

_STEP_PARTS = 500
"""Number of parts of a text that are joined in a step."""

_Span = tuple[int, int]


def has_words(text: str) -> bool:
    """Return whether a text has words besides moves and numbers."""
    return _WORD.search(_RUN.sub(" ", text)) is not None


def is_closed(line: str) -> Steps[bool]:
    """Return whether a line closes each bracket that it opens, except in comments."""
    if _BALANCED.fullmatch(line):
        return True
    _, _, first_open = yield from _asides(line, pgn=False)
    return first_open == len(line)


def without_asides(text: str, pgn: bool = False) -> Steps[str]:
    """Return the text with a blank for each character of a comment or a variation.

    Brackets around all moves are not a variation. In a PGN every semicolon begins a comment. Raises
    BadRecord for too many asides, and if moves are before and after a bracket that is never closed.
    """
    comments, variations, first_open = yield from _asides(text, pgn)
    if first_open < len(text):
        for part in (text[:first_open], text[first_open:]):
            if (yield from first_found(MOVE, part, _LONGEST_MOVE)) is None:
                break
        else:
            raise BadRecord("line", text[first_open : first_open + 40].strip())
    for spans in ([*comments, *variations], comments):
        if not spans:
            break
        parts = list[str]()
        for part in _blanked(text, sorted(spans)):
            parts.append(part)
            if len(parts) % _STEP_PARTS == 0:
                yield
        without = "".join(parts)
        if (yield from first_found(MOVE, without, _LONGEST_MOVE)) is not None:
            return without
    return text


def _asides(text: str, pgn: bool) -> Steps[tuple[list[_Span], list[_Span], int]]:
    """Return the spans of comments and of outermost variations, and a place in the text.

    The place is that of the first bracket that is never closed, or the end of the text.
    """
    comments, variations, brackets = list[_Span](), list[_Span](), list[int]()
    at, stop, line, plain, searched_to, has_numbers = 0, 0, 0, 0, 0, False
    pace = Pace()
    while at < len(text):
        if at >= stop:
            stop = end_of_block(text, at)
        match = _SIGN.search(text, at, stop)
        start, end = (stop, stop) if match is None else match.span()
        if pace.is_over(end - at):
            if len(comments) + len(variations) + len(brackets) > _MAX_ASIDES:
                raise BadRecord("long")
            yield
        at = end
        if match is None:
            continue
        sign = match[0][-1]
        if match["lines"]:
            comments.append((start, at))
        elif sign == "{":
            at = text.find("}", start) + 1
            if not at:
                return comments, variations, min([start, *brackets])
            comments.append((start, at))
        elif sign in "([":
            brackets.append(start)
        elif sign in ")]":
            if brackets and text[brackets[-1]] == _PARTNERS[sign]:
                start = brackets.pop()
                while variations and variations[-1][0] > start:
                    variations.pop()
                variations.append((start, at))
        elif sign.isdigit():
            comments.append((start, at))
        elif sign == ";" and start < plain:
            continue
        else:
            end = _end_of_line(text, start)
            line = max(line, *(text.rfind(end_sign, line, start) + 1 for end_sign in "\n\r"))
            has_numbers = has_numbers or _MOVE_NUMBER.search(text, searched_to, start) is not None
            searched_to = max(0, start - 1)
            if pgn or _is_comment(text[line:start], text[start:end], has_numbers):
                comments.append((start, end))
                at = end
            else:
                plain = end  # no later semicolon of this line begins a comment
    return comments, variations, min([len(text), *brackets])


def _end_of_line(text: str, start: int) -> int:
    line = _LINE.match(text, start)
    return line.end() if line is not None else start


def _is_comment(before: str, rest: str, has_numbers: bool) -> bool:
    """Return whether a semicolon begins a comment; otherwise it separates moves or columns.

    At the beginning of a line it begins a comment if words follow. In a text with move numbers it
    begins one after a blank if words follow, or moves without a number after those of both players.
    """
    if not before.strip():
        return has_words(rest)
    moves = _MOVE_NUMBER.split(before)[-1]
    whole = len(MOVE.findall(moves)) > 1 and _MOVE_NUMBER.search(rest) is None
    return has_numbers and before[-1].isspace() and (whole or has_words(rest))


def _blanked(text: str, spans: list[_Span]) -> Iterator[str]:
    copied_to = 0
    for start, end in spans:
        if end > copied_to:
            yield text[copied_to : max(copied_to, start)]
            inside = text[max(copied_to, start) : end]
            yield " " * len(inside) if inside.isprintable() else _INSIDE.sub(" ", inside)
            copied_to = end
    yield text[copied_to:]
