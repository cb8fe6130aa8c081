"""The time that the players of a match have: what was agreed, and what is left of it.

Reads no clock itself: whoever has one says how many seconds have passed.
"""

import re
from dataclasses import dataclass, replace

from rules.position import Player

MOST_MINUTES, MOST_ADDED, MOST_EACH = 180, 60, 600
"""Minutes for a match, seconds that a move adds, and seconds for each move, at most."""

_FOR_MATCH = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]?)")
_FOR_EACH = re.compile(r"([1-9][0-9]{0,2})s")
_LEFT = re.compile(r"(0|[1-9][0-9]{0,5})\.([0-9]{3})")


@dataclass(frozen=True)
class TimeControl:
    """The time of one player: seconds for the whole match, to which every move adds some, or
    seconds for each move."""

    seconds: int
    added: int = 0
    each: bool = False
    """Whether every move has the seconds anew."""

    def __str__(self) -> str:
        """As it stands in records: `5+2` for minutes and seconds added, `30s` for each move."""
        return f"{self.seconds}s" if self.each else f"{self.seconds // 60}+{self.added}"


@dataclass(frozen=True)
class Clock:
    """Both players' time. It never changes; `spent` and `moved` give another one."""

    controls: tuple[TimeControl, TimeControl]
    left: tuple[int, int]
    """Milliseconds of player 0 and 1."""
    friendly: bool = False
    """Whether moves may be taken back all the same; the time they took stays spent."""

    @property
    def fallen(self) -> Player | None:
        """The player whose time has run out, or None."""
        return self.left.index(0) if 0 in self.left else None

    def spent(self, player: Player, seconds: float) -> "Clock":
        """After that player has thought for so many seconds."""
        return self._with(player, max(0, self.left[player] - round(seconds * 1000)))

    def moved(self, player: Player) -> "Clock":
        """After that player has made a move."""
        control = self.controls[player]
        left = control.seconds * 1000 if control.each else self.left[player] + control.added * 1000
        return self._with(player, left)

    def _with(self, player: Player, left: int) -> "Clock":
        first, second = self.left
        return replace(self, left=(first, left) if player else (left, second))

    @property
    def words(self) -> str:
        """What was agreed, as it stands in records."""
        return " ".join([*map(str, self.controls), *(["friendly"] if self.friendly else [])])

    @property
    def words_left(self) -> str:
        """What is left, in seconds, as it stands in records."""
        return " ".join(f"{left // 1000}.{left % 1000:03}" for left in self.left)


def whole(controls: tuple[TimeControl, TimeControl], friendly: bool = False) -> Clock:
    """The clock before the first move."""
    first, second = (control.seconds * 1000 for control in controls)
    return Clock(controls, (first, second), friendly)


def read_clock(words: str) -> Clock:
    """The whole clock that `Clock.words` wrote; ValueError for anything else."""
    first, second, *friendly = _parted(words)
    return whole((_control(first), _control(second)), bool(friendly))


def read_left(clock: Clock, words: str) -> Clock:
    """The clock with what is left of it, as `Clock.words_left` wrote it; ValueError for anything
    else, and where both players' time has run out."""
    parts = [_LEFT.fullmatch(part) for part in words.split()]
    times = [int(part[1]) * 1000 + int(part[2]) for part in parts if part]
    if len(parts) != 2 or len(times) != 2 or times == [0, 0]:
        raise ValueError(words)
    return replace(clock, left=(times[0], times[1]))


def _parted(words: str) -> list[str]:
    parts = words.split()
    if len(parts) not in (2, 3) or parts[2:] not in ([], ["friendly"]):
        raise ValueError(words)
    return parts


def _control(word: str) -> TimeControl:
    found = _FOR_MATCH.fullmatch(word)
    if found and int(found[1]) <= MOST_MINUTES and int(found[2]) <= MOST_ADDED:
        return TimeControl(int(found[1]) * 60, int(found[2]))
    found = _FOR_EACH.fullmatch(word)
    if found and int(found[1]) <= MOST_EACH:
        return TimeControl(int(found[1]), each=True)
    raise ValueError(word)
