"""Comments and variations in texts of moves: braces, brackets, glyphs such as $1, and comments to
the end of a line. Source: Steven J. Edwards, Portable Game Notation Specification, 5 and 8.2.5."""

import re
from collections.abc import Iterator

from flipside.rules.match.record import BadRecord

_SIGN = re.compile(
    r"[{;)\]]|(?<![:;=])(?<![:;=]-)[(\[]|\$[0-9]++"
    r"|(?P<lines>(?:^[ \t]*+(?:%|//|\#(?![0-9]))[^\n\r]*+[\n\r]*+)++)",
    re.MULTILINE,
)
"""The first signs of asides, and whole lines of comments. A bracket may end a smiling face."""

_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""All that `str.splitlines` takes for the end of a line."""

_LINE = re.compile(f"[^{_ENDS}]*+")

_INSIDE = re.compile(f"[^{_ENDS}]")

_PARTNERS = {")": "(", "]": "["}

MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps", re.IGNORECASE)

_RUN = re.compile(rf"(?:{MOVE.pattern})++(?![^\W_])|[0-9]++", re.IGNORECASE)

_WORD = re.compile(r"[^\W\d_]")

_NUMBERED = re.compile(r"[0-9](?:\.|\u2026)")

_Span = tuple[int, int]


def has_words(text: str) -> bool:
    """Whether a text has words besides moves and numbers."""
    return _WORD.search(_RUN.sub(" ", text)) is not None


def is_closed(line: str) -> bool:
    """Whether a line has a partner for each bracket that it opens, those in comments apart."""
    return not any(map(line.__contains__, "([{")) or _asides(line, pgn=False)[2] == len(line)


def without_asides(text: str, pgn: bool = False) -> str:
    """The text with blanks in place of comments and variations, all else at its place. What holds
    all moves is none of them. In a PGN every semicolon begins a comment. Raises BadRecord if
    moves stand before and behind a bracket that is never closed."""
    if _SIGN.search(text) is None:
        return text
    comments, variations, unclosed = _asides(text, pgn)
    if unclosed < len(text) and all(map(MOVE.search, (text[:unclosed], text[unclosed:]))):
        raise BadRecord("line", text[unclosed : unclosed + 40].strip())
    for spans in ([*comments, *variations], comments):
        without = "".join(_blanked(text, sorted(spans)))
        if MOVE.search(without):
            return without
    return text


def _asides(text: str, pgn: bool) -> tuple[list[_Span], list[_Span], int]:
    """Where comments and outermost variations are, and the first bracket that is never closed, or
    the length of the text."""
    comments, variations, opened = list[_Span](), list[_Span](), list[int]()
    at, line, plain, first = 0, 0, 0, _NUMBERED.search(text)
    while (found := _SIGN.search(text, at)) is not None:
        start, at = found.span()
        sign = found[0][-1]
        if found["lines"]:
            comments.append((start, at))
        elif sign == "{":
            at = text.find("}", start) + 1
            if not at:
                return comments, variations, min([start, *opened])
            comments.append((start, at))
        elif sign in "([":
            opened.append(start)
        elif sign in ")]":
            if opened and text[opened[-1]] == _PARTNERS[sign]:
                start = opened.pop()
                while variations and variations[-1][0] > start:
                    variations.pop()
                variations.append((start, at))
        elif sign.isdigit():
            comments.append((start, at))
        elif sign == ";" and start < plain:
            continue
        else:
            end = _end_of_line(text, start)
            line = max(line, *(text.rfind(one, line, start) + 1 for one in "\n\r"))
            numbered = first is not None and first.end() <= start
            if pgn or _is_comment(text[line:start], text[start:end], numbered):
                comments.append((start, end))
                at = end
            else:
                plain = end  # no later semicolon of this line begins a comment
    return comments, variations, min([len(text), *opened])


def _end_of_line(text: str, start: int) -> int:
    line = _LINE.match(text, start)
    return line.end() if line is not None else start


def _is_comment(before: str, rest: str, numbered: bool) -> bool:
    """Whether a semicolon begins a comment: it begins its line, or comes after moves in a text with
    numbers; and words follow, or moves without a number after those of both players. Else it may
    part the columns of a table, or moves."""
    if not before.strip():
        return has_words(rest)
    moves = _NUMBERED.split(before)[-1]
    whole = len(MOVE.findall(moves)) > 1 and _NUMBERED.search(rest) is None
    return numbered and before[-1].isspace() and (whole or has_words(rest))


def _blanked(text: str, spans: list[_Span]) -> Iterator[str]:
    kept = 0
    for start, end in spans:
        if end > kept:
            yield text[kept : max(kept, start)]
            yield _INSIDE.sub(" ", text[max(kept, start) : end])
            kept = end
    yield text[kept:]
