"""Every word the player reads, by key, in the player's language.

The shell's words lie in assets/text/<language>.toml, a game's in rules/games/<game>/text.toml with
one table per language. A word that a language lacks is taken from English; `missing` remembers it.
"""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from flipside.game.services.storage.storage import Device

LANGUAGES = {"en": "English", "de": "Deutsch", "cs": "Čeština"}
"""Code of each language, and its name in itself."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""Keys of the names of months."""

_ROOT = Path(__file__).resolve().parents[2]


class Text:
    """Gives the words of the shell and of each game."""

    def __init__(self, settings_language: str, device: Device) -> None:
        self._device = device
        self.missing: set[str] = set()
        """Missing keys, as "de play.undo" or "de othello reason.more"."""
        self.language = "en"
        self.use(settings_language)

    def use(self, language: str) -> None:
        """Switch to a language; "auto" is the first of the system's that we have."""
        wanted = [language] if language in LANGUAGES else self._device.languages()
        self.language = next((code for code in wanted if code in LANGUAGES), "en")

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text of the shell with the values put in; the key itself if there is none."""
        return self.game("", key, **values)

    def damage(self, key: str) -> str:
        """Return words of the shell about damaged data, with the way to repair it here."""
        return f"{self(key)} {self(f'repair.{self._device.kind}')}"

    def game(self, game_key: str, key: str, /, **values: object) -> str:
        """Return a text of a game, or of the shell for "", with the values put in."""
        name = f"{game_key} {key}".lstrip()
        words = self._entry(game_key, key, str)
        return name.replace(" ", ".") if words is None else self._filled(name, words, values)

    def knows(self, game_key: str, key: str, /) -> bool:
        """Whether somebody wrote words of a game for that key, in any language; not every game has
        every chapter."""
        return any(key in game_words(game_key)[language] for language in LANGUAGES)

    def decimal(self, number: float) -> str:
        """A number with one digit after the point, or after the comma where people write one."""
        return f"{number:.1f}".replace(".", "." if self.language == "en" else ",")

    def date(self, key: str, date: str, /, **values: object) -> str:
        """Words of the shell in which a date such as 2026-01-31 is put: its year, day, and the name
        of its month."""
        year, month, day = date.split("-")
        name = self(f"month.{_MONTHS[int(month) - 1]}")
        return self(key, year=year, month=name, day=int(day), **values)

    def game_list(self, game_key: str, key: str, /) -> list[Any]:
        """A list of a game: of sentences, such as its rulings, or of small tables, such as the
        paragraphs of how it is played."""
        return list(self._entry(game_key, key, list) or [])

    def pictures(self, game_key: str, /) -> dict[str, dict[str, Any]]:
        """The positions that illustrate a game, by name."""
        pictures: dict[str, dict[str, Any]] = game_words(game_key).get("pictures", {})
        return pictures

    def marks(self) -> dict[str, list[dict[str, Any]]]:
        """The pictures of marks that belong to no single game, by chapter."""
        return _read(_ROOT / "assets" / "text" / "marks.toml")

    def _entry(self, game_key: str, key: str, kind: type) -> Any:
        for language in (self.language, "en"):
            words = game_words(game_key)[language] if game_key else shell_words(language)
            found = words.get(key)
            if isinstance(found, kind):
                return found
            self.missing.add(" ".join(filter(None, (language, game_key, key))))
        return None

    def _filled(self, key: str, words: str, values: dict[str, object]) -> str:
        try:
            return words.format(**values)
        except (LookupError, ValueError, AttributeError):
            self.missing.add(f"{self.language} {key}: a value for {words!r}")
            return words


@cache
def shell_words(language: str) -> dict[str, Any]:
    """The texts of the shell in a language, by key."""
    return _flat(_read(_ROOT / "assets" / "text" / f"{language}.toml"))


@cache
def game_words(game_key: str) -> dict[str, Any]:
    """The texts of a game: for each language by key, and its pictures."""
    tables = _read(_ROOT / "rules" / "games" / game_key / "text.toml")
    return tables | {language: _flat(tables.get(language, {})) for language in LANGUAGES}


def _read(path: Path) -> dict[str, Any]:
    """The tables of a file, which a page has as JSON, as that is read much sooner; none for a game
    that has no words yet."""
    packed = path.with_suffix(".json")
    if packed.is_file():
        tables: dict[str, Any] = json.loads(packed.read_bytes())
        return tables
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)


def _flat(tables: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Nested tables as one, with dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{key}.")
        else:
            flat[before + key] = value
    return flat
