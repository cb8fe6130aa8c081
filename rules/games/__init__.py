"""The games, each in a folder of its own."""

from collections.abc import Mapping

from flipside.rules.texts import game_texts


def english_faults(key: str) -> Mapping[str, str]:
    """Return the English sentences of the faults of a game's diagrams, by key."""
    faults: Mapping[str, str] = game_texts(key, "en").get("fault", {})
    return faults
