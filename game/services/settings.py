"""The player's settings for all games: language, sound, tempo, marks.

Each setting is declared once with its possible values, which a scene offers as choices.
"""

from dataclasses import dataclass, field, fields
from typing import TypeVar

from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.game.services.texts import LANGUAGES

Value = str | int | bool

PACE_SECONDS = {"off": 0.0, "half": 0.5, "one": 1.0, "two": 2.0}
"""Minimum seconds that a computer takes for a move, by `Settings.pace`."""

TEMPO_FACTORS = {"calm": 1.6, "normal": 1.0, "quick": 0.6, "off": 0.0}
"""Factor for the duration of animations, by `Settings.tempo`."""

_V = TypeVar("_V", bound=Value)


def _one_of(default: _V, *values: _V) -> _V:
    return field(default=default, metadata={"values": values})


def _on_off(on: bool) -> bool:
    return _one_of(on, True, False)


@dataclass
class Settings:
    """The current value of each setting."""

    language: str = _one_of("auto", "auto", *LANGUAGES)
    volume: int = _one_of(70, *range(0, 101, 10))
    """Percent; 0 turns sounds off. The file may contain any whole number from 0 to 100."""
    vibration: bool = _on_off(False)
    """Whether a touch device vibrates when a piece is dropped or a tap refused."""
    tempo: str = _one_of("system", "system", *TEMPO_FACTORS)
    """Speed of animations; "system" is normal, or off if the system asks for reduced motion."""
    pace: str = _one_of("half", *PACE_SECONDS)
    theme: str = _one_of("system", "system", "light", "dark", "contrast")
    """Colours; "contrast" is dark or light, as the system prefers."""
    board: str = _one_of("classic", "classic", "walnut", "slate", "ivory")
    """The material of all boards; if "classic", each game has its own."""
    pieces: str = _one_of("shaded", "shaded", "flat")
    tiles: str = _one_of("classic", "classic", "distinct")
    """Colours of Contactic's tiles; "distinct" suits people with red-green colour blindness."""
    large: bool = _on_off(False)
    """Whether a page shows words in large type instead of pictures."""
    legal: str = _one_of("rings", "rings", "red", "off")
    """How legal squares are marked."""
    coordinates: bool = _on_off(True)
    tabletop: bool = _on_off(False)
    aids: bool = _on_off(True)
    values: bool = _on_off(False)
    """Whether scores of moves, and the player who is ahead, are shown."""
    warn: bool = _on_off(False)
    """Whether the player is asked before a move that gives away a won match."""
    drills: bool = _on_off(True)
    """Whether mistakes of the player return as tasks."""
    award: bool = _on_off(True)
    """Whether the empty squares count for the winner in announced results."""
    confirm: bool = _on_off(True)
    """Whether moves must be confirmed, in games that have a cell for this beside the board."""
    size: int = _one_of(100, 100, 125, 150)
    """Size of everything in a desktop window, in percent."""
    fullscreen: bool = _on_off(False)
    file_values: dict[str, Value] = field(default_factory=dict, repr=False, compare=False)
    """The values in the file when it was last read or written, by key."""

    def save(self, storage: Storage) -> None:
        """Write the changed settings; another window may have written the other values."""
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
"""The possible values of each setting, by its name in `Settings`."""

SETTING_GROUPS: dict[str, tuple[str, ...]] = {
    "appearance": (
        *("language", "theme", "board", "pieces", "tiles", "size", "fullscreen", "large"),
        "coordinates",
    ),
    "sound": ("volume", "vibration"),
    "play": ("tempo", "pace", "tabletop", "confirm", "award"),
    "help": ("legal", "aids", "values", "warn", "drills"),
}
"""The settings of each group on the page of settings, in their order there."""


@dataclass(frozen=True)
class _File:
    values: dict[str, Value] = field(default_factory=dict)
    """Values by key. A newer Flipside may have written unknown keys."""


_FILE = Document("settings", _File, 10_000, merge_values=lambda here, _: here)


def load_settings(storage: Storage) -> Settings:
    """Load the settings; set the file aside if it has invalid values, and save the valid ones."""
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
    """Return the valid values, and the values of unknown settings."""
    return {key: value for key, value in values.items() if _is_valid(key, value)}


def _is_valid(key: str, value: Value) -> bool:
    if key not in SETTINGS:
        return key.isidentifier()
    valid = range(101) if key == "volume" else SETTINGS[key]
    return value in valid and type(value) is type(valid[0])
