"""The clocks of a match from frame to frame: display, ticking, warnings and saving; and the time
that a computer takes for a move."""

from rules.contract.position import Player
from rules.match.clock import Clock
from rules.match.match import Match

TICKING_SECONDS = 10
"""Seconds at the end of a person's time of which each is heard."""

WARNING_SECONDS = (60, 30, 10)
"""Seconds left of a person's time at which that is said."""

SAVE_SECONDS = 5.0
"""Seconds of thinking after which the time left is saved, besides after every move."""

_MOVES_TO_COME = 50
"""A computer takes at most what is left over this, and most of what the move will add."""

_CAREFUL = 0.7
"""The part of a move's own seconds that a computer takes; the rest is for what happens besides."""


class Clocks:
    """Lets the mover's clock run."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._unsaved = 0.0

    def falls(self, seconds: float) -> bool:
        """Whether the mover's time runs out within so many seconds."""
        match = self._match
        turn = match.position.turn
        return match.clock is not None and match.clock.spent(turn, seconds).fallen is not None

    def run(self, seconds: float) -> int | None:
        """Let so many seconds pass; what the clock shows, in seconds, if that is news."""
        match, before = self._match, self._shown()
        match.spend(seconds)
        self._unsaved += seconds
        now = self._shown()
        return now if now != before else None

    def _shown(self) -> int | None:
        clock = self._match.clock
        return None if clock is None else seconds_shown(clock.left[self._match.position.turn])

    @property
    def to_save(self) -> bool:
        """Whether the time left should be saved once more."""
        return self._unsaved >= SAVE_SECONDS

    def saved(self) -> None:
        """The time left has been saved."""
        self._unsaved = 0.0


def share(clock: Clock, player: Player) -> float:
    """Seconds that a computer may take for its next move, at most."""
    control, left = clock.controls[player], clock.left[player] / 1000
    if control.per_move:
        return left * _CAREFUL
    return min(left / 2, left / _MOVES_TO_COME + control.increment * _CAREFUL)


def seconds_shown(left: int) -> int:
    """Whole seconds that a clock shows for so many milliseconds: 0 only when there are none."""
    return -(-left // 1000)


def time_words(left: int) -> str:
    """What a clock shows for so many milliseconds, as 4:07."""
    minutes, seconds = divmod(seconds_shown(left), 60)
    return f"{minutes}:{seconds:02}"
