"""The games, each in a folder of its own."""

import tomllib
from collections.abc import Mapping
from pathlib import Path


def english_faults(key: str) -> Mapping[str, str]:
    """Return the English sentences of the faults of a game's diagrams, by key. There are none
    where the texts of games are packed, as in a page."""
    path = Path(__file__).parent / key / "text.toml"
    if not path.is_file():
        return {}
    faults: Mapping[str, str] = tomllib.loads(path.read_text("utf-8"))["en"]["fault"]
    return faults
