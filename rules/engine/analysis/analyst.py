"""Analysis of one position, computed in slices of a frame: score and principal variation.

Knows no pixels. Callers ask, then let it work a little in every frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import PASS, Move, Player, Position
from rules.contract.search_api import Limit, SearchInfo
from rules.contract.value import FORCED, WIN, ply_adjusted
from rules.engine.levels import LEVEL_BY_KEY
from rules.engine.search import search
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced

REFERENCE_KEY, REFERENCE_LEVEL = "steady", "level6"
"""The key of a game's limit for analysis, and the level whose limit serves elsewhere: the highest
that is the same on every machine."""


def reference_limit(game: AnyGame) -> Limit:
    """The limit for analysis, with the same result on every machine."""
    limit = game.engine.limits.get(REFERENCE_KEY, LEVEL_BY_KEY[REFERENCE_LEVEL].fitted(game).limit)
    return replace(limit, tablebase=True, noise=0)


_MAX_FORCED_PLIES = 8
"""Plies without a choice that are walked before the search begins, at most."""


def value_of_end(game: AnyGame, position: Position, player: Player, plies: int) -> int:
    """The score for `player`, in points, of a position that is over after `plies` plies."""
    result = position.result()
    assert result is not None, "the position is not over"
    if game.engine.terminal_score is not None:
        worth = game.engine.terminal_score(position)
        return worth if position.turn == player else -worth
    if result.winner is None:
        return 0
    return WIN - plies if result.winner == player else plies - WIN


class Analyst:
    """Analyses one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.info: SearchInfo | None = None
        """The result so far, with the score for the mover; None before the first."""
        self.done = True
        """Whether the last question is answered as far as its limit goes."""
        self._slices: TimeSliced[None] = TimeSliced(iter(()))
        self._limit = Limit()
        self._lost: SearchInfo | None = None
        """A result that all is lost, while some moves may not have been searched yet."""
        self._forced: tuple[Move, ...] = ()
        self._same = True
        """Whether the same player moves after the forced plies as now."""

    def ask(self, position: Position, seen: Sequence[Position], limit: Limit | None = None) -> None:
        """Ask about a position, which may be over; without a limit as far as `reference_limit`.

        `seen` are the positions of the match so far, the present one last.
        """
        # The same chance every time, so that the same question has the same answer.
        random = Random(0)
        here, walked = position, list(seen)
        forced: list[Move] = []
        # A search says nothing of the value where there is no choice.
        while len(forced) < _MAX_FORCED_PLIES and here.result() is None and len(here.moves()) == 1:
            forced.append(here.moves()[0])
            here = here.imagine(random).play(forced[-1])
            walked.append(here)
        self._forced, self._same = tuple(forced), here.turn == position.turn
        self.info, self.done = None, False
        if here.result() is not None:
            value = value_of_end(self.game, here, position.turn, len(forced))
            self.info = SearchInfo((*forced, PASS)[0], value, len(forced), 0, self._forced)
            self.done = True
        else:
            self._limit, self._lost = limit or reference_limit(self.game), None
            self._slices = TimeSliced(self._thinking(here, random, walked))

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether the question is answered."""
        self.done = self.done or self._slices.work(budget, clock)
        return self.done

    def _thinking(self, here: Position, random: Random, seen: Sequence[Position]) -> Iterator[None]:
        for thought in search(here, self.game, self._limit, random, seen):
            self._take(thought)
            yield
        self._conclude()

    def _take(self, thought: SearchInfo) -> None:
        """Take over a result, unless it is only the best of a few moves that lose."""
        if thought.score <= -FORCED and self.info is not None:
            self._lost = thought
        else:
            self.info, self._lost = self._told(thought), None

    def _conclude(self) -> None:
        """The search has ended: all is lost if every move was searched."""
        whole = self._limit.nodes
        if self._lost is not None and (whole is None or self._lost.nodes < whole):
            self.info = self._told(self._lost)

    def _told(self, thought: SearchInfo) -> SearchInfo:
        """The result for the position before the forced plies."""
        if not self._forced:
            return thought
        plies = len(self._forced)
        value = ply_adjusted(thought.score, plies)
        line = (*self._forced, *thought.pv)
        value = value if self._same else -value
        return SearchInfo(line[0], value, thought.depth + plies, thought.nodes, line)

    def forget(self) -> None:
        """Drop the question."""
        self._slices, self.info, self.done = TimeSliced(iter(())), None, True
