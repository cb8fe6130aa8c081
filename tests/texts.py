"""The texts of all languages, as their files have them."""

import tomllib
from pathlib import Path
from typing import Any

from flipside.rules.texts import game_pictures, game_texts, read_toml

ROOT = Path(__file__).resolve().parents[1]

LANGUAGES = tuple(tomllib.loads((ROOT / "assets/text/languages.toml").read_text("utf-8")))
"""Their codes, English first."""

CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
"""Plural categories."""


def program_texts(language: str) -> dict[str, Any]:
    return read_toml(ROOT / "assets" / "text" / language / "program.toml")


def page_texts(language: str) -> dict[str, Any]:
    return read_toml(ROOT / "assets" / "text" / language / "page.toml")


def texts_of(key: str) -> dict[str, Any]:
    """The texts of a game by language, and its pictures."""
    return {"pictures": game_pictures(key)} | {code: game_texts(key, code) for code in LANGUAGES}


def word_count(text: str) -> int:
    """The number of words; French sets a space before a mark such as a colon, which is none."""
    return sum(any(map(str.isalnum, part)) for part in text.split())


def is_plural(value: object) -> bool:
    """Whether a value is a text by plural category."""
    return (
        isinstance(value, dict)
        and "other" in value
        and all(key in CATEGORIES or key.startswith("=") for key in value)
    )
