"""Scores of the legal moves in a match, for players who want to see them, and who is ahead.

They are computed in slices while a person thinks.
"""

from game.services.settings import Settings
from game.table.phrases import Phrases
from game.table.value_text import ValueText
from rules.contract.board import Cell
from rules.contract.position import Move, Position
from rules.engine.analysis.move_scores import MoveScorer
from rules.engine.time_slices import SecondsClock

HALF_BAR_POINTS = 400
"""Points ahead that fill half of the bar's other half."""


class MoveScores:
    """The scores of all taps that are possible now."""

    def __init__(self, words: Phrases, settings: Settings, clock: SecondsClock) -> None:
        self._words, self._clock = words, clock
        self._match = words.match
        self._settings = settings
        self._appraiser = MoveScorer(words.game)
        self._worth = ValueText(words.text, words.game)
        self._about: Position | None = None

    def forget(self) -> None:
        """Begin again: something has changed."""
        self._about = None
        self._appraiser.forget()

    def work(self, budget: float) -> bool:
        """Think for about `budget` seconds, if anybody wants to know; whether more is known."""
        match = self._match
        if not self._settings.values or match.must_pass:
            return False
        if self._about is not match.position:
            self._about = match.position
            self._appraiser.ask(match.position, match.history())
        return self._appraiser.work(budget, self._clock)

    # -- what is known -----------------------------------------------------------------------------

    def known(self) -> dict[Move, int]:
        """The value of every move for the mover, none while they are not to be seen."""
        wanted = self._settings.values and self._about is self._match.position
        return self._appraiser.values if wanted else {}

    def cells(self, taps: Move) -> dict[Cell, int]:
        """By next cell, the score in points of the best move that continues the taps with it."""
        found = dict[Cell, int]()
        for move, value in self.known().items():
            if len(move) > len(taps) and move[: len(taps)] == taps:
                cell = move[len(taps)]
                found[cell] = max(value, found.get(cell, value))
        return found

    def short(self, value: int) -> str:
        """A value in a few letters."""
        return self._worth.short(value, self._appraiser.certain)

    def words(self) -> str:
        """Who is ahead, or "" while that is not known."""
        value = self._best()
        if value is None:
            return ""
        turn = self._match.position.turn
        leader = self._words.player(turn if value > 0 else 1 - turn)
        return self._worth.ahead(value, self._appraiser.certain, leader)

    def share(self) -> float | None:
        """The mover's part of the evaluation bar, 0 to 1; None while that is not known."""
        value = self._best()
        if value is None:
            return None
        level = self._worth.level(value, self._appraiser.certain)
        return 0.5 + (0 if level else value / (abs(value) + HALF_BAR_POINTS)) / 2

    def _best(self) -> int | None:
        return max(self.known().values(), default=None)
