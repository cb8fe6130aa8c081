"""What a person has chosen once for all games: language, sound, tempo, marks.

FIELDS lists every setting with its values, so that a scene can show them without knowing them.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from game.services.storage import Storage

NAME = "settings"
FORMAT = 1
"""The number in the first line of the file; a higher one was written by a newer Flipside."""

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
    Field("tempo", ("calm", "normal", "quick", "off"), "normal"),
    Field("pace", tuple(PACES), "half"),
    Field("theme", ("system", "light", "dark"), "system"),
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
    tempo: str = "normal"
    pace: str = "half"
    """How long the computer takes at least for a move."""
    theme: str = "system"
    legal: str = "rings"
    """How legal fields are marked."""
    coordinates: bool = True
    tabletop: bool = False
    aids: bool = True
    values: bool = False
    """Whether the values of moves are shown, and who is ahead."""
    award: bool = True
    """Whether announced results give the empty fields to the winner."""
    confirm: bool = True
    """Whether a move is shown and confirmed where a cell beside the board asks for it."""
    fullscreen: bool = False
    unknown: dict[str, str] = field(default_factory=dict)
    """Lines of the file that a newer Flipside understands; kept as they are."""

    def save(self, storage: Storage) -> None:
        """Write all settings as text."""
        lines = [f"Flipside settings {FORMAT}"]
        lines += [f"{key} {_written(getattr(self, key))}" for key, _, _ in FIELDS]
        lines += [f"{key} {word}".rstrip() for key, word in self.unknown.items()]
        storage.save(NAME, "\n".join(lines) + "\n")


def load_settings(storage: Storage) -> Settings:
    """The saved settings. A file that cannot be read, in whole or in part, is set aside."""
    text = storage.load(NAME)
    if text is None:
        return _first_settings(storage)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or lines[0] != f"Flipside settings {FORMAT}":
        storage.set_aside(NAME)
        return _first_settings(storage)
    settings, sound = _read(lines[1:])
    if not sound:
        storage.set_aside(NAME)
        settings.save(storage)
    return settings


def _first_settings(storage: Storage) -> Settings:
    return Settings(tempo="off" if storage.page.prefers_calm() else "normal")


def _read(lines: list[str]) -> tuple[Settings, bool]:
    """The settings in the lines of a file, and whether every known line was right."""
    settings, all_right = Settings(), True
    known = {entry.key: entry for entry in FIELDS}
    given: set[str] = set()
    for line in lines:
        key, _, word = line.partition(" ")
        if key not in known and key.isidentifier():
            settings.unknown[key] = word.strip()
            continue
        value = _meant(known[key], word.strip()) if key in known else None
        if value is None or key in given:
            all_right = False
        else:
            setattr(settings, key, value)
        given.add(key)
    return settings, all_right


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
