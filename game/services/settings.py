"""Choices of the player for all games: language, sound, tempo, marks.

Each is declared once, with its values, so that a scene can show them without knowing them.
"""

from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeVar

from game.services.storage.storage import Outcome, Storage
from game.services.text import LANGUAGES

_NAME = "settings"
_FORMAT_VERSION = 1
"""Version of the file's format, in its first line."""

_MAX_CHARS = 10_000
"""Longest text that is read as settings."""

Value = str | int | bool

PACE_SECONDS = {"off": 0.0, "half": 0.5, "one": 1.0, "two": 2.0}
"""Least seconds before a computer moves."""

TEMPO_FACTORS = {"calm": 1.6, "normal": 1.0, "quick": 0.6, "off": 0.0}
"""Factor on every duration, by what the setting "tempo" comes to."""

_V = TypeVar("_V", bound=Value)


def _one_of(default: _V, *values: _V) -> _V:
    return field(default=default, metadata={"values": values})


def _on_off(on: bool) -> bool:
    return _one_of(on, True, False)


@dataclass
class Settings:
    """The choices as plain attributes, in the order in which they are offered."""

    language: str = _one_of("auto", "auto", *LANGUAGES)
    sound: bool = _on_off(True)
    volume: int = _one_of(70, *range(0, 101, 10))
    """Loudness in percent; the file may hold any whole number between."""
    tempo: str = _one_of("system", "system", *TEMPO_FACTORS)
    """How fast things move; "system" is normal, or off where the system asks for less motion."""
    pace: str = _one_of("half", *PACE_SECONDS)
    """How long the computer takes at least for a move."""
    theme: str = _one_of("system", "system", "light", "dark", "contrast")
    """Colours; "contrast" is dark or light as the system asks."""
    large: bool = _on_off(False)
    """Whether a page shows words in large type in the place of pictures."""
    legal: str = _one_of("rings", "rings", "red", "off")
    """How legal squares are marked."""
    coordinates: bool = _on_off(True)
    tabletop: bool = _on_off(False)
    aids: bool = _on_off(True)
    values: bool = _on_off(False)
    """Whether the values of moves are shown, and who is ahead."""
    award: bool = _on_off(True)
    """Whether announced results give the empty squares to the winner."""
    confirm: bool = _on_off(True)
    """Whether a move is shown and confirmed where a cell beside the board asks for it."""
    fullscreen: bool = _on_off(False)
    stored: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Words of the file by key, as read or written last."""

    def save(self, storage: Storage) -> None:
        """Write the changed settings; keep everything else in the file, which another window or a
        newer Flipside may have written."""
        own = _own(self)
        changed = {key: word for key, word in own.items() if self.stored.get(key) != word}
        outcome = Outcome.ELSEWHERE
        while outcome is Outcome.ELSEWHERE:  # another window wrote in this very moment
            text, there = _load(storage)
            words = own | {**self.stored, **there, **changed}
            lines = [f"Flipside settings {_FORMAT_VERSION}"]
            lines += [f"{key} {word}".rstrip() for key, word in words.items()]
            outcome = storage.replace(_NAME, text, "\n".join(lines) + "\n")
        if outcome is Outcome.SAVED:
            self.stored |= own


class Setting(NamedTuple):
    """One setting: its attribute in Settings, and the values to offer."""

    key: str
    values: tuple[Value, ...]


SETTINGS = tuple(
    Setting(one.name, one.metadata["values"]) for one in fields(Settings) if one.metadata
)


def load_settings(storage: Storage) -> Settings:
    """Load the settings; set aside a file that cannot be read, in whole or in part."""
    text, words = _load(storage)
    settings = Settings()
    for entry in SETTINGS:
        if entry.key in words:
            setattr(settings, entry.key, _meant(entry, words[entry.key]))
    settings.stored = _own(settings) | words
    if text is None and words:
        settings.save(storage)
    return settings


def _own(settings: Settings) -> dict[str, str]:
    return {key: _written(getattr(settings, key)) for key, _ in SETTINGS}


def _load(storage: Storage) -> tuple[str | None, dict[str, str]]:
    """Return the stored text, None if it had to be set aside, and its words by key."""
    text = storage.load(_NAME)
    if text is None:
        return None, {}
    words, all_right = _read(text)
    if not all_right:
        storage.set_aside(_NAME)
    return (text if all_right else None), words


def _read(text: str) -> tuple[dict[str, str], bool]:
    """Parse a file: return its words by key, unknown keys included, and whether every line was
    right."""
    if len(text) > _MAX_CHARS:
        return {}, False
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    if first != f"Flipside settings {_FORMAT_VERSION}":
        return {}, False
    words: dict[str, str] = {}
    known, all_right = {entry.key: entry for entry in SETTINGS}, True
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


def _meant(entry: Setting, word: str) -> Value | None:
    """Return the value that a word of the file stands for, None if there is none."""
    if entry.key == "volume":
        counts = word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= 100
        return int(word) if counts else None
    return next((value for value in entry.values if _written(value) == word), None)
