"""Removes invisible characters from texts from outside.

They are control characters, marks of the writing direction, and surrogates. Some make fonts fail.
"""

import re
from collections.abc import Iterator
from unicodedata import category, normalize

MAX_PASTED_CHARS = 8_000_000
"""The maximum length of a text; all readers reject a longer text."""

_PART_CHARS = 50_000
"""The number of characters that are cleaned in a few milliseconds."""

MAX_TYPED_CHARS = 1_000
"""The maximum length of a typed or pasted line; the rest is ignored."""

_NO_BREAK_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Valid in texts, although `str.isprintable` is false for them."""

_GLYPHS = {*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180)), *"ȘșȚțẞ‐–—‘’‚“”„…"}
"""The characters in our fonts: Latin letters of Western and Central Europe."""

_MISSING_GLYPH = "\ufffc"
"""A placeholder for characters that our fonts lack, until runs of it are replaced."""


def typed(words: str) -> str:
    """Return the printable characters of typed words, with each accent joined to its letter."""
    return printable(normalize("NFC", words[:MAX_TYPED_CHARS]))


def with_dots(words: str) -> str:
    """Return the words with "·" for each letter that our fonts lack, without separate accents."""
    return _with_glyphs(words, "·")


def with_ellipses(words: str) -> str:
    """Return a line with "…" for each run of letters that our fonts lack; "" if none remains."""
    line = _with_glyphs(words, _MISSING_GLYPH)
    if not line.strip(_MISSING_GLYPH + " "):
        return ""
    run = f"{_MISSING_GLYPH}([{_MISSING_GLYPH} ]*{_MISSING_GLYPH})?"
    return " ".join(re.sub(run, "…", line).split())


def _with_glyphs(words: str, placeholder: str) -> str:
    return "".join(
        letter if letter in _GLYPHS else placeholder if category(letter)[0] != "M" else ""
        for letter in typed(words)
    )


def is_plain(text: str) -> bool:
    """Return whether a text contains no unprintable characters except line ends and tabs."""
    lines = text.split("\n")  # this is several times faster than the expression
    return "".join(lines).isprintable() or re.sub("[\t\n\r]", "", text).isprintable()


def printable(words: str) -> str:
    """Return one line without unprintable characters."""
    if words.isprintable():
        return words
    return "".join(letter for letter in words if letter.isprintable() or letter in _NO_BREAK_SPACES)


def pasted(text: str) -> str:
    """Return a text from outside without its unprintable characters.

    Line ends and tabs stay; other white space becomes spaces. A text over `MAX_PASTED_CHARS` is
    cut, but not cleaned.
    """
    if len(text) > MAX_PASTED_CHARS:
        return text[: MAX_PASTED_CHARS + 1]
    return "".join(pasted_parts(text))


def pasted_parts(text: str) -> Iterator[str]:
    """Yield a cleaned text in parts; each part takes a few milliseconds."""
    for start in range(0, len(text), _PART_CHARS):
        part = text[start : start + _PART_CHARS]
        if not is_plain(part):
            invisible = {letter for letter in set(part) - set("\n\r\t") if not letter.isprintable()}
            part = part.translate({ord(letter): " " * letter.isspace() for letter in invisible})
        yield part
