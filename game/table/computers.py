"""What the computers of a match do from frame to frame: think, wait for the pace, get ready."""

from typing import TYPE_CHECKING

from game.services.settings import PACES
from game.table.seats import Computer
from rules.position import Move

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

LONG = 0.5
"""Seconds after which one is told that a computer is still thinking."""


class Computers:
    """How far the computer is that is to move; each thinks in its own seat."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self.dots = 0
        """How many of the three thinking dots are seen."""
        self._waited = 0.0
        """Seconds since it was its turn."""
        self._decided: Move | None = None

    def forget(self) -> None:
        """Something changed in the match."""
        self.dots, self._waited, self._decided = 0, 0.0, None

    def think(self, seat: Computer, seconds: float, budget: float) -> Move | None:
        """Think for about `budget` seconds; the move once it is found and may be made."""
        play = self._play
        before, self._waited = self._waited, self._waited + seconds
        # Thinking and moving are never in the same frame: each may take a good part of one.
        if self._decided is not None:
            pace = PACES[play.services.settings.pace]
            return self._decided if before >= pace else None
        dots = int(self._waited * 3) % 4
        if dots != self.dots and self._waited > LONG:
            self.dots = dots
            play.rearrange()
        if play.opened:
            self._decided = seat.decide(play.match.seen(), budget)
        return None

    def prepare(self, budget: float) -> bool:
        """Bring in what computers need for their next answer; whether nothing is left to do."""
        seats = [seat for seat in self._play.seats if isinstance(seat, Computer)]
        return all(seat.prepare(budget) for seat in seats)
