"""The time that the players of a match have: what was agreed, and what is left of it.

Reads no clock itself: whoever has one says how many seconds have passed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.contract.position import Player

MOST_MINUTES, MOST_ADDED, MOST_EACH = 180, 60, 600
"""Minutes for a match, seconds that a move adds, and seconds for each move, at most."""

_FOR_MATCH = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]?)")
_FOR_EACH = re.compile(r"([1-9][0-9]{0,2})s")
_TIME = re.compile(r"(0|[1-9][0-9]{0,5})\.([0-9]{3})")


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
    """Whether moves may be taken back all the same; the time they took stays spent, and the time
    they brought is taken back with them."""
    thought: tuple[int, ...] = ()
    """Milliseconds that each ply has taken so far, where one with seconds of its own may be taken
    back: there is no more of them at a second time."""

    @property
    def fallen(self) -> Player | None:
        """The player whose time has run out, or None."""
        return self.left.index(0) if 0 in self.left else None

    def spent(self, player: Player, seconds: float) -> "Clock":
        """After that player has thought for so many seconds."""
        return self._with(player, max(0, self.left[player] - round(seconds * 1000)))

    def noted(self, ply: int, before: "Clock") -> "Clock":
        """With what the mover of that ply has spent since the clock `before`."""
        if self.fallen is not None or not self.remembers:
            return self if not self.thought else replace(self, thought=())
        taken = sum(before.left) - sum(self.left)
        thought = (*self.thought[:ply], *(0,) * (ply - len(self.thought)))
        return replace(self, thought=(*thought, self.thought_at(ply) + taken))

    def thought_at(self, ply: int) -> int:
        """Milliseconds that a ply has taken, as far as is known."""
        return self.thought[ply] if ply < len(self.thought) else 0

    @property
    def remembers(self) -> bool:
        """Whether `thought` is kept."""
        return self.friendly and any(control.each for control in self.controls)

    def moved(self, player: Player) -> "Clock":
        """After that player has made a move."""
        control = self.controls[player]
        left = control.seconds * 1000 if control.each else self.left[player] + control.added * 1000
        return self._with(player, left)

    def unmoved(self, player: Player, times: int) -> "Clock":
        """After so many moves of that player have been taken back, or made again where below 0: by
        the seconds that they added. It may be less than he has."""
        return self._with(player, self.left[player] - times * self.controls[player].added * 1000)

    def before(self, ply: int, turn: Player) -> "Clock":
        """At a ply to which the players went back or forth: as it was left there, where moves have
        seconds of their own."""
        clock = self
        for player, control in enumerate(self.controls):
            if control.each:
                taken = self.thought_at(ply) if player == turn else 0
                clock = clock._with(player, max(1, control.seconds * 1000 - taken))
        return clock

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
        return _times(self.left)

    @property
    def words_thought(self) -> str:
        """What each ply has taken, in seconds, as it stands in records."""
        return _times(self.thought)


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
    times = _read_times(words)
    if len(times) != 2 or times == [0, 0]:
        raise ValueError(words)
    return replace(clock, left=(times[0], times[1]))


def read_thought(clock: Clock, words: str) -> Clock:
    """The clock with what each ply has taken, as `Clock.words_thought` wrote it; ValueError for
    anything else."""
    if not words or not clock.remembers:
        raise ValueError(words)
    return replace(clock, thought=tuple(_read_times(words)))


def _times(times: Iterable[int]) -> str:
    return " ".join(f"{time // 1000}.{time % 1000:03}" for time in times)


def _read_times(words: str) -> list[int]:
    found = []
    for word in words.split():
        part = _TIME.fullmatch(word)
        if part is None:
            raise ValueError(words)
        found.append(int(part[1]) * 1000 + int(part[2]))
    return found


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
