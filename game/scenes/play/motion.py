"""What is seen and heard of the moves of a match: what moves now, and the glow at the end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.board.timeline import Timeline
from rules.position import Mark, Pieces, Position, Story

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

GLOW = 0.8
"""Seconds for which the winning pieces glow."""


class Motion:
    """At most one story at a time, which can be dropped at any moment."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self.timeline: Timeline | None = None
        self.lasting: tuple[Mark, ...] = ()
        """Marks that stand before, while and after something moves."""
        self._ends = False
        """Whether the story ends the match, which nobody has seen yet."""
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

    def begin(self, before: Pieces, story: Story, passed: Sequence[Position], ends: bool) -> None:
        """Tell a story that leads through the passed positions, and perhaps ends the match."""
        marks = [position.marks(()) for position in passed]
        self.lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
        self.timeline = Timeline(before, story, self._play.theme.tempo)
        self._ends = ends
        if self.timeline.done:
            self.finish()

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether anything moved or glowed."""
        if self.timeline is not None:
            self._sound(self.timeline.advance(seconds))
            self._play.changed = True
            if self.timeline.done:
                self._end()
            return True
        if self._glow > 0:
            self._glow = max(0.0, self._glow - seconds)
            self._play.changed = True
            return True
        return False

    def finish(self) -> None:
        """Show the end of what is still moving at once."""
        if self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end()

    def _end(self) -> None:
        self.timeline = None
        self._play.changed = True
        if self._ends:
            self.end_match()

    def end_match(self) -> None:
        """Let the end of the match be heard, and the winning pieces glow."""
        play, self._ends = self._play, False
        play.services.page.finished()
        won = play.result is not None and play.result.winner is not None
        play.services.sound.play("win" if won else "draw")
        self._glow = GLOW * play.theme.tempo
        play.rearrange()

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self._play.services.sound.play(name, step)
