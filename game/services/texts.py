"""All texts for players, by key, in the player's language.

The program's texts are in `assets/text/<language>/program.toml`, those of a game in
`rules/games/<game>/text/<language>.toml`. `assets/text/languages.toml` lists the languages. A text
that is missing in a language is taken from English, and its key is added to `missing`.

A text with a count may be a table with a text for each plural category of CLDR; the entry "=1" is
for exactly that count. `languages.toml` defines the categories by conditions such as "i = 1 and v =
0": `i` is the number without its decimals, `v` the number of its decimals. Their syntax:
https://unicode.org/reports/tr35/tr35-numbers.html#Plural_rules_syntax.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flipside.game.services.storage.storage import Device
from flipside.rules.texts import game_pictures, game_texts, read_toml

_TEXT = Path(__file__).resolve().parents[2] / "assets" / "text"

_RULES: dict[str, dict[str, Any]] = read_toml(_TEXT / "languages.toml")

LANGUAGES: dict[str, str] = {code: rules["name"] for code, rules in _RULES.items()}
"""The name of each language, in that language, by its code."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""The last part of the text keys of months."""


class Texts:
    """The texts of the program and of each game."""

    def __init__(self, settings_language: str, device: Device) -> None:
        self._device = device
        self.missing: set[str] = set()
        """Missing keys, such as "de play.undo" or "de othello reason.more"."""
        self.language = "en"
        self.use(settings_language)

    def use(self, language: str) -> None:
        """Switch to a language; "auto" selects the first available language of the system."""
        codes = [language] if language in LANGUAGES else self._device.languages()
        self.language = next((code for code in codes if code in LANGUAGES), "en")

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text of the program with the values inserted; the key if the text is missing."""
        return self.game("", key, **values)

    def damage(self, key: str) -> str:
        """Return a text about damaged data, followed by how to repair it on this platform."""
        return f"{self(key)} {self(f'repair.{self._device.kind}')}"

    def game(self, game_key: str, key: str, /, **values: object) -> str:
        """Return a text of a game, or of the program if `game_key` is "", with the values."""
        name, count = f"{game_key} {key}".lstrip(), values.get("count")
        words = self._entry(game_key, key, str, count)
        return name.replace(" ", ".") if words is None else self._filled(name, words, values)

    def knows(self, game_key: str, key: str, /) -> bool:
        """Return whether a game has a text with that key."""
        return key in game_words(game_key, "en")

    def decimal(self, number: float) -> str:
        """Return a number with one decimal in the notation of the language."""
        return f"{number:.1f}".replace(".", _RULES[self.language]["decimal"])

    def whole(self, number: int) -> str:
        """Return a whole number with its thousands separated in the notation of the language."""
        return f"{number:,}".replace(",", _RULES[self.language]["thousands"])

    @property
    def semicolon(self) -> str:
        """The semicolon between two phrases, with the spaces around it."""
        return self("spoken.then", first="", second="")

    def date(self, key: str, date: str, /, **values: object) -> str:
        """Return a text with the `year`, `month` (a name) and `day` of a date like 2026-01-31."""
        year, month, day = date.split("-")
        name = self(f"month.{_MONTHS[int(month) - 1]}")
        return self(key, year=year, month=name, day=int(day), **values)

    def game_list(self, game_key: str, key: str, /) -> list[Any]:
        """Return a game's list of sentences (such as rulings) or tables (such as its manual)."""
        return list(self._entry(game_key, key, list) or [])

    def pictures(self, game_key: str, /) -> dict[str, dict[str, Any]]:
        """Return the positions that illustrate a game's manual, by name."""
        return dict(game_pictures(game_key))

    def marks(self) -> dict[str, list[dict[str, Any]]]:
        """Return the pictures of the marks that all games share, by chapter."""
        return read_toml(_TEXT / "marks.toml")

    def _entry(self, game_key: str, key: str, kind: type, count: object = None) -> Any:
        for language in (self.language, "en"):
            words = game_words(game_key, language) if game_key else shell_words(language)
            for name in (key, *plural_keys(language, key, count)):
                if isinstance(words.get(name), kind):
                    return words[name]
            self.missing.add(" ".join(filter(None, (language, game_key, key))))
        return None

    def _filled(self, key: str, words: str, values: dict[str, object]) -> str:
        try:
            return words.format(**values)
        except (LookupError, ValueError, AttributeError):
            self.missing.add(f"{self.language} {key}: a value for {words!r}")
        if self.language == "en":
            return words
        return Texts("en", self._device).game(*key.rpartition(" ")[::2], **values)


def plural_keys(language: str, key: str, count: object) -> tuple[str, ...]:
    """Return the keys of the plural forms of a text for `count`, best first; () without a count."""
    if not isinstance(count, int | float):
        return ()
    category = plural_category(_RULES[language]["plural"], count)
    return f"{key}.={count}", f"{key}.{category}", f"{key}.other"


@cache
def shell_words(language: str) -> dict[str, Any]:
    """Return the texts of the program in a language, by key."""
    return _flat(read_toml(_TEXT / language / "program.toml"))


@cache
def game_words(game_key: str, language: str) -> dict[str, Any]:
    """Return the texts of a game in a language, by key."""
    return _flat(game_texts(game_key, language))


def _flat(tables: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested tables as one table with dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{key}.")
        else:
            flat[before + key] = value
    return flat


CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_RELATION = re.compile(r"([nivwfte])(?: % (\d+))? (!?=) ([\d.,]+)")


def plural_category(rules: Mapping[str, str], number: float) -> str:
    """Return the category whose rule a number satisfies, or "other"; 1.0 has one decimal."""
    whole, _, decimals = str(abs(number)).partition(".")
    significant = decimals.rstrip("0")
    operands = {
        "n": float(abs(number)),
        "i": int(whole),
        "v": len(decimals),
        "w": len(significant),
        "f": int(decimals or 0),
        "t": int(significant or 0),
        "e": 0,
    }
    return next((category for category, rule in rules.items() if _holds(rule, operands)), "other")


def _holds(rule: str, operands: Mapping[str, float]) -> bool:
    return any(
        all(_relation_holds(relation, operands) for relation in condition.split(" and "))
        for condition in rule.split(" or ")
    )


def _relation_holds(relation: str, operands: Mapping[str, float]) -> bool:
    match = _RELATION.fullmatch(relation.strip())
    if match is None:
        raise ValueError(f"not a relation of a CLDR plural rule: {relation!r}")
    operand, modulus, equals, ranges = match.groups()
    value = operands[operand] % int(modulus) if modulus else operands[operand]
    within = any(_in_range(value, span) for span in ranges.split(","))
    return within == (equals == "=")


def _in_range(value: float, span: str) -> bool:
    first, _, last = span.partition("..")
    return value == int(value) and int(first) <= value <= int(last or first)
