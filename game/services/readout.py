"""A scene in words, as plain data: headings, words, buttons, and a board of squares, in reading
order. A page turns it into elements for screen readers and for large type."""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from typing import Literal

PartKind = Literal["heading", "words", "button", "group", "grid", "row", "field", "line"]
"""A "group" is buttons with a name, of a level where that is a heading too; a "grid" has rows of
squares, and each square, "field", is a button; a "line" is where words are typed."""

PartState = Literal["", "on", "off", "here", "out", "free"]
"""A choice that is on or off, the current one of many, a part that is disabled now; a square that
may be tapped."""


@dataclass(frozen=True)
class Part:
    """One thing in a readout."""

    key: str
    """Its own in the readout; what can be pressed keeps it as long as it means the same."""
    kind: PartKind
    words: str
    within: str = ""
    """The key of the group, grid or row that it belongs to."""
    state: PartState = ""
    level: int = 0
    """Of a heading, or of a group that is headed, 1 to 3."""
    sign: str = ""
    """The sign of a square in large type: the colour of its piece as #rrggbb, and which of its
    edges have it, or nothing."""
    doors: str = ""
    """Of a square, at which of its sides something lies that swings, clockwise from the top:
    "0110"; "" where nothing ever does."""
    letter: str = ""
    """The key that does the same as pressing it."""


Readout = tuple[Part, ...]
"""Everything that a scene says at one moment."""


def heading(words: str) -> Part:
    """The heading of a whole readout."""
    return Part("title", "heading", words, level=1)


def paragraphs(sentences: Sequence[str]) -> list[Part]:
    """Words, sentence by sentence."""
    said = [words for words in sentences if words]
    return [Part(f"told {number}", "words", words) for number, words in enumerate(said)]


def alone(parts: list[Part]) -> Readout:
    """Make the keys of parts unique: add a number to those used before."""
    counts: dict[str, int] = {}
    found = []
    for part in parts:
        count = counts[part.key] = counts.get(part.key, 0) + 1
        found.append(part if count == 1 else replace(part, key=f"{part.key} #{count}"))
    return tuple(found)


def difference(before: Readout, after: Readout, **more: object) -> str:
    """Return the change from `before` to `after` as JSON, with `more` added.

    It lists all keys in order only if their order has changed.
    """
    known = {part.key: part for part in before}
    order = [part.key for part in after]
    told: dict[str, object] = {
        "parts": [list(astuple(part)) for part in after if known.get(part.key) != part],
        **more,
    }
    if order != list(known):
        told["order"] = order
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
