"""What the computers of a match do from frame to frame: think, wait for the pace, get ready."""

import math
from collections.abc import Sequence

from game.services.settings import PACE_SECONDS, Settings
from game.table.seats import Computer
from rules.contract.position import Move, Position

THINKING_NOTICE_SECONDS = 0.5
"""Seconds after which the player is told that a computer is still thinking."""


class Computers:
    """How far the computer is that is to move; each thinks in its own seat."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.dots = 0
        """How many of the three thinking dots are seen."""
        self._waited = 0.0
        """Seconds since it was its turn."""
        self._decided: Move | None = None

    def forget(self) -> None:
        """Something changed in the match."""
        self.dots, self._waited, self._decided = 0, 0.0, None

    def think(
        self,
        seat: Computer,
        seen: Sequence[Position],
        seconds: float,
        budget: float,
        most: float = math.inf,
    ) -> Move | None:
        """Think for about `budget` seconds; the move once it is found and may be made.

        `seconds` have passed since the last call; `seen` are the positions so far; `most` are the
        seconds that the move may take in all.
        """
        before, self._waited = self._waited, self._waited + seconds
        # Thinking and moving are never in the same frame: each may take a good part of one.
        if self._decided is not None:
            pace = min(PACE_SECONDS[self._settings.pace], most)
            return self._decided if before >= pace else None
        if self._waited > THINKING_NOTICE_SECONDS:
            self.dots = int(self._waited * 3) % 4
        if budget:
            self._decided = seat.decide(seen, budget, hurry=self._waited >= most)
        return None
