"""Makes the parts of a readout from sheets, in reading order."""

from collections.abc import Sequence

from flipside.game.drawing.faces import colours
from flipside.game.services.readout import Part, PartKind, PartState, heading
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Card
from flipside.game.ui.sheet import Sheet, is_enabled
from flipside.game.ui.widgets import Button, Label, ReadoutGroup, Widget
from flipside.rules.contract.story import Piece

_HEADS = {"title": 1, "head": 2}

_NAMES = ("group", "heading")
"""Kinds of parts that can name a choice."""


def sheet_parts(sheets: Sequence[Sheet], labels: bool = True) -> list[Part]:
    """Return the heading of a scene, then all other parts; only buttons without `labels`."""
    reader = _Reader(labels)
    for number, sheet in enumerate(sheets):
        for widget in sheet.widgets:
            reader.read(widget, sheet, f"{number}")
    heads = [part for part in reader.parts if part.kind == "heading"]
    if not heads:
        return reader.parts
    first = min(heads, key=lambda part: part.level)
    rest = [part for part in reader.parts if part is not first]
    return [heading(first.words), *rest]


_GROUP_ENTRIES = 20
"""The number of entries in a group of a long list."""


def list_group(text: Texts, number: int, count: int) -> ReadoutGroup | None:
    """Return the group of entry `number` in a list of `count` entries; None in a short list."""
    if count <= _GROUP_ENTRIES:
        return None
    first = (number - 1) // _GROUP_ENTRIES * _GROUP_ENTRIES + 1
    last = min(first + _GROUP_ENTRIES - 1, count)
    return ReadoutGroup(text("spoken.to", first=first, last=last))


def piece_sign(theme: Theme, piece: Piece | None) -> str:
    """Return the sign of a square in large type: the colour of its piece as #rrggbb.

    After it come the edges of a tile that have this colour.
    """
    if piece is None:
        return ""
    red, green, blue = colours(theme, piece.colour)[:3]
    kind, _, edges = piece.face.partition(":")
    if kind != "tile":
        return f"#{red:02x}{green:02x}{blue:02x}"
    return f"#{red:02x}{green:02x}{blue:02x} {edges if edges.isdigit() else '0000'}"


class _Reader:
    """Makes parts from widgets; the buttons of a choice become a group with its name."""

    def __init__(self, labels: bool) -> None:
        self.parts: list[Part] = []
        self._labels = labels
        self._choice = ""
        """The choice to which the previous button belongs, or ""."""
        self._group: ReadoutGroup | None = None
        """The group of the previous widget."""
        self._within = ""
        """The key of the part for `_group`, or ""."""
        self._card_labels: list[Label] = []
        """Labels whose words are part of the words of a card."""

    def read(self, widget: Widget, sheet: Sheet, place: str) -> None:
        """Add the parts of a widget."""
        if isinstance(widget, Label):
            if self._labels and widget.text and widget not in self._card_labels:
                self._label(widget, place)
            return
        if isinstance(widget, Card) and widget.words:
            self._card_labels += [
                label
                for label in sheet.widgets
                if isinstance(label, Label) and widget.rect.contains(label.rect)
            ]
        self._enter(widget.group)
        pressable = widget.action is not None or (isinstance(widget, Button) and widget.name)
        if widget.words and pressable:
            self._button(widget)
        elif widget.words and self._labels:
            self._add(f"words {place}", "words", widget.words)

    def _label(self, label: Label, place: str) -> None:
        self._choice = ""
        self._enter(label.group)
        if level := label.level or _HEADS.get(label.style, 0):
            self._add(f"head {place}", "heading", label.text, level=level)
        else:
            self._add(f"words {place}", "words", label.text)

    def _add(self, key: str, kind: PartKind, words: str, level: int = 0) -> str:
        count = sum(part.kind == kind for part in self.parts)
        within = self._within if kind == "words" else ""
        self.parts.append(Part(f"{key} {count}", kind, words, within, level=level))
        return self.parts[-1].key

    def _enter(self, group: ReadoutGroup | None) -> None:
        """Begin a new group; if the words before it are its name, they become the name."""
        if group == self._group:
            return
        self._group, self._within = group, ""
        if group is None:
            return
        if self.parts and (self.parts[-1].kind, self.parts[-1].words) == ("words", group.words):
            self.parts.pop()
        self._within = self._add("group", "group", group.words, group.level)

    def _button(self, widget: Widget) -> None:
        look = widget.look if isinstance(widget, Button) else ""
        choice, value, _ = widget.name.partition("=")
        if not value or not look:
            self._choice = ""
            state: PartState = "here" if look == "chosen" else ""
        else:
            state = "on" if look == "chosen" else "off"
            if choice != self._choice:
                self._choice = choice
                self._open(f"choice {choice}")
        if not is_enabled(widget):
            state = "out"
        within = f"choice {self._choice}" if self._choice else self._within
        self.parts.append(Part(widget.name, "button", widget.words, within, state))

    def _open(self, key: str) -> None:
        """Begin the group of a choice, named by the words before it or else by the last heading."""
        if self.parts and self.parts[-1].kind == "words":
            words = self.parts.pop().words
        else:
            words = next((part.words for part in reversed(self.parts) if part.kind in _NAMES), "")
        self.parts.append(Part(key, "group", words))
