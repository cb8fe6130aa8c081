"""Animation and sounds of moves, and of the end of a match."""

from flipside.game.board.timeline import EndAnimation, Timeline
from flipside.game.services.services import Services
from flipside.game.table.move_text import Change
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark

_COUNTING_TEMPO, _COUNTING_PAUSE = 1.8, 0.35
"""Factor on the durations of steps while pieces are laid out to be counted, and seconds after."""


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
        self._animation = EndAnimation()
        """What is shown after the last move."""
        self._since = 0.0
        """Seconds, at tempo normal, since the cells at the end began to light up."""
        self.shows_end = False
        """Whether the end of the match is being shown."""

    @property
    def ends_match(self) -> bool:
        """Whether the move that is being shown ends the match."""
        return bool(self._last_sound) and self.timeline is not None

    @property
    def lit(self) -> dict[Cell, float]:
        """How bright cells are lit at the end, 0 to 1."""
        shown = self.shows_end and self.timeline is None
        return self._animation.lit(self._since) if shown else {}

    @property
    def _tempo(self) -> float:
        return self._services.theme.tempo

    def seconds_left(self) -> float:
        """Return the seconds left of the current motion."""
        return self.timeline.length - self.timeline.now if self.timeline is not None else 0.0

    def begin(self, change: Change, won: bool, at_end: EndAnimation) -> None:
        """Begin the story of a change. If it ends the match, `won`: with a winner; `at_end`
        follows."""
        self._last_sound = ("win" if won else "draw") if change.ended else ""
        self._animation, self.shows_end = at_end, False
        if change.passed:
            marks = [position.marks(()) for position in change.passed]
            self.lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
            self.timeline = Timeline(change.before, change.story, self._tempo)
            if self.timeline.done:
                self.finish()
        elif self._last_sound:
            self._end()

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether anything moved or lit up."""
        if self.timeline is not None:
            self._sound(self.timeline.advance(seconds))
            if self.timeline.done:
                self._end()
            return True
        if self.shows_end:
            self._since += seconds / self._tempo if self._tempo else self._animation.seconds
            self.shows_end = self._since < self._animation.seconds
            return True
        return False

    def finish(self) -> None:
        """Show the end of the story, or of the animation at the end, at once."""
        if self.shows_end:
            self.timeline, self.shows_end = None, False
        elif self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end()
            self.timeline, self.shows_end = None, False

    def _end(self) -> None:
        self.timeline = None
        if self._last_sound:
            if self._kept:
                self._services.platform.finished()
            self._services.sound.play(self._last_sound)
            self._last_sound = ""
            self._show_end()

    def _show_end(self) -> None:
        """Begin the animation at the end, unless nothing is to move."""
        shown, tempo = self._animation, self._tempo
        self._since, self.shows_end = 0.0, tempo > 0 and bool(shown.story or shown.order)
        if self.shows_end and shown.story:
            pause = _COUNTING_PAUSE * tempo
            self.timeline = Timeline(shown.pieces, shown.story, _COUNTING_TEMPO * tempo, pause)

    def _sound(self, due: list[tuple[str, int]]) -> None:
        # Dozens of pieces set out to be counted at the same moment.
        for name, step in dict.fromkeys(due) if self.shows_end else due:
            self._services.sound.play(name, step)
