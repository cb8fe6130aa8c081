"""Board of a review, as a picture and in words."""

from game.board.shown import Shown
from game.board.timeline import still
from game.services.readout import Part
from game.services.theme import Theme
from game.speech.board_readout import board_parts
from game.speech.board_text import BoardText
from game.table.outlook import traces
from game.table.phrases import Phrases
from game.ui.readout_parts import piece_sign
from rules.contract.board import Cell
from rules.contract.position import Move
from rules.match.match import Match


def shown_at(match: Match, ply: int, better: Move | None, aids: bool) -> Shown:
    """Return the board after `ply` plies, or as the move `better` would have left it."""
    position = match.position_at(ply)
    last: tuple[Cell, ...] = ()
    changed: tuple[Cell, ...] = ()
    if ply:
        before, move = match.position_at(ply - 1), match.moves[ply - 1]
        if better is not None:
            move, position = better, before.play(better)
        last, changed = traces(match.board, before, move)
    marks = tuple(mark for mark in position.marks(()) if aids or not mark.aid)
    return Shown(
        resting=still(position.pieces()), last=last, changed=changed if aids else (), marks=marks
    )


def in_words(theme: Theme, words: Phrases, ply: int, aids: bool) -> list[Part]:
    """Return the readout of the board after `ply` plies; the match of `words` keeps its ply."""
    match = words.match
    at, pieces = match.ply, match.position_at(ply).pieces()
    match.go(ply)
    try:
        spoken = BoardText(words, aids=aids)
        signs = [piece_sign(theme, piece) for piece in pieces]
        return list(board_parts(words.text, match.board, spoken, signs.__getitem__))
    finally:
        match.go(at)
