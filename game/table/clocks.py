"""Clocks on the screen, and the time that a computer takes for a move."""

from flipside.rules.contract.position import Player
from flipside.rules.match.clock import Clock

TICKING_SECONDS = 10
"""Last seconds of a person's time, each of which ticks."""

WARNING_SECONDS = (60, 30, 10)
"""Seconds left of a person's time at which a sentence warns."""

SAVE_SECONDS = 5.0
"""Seconds of thinking between saves of the time left; every move saves it, too."""

_MOVES_TO_COME = 50
"""Moves among which a computer divides the time left; the increment comes on top."""

_CAREFUL = 0.7
"""The part of the time per move, or of the increment, that a computer searches."""


def share(clock: Clock, player: Player) -> float:
    """The most seconds that a computer may take for its next move."""
    control, left = clock.controls[player], clock.left[player] / 1000
    if control.per_move:
        return left * _CAREFUL
    return min(left / 2, left / _MOVES_TO_COME + control.increment * _CAREFUL)


def seconds_shown(left: int) -> int:
    """The whole seconds displayed for `left` milliseconds, rounded up."""
    return -(-left // 1000)


def time_words(left: int) -> str:
    """The display of a clock for `left` milliseconds, as 4:07."""
    minutes, seconds = divmod(seconds_shown(left), 60)
    return f"{minutes}:{seconds:02}"
