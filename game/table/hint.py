"""A hint in a match: a good move on the board, why it is good, and, asked again, what may follow.

It is looked for in slices and is gone with the next tap on the board.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from game.analyst import Analyst
from game.table import words as says
from rules.facts import STANDING, facts, hides
from rules.position import PASS, Fact, Move, Position
from rules.thought import Limit, Thought

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

PATIENCE = 1.0
"""Seconds of thinking after which the best move so far is good enough."""

FOLLOW = Limit(depth=3, positions=5_000, perfect=True)
"""How far each further move is looked for."""

LENGTH = 4
"""Moves shown when it is asked for what follows."""


class Hint:
    """At most one hint at a time, for the person who is to move."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self._analyst = Analyst(play.game)
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
        return tuple(self._way[: LENGTH if self.deeper else 1])

    def possible(self) -> bool:
        """Whether a person is to move and has a choice to make."""
        play = self._play
        return play.human() is not None and tuple(play.match.position.moves()) != (PASS,)

    def ask(self) -> None:
        """Look for a hint; asked again for what follows, and once more for nothing."""
        play = self._play
        human = play.human()
        if human is None or not self.possible():
            play.services.sound.play("error")
            return
        play.motion.finish()
        human.forget()
        if self.deeper:
            self.forget()
        elif self._way:
            self.deeper = True
            self._look_on()
        elif not self.thinking:
            self._think(play.match.position, play.match.seen())
        play.rearrange()

    def forget(self) -> None:
        """Take the hint away."""
        self.thinking, self.deeper = False, False
        self._way, self._facts, self._reached = [], [], []
        self._analyst.forget()

    def work(self, budget: float) -> bool:
        """Think for about `budget` seconds; whether there was anything to think about."""
        if not self.thinking:
            return False
        done = self._analyst.work(budget, perf_counter)
        self._spent += budget
        thought = self._analyst.thought
        if thought is not None and (done or (self._spent >= PATIENCE and thought.depth)):
            if self.deeper:
                self._walk(thought.line)
                self._look_on()
            else:
                self._conclude(thought)
            self._play.rearrange()
        return True

    def _think(
        self, position: Position, seen: Sequence[Position], limit: Limit | None = None
    ) -> None:
        self._analyst.ask(position, seen, limit)
        self._spent, self.thinking = 0.0, True

    def _conclude(self, thought: Thought) -> None:
        """The move is found."""
        match, self.thinking = self._play.match, False
        self._facts = facts(match.game, match.position, thought.move, thought, match.plies_left())
        # What follows what nobody can see is not known.
        self._walk(thought.line[:1] if hides(match.position) else thought.line)
        self._tell()

    def _look_on(self) -> None:
        """Look for one more move that may follow, until there are enough."""
        match = self._play.match
        here = self._reached[-1]
        if len(self._way) < LENGTH and here.result() is None and not hides(match.position):
            self._think(here, [*match.seen(), *self._reached], FOLLOW)
        else:
            self.thinking = False
            self._tell()

    def _walk(self, moves: Sequence[Move]) -> None:
        """Remember moves that may follow, one after the other."""
        here = self._reached[-1] if self._reached else self._play.match.position
        for move in moves:
            if move not in here.moves():
                break
            here = here.play(move)
            self._way.append(move)
            self._reached.append(here)

    # -- in words ----------------------------------------------------------------------------------

    def sentences(self) -> list[str]:
        """The hint in sentences, the most telling first."""
        play, text = self._play, self._play.text
        if not self._way:
            return [text("hint.thinking") + "."]
        names = self._names()
        move = f"{text('play.hint')}: {names[0]}."
        if not self.deeper:
            # Shown values say who is ahead, and one voice is enough.
            left_out = STANDING if play.values.words() else ()
            reasons = [fact for fact in self._facts if fact.key not in left_out]
            return [move, *(f"{self._said(fact)}." for fact in reasons)]
        if hides(play.match.position):
            return [move, text("hint.hidden") + "."]
        told = [text("hint.line", line=", ".join(names)) + "."]
        ended = self._reached[len(names) - 1].result() is not None
        return [*told, text("hint.end") + "."] if ended else told

    def _names(self) -> list[str]:
        """The names of the moves of the line."""
        play = self._play
        before = [play.match.position, *self._reached]
        return [says.move_name(play, *pair) for pair in zip(before, self.line, strict=False)]

    def _said(self, fact: Fact) -> str:
        play, turn = self._play, self._play.match.position.turn
        values = {
            "count": fact.count,
            "where": fact.where,
            "mover": play.colour(turn),
            "opponent": play.colour(1 - turn),
        }
        if fact.general:
            return play.text(f"fact.{fact.key}", **values)
        return play.text.game(play.game.key, f"fact.{fact.key}", **values)

    def _tell(self) -> None:
        """Say the whole hint to a screen reader."""
        play = self._play
        play.services.page.say(" ".join(self.sentences()))
