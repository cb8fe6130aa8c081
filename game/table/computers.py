"""The computer that is to move, from frame to frame: it searches, then waits for the pace."""

import math
from collections.abc import Sequence

from game.services.settings import PACES, Settings
from game.table.seats import Computer
from rules.contract.position import Move, Position

THINKING_NOTICE_SECONDS = 0.5
"""Seconds of search after which the thinking dots appear."""


class Computers:
    """The progress of the computer that is to move; the search itself is in its seat."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.dots = 0
        """The number of thinking dots shown, 0 to 3."""
        self._waited = 0.0
        """Seconds since its turn began."""
        self._decided: Move | None = None

    def forget(self) -> None:
        """Begin again after a change of the match."""
        self.dots, self._waited, self._decided = 0, 0.0, None

    def think(
        self,
        seat: Computer,
        seen: Sequence[Position],
        seconds: float,
        budget: float,
        most: float = math.inf,
    ) -> Move | None:
        """Search for about `budget` seconds; return the move once it is found and its pace is over.

        `seconds` have passed since the last call. `seen` are the positions so far. The whole move
        may take `most` seconds.
        """
        before, self._waited = self._waited, self._waited + seconds
        # Search and move never share a frame: each may take much of one.
        if self._decided is not None:
            pace = min(PACES[self._settings.pace], most)
            return self._decided if before >= pace else None
        if self._waited > THINKING_NOTICE_SECONDS:
            self.dots = int(self._waited * 3) % 4
        if budget:
            self._decided = seat.decide(seen, budget, hurry=self._waited >= most)
        return None
