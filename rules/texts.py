"""The texts and pictures of a game, in files of its folder."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_GAMES = Path(__file__).parent / "games"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file; FileNotFoundError if it is missing.

    Bundles for browsers have a JSON file instead, which Python reads much faster.
    """
    json_path = path.with_suffix(".json")
    if json_path.is_file():
        table: dict[str, Any] = json.loads(json_path.read_bytes())
        return table
    return tomllib.loads(path.read_text("utf-8"))


@cache
def game_texts(key: str, language: str) -> Mapping[str, Any]:
    """Return the texts of a game in a language as nested tables; {} if there is no file."""
    try:
        return read_toml(_GAMES / key / "text" / f"{language}.toml")
    except FileNotFoundError:
        return {}


@cache
def text_languages(key: str) -> tuple[str, ...]:
    """Return the codes of the languages in which a game has texts, sorted."""
    return tuple(sorted(path.stem for path in (_GAMES / key / "text").iterdir()))


@cache
def game_pictures(key: str) -> Mapping[str, dict[str, Any]]:
    """Return the positions shown as pictures in the manual of a game, by name; {} if none."""
    try:
        return read_toml(_GAMES / key / "pictures.toml")
    except FileNotFoundError:
        return {}
