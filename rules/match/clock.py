"""Game clocks: time controls and the players' remaining time. The caller passes elapsed seconds."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flipside.rules.contract.position import Player

_MAX_MINUTES, _MAX_INCREMENT_SECONDS, _MAX_MOVE_SECONDS = 180, 60, 600
"""The maximum number of minutes per match, of seconds added per move, and of seconds per move."""

_FOR_MATCH = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]?)")
_FOR_EACH = re.compile(r"([1-9][0-9]{0,2})s")
_TIME = re.compile(r"(0|[1-9][0-9]{0,5})\.([0-9]{3})")


@dataclass(frozen=True)
class TimeControl:
    """The time control of a player: `seconds` per match, with `increment`, or per move."""

    seconds: int
    increment: int = 0
    per_move: bool = False
    """Whether `seconds` are the time for each move."""

    def __str__(self) -> str:
        """Return the form in records: `5+2` for 5 minutes and 2 seconds per move, or `30s`."""
        return f"{self.seconds}s" if self.per_move else f"{self.seconds // 60}+{self.increment}"


@dataclass(frozen=True)
class Clock:
    """The time controls and remaining times of both players. Immutable."""

    controls: tuple[TimeControl, TimeControl]
    left: tuple[int, int]
    """The milliseconds left to player 0 and 1."""
    allows_undo: bool = False
    """Whether undo is allowed. Undo does not give back time, and it takes back increments."""
    ply_times: tuple[int, ...] = ()
    """Milliseconds spent on each ply, recorded if undo is allowed and a control is per move. After
    undo the player gets only the rest of the time for the move."""

    @property
    def flag_fallen(self) -> Player | None:
        """The player whose time has run out, or None."""
        return self.left.index(0) if 0 in self.left else None

    def spent(self, player: Player, seconds: float) -> "Clock":
        """Return the clock after `player` has used `seconds`."""
        return self._with(player, max(0, self.left[player] - round(seconds * 1000)))

    def with_ply_time(self, ply: int, before: "Clock") -> "Clock":
        """Return the clock with the time since `before` added to the time of `ply`."""
        if self.flag_fallen is not None or not self.keeps_ply_times:
            return self if not self.ply_times else replace(self, ply_times=())
        milliseconds = sum(before.left) - sum(self.left)
        earlier = (*self.ply_times[:ply], *(0,) * (ply - len(self.ply_times)))
        return replace(self, ply_times=(*earlier, self.ply_time(ply) + milliseconds))

    def ply_time(self, ply: int) -> int:
        """Return the milliseconds recorded for a ply; 0 if none are recorded."""
        return self.ply_times[ply] if ply < len(self.ply_times) else 0

    @property
    def keeps_ply_times(self) -> bool:
        """Whether `ply_times` are recorded."""
        return self.allows_undo and any(control.per_move for control in self.controls)

    def moved(self, player: Player) -> "Clock":
        """Return the clock after `player` has made a move."""
        control = self.controls[player]
        more = self.left[player] + control.increment * 1000
        return self._with(player, control.seconds * 1000 if control.per_move else more)

    def unmoved(self, player: Player, times: int) -> "Clock":
        """Return the clock without the increments of `times` moves; if negative, add them."""
        increments = times * self.controls[player].increment
        return self._with(player, self.left[player] - increments * 1000)

    def before(self, ply: int, turn: Player) -> "Clock":
        """Return the clock after undo or redo to `ply`, where `turn` is to move.

        With a time per move, the player to move gets that time minus the time recorded for `ply`.
        """
        clock = self
        for player, control in enumerate(self.controls):
            if control.per_move:
                milliseconds = self.ply_time(ply) if player == turn else 0
                clock = clock._with(player, max(1, control.seconds * 1000 - milliseconds))
        return clock

    def _with(self, player: Player, left: int) -> "Clock":
        first, second = self.left
        return replace(self, left=(first, left) if player else (left, second))

    @property
    def is_fair(self) -> bool:
        """Whether both players have the same time."""
        return self.controls[0] == self.controls[1]

    @property
    def controls_text(self) -> str:
        """The form of the time controls in records."""
        return " ".join([*map(str, self.controls), *(["friendly"] if self.allows_undo else [])])


def full_clock(controls: tuple[TimeControl, TimeControl], allows_undo: bool = False) -> Clock:
    """Return the clock before the first move."""
    first, second = (control.seconds * 1000 for control in controls)
    return Clock(controls, (first, second), allows_undo)


def parse_clock(words: str) -> Clock:
    """Return the full clock of a `Clock.controls_text`; ValueError for any other text."""
    first, second, *friendly = words.split()
    if friendly not in ([], ["friendly"]):
        raise ValueError(words)
    return full_clock((_control(first), _control(second)), bool(friendly))


def with_time_left(clock: Clock | None, words: str) -> Clock:
    """Return the clock with the remaining times in a text; ValueError if invalid or no clock."""
    times = _read_times(words)
    if clock is None or len(times) != 2 or times == [0, 0]:
        raise ValueError(words)
    return replace(clock, left=(times[0], times[1]))


def with_ply_times(clock: Clock | None, words: str) -> Clock:
    """Return the clock with the ply times in a text; ValueError if invalid or no clock."""
    if not words or clock is None or not clock.keeps_ply_times:
        raise ValueError(words)
    return replace(clock, ply_times=tuple(_read_times(words)))


def times_text(times: Iterable[int]) -> str:
    """Return the form of milliseconds in records: seconds with three decimals."""
    return " ".join(f"{time // 1000}.{time % 1000:03}" for time in times)


def _read_times(words: str) -> list[int]:
    times = []
    for word in words.split():
        part = _TIME.fullmatch(word)
        if part is None:
            raise ValueError(words)
        times.append(int(part[1]) * 1000 + int(part[2]))
    return times


def _control(word: str) -> TimeControl:
    total, each = _FOR_MATCH.fullmatch(word), _FOR_EACH.fullmatch(word)
    if total and int(total[1]) <= _MAX_MINUTES and int(total[2]) <= _MAX_INCREMENT_SECONDS:
        return TimeControl(int(total[1]) * 60, int(total[2]))
    if each and int(each[1]) <= _MAX_MOVE_SECONDS:
        return TimeControl(int(each[1]), per_move=True)
    raise ValueError(word)


# -- display, and use by a computer ----------------------------------------------------------------

_MOVES_TO_COME = 50
"""The number of future moves among which a computer divides its remaining time."""

_CAREFUL = 0.7
"""The fraction of the time per move, or of the increment, that a computer uses."""


def share(clock: Clock, player: Player) -> float:
    """Return the maximum number of seconds that a computer may take for its next move."""
    control, left = clock.controls[player], clock.left[player] / 1000
    if control.per_move:
        return left * _CAREFUL
    return min(left / 2, left / _MOVES_TO_COME + control.increment * _CAREFUL)


def seconds_shown(left: int) -> int:
    """Return the whole seconds displayed for `left` milliseconds, rounded up."""
    return -(-left // 1000)


def time_words(left: int) -> str:
    """Return the displayed time for `left` milliseconds, such as "4:07"."""
    minutes, seconds = divmod(seconds_shown(left), 60)
    return f"{minutes}:{seconds:02}"
