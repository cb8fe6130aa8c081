"""Comments and variations in texts of moves: braces, brackets, glyphs such as $1, and comments to
the end of a line. Source: Steven J. Edwards, Portable Game Notation Specification, 5 and 8.2.5.
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
"""The first signs of asides, and whole lines of comments. A bracket may end a smiling face."""

_LINE = re.compile(f"[^{LINE_ENDS}]*+")

_INSIDE = re.compile(f"[^{LINE_ENDS}]")

_CLOSED = re.compile(r"[^(\[{]*+|(?:[^()\[\]{};]|\([^()\[\]{};]*+\)|\[[^()\[\]{};]*+\])*+")
"""A line without brackets that open, or with pairs of them side by side."""

_PARTNERS = {")": "(", "]": "["}

MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps", re.IGNORECASE)

_RUN = re.compile(rf"(?:{MOVE.pattern})++(?![^\W_])|[0-9]++", re.IGNORECASE)

_WORD = re.compile(r"[^\W\d_]")

_NUMBERED = re.compile(r"[0-9](?:\.|\u2026)")

_LONGEST_MOVE = 4

_MAX_ASIDES = 500_000
"""Most asides of a text: ten in each match of a list."""

_STEP_PARTS = 500
"""Parts of a text that are put together in a step."""

_Span = tuple[int, int]


def has_words(text: str) -> bool:
    """Whether a text has words besides moves and numbers."""
    return _WORD.search(_RUN.sub(" ", text)) is not None


def is_closed(line: str) -> Steps[bool]:
    """Whether a line has a partner for each bracket that it opens, those in comments apart."""
    if _CLOSED.fullmatch(line):
        return True
    _, _, unclosed = yield from _asides(line, pgn=False)
    return unclosed == len(line)


def without_asides(text: str, pgn: bool = False) -> Steps[str]:
    """The text with blanks in place of comments and variations, all else at its place. What holds
    all moves is none of them. In a PGN every semicolon begins a comment. Raises BadRecord if
    moves stand before and behind a bracket that is never closed, and for too many asides.
    """
    comments, variations, unclosed = yield from _asides(text, pgn)
    if unclosed < len(text):
        for part in (text[:unclosed], text[unclosed:]):
            if (yield from first_found(MOVE, part, _LONGEST_MOVE)) is None:
                break
        else:
            raise BadRecord("line", text[unclosed : unclosed + 40].strip())
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
    """Where comments and outermost variations are, and the first bracket that is never closed, or
    the length of the text.
    """
    comments, variations, opened = list[_Span](), list[_Span](), list[int]()
    at, stop, line, plain, seen, numbered = 0, 0, 0, 0, 0, False
    pace = Pace()
    while at < len(text):
        if at >= stop:
            stop = end_of_block(text, at)
        found = _SIGN.search(text, at, stop)
        start, end = (stop, stop) if found is None else found.span()
        if pace.ends(end - at):
            if len(comments) + len(variations) + len(opened) > _MAX_ASIDES:
                raise BadRecord("long")
            yield
        at = end
        if found is None:
            continue
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
            numbered = numbered or _NUMBERED.search(text, seen, start) is not None
            seen = max(0, start - 1)
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
    part the columns of a table, or moves.
    """
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
            inside = text[max(kept, start) : end]
            yield " " * len(inside) if inside.isprintable() else _INSIDE.sub(" ", inside)
            kept = end
    yield text[kept:]
