"""Seat words: who decides the moves of a player, as saved with a match."""

from rules.engine.levels import level_of

PERSON = "person"
"""The seat word of a person; every other seat word is the key of a level."""


def seat_word(word: str) -> str:
    """The word itself, if it names a seat. Raises KeyError for unknown words."""
    return word if word == PERSON else level_of(word).key
