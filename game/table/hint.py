"""A hint in a match: a good move, why it is good, and, asked again, what may follow.

It is searched in slices and disappears with the next tap on the board.
"""

from collections.abc import Sequence

from game.table.phrases import Phrases
from rules.contract.position import Fact, Move, Position
from rules.contract.search_api import Limit, SearchInfo
from rules.engine.analysis.analyst import Analyst
from rules.engine.analysis.explain import STANDING_FACTS, hides_information, move_facts
from rules.engine.time_slices import SecondsClock

TIME_LIMIT_SECONDS = 1.0
"""Seconds of search after which the best move so far is good enough."""

FOLLOW_LIMIT = Limit(depth=3, nodes=5_000, tablebase=True)
"""The search limit for each further move."""

MAX_PV_MOVES = 4
"""Moves shown when it is asked for what follows."""


class Hint:
    """At most one hint at a time, for the person who is to move."""

    def __init__(self, words: Phrases, clock: SecondsClock) -> None:
        self._clock = clock
        self._words = words
        self._match = words.match
        self._analyst = Analyst(words.game)
        self._spent = 0.0
        """Seconds of thinking about the present question."""
        self._way: list[Move] = []
        """The move to make and those that may follow, as far as they are known."""
        self._reached: list[Position] = []
        """The positions after these moves."""
        self._facts: list[Fact] = []
        self.thinking = False
        self.deeper = False
        """Whether what follows was asked for."""

    @property
    def shown(self) -> bool:
        """Whether there is something of a hint to see."""
        return self.thinking or bool(self._way)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves to be marked: the one to make, or with it those that may follow."""
        return tuple(self._way[: MAX_PV_MOVES if self.deeper else 1])

    def ask(self) -> None:
        """Look for a hint; asked again for what follows, and once more for nothing."""
        if self.deeper:
            self.forget()
        elif self._way:
            self.deeper = True
            self._look_on()
        elif not self.thinking:
            self._think(self._match.position, self._match.history())

    def forget(self) -> None:
        """Take the hint away."""
        self.thinking, self.deeper = False, False
        self._way, self._facts, self._reached = [], [], []
        self._analyst.forget()

    def work(self, budget: float) -> bool:
        """Search for about `budget` seconds; return whether there is more to show."""
        done = self._analyst.work(budget, self._clock)
        self._spent += budget
        thought = self._analyst.info
        if thought is None or not (done or (self._spent >= TIME_LIMIT_SECONDS and thought.depth)):
            return False
        if self.deeper:
            self._walk(thought.pv)
            self._look_on()
        else:
            self._conclude(thought)
        return True

    def _think(
        self, position: Position, seen: Sequence[Position], limit: Limit | None = None
    ) -> None:
        self._analyst.ask(position, seen, limit)
        self._spent, self.thinking = 0.0, True

    def _conclude(self, thought: SearchInfo) -> None:
        """The move is found."""
        match, self.thinking = self._match, False
        self._facts = move_facts(
            match.game, match.position, thought.move, thought, match.plies_left()
        )
        # What follows what nobody can see is not known.
        self._walk(thought.pv[:1] if hides_information(match.position) else thought.pv)

    def _look_on(self) -> None:
        """Look for one more move that may follow, until there are enough."""
        here = self._reached[-1]
        open_end = here.result() is None and not hides_information(self._match.position)
        if len(self._way) < MAX_PV_MOVES and open_end:
            self._think(here, [*self._match.history(), *self._reached], FOLLOW_LIMIT)
        else:
            self.thinking = False

    def _walk(self, moves: Sequence[Move]) -> None:
        """Remember moves that may follow, one after the other."""
        here = self._reached[-1] if self._reached else self._match.position
        for move in moves:
            if move not in here.moves():
                break
            here = here.play(move)
            self._way.append(move)
            self._reached.append(here)

    # -- in words ----------------------------------------------------------------------------------

    def sentences(self, valued: bool) -> tuple[str, ...]:
        """The hint in sentences, the most telling first; nothing about who is ahead where values
        say that."""
        text = self._words.text
        if not self._way:
            return (text("hint.thinking") + ".",)
        names = self._names()
        move = f"{text('play.hint')}: {names[0]}."
        if not self.deeper:
            left_out = STANDING_FACTS if valued else ()
            reasons = [fact for fact in self._facts if fact.key not in left_out]
            return (move, *(f"{self._words.fact(fact)}." for fact in reasons))
        if hides_information(self._match.position):
            return move, text("hint.hidden") + "."
        told = (text("hint.line", line=self._words.listed(names)) + ".",)
        ended = self._reached[len(names) - 1].result() is not None
        return (*told, text("hint.end") + ".") if ended else told

    def _names(self) -> list[str]:
        """The names of the moves of the line."""
        before = [self._match.position, *self._reached]
        return [self._words.move(*pair) for pair in zip(before, self.line, strict=False)]
