"""The player's settings for all games: language, sound, tempo, marks.

Each is declared once with its values, from which a scene builds its rows.
"""

from dataclasses import dataclass, field, fields
from typing import TypeVar

from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.game.services.texts import LANGUAGES

Value = str | int | bool

PACE_SECONDS = {"off": 0.0, "half": 0.5, "one": 1.0, "two": 2.0}
"""Minimum seconds before a computer moves."""

TEMPO_FACTORS = {"calm": 1.6, "normal": 1.0, "quick": 0.6, "off": 0.0}
"""Factor for every duration, by tempo."""

_V = TypeVar("_V", bound=Value)


def _one_of(default: _V, *values: _V) -> _V:
    return field(default=default, metadata={"values": values})


def _on_off(on: bool) -> bool:
    return _one_of(on, True, False)


@dataclass
class Settings:
    """The settings as plain attributes."""

    language: str = _one_of("auto", "auto", *LANGUAGES)
    volume: int = _one_of(70, *range(0, 101, 10))
    """Percent, 0 without sound; the file may contain any whole number from 0 to 100."""
    tempo: str = _one_of("system", "system", *TEMPO_FACTORS)
    """Speed of animations; "system" is normal, or off if the system asks for reduced motion."""
    pace: str = _one_of("half", *PACE_SECONDS)
    """Minimum time of a computer's move."""
    theme: str = _one_of("system", "system", "light", "dark", "contrast")
    """Colours; "contrast" is dark or light as the system asks."""
    board: str = _one_of("classic", "classic", "walnut", "slate", "ivory")
    """Material of boards; "classic" is that of the game."""
    pieces: str = _one_of("shaded", "shaded", "flat")
    tiles: str = _one_of("classic", "classic", "distinct")
    """Colours of Contactic's tiles; "distinct" is for red-green colour blindness."""
    large: bool = _on_off(False)
    """Whether a page shows words in large type instead of pictures."""
    legal: str = _one_of("rings", "rings", "red", "off")
    """Marks of legal squares."""
    coordinates: bool = _on_off(True)
    tabletop: bool = _on_off(False)
    aids: bool = _on_off(True)
    values: bool = _on_off(False)
    """Whether the values of moves and the leader are shown."""
    warn: bool = _on_off(False)
    """Whether a question is asked before a move that gives away a won match."""
    award: bool = _on_off(True)
    """Whether announced results give the empty squares to the winner."""
    confirm: bool = _on_off(True)
    """Whether moves are confirmed in games with a cell for that beside the board."""
    size: int = _one_of(100, 100, 125, 150)
    """Size of everything in a window of our own, in percent."""
    fullscreen: bool = _on_off(False)
    file_values: dict[str, Value] = field(default_factory=dict, repr=False, compare=False)
    """Values of the file by key, when last read or written."""

    def save(self, storage: Storage) -> None:
        """Write the changed settings.

        Other values in the file stay: another window or a newer Flipside may have written them.
        """
        values = _values(self)
        changes = {key: new for key, new in values.items() if self.file_values.get(key) != new}
        _FILE.change(
            storage, lambda file: _File(values | self.file_values | _valid(file.values) | changes)
        )
        if _FILE.kind not in storage.unsaved():
            self.file_values |= values


SETTINGS: dict[str, tuple[Value, ...]] = {
    setting.name: setting.metadata["values"] for setting in fields(Settings) if setting.metadata
}
"""The possible values of each setting, by its attribute in Settings."""

SETTING_GROUPS: dict[str, tuple[str, ...]] = {
    "appearance": (
        *("language", "theme", "board", "pieces", "tiles", "size", "fullscreen", "large"),
        *("coordinates", "tempo"),
    ),
    "sound": ("volume",),
    "play": ("pace", "tabletop", "confirm", "award"),
    "help": ("legal", "aids", "values", "warn"),
}
"""The settings of each group, in the order in which a scene shows them."""


@dataclass(frozen=True)
class _File:
    values: dict[str, Value] = field(default_factory=dict)
    """By key; a newer Flipside may have other keys."""


_FILE = Document("settings", _File, 10_000, merge_values=lambda here, _: here)


def load_settings(storage: Storage) -> Settings:
    """Load the settings; set aside a file that is damaged, in whole or in part."""
    values = _FILE.load(storage).values
    valid = _valid(values)
    settings = Settings(**{key: value for key, value in valid.items() if key in SETTINGS})  # type: ignore[arg-type]
    settings.file_values = _values(settings) | valid
    if valid != values:
        storage.quarantine(_FILE.kind)
        settings.save(storage)
    return settings


def _values(settings: Settings) -> dict[str, Value]:
    return {key: getattr(settings, key) for key in SETTINGS}


def _valid(values: dict[str, Value]) -> dict[str, Value]:
    """Return the valid values, and those of unknown settings."""
    return {key: value for key, value in values.items() if _is_valid(key, value)}


def _is_valid(key: str, value: Value) -> bool:
    if key not in SETTINGS:
        return key.isidentifier()
    valid = range(101) if key == "volume" else SETTINGS[key]
    return value in valid and type(value) is type(valid[0])
