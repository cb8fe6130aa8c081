"""Scores of the legal moves and the evaluation of a match, computed while a person thinks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flipside.game.services.settings import Settings
from flipside.game.table.phrases import Phrases
from flipside.game.table.value_text import ValueText
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Known, Move
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.analysis.analyst import missing_files
from flipside.rules.engine.analysis.move_scores import MoveScore, MoveScorer
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.match.match import Match

HALF_BAR_POINTS = 400
"""A lead in points (100 is one disc) that fills three quarters of the evaluation bar."""


@dataclass(frozen=True)
class Valued:
    """The scores of the legal moves, as shown."""

    cells: Mapping[Cell, str] = field(default_factory=dict)
    """The score of a tap there, in a few letters."""
    best: frozenset[Cell] = frozenset()
    """The cells with the highest score."""
    words: str = ""
    """The player who is ahead, as a phrase; "" while unknown."""
    share: float | None = None
    """The mover's part of the evaluation bar, 0 to 1; None while unknown."""


def help_is_fair(match: Match) -> bool:
    """Whether a match allows help: not while clocks run, nor in one by post."""
    return match.result() is not None or (match.clock is None and match.correspondence is None)


class MoveScores:
    """The scores of the legal moves in the current position."""

    def __init__(self, words: Phrases, settings: Settings, clock: SecondsClock) -> None:
        self._words, self._clock = words, clock
        self._match = words.match
        self._settings = settings
        self._scorer: MoveScorer | None = None
        self._value_text = ValueText(words.text, words.game)
        self._missing: tuple[str, ...] = ()
        """Data files that were missing when the scores were asked for."""

    def forget(self) -> None:
        """Drop the scores after a change of the match."""
        self._scorer = None

    def work(self, budget: float) -> bool:
        """Compute shown scores for about `budget` seconds; return whether they changed."""
        match, scorer = self._match, self._scorer
        if not self._wanted or match.must_pass:
            return False
        missing = missing_files(match.game)
        if scorer is None or scorer.position is not match.position or missing != self._missing:
            self._scorer = scorer = MoveScorer(match.game, match.position, match.history())
            self._missing = missing
        return scorer.work(budget, self._clock)

    @property
    def settling(self) -> bool:
        """Whether shown scores are still rough, so that a hint waits for them."""
        scorer = self._scorer
        if not self._wanted or self._match.must_pass:
            return False
        return scorer is None or scorer.position is not self._match.position or not scorer.settled

    # -- results -----------------------------------------------------------------------------------

    def scores(self) -> dict[Move, MoveScore]:
        """The score of every move for the mover; {} while scores are not shown."""
        scorer = self._scorer if self._wanted else None
        here = scorer is not None and scorer.position is self._match.position
        return scorer.scores if scorer is not None and here else {}

    @property
    def _wanted(self) -> bool:
        return self._settings.values and help_is_fair(self._match)

    def cells(self, taps: Move) -> dict[Cell, MoveScore]:
        """By next cell, the score of the best move that continues the taps with it."""
        found = dict[Cell, MoveScore]()
        for move, score in self.scores().items():
            if len(move) > len(taps) and move[: len(taps)] == taps:
                cell = move[len(taps)]
                found[cell] = max(score, found.get(cell, score))
        return found

    def shown(self, taps: Move) -> Valued:
        """The scores as they are shown after these taps."""
        scores = self.cells(taps)
        best = max(scores.values(), default=None)
        return Valued(
            cells={cell: self.short(score) for cell, score in scores.items()},
            best=frozenset(cell for cell, score in scores.items() if score == best),
            words=self.words(),
            share=self._share(),
        )

    def short(self, score: MoveScore) -> str:
        return self._value_text.short(*score)

    def words(self) -> str:
        """The player who is ahead, as a phrase; "" while unknown."""
        score = self._best()
        if score is None:
            return ""
        turn = self._match.position.turn
        leader = self._words.player(turn if score.value > 0 else 1 - turn)
        return self._value_text.ahead(*score, leader)

    def best_moves(self) -> list[Move]:
        """The moves with the highest score; none while scores are not shown."""
        scores = self.scores()
        best = max(scores.values(), default=None)
        return [move for move, score in scores.items() if score == best]

    def info(self, move: Move) -> SearchInfo:
        """What is shown of the position, for one of `best_moves`."""
        score = self._best()
        assert score is not None, "scores are shown"
        value = score.value if score.known else self.scores()[move].value
        return SearchInfo(move, value, 0, 0, (move,), score.known == Known.EXACT)

    def learn(self, info: SearchInfo) -> None:
        """Show what a hint is certain of."""
        if self._scorer is not None and self.scores():
            self._scorer.learn(info)

    def _share(self) -> float | None:
        """The mover's part of the evaluation bar, 0 to 1; None while unknown."""
        score = self._best()
        if score is None:
            return None
        value, level = score.value, self._value_text.level(*score)
        return 0.5 + (0 if level else value / (abs(value) + HALF_BAR_POINTS)) / 2

    def _best(self) -> MoveScore | None:
        """The score of the position for the mover; None while unknown."""
        return self._scorer.standing() if self._scorer is not None and self.scores() else None
