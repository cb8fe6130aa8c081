"""A walk through a match: its board after any ply, or as a better move would have left it."""

from game.board.shown import Shown
from game.board.timeline import still
from game.scenes.review.analysis import Analysis
from game.services.readout import Part
from game.services.theme import Theme
from game.speech.board_readout import board_parts
from game.speech.board_text import BoardText
from game.table.outlook import traces
from game.table.phrases import Phrases
from game.ui.readout_parts import piece_sign
from rules.contract.board import Cell
from rules.match.match import Match


class Walk:
    """The ply of a match that a review shows, and what stands on its board."""

    def __init__(self, match: Match, analysis: Analysis, ply: int) -> None:
        self.match = match
        self._analysis = analysis
        self.ply = ply
        self.instead = False
        """Whether the better move is shown instead of the move made."""

    def go(self, ply: int) -> bool:
        """Go to the board after `ply` plies, or to the nearest end; return whether that is new."""
        ply = max(0, min(len(self.match.moves), ply))
        moved = ply != self.ply or self.instead
        self.ply, self.instead = ply, False
        return moved

    @property
    def at_end(self) -> bool:
        """Whether the ply shown is the end of a match that has ended."""
        return self.ply == len(self.match.moves) and self.match.result(self.ply) is not None

    @property
    def knows_better(self) -> bool:
        """Whether a better move than the last one is known."""
        return self.ply > 0 and self._analysis.review.loss(self.ply - 1) > 0

    @property
    def on_swing(self) -> bool:
        """Whether the last move was one of those that lost most."""
        return self.ply - 1 in self._analysis.review.mistakes()

    def next_swing(self, forwards: bool) -> int:
        """The ply after the next or last move that lost most; the ply shown if there is none."""
        swings = [ply + 1 for ply in self._analysis.review.mistakes()]
        if forwards:
            return next((ply for ply in swings if ply > self.ply), self.ply)
        return next((ply for ply in reversed(swings) if ply < self.ply), self.ply)

    def shown(self, aids: bool) -> Shown:
        """Return the board after the ply, or as the better move would have left it."""
        match, ply = self.match, self.ply
        position = match.position_at(ply)
        last: tuple[Cell, ...] = ()
        changed: tuple[Cell, ...] = ()
        if ply:
            before, move = match.position_at(ply - 1), match.moves[ply - 1]
            if self.instead and self.knows_better:
                move = self._analysis.review.moments[ply - 1].best
                position = before.play(move)
            last, changed = traces(match.board, before, move)
        marks = tuple(mark for mark in position.marks(()) if aids or not mark.aid)
        return Shown(
            resting=still(position.pieces()),
            last=last,
            changed=changed if aids else (),
            marks=marks,
        )

    def in_words(self, theme: Theme, words: Phrases, aids: bool) -> list[Part]:
        """Return the readout of the board after the ply; the match of `words` keeps its ply."""
        match = self.match
        at, pieces = match.ply, match.position_at(self.ply).pieces()
        match.go(self.ply)
        try:
            spoken = BoardText(words, aids=aids)
            signs = [piece_sign(theme, piece) for piece in pieces]
            return list(board_parts(words.text, match.board, spoken, signs.__getitem__))
        finally:
            match.go(at)
