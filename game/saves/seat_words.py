"""The words for who decides the moves of a player, as matches are saved with them."""

from rules.engine.levels import LEVELS, level_of

PERSON = "person"
"""The seat word of a person; every other seat word is the key of a level."""

SEAT_WORDS = (PERSON, *(level.key for level in LEVELS))
"""Those that are offered to everybody; experts may choose a fixed depth besides."""


def seat_word(word: str) -> str:
    """The word, if it names a seat; raises KeyError for others."""
    return word if word == PERSON else level_of(word).key
