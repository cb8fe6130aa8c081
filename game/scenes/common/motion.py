"""Animation and sounds of moves, and the glow of winning pieces."""

from flipside.game.board.timeline import Timeline
from flipside.game.services.services import Services
from flipside.game.table.move_text import Change
from flipside.rules.contract.position import Mark

_GLOW_SECONDS = 0.8


class Motion:
    """Animation of at most one story, which can be finished at any moment."""

    def __init__(self, services: Services, kept: bool) -> None:
        """`kept`: whether the match is saved; its end is then reported to the page."""
        self._services = services
        self._kept = kept
        self.timeline: Timeline | None = None
        self.lasting: tuple[Mark, ...] = ()
        """Marks shown before, during and after the motion."""
        self._last_sound = ""
        """The sound of the end, if the story, not yet finished, ends the match."""
        self._glow = 0.0
        """Seconds for which the winning pieces still glow."""

    @property
    def ending(self) -> bool:
        return bool(self._last_sound) and self.timeline is not None

    @property
    def glow(self) -> float:
        """Strength of the winning pieces' glow, 0 to 1."""
        return self._glow / _GLOW_SECONDS if self._glow else 0.0

    def seconds_left(self) -> float:
        """Return the seconds left of the current motion."""
        return self.timeline.length - self.timeline.now if self.timeline is not None else 0.0

    def begin(self, change: Change, won: bool) -> None:
        """Begin the story of a change; `won`: it ends the match with a winner."""
        self._last_sound = ("win" if won else "draw") if change.ended else ""
        if change.passed:
            marks = [position.marks(()) for position in change.passed]
            self.lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
            self.timeline = Timeline(change.before, change.story, self._services.theme.tempo)
            if self.timeline.done:
                self.finish()
        elif self._last_sound:
            self._end()

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether anything moved or glowed."""
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
        if self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end()

    def _end(self) -> None:
        self.timeline = None
        if self._last_sound:
            if self._kept:
                self._services.platform.finished()
            self._services.sound.play(self._last_sound)
            self._last_sound = ""
            self._glow = _GLOW_SECONDS * self._services.theme.tempo

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self._services.sound.play(name, step)
