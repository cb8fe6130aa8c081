"""Choices of the player for all games: language, sound, tempo, marks.

Each is declared once, with its values, so that a scene can show them without knowing them.
"""

from dataclasses import dataclass, field, fields
from typing import TypeVar

from flipside.game.services.storage.storage import Outcome, Storage
from flipside.game.services.text import LANGUAGES

_NAME = "settings"
_FIRST_LINE = "Flipside settings 1"
"""Names the file and the version of its format."""

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
            lines = [_FIRST_LINE]
            lines += [f"{key} {word}".rstrip() for key, word in words.items()]
            outcome = storage.replace(_NAME, text, "\n".join(lines) + "\n")
        if outcome is Outcome.SAVED:
            self.stored |= own


SETTINGS: dict[str, tuple[Value, ...]] = {
    one.name: one.metadata["values"] for one in fields(Settings) if one.metadata
}
"""The values that each setting offers, by its attribute in Settings."""


def load_settings(storage: Storage) -> Settings:
    """Load the settings; set aside a file that cannot be read, in whole or in part."""
    text, words = _load(storage)
    settings = Settings()
    for key, word in words.items():
        if key in SETTINGS:
            setattr(settings, key, _meant(key, word))
    settings.stored = _own(settings) | words
    if text is None and words:
        settings.save(storage)
    return settings


def _own(settings: Settings) -> dict[str, str]:
    return {key: _written(getattr(settings, key)) for key in SETTINGS}


def _load(storage: Storage) -> tuple[str | None, dict[str, str]]:
    """Return the stored text and its words by key, unknown keys included. A text that is not right
    in every line is set aside; then None stands for it, and the lines that are right count."""
    text, words = storage.load(_NAME), dict[str, str]()
    if text is None:
        return None, words
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    all_right = first == _FIRST_LINE and len(text) <= _MAX_CHARS
    for line in lines if all_right else ():
        key, _, word = line.partition(" ")
        word = word.strip()
        known = _meant(key, word) is not None if key in SETTINGS else key.isidentifier()
        if known and key not in words:
            words[key] = word
        else:
            all_right = False
    if not all_right:
        storage.set_aside(_NAME)
    return (text if all_right else None), words


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _meant(key: str, word: str) -> Value | None:
    """Return the value that a word of the file stands for, None if there is none."""
    if key == "volume":
        counts = word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= 100
        return int(word) if counts else None
    return next((value for value in SETTINGS[key] if _written(value) == word), None)
