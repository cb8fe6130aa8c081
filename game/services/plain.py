"""Texts from outside without what no reader sees: control characters, characters that turn the
direction of writing, halves of characters. Fonts fail on some of them.
"""

import re
from collections.abc import Iterator
from unicodedata import category, normalize

MAX_PASTED_CHARS = 8_000_000
"""Characters; a longer text is too long for every reader."""

_PART_CHARS = 50_000

MAX_TYPED_CHARS = 1_000
"""Characters of a typed or pasted line that are read, at most."""

_NARROW = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Blanks at which no line is broken; Python calls them unprintable."""


_WRITTEN = {
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x180)),
    *"ȘșȚțẞ‐–—‘’‚“”„…",
}
"""Letters that our fonts have: Latin of Western and Central Europe."""


def typed(words: str) -> str:
    """Words as somebody wrote them, without what is unprintable, accents put onto their letters."""
    return printable(normalize("NFC", words[:MAX_TYPED_CHARS]))


def with_dots(words: str) -> str:
    """The same words with a dot for every letter that our fonts do not have; an accent that stands
    on no letter of theirs is left out."""
    return _replaced(words, "·")


def with_ellipses(words: str) -> str:
    """A whole line of such words as our fonts can show it, with an ellipsis for what they do not
    have; empty if they have nothing of it."""
    kept = _replaced(words, _LEFT_OUT)
    if not kept.strip(_LEFT_OUT + " "):
        return ""
    return " ".join(re.sub(f"{_LEFT_OUT}([{_LEFT_OUT} ]*{_LEFT_OUT})?", "…", kept).split())


def _replaced(words: str, by: str) -> str:
    return "".join(
        letter if letter in _WRITTEN else by if category(letter)[0] != "M" else ""
        for letter in typed(words)
    )


_LEFT_OUT = "\ufffc"
"""Stands for a letter that our fonts do not have, until all of a run are known."""


def is_plain(text: str) -> bool:
    """Whether a text of several lines holds nothing unprintable but line ends and tabs."""
    for white in "\t\n\r":
        text = text.replace(white, "")
    return text.isprintable()


def printable(words: str) -> str:
    """One line without anything unprintable."""
    if words.isprintable():
        return words
    return "".join(letter for letter in words if letter.isprintable() or letter in _NARROW)


def pasted(text: str) -> str:
    """A text that came from the clipboard or the page, with its lines but nothing else that is
    unprintable; all other white space becomes blanks. One that is too long is only cut."""
    if len(text) > MAX_PASTED_CHARS:
        return text[: MAX_PASTED_CHARS + 1]
    return "".join(pasted_parts(text))


def pasted_parts(text: str) -> Iterator[str]:
    """Yield such a text in parts, each of which takes some milliseconds."""
    for start in range(0, len(text), _PART_CHARS):
        part = text[start : start + _PART_CHARS]
        if not is_plain(part):
            unseen = {letter for letter in set(part) - set("\n\r\t") if not letter.isprintable()}
            part = part.translate({ord(letter): " " * letter.isspace() for letter in unseen})
        yield part
