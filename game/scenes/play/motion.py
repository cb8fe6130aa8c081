"""What is seen and heard of the moves of a match: what moves now, and the glow at the end."""

from game.board.timeline import Timeline
from game.services.services import Services
from game.table.change import Change
from rules.contract.position import Mark

GLOW = 0.8
"""Seconds for which the winning pieces glow."""


class Motion:
    """At most one story at a time, which can be dropped at any moment."""

    def __init__(self, services: Services, kept: bool) -> None:
        """`kept` is whether a match that ends here is there to stay."""
        self._services = services
        self._kept = kept
        self.timeline: Timeline | None = None
        self.lasting: tuple[Mark, ...] = ()
        """Marks that stand before, while and after something moves."""
        self._ends = False
        """Whether the story ends the match, which nobody has seen yet."""
        self._won = False
        """Whether somebody wins by that."""
        self._glow = 0.0
        """Seconds for which the winning pieces still glow."""

    @property
    def ending(self) -> bool:
        """Whether what moves now will end the match."""
        return self._ends and self.timeline is not None

    @property
    def glow(self) -> float:
        """How strongly the winning pieces glow, 1 at most."""
        return self._glow / GLOW if self._glow else 0.0

    def seconds_left(self) -> float:
        """How long what is moving now still goes on."""
        return self.timeline.length - self.timeline.now if self.timeline is not None else 0.0

    def begin(self, change: Change, won: bool) -> None:
        """Tell the story of a change; `won` if it ends the match and somebody wins."""
        self._ends, self._won = change.ended, won
        if change.passed:
            marks = [position.marks(()) for position in change.passed]
            self.lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
            self.timeline = Timeline(change.before, change.story, self._services.theme.tempo)
            if self.timeline.done:
                self.finish()
        elif self._ends:
            self._end()

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether anything moved or glowed."""
        if self.timeline is not None:
            self._sound(self.timeline.advance(seconds))
            if self.timeline.done:
                self._end()
            return True
        if self._glow > 0:
            self._glow = max(0.0, self._glow - seconds)
            return True
        return False

    def finish(self) -> None:
        """Show the end of what is still moving at once."""
        if self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end()

    def _end(self) -> None:
        """What moved has come to rest; the end of a match is heard, and winning pieces glow."""
        self.timeline = None
        if self._ends:
            self._ends = False
            if self._kept:
                self._services.page.finished()
            self._services.sound.play("win" if self._won else "draw")
            self._glow = GLOW * self._services.theme.tempo

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self._services.sound.play(name, step)
