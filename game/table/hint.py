"""Hints: a good move with reasons, and on a second request the principal variation.

The search runs in slices; the hint disappears with the next tap on the board.
"""

from collections.abc import Sequence

from flipside.game.table.move_scores import MoveScores
from flipside.game.table.phrases import Phrases
from flipside.rules.contract.history import History
from flipside.rules.contract.position import Fact, Known, Move
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import HINT_SOLVED_PLIES, PositionAnalysis
from flipside.rules.engine.analysis.explain import STANDING_FACTS, hides_information, move_facts
from flipside.rules.engine.time_slices import SecondsClock, TimeSliced

HINT_SECONDS, EXACT_HINT_SECONDS = 1.0, 2.0
"""Seconds of search after which the hint takes the best move so far; and where an exact score is
within reach."""

_FOLLOW_LIMIT = Limit(depth=3, nodes=5_000, tablebase=True)
"""The search limit for each move after the first."""

MAX_PV_MOVES = 4
"""Moves of the principal variation that are shown."""


class Hint:
    """The hint for the person who is to move; at most one at a time."""

    def __init__(self, words: Phrases, clock: SecondsClock, scores: MoveScores) -> None:
        self._clock, self._scores = clock, scores
        self._words = words
        self._match = words.match
        self._slices = TimeSliced[SearchInfo](iter(()))
        self._analysis: PositionAnalysis | None = None
        """What the current search analyses."""
        self._spent = 0.0
        """Seconds of the current search."""
        self._way: list[Move] = []
        """The hinted move and those after it that are known."""
        self._reached: list[History] = []
        """The match after each of the moves of `_way`."""
        self._facts: list[Fact] = []
        self.thinking = False
        self.deeper = False
        """Whether the player asked for the moves that may follow."""

    @property
    def shown(self) -> bool:
        """Whether there is a hint, or one is searched."""
        return self.thinking or bool(self._way)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves to mark: the hinted one, and those after it if they were asked for."""
        return tuple(self._way[: MAX_PV_MOVES if self.deeper else 1])

    def ask(self) -> None:
        """Search for a hint; the second call asks what follows, the third ends the hint."""
        if self.deeper:
            self.forget()
        elif self._way:
            self.deeper = True
            self._look_on()
        elif not self.thinking:
            self._think(self._match.history())

    def forget(self) -> None:
        self.thinking, self.deeper = False, False
        self._way, self._facts, self._reached = [], [], []
        self._slices = TimeSliced(iter(()))

    def work(self, budget: float) -> bool:
        """Search for about `budget` seconds; return whether there is more to show."""
        done = self._slices.work(budget, self._clock)
        self._spent += budget
        thought = self._slices.last
        if thought is None:
            return False
        assert self._analysis is not None, "its analysis gave the thought"
        solves = self._analysis.solves or thought.known == Known.SIDE
        limit = EXACT_HINT_SECONDS if solves else HINT_SECONDS
        if not (done or (self._spent >= limit and thought.depth)):
            return False
        if self.deeper:
            self._walk(thought.pv)
            self._look_on()
        else:
            self._conclude(thought)
        return True

    def follow_scores(self) -> bool:
        """Name a move with the best score shown, if the hint is another; return whether it was."""
        best = self._scores.best_moves()
        if not self._way or not best or self._way[0] in best:
            return False
        self.thinking = False
        self._way, self._reached = [], []
        self._name(self._scores.info(best[0]))
        if self.deeper:
            self._look_on()
        return True

    def _think(self, history: History, limit: Limit | None = None) -> None:
        self._analysis = PositionAnalysis(
            self._match.game, history[-1], history, limit, HINT_SOLVED_PLIES
        )
        self._slices = TimeSliced(self._analysis.infos())
        self._spent, self.thinking = 0.0, True

    def _conclude(self, thought: SearchInfo) -> None:
        """Take the move that was found; but while scores are shown, one of the best, and what is
        shown if that is more certain."""
        self.thinking = False
        self._scores.learn(thought)
        best = self._scores.best_moves()
        if best:
            shown = self._scores.info(thought.move if thought.move in best else best[0])
            if shown.move != thought.move or (shown.known > thought.known):
                thought = shown
        self._name(thought)

    def _name(self, thought: SearchInfo) -> None:
        """Name a move, with its reasons."""
        match = self._match
        self._facts = move_facts(match.game, match.position, thought.move, thought, match.history())
        # Moves after a hidden one are unknown.
        self._walk(thought.pv[:1] if hides_information(match.position) else thought.pv)

    def _look_on(self) -> None:
        after = self._reached[-1]
        open_end = after.result() is None and not hides_information(self._match.position)
        if len(self._way) < MAX_PV_MOVES and open_end:
            self._think(after, _FOLLOW_LIMIT)
        else:
            self.thinking = False

    def _walk(self, moves: Sequence[Move]) -> None:
        history = self._reached[-1] if self._reached else self._match.history()
        for move in moves:
            if move not in history[-1].moves() or history.result() is not None:
                break
            history = history.after(move)
            self._way.append(move)
            self._reached.append(history)

    # -- in words ----------------------------------------------------------------------------------

    def sentences(self) -> tuple[str, ...]:
        """The hint in sentences, the strongest reason first; without the standing if that is shown
        already."""
        text = self._words.text
        if not self._way:
            return (text("hint.thinking") + ".",)
        before = [self._match.position, *(after[-1] for after in self._reached)]
        names = [self._words.move(*pair) for pair in zip(before, self.line, strict=False)]
        move = text("spoken.about", head=text("play.hint"), words=names[0]) + "."
        if not self.deeper:
            left_out = STANDING_FACTS if self._scores.words() else ()
            reasons = [fact for fact in self._facts if fact.key not in left_out]
            return (move, *(f"{self._words.fact(fact)}." for fact in reasons))
        if hides_information(self._match.position):
            return move, text("hint.hidden") + "."
        told = (text("hint.line", line=self._words.listed(names)) + ".",)
        ended = self._reached[len(names) - 1].result() is not None
        return (*told, text("hint.end") + ".") if ended else told
