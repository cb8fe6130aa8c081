"""The board of a review in words, as parts of a readout."""

from game.drawing.parts import sign
from game.services.readout import Part
from game.services.theme import Theme
from game.table.reading import board_parts
from game.table.spoken import Spoken
from game.table.words import Words


def board_at(theme: Theme, words: Words, ply: int, aids: bool) -> list[Part]:
    """The board after so many plies of the match that `words` are of, which stays where it is."""
    match = words.match
    at, pieces = match.at, match.position_at(ply).pieces()
    match.go(ply)
    try:
        spoken = Spoken(words, aids=aids)
        return list(
            board_parts(words.text, match.board, spoken, lambda cell: sign(theme, pieces[cell]))
        )
    finally:
        match.go(at)
