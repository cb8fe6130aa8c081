"""What each legal move of a position is worth, found in slices and better with every round.

Knows no pixels.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter

from rules.game import AnyGame
from rules.position import Move, Position
from rules.thinking.analyst import Analyst, Clock, value_of_end
from rules.thinking.facts import hides
from rules.thinking.search import prepare
from rules.thought import Limit
from rules.value import FORCED

PATIENCE = 2.5
"""Seconds of thinking about the moves of one position, at most."""

ROUNDS, DEALS = 6, 16
"""Rounds after the first, at most: each looks one ply further, or at another deal of what is
hidden."""


class Appraiser:
    """Values the moves of one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.values: dict[Move, int] = {}
        """Points for the mover, of every legal move or of none yet; WIN less the plies to a forced
        win, the negative for a loss."""
        self.certain = False
        """Whether the values are known to be true (`Game.perfect`)."""
        self.done = True
        self._analyst = Analyst(game)
        self._loading = prepare(game, Limit(perfect=True))
        """What is still to be loaded before the first value."""
        self._position: Position | None = None
        self._seen: Sequence[Position] = ()
        self._round = self._rounds = 0
        self._left: list[Move] = []
        """Moves still to be valued in this round."""
        self._sums: dict[Move, int] = {}
        self._next: dict[Move, int] = {}
        self._same = True
        """Whether the analyst's value is for the same player."""
        self._spent = 0.0

    def ask(self, position: Position, seen: Sequence[Position]) -> None:
        """Ask about a position that is not over; `seen` as for an analyst."""
        self.forget()
        self._position, self._seen, self.done = position, seen, False
        self._rounds = DEALS if hides(position) else ROUNDS

    def forget(self) -> None:
        """Drop the question."""
        self.values, self.certain, self.done = {}, False, True
        self._position, self._round, self._spent = None, 0, 0.0
        self._left, self._sums, self._next = [], {}, {}
        self._analyst.forget()

    def work(self, budget: float, clock: Clock = perf_counter) -> bool:
        """Think for about `budget` seconds; whether the values are other ones now."""
        if self.done:
            return False
        assert self._position is not None
        begun, found = clock(), False
        for _ in self._loading:
            if clock() - begun >= budget:
                return False
        if not self.values:
            found = self._first(self._position)
        while not self.done and not found and clock() - begun < budget:
            found = self._further(self._position, begun + budget - clock(), clock)
            self.done = self._round >= self._rounds and not self._left
        self._spent += clock() - begun
        self.done |= self._spent >= PATIENCE
        return found

    def _first(self, position: Position) -> bool:
        """The true values if they are known, else those of the judge alone."""
        known = (
            self.game.thinking.perfect(position) if self.game.thinking.perfect is not None else None
        )
        if known is not None:
            self.values, self.certain, self.done = dict(known), True, True
        else:
            self.values = {move: self._judged(position, move) for move in position.moves()}
        return True

    def _judged(self, position: Position, move: Move) -> int:
        after = position.play(move)
        if after.result() is not None:
            return value_of_end(self.game, after, position.turn, 1)
        value = self.game.thinking.judge(after)
        return value if after.turn == position.turn else -value

    def _further(self, position: Position, budget: float, clock: Clock) -> bool:
        """Go on with the present round; whether it has ended with other values."""
        if self._analyst.done and self._analyst.thought is None:
            if not self._left:
                self._round += 1
                self._left = list(position.moves())
            self._ask(position, self._left[-1])
        if not self._analyst.work(budget, clock):
            return False
        self._note(position, self._left.pop())
        self._analyst.forget()
        if self._left:
            return False
        before, self.values, self._next = self.values, self._next, {}
        return before != self.values

    def _ask(self, position: Position, move: Move) -> None:
        """Ask what a move leads to. What nobody can see is dealt anew in every round, and then one
        ply must do."""
        hidden = hides(position)
        here = position.imagine(Random(self._round)) if hidden else position
        after = here.play(move)
        self._same = after.turn == position.turn
        depth = 1 if hidden else self._round
        self._analyst.ask(after, [*self._seen, after], Limit(depth=depth))

    def _note(self, position: Position, move: Move) -> None:
        """Keep what the analyst thinks of the position after a move."""
        thought = self._analyst.thought
        assert thought is not None
        value = thought.value if self._same else -thought.value
        if abs(value) >= FORCED:
            value -= 1 if value > 0 else -1
        if hides(position):
            self._sums[move] = self._sums.get(move, 0) + value
            # Half by the judge before the reply: whoever has just moved seems better off.
            reply = self._sums[move] / self._round
            value = round((self._judged(position, move) + reply) / 2)
        self._next[move] = value
