"""What the computer thinks of one position, found in slices of a frame.

Knows no pixels. Whoever wants to know asks, and lets it work a little in every frame.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter

from rules.levels import LEVEL_BY_KEY
from rules.position import AnyGame, Position
from rules.search import search
from rules.thought import Limit, Thought

Clock = Callable[[], float]
"""Seconds since any moment."""

STRENGTH = "level6"
"""The level that tells what is good: the highest that is the same on every machine."""


def steady_limit(game: AnyGame) -> Limit:
    """How far to look for an answer that is the same on every machine."""
    return replace(LEVEL_BY_KEY[STRENGTH].fitted(game).limit, perfect=True)


class Analyst:
    """Thinks about one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.thought: Thought | None = None
        """The thought so far: the value for the mover and the line; None before the first."""
        self.done = True
        """Whether the last question is answered as far as its limit goes."""
        self._thinking: Iterator[Thought] = iter(())

    def ask(self, position: Position, seen: Sequence[Position], limit: Limit | None = None) -> None:
        """Ask about a position that is not over; without a limit as far as `steady_limit`.

        `seen` are the positions of the match so far, the present one last.
        """
        wanted = steady_limit(self.game) if limit is None else limit
        self.thought, self.done = None, False
        # The same chance every time, so that the same question has the same answer.
        self._thinking = search(position, self.game, wanted, Random(0), seen)

    def work(self, budget: float, clock: Clock = perf_counter) -> bool:
        """Think for about `budget` seconds; whether the question is answered."""
        begun = clock()
        while not self.done:
            thought = next(self._thinking, None)
            if thought is None:
                self.done = True
            else:
                self.thought = thought
                if clock() - begun >= budget:
                    break
        return self.done

    def forget(self) -> None:
        """Drop the question."""
        self._thinking, self.thought, self.done = iter(()), None, True
