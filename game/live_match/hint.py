"""Hints: a good move and the reasons for it; on a second request also the moves that may follow.

The search runs in time slices. The hint disappears with the next tap on the board.
"""

from collections.abc import Sequence

from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.move_scores import MoveScores
from flipside.rules.contract.position import Certainty, Fact, History, Move
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import HINT_SOLVED_PLIES, PositionAnalysis
from flipside.rules.engine.analysis.explain import STANDING_FACTS, hides_information, move_facts
from flipside.rules.engine.time_slices import SecondsClock, TimeSliced

HINT_SECONDS, EXACT_HINT_SECONDS = 1.0, 2.0
"""Seconds of search for a hint. The second value applies if an exact score can be expected."""

_FOLLOW_LIMIT = Limit(depth=3, nodes=5_000, uses_tablebase=True)
"""The limit of the search for each of the following moves."""

MAX_PV_MOVES = 4
"""The maximum number of moves that a hint shows."""


class Hint:
    """A hint for the person who is to move."""

    def __init__(self, match_text: MatchText, clock: SecondsClock, scores: MoveScores) -> None:
        self._clock, self._scores = clock, scores
        self._words = match_text
        self._match = match_text.match
        self._slices = TimeSliced[SearchInfo](iter(()))
        self._analysis: PositionAnalysis | None = None
        """The analysis of which the current search is a part."""
        self._seconds = 0.0
        self._moves: list[Move] = []
        """The move of the hint, and the following moves so far."""
        self._histories: list[History] = []
        """For each of these moves, the match after it."""
        self._facts: list[Fact] = []
        self.thinking = False
        self.deeper = False
        """Whether the player has requested the following moves."""

    @property
    def is_active(self) -> bool:
        """Whether a hint is shown or being searched."""
        return self.thinking or bool(self._moves)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves to mark: the hinted move, and the following moves if they were requested."""
        return tuple(self._moves[: MAX_PV_MOVES if self.deeper else 1])

    def request(self) -> None:
        """Search for a hint; a second call adds the following moves, a third removes the hint."""
        if self.deeper:
            self.forget()
        elif self._moves:
            self.deeper = True
            self._search_next()
        elif not self.thinking:
            self._think(self._match.history())

    def forget(self) -> None:
        """Cancel the search and drop the hint."""
        self.thinking, self.deeper = False, False
        self._moves, self._facts, self._histories = [], [], []
        self._slices = TimeSliced(iter(()))

    def work(self, budget: float) -> bool:
        """Search for about `budget` seconds; return whether the hint has changed."""
        complete = self._slices.work(budget, self._clock)
        self._seconds += budget
        info = self._slices.last
        if info is None:
            return False
        assert self._analysis is not None, "the search has an analysis"
        solves = self._analysis.solves or info.certainty == Certainty.SIDE
        limit = EXACT_HINT_SECONDS if solves else HINT_SECONDS
        if not (complete or (self._seconds >= limit and info.depth)):
            return False
        if self.deeper:
            self._append(info.pv)
            self._search_next()
        else:
            self._finish(info)
        return True

    def follow_scores(self) -> bool:
        """Change the hint to a move with the best displayed score; return whether it changed."""
        best = self._scores.best_moves()
        if not self._moves or not best or self._moves[0] in best:
            return False
        self.thinking = False
        self._moves, self._histories = [], []
        self._name(self._scores.info(best[0]))
        if self.deeper:
            self._search_next()
        return True

    def _think(self, history: History, limit: Limit | None = None) -> None:
        self._analysis = PositionAnalysis(
            self._match.game, history[-1], history, limit, HINT_SOLVED_PLIES
        )
        self._slices = TimeSliced(self._analysis.infos())
        self._seconds, self.thinking = 0.0, True

    def _finish(self, info: SearchInfo) -> None:
        """Show the best move of the search.

        If scores are displayed, show a move with the best score, and the more certain of both.
        """
        self.thinking = False
        self._scores.learn(info)
        best = self._scores.best_moves()
        if best:
            display = self._scores.info(info.move if info.move in best else best[0])
            if display.move != info.move or display.certainty > info.certainty:
                info = display
        self._name(info)

    def _name(self, info: SearchInfo) -> None:
        """Show a move and the reasons for it."""
        match = self._match
        self._facts = move_facts(match.game, match.position, info.move, info, match.history())
        # If tiles are hidden, the following moves are unknown.
        self._append(info.pv[:1] if hides_information(match.position) else info.pv)

    def _search_next(self) -> None:
        last = self._histories[-1]
        open_end = last.result() is None and not hides_information(self._match.position)
        if len(self._moves) < MAX_PV_MOVES and open_end:
            self._think(last, _FOLLOW_LIMIT)
        else:
            self.thinking = False

    def _append(self, moves: Sequence[Move]) -> None:
        history = self._histories[-1] if self._histories else self._match.history()
        for move in moves:
            if move not in history[-1].moves() or history.result() is not None:
                break
            history = history.extended(move)
            self._moves.append(move)
            self._histories.append(history)

    # -- in words ----------------------------------------------------------------------------------

    def to_sentences(self) -> tuple[str, ...]:
        """Return the hint in sentences, the strongest reason first.

        If scores are displayed, it leaves out who is ahead.
        """
        text = self._words.text
        if not self._moves:
            return (text("hint.thinking") + ".",)
        positions = [self._match.position, *(after[-1] for after in self._histories)]
        names = [self._words.move(*pair) for pair in zip(positions, self.line, strict=False)]
        move = text("spoken.about", head=text("play.hint"), words=names[0]) + "."
        if not self.deeper:
            hidden_keys = STANDING_FACTS if self._scores.leader() else ()
            reasons = [fact for fact in self._facts if fact.key not in hidden_keys]
            return (move, *(f"{self._words.fact(fact)}." for fact in reasons))
        if hides_information(self._match.position):
            return move, text("hint.hidden") + "."
        line = (text("hint.line", line=self._words.listed(names)) + ".",)
        at_end = self._histories[len(names) - 1].result() is not None
        return (*line, text("hint.end") + ".") if at_end else line
