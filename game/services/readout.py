"""The readout: a scene as headings, words, buttons, and a board of squares, in reading order.

A page turns this data into elements for screen readers and for large type.
"""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from typing import Literal

PartKind = Literal["heading", "words", "button", "group", "grid", "row", "field", "line"]
"""A "group" has buttons and a name; if its level is not 0, the name is also a heading. A "grid" has
rows of squares; a square is a "field", which can be pressed. A "line" is a text input."""

PartState = Literal["", "on", "off", "here", "out", "free"]
"""A choice is "on" or "off"; "here" is the current entry of several; "out" is disabled; "free" is a
square that may be tapped."""


@dataclass(frozen=True)
class Part:
    """An element of a readout."""

    key: str
    """Unique in the readout. It stays the same while pressing the part has the same effect."""
    kind: PartKind
    words: str
    within: str = ""
    """The key of the group, grid or row that contains the part."""
    state: PartState = ""
    level: int = 0
    """The level of a heading, or of a group with a heading: 1 to 3."""
    sign: str = ""
    """The sign of a square in large type: the colour of its piece as #rrggbb, and the edges of a
    tile with this colour, as "0110". Empty without a piece."""
    doors: str = ""
    """The sides of a square with doors, clockwise from the top: "0110". "" on other boards."""
    letter: str = ""
    """The keyboard key that has the effect of a press."""


Readout = tuple[Part, ...]


def heading(words: str) -> Part:
    """Return the heading of a readout."""
    return Part("title", "heading", words, level=1)


def paragraphs(sentences: Sequence[str]) -> list[Part]:
    """Return a part for each sentence that is not empty."""
    texts = enumerate(filter(None, sentences))
    return [Part(f"told {number}", "words", words) for number, words in texts]


def unique_keys(parts: list[Part]) -> Readout:
    """Return the parts with unique keys: a repeated key gets a number."""
    counts: dict[str, int] = {}
    unique = []
    for part in parts:
        count = counts[part.key] = counts.get(part.key, 0) + 1
        unique.append(part if count == 1 else replace(part, key=f"{part.key} #{count}"))
    return tuple(unique)


def difference(before: Readout, after: Readout, **more: object) -> str:
    """Return the changes of a readout and `more` as JSON, with all keys if their order changed."""
    former = {part.key: part for part in before}
    order = [part.key for part in after]
    message: dict[str, object] = {
        "parts": [list(astuple(part)) for part in after if former.get(part.key) != part],
        **more,
    }
    if order != list(former):
        message["order"] = order
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
