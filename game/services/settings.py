"""Choices of the player for all games: language, sound, tempo, marks.

Each is declared once, with its values, so that a scene can show them without knowing them.
"""

from dataclasses import dataclass, field, fields
from typing import TypeVar

from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.game.services.text import LANGUAGES

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
    stored: dict[str, Value] = field(default_factory=dict, repr=False, compare=False)
    """Values of the file by key, as read or written last."""

    def save(self, storage: Storage) -> None:
        """Write the changed settings; keep everything else in the file, which another window or a
        newer Flipside may have written."""
        own = _own(self)
        changed = {key: value for key, value in own.items() if self.stored.get(key) != value}
        _FILE.change(
            storage, lambda there: _File(own | self.stored | _right(there.values) | changed)
        )
        if _FILE.kind not in storage.unsaved():
            self.stored |= own


SETTINGS: dict[str, tuple[Value, ...]] = {
    one.name: one.metadata["values"] for one in fields(Settings) if one.metadata
}
"""The values that each setting offers, by its attribute in Settings."""


@dataclass(frozen=True)
class _File:
    values: dict[str, Value] = field(default_factory=dict)
    """By key; a newer Flipside may have others."""


_FILE = Document("settings", _File, 10_000, merged=lambda here, _: here)


def load_settings(storage: Storage) -> Settings:
    """Load the settings; set aside a file that cannot be read, in whole or in part."""
    stored = _FILE.load(storage).values
    right = _right(stored)
    settings = Settings(**{key: value for key, value in right.items() if key in SETTINGS})  # type: ignore[arg-type]
    settings.stored = _own(settings) | right
    if right != stored:
        storage.set_aside(_FILE.kind)
        settings.save(storage)
    return settings


def _own(settings: Settings) -> dict[str, Value]:
    return {key: getattr(settings, key) for key in SETTINGS}


def _right(values: dict[str, Value]) -> dict[str, Value]:
    """The values that their settings can have, and those of unknown settings."""
    return {key: value for key, value in values.items() if _is_right(key, value)}


def _is_right(key: str, value: Value) -> bool:
    if key not in SETTINGS:
        return key.isidentifier()
    offered = range(101) if key == "volume" else SETTINGS[key]
    return value in offered and type(value) is type(offered[0])
