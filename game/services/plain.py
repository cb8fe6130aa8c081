"""Remove invisible characters from outside texts.

These are control characters, marks of the direction of writing, and surrogates. Fonts fail on some
of them.
"""

import re
from collections.abc import Iterator
from unicodedata import category, normalize

MAX_PASTED_CHARS = 8_000_000
"""A longer text is rejected by all readers."""

_PART_CHARS = 50_000
"""Characters that are cleaned in a few milliseconds."""

MAX_TYPED_CHARS = 1_000
"""Characters of a typed or pasted line that are read, at most."""

_NO_BREAK_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Python calls them unprintable."""

_GLYPHS = {
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x180)),
    *"ȘșȚțẞ‐–—‘’‚“”„…",
}
"""Characters in our fonts: Latin letters of Western and Central Europe."""

_MISSING_GLYPH = "\ufffc"
"""Placeholder for characters that our fonts lack, until runs of them are replaced."""


def typed(words: str) -> str:
    """Return the printable characters of typed words, with accents joined to their letters."""
    return printable(normalize("NFC", words[:MAX_TYPED_CHARS]))


def with_dots(words: str) -> str:
    """Return the words with a dot for each letter that our fonts lack, without other accents."""
    return _with_glyphs(words, "·")


def with_ellipses(words: str) -> str:
    """Return a line with an ellipsis for each run of letters that our fonts lack, or nothing."""
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
    for white in "\t\n\r":
        text = text.replace(white, "")
    return text.isprintable()


def printable(words: str) -> str:
    """Return one line without unprintable characters."""
    if words.isprintable():
        return words
    return "".join(letter for letter in words if letter.isprintable() or letter in _NO_BREAK_SPACES)


def pasted(text: str) -> str:
    """Return a text from the clipboard or the page without unprintable characters.

    Line ends and tabs stay; other white space becomes blanks. A text that is too long is only cut.
    """
    if len(text) > MAX_PASTED_CHARS:
        return text[: MAX_PASTED_CHARS + 1]
    return "".join(pasted_parts(text))


def pasted_parts(text: str) -> Iterator[str]:
    """Yield such a text in parts, each of which takes some milliseconds."""
    for start in range(0, len(text), _PART_CHARS):
        part = text[start : start + _PART_CHARS]
        if not is_plain(part):
            invisible = {letter for letter in set(part) - set("\n\r\t") if not letter.isprintable()}
            part = part.translate({ord(letter): " " * letter.isspace() for letter in invisible})
        yield part
