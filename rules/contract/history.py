"""History: the positions of a match so far, and the plies left to its cap; RepetitionAndCap.

Searches need both to score lines that end by repetition or at the cap.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, overload

from flipside.rules.contract.position import Move, P, Position, Result

TOO_LONG = "too_long"
"""The reason for the draw of a match that reaches the general limit of plies."""


@dataclass(frozen=True)
class RepetitionAndCap(Generic[P]):
    """The rules for ends by repetition and by the cap on plies (ALL-3, FF-9, SW-12, FP-13)."""

    cap_of: Callable[[Mapping[str, str]], int | None] = lambda choices: (
        None if choices.get("cap", "off") == "off" else int(choices["cap"])
    )
    """Return the cap in plies, or None without one. By default it is the value of option "cap"."""
    counts: Callable[[P, Move], bool] = lambda position, move: True
    """Return whether this ply counts towards the cap."""
    resets: Callable[[P, Move], bool] | None = None
    """Return whether counting starts again after this ply; None if it never does."""
    verdict: Callable[[P, str], Result] = lambda position, reason: Result(None, reason)
    """Return the result if "repetition" or "cap" ends a match here; a draw by default."""
    pending: Callable[[P], bool] = lambda position: False
    """Return whether the match continues here for one more ply after repetition or cap."""

    def counted_down(self, before: P, move: Move, after: P, left: int, cap: int) -> int:
        """Return the plies left after a move; at least 1 if `after` is pending."""
        if self.resets is not None and self.resets(before, move):
            left = cap
        elif self.counts(before, move):
            left -= 1
        return max(left, int(self.pending(after)))

    def result(self, position: P, occurrences: int, left: int | None) -> Result | None:
        """Return the result by repetition or, if `left` is 0, by the cap; None if it continues."""
        if self.pending(position):
            return None
        if occurrences >= 3:
            return self.verdict(position, "repetition")
        return self.verdict(position, "cap") if left == 0 else None


class History(Sequence[Position]):
    """The positions of a match, the current one last, with repetition and cap (ALL-3)."""

    def __init__(
        self,
        repetition: RepetitionAndCap[Any] | None,
        positions: Sequence[Position],
        plies_to_cap: int | None = None,
        cap: int | None = None,
    ) -> None:
        """Create the history of a match with the `repetition` of its game.

        `cap` is the cap by the options. Without it, `plies_to_cap` counts to the general limit.
        """
        self.repetition, self.cap = repetition, cap
        self.plies_to_cap = plies_to_cap
        """The number of counted plies left; None without a limit."""
        self._positions = tuple(positions)
        self._match = self
        """The original history before `extended` was called."""

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...

    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        return self._positions[index]

    def __len__(self) -> int:
        return len(self._positions)

    def extended(self, move: Move, position: Position | None = None) -> "History":
        """Return the history after a legal move; `position`, if given, is the position after it."""
        before, left = self[-1], self.plies_to_cap
        position = before.play(move) if position is None else position
        if left is not None and self.repetition is not None and self.cap is not None:
            left = self.repetition.counted_down(before, move, position, left, self.cap)
        elif left is not None:
            left -= 1
        following = History(self.repetition, (*self._positions, position), left, self.cap)
        following._match = self._match
        return following

    def may_end_within(self, plies: int) -> bool:
        """Return whether the cap may end the match within `plies` plies."""
        return self.plies_to_cap is not None and self.plies_to_cap <= plies

    def result(self) -> Result | None:
        """Return the result of the match in its last position; None if it continues."""
        position, left, repetition = self[-1], self.plies_to_cap, self.repetition
        result = position.result()
        if result is None and repetition is not None:
            times = self._match._times[position]
            times += self._positions[len(self._match) :].count(position)
            result = repetition.result(position, times, None if self.cap is None else left)
        return Result(None, TOO_LONG) if result is None and left == 0 else result

    @cached_property
    def _times(self) -> "Counter[Position]":
        return Counter(self._positions)
