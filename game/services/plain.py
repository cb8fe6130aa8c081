"""Texts from outside without what no reader sees: control characters, characters that turn the
direction of writing, halves of characters. Fonts fail on some of them.
"""

from base64 import b64decode
from unicodedata import normalize

MOST_PASTED = 11_000_000
"""Characters; the rest is cut off, and what is left still too long for whoever reads it."""

_NARROW = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Blanks at which no line is broken; Python calls them unprintable."""


_WRITTEN = {
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x180)),
    *"ȘșȚțẞ‐–—‘’‚“”„…",
}
"""Letters that our fonts have: Latin of Western and Central Europe."""


def typed(words: str) -> str:
    """Words with nothing but letters that our fonts have, accents put onto theirs."""
    return "".join(letter for letter in normalize("NFC", words) if letter in _WRITTEN)


def written(words: str) -> str:
    """A whole line of such words."""
    return " ".join(typed(words).split())


def is_plain(text: str) -> bool:
    """Whether a text of several lines holds nothing unprintable but line ends and tabs."""
    return text.translate({9: None, 10: None, 13: None}).isprintable()


def printable(words: str) -> str:
    """One line without anything unprintable."""
    if words.isprintable():
        return words
    return "".join(letter for letter in words if letter.isprintable() or letter in _NARROW)


def pasted(text: str) -> str:
    """A text that came from the clipboard or the page, with its lines but nothing else that is
    unprintable; all other white space becomes blanks."""
    text = text[:MOST_PASTED]
    if is_plain(text):
        return text
    kept = (
        letter if letter.isprintable() or letter in "\n\r\t" else " " * letter.isspace()
        for letter in text
    )
    return "".join(kept)


FILE = "data:;base64,"
"""What a file begins with that is no text, where it comes as one."""


def as_data(text: str) -> str | bytes:
    """What came from the clipboard or the page: a text, or the bytes of a file that is none."""
    if not text.startswith(FILE):
        return text
    try:
        return b64decode(text[len(FILE) :], validate=True)
    except ValueError:
        return text
