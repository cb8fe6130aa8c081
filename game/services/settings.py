"""What a person has chosen once for all games: language, sound, tempo, marks.

FIELDS lists every setting with its values, so that a scene can show them without knowing them.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from game.services.storage import Outcome, Storage

SETTINGS_NAME = "settings"
FORMAT = 1
"""The number in the first line of the file; a higher one was written by a newer Flipside."""

MAX_LENGTH = 10_000
"""Characters; a longer text is no settings."""

Value = str | int | bool


class Field(NamedTuple):
    """One setting: its attribute in Settings, the values to offer, and the first of all."""

    key: str
    values: tuple[Value, ...]
    default: Value


VOLUMES = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
"""Steps to offer; any whole number between them is as good."""

PACES = {"off": 0.0, "half": 0.5, "one": 1.0, "two": 2.0}
"""Seconds that pass at least before a computer moves."""

FIELDS = (
    Field("language", ("auto", "en", "de", "cs"), "auto"),
    Field("sound", (True, False), True),
    Field("volume", VOLUMES, 70),
    Field("tempo", ("system", "calm", "normal", "quick", "off"), "system"),
    Field("pace", tuple(PACES), "half"),
    Field("theme", ("system", "light", "dark", "contrast"), "system"),
    Field("large", (True, False), False),
    Field("legal", ("rings", "red", "off"), "rings"),
    Field("coordinates", (True, False), True),
    Field("tabletop", (True, False), False),
    Field("aids", (True, False), True),
    Field("values", (True, False), False),
    Field("award", (True, False), True),
    Field("confirm", (True, False), True),
    Field("fullscreen", (True, False), False),
)


@dataclass
class Settings:
    """The choices themselves, as plain attributes; their defaults are those of FIELDS."""

    language: str = "auto"
    sound: bool = True
    volume: int = 70
    """Loudness, 0 to 100."""
    tempo: str = "system"
    """How fast things move; "system" is normal, or off where the system asks for less motion."""
    pace: str = "half"
    """How long the computer takes at least for a move."""
    theme: str = "system"
    """Colours; "contrast" is dark or light as the system asks."""
    large: bool = False
    """Whether a page shows words in large type in the place of pictures."""
    legal: str = "rings"
    """How legal squares are marked."""
    coordinates: bool = True
    tabletop: bool = False
    aids: bool = True
    values: bool = False
    """Whether the values of moves are shown, and who is ahead."""
    award: bool = True
    """Whether announced results give the empty squares to the winner."""
    confirm: bool = True
    """Whether a move is shown and confirmed where a cell beside the board asks for it."""
    fullscreen: bool = False
    stored: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """The words of the file by key, as they were read or written last."""

    def save(self, storage: Storage) -> None:
        """Write what was changed here into the file; whatever else stands there, perhaps by another
        window or a newer Flipside, stays."""
        own = _own(self)
        changed = {key: word for key, word in own.items() if self.stored.get(key) != word}
        outcome = Outcome.ELSEWHERE
        while outcome is Outcome.ELSEWHERE:  # another window wrote in this very moment
            text, there = _load(storage)
            words = own | {**self.stored, **there, **changed}
            lines = [f"Flipside settings {FORMAT}"]
            lines += [f"{key} {word}".rstrip() for key, word in words.items()]
            outcome = storage.replace(SETTINGS_NAME, text, "\n".join(lines) + "\n")
        if outcome is Outcome.SAVED:
            self.stored |= own


def load_settings(storage: Storage) -> Settings:
    """The saved settings. A file that cannot be read, in whole or in part, is set aside."""
    text, words = _load(storage)
    settings = Settings()
    for entry in FIELDS:
        if entry.key in words:
            setattr(settings, entry.key, _meant(entry, words[entry.key]))
    settings.stored = _own(settings) | words
    if text is None and words:
        settings.save(storage)
    return settings


def _own(settings: Settings) -> dict[str, str]:
    return {key: _written(getattr(settings, key)) for key, _, _ in FIELDS}


def _load(storage: Storage) -> tuple[str | None, dict[str, str]]:
    """The text that stands in storage, None if it had to be set aside, and its words by key."""
    text = storage.load(SETTINGS_NAME)
    if text is None:
        return None, {}
    words, all_right = _read(text)
    if not all_right:
        storage.set_aside(SETTINGS_NAME)
    return (text if all_right else None), words


def _read(text: str) -> tuple[dict[str, str], bool]:
    """The words in a file by key, those included that only a newer Flipside knows, and whether
    every line was right."""
    if len(text) > MAX_LENGTH:
        return {}, False
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    if first != f"Flipside settings {FORMAT}":
        return {}, False
    words: dict[str, str] = {}
    known, all_right = {entry.key: entry for entry in FIELDS}, True
    for line in lines:
        key, _, word = line.partition(" ")
        word = word.strip()
        if key in known:
            right = key not in words and _meant(known[key], word) is not None
        else:
            right = key.isidentifier()
        if right:
            words[key] = word
        all_right = all_right and right
    return words, all_right


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _meant(entry: Field, word: str) -> Value | None:
    """The value a word of the file stands for, or None."""
    if entry.key == "volume":
        counts = word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= 100
        return int(word) if counts else None
    return next((value for value in entry.values if _written(value) == word), None)
