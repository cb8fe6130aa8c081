"""The texts and pictures of a game, in files of its folder."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_GAMES = Path(__file__).parent / "games"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file, or of its JSON form in a page's bundle.

    Python reads JSON much faster. Raises FileNotFoundError if there is neither.
    """
    json_path = path.with_suffix(".json")
    if json_path.is_file():
        table: dict[str, Any] = json.loads(json_path.read_bytes())
        return table
    return tomllib.loads(path.read_text("utf-8"))


@cache
def game_texts(key: str, language: str) -> Mapping[str, Any]:
    """Return the texts of a game in a language, as its file has them; {} if there is none."""
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
    """Return the positions that illustrate a game, by name; {} if there are none."""
    try:
        return read_toml(_GAMES / key / "pictures.toml")
    except FileNotFoundError:
        return {}
