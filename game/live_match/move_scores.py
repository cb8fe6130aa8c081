"""Scores of the legal moves while a person thinks, and scores in words.

A score has points and a certainty. 100 points are about one piece or disc.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flipside.game.live_match.match_text import MatchText
from flipside.game.services.settings import Settings
from flipside.game.services.texts import Texts
from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Certainty, Move, moves_to_end, plies_to_end
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.analysis.analyst import missing_files
from flipside.rules.engine.analysis.move_scores import MoveScore, MoveScorer
from flipside.rules.engine.analysis.review import CERTAIN_WIN
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.match.match import Match

WON_POINTS = 400
"""A score in points with which a player should win."""

HALF_BAR_POINTS = 400
"""A lead in points that fills three quarters of the evaluation bar."""


@dataclass(frozen=True)
class MoveValues:
    """The scores of the legal moves as they are displayed."""

    cells: Mapping[Cell, str] = field(default_factory=dict)
    """For each possible next cell, the score of its best move in a few letters."""
    best: frozenset[Cell] = frozenset()
    words: str = ""
    """A phrase with the player who is ahead; "" while unknown."""
    share: float | None = None
    """The part of the evaluation bar of the player to move, 0 to 1; None while unknown."""


def help_is_fair(match: Match) -> bool:
    """Return whether hints and scores are fair: not in a running match with clocks or links."""
    return match.result() is not None or (match.clock is None and match.correspondence is None)


class MoveScores:
    """The scores of the legal moves in the current position."""

    def __init__(self, match_text: MatchText, settings: Settings, clock: SecondsClock) -> None:
        self._words, self._clock = match_text, clock
        self._match = match_text.match
        self._settings = settings
        self._scorer: MoveScorer | None = None
        self._value_text = ValueText(match_text.text, match_text.game)
        self._missing: tuple[str, ...] = ()
        """Data files that were missing when the scores were begun."""

    def forget(self) -> None:
        """Discard the scores, after a change of the match."""
        self._scorer = None

    def work(self, budget: float) -> bool:
        """Compute scores for about `budget` seconds; return whether they have changed."""
        match, scorer = self._match, self._scorer
        if not help_is_fair(match) or match.must_pass:
            return False
        missing = missing_files(match.game)
        if scorer is None or scorer.position is not match.position or missing != self._missing:
            self._scorer = scorer = MoveScorer(match.game, match.position, match.history())
            self._missing = missing
        return scorer.work(budget, self._clock)

    @property
    def settling(self) -> bool:
        """Whether the displayed scores are still rough. A hint waits for better ones."""
        scorer = self._scorer
        if not self._enabled or self._match.must_pass:
            return False
        return scorer is None or scorer.position is not self._match.position or not scorer.settled

    # -- results -----------------------------------------------------------------------------------

    def scores(self) -> dict[Move, MoveScore]:
        """Return the score of each move for the player to move; {} if scores are not displayed."""
        return self._current_scores() if self._enabled else {}

    def _current_scores(self) -> dict[Move, MoveScore]:
        scorer = self._scorer
        is_current = scorer is not None and scorer.position is self._match.position
        return scorer.scores if scorer is not None and is_current else {}

    def gives_away(self, move: Move) -> bool:
        """Return whether the best move should win, but `move` has a score of 0 or less.

        False until all scores are settled.
        """
        scores = self._current_scores()
        if self._scorer is None or not self._scorer.settled or move not in scores:
            return False
        return max(scores.values()).value >= WON_POINTS and scores[move].value <= 0

    @property
    def _enabled(self) -> bool:
        return self._settings.values and help_is_fair(self._match)

    def cell_scores(self, taps: Move) -> dict[Cell, MoveScore]:
        """Return for each cell that may follow `taps` the score of the best move with that cell."""
        best_scores = dict[Cell, MoveScore]()
        for move, score in self.scores().items():
            if len(move) > len(taps) and move[: len(taps)] == taps:
                cell = move[len(taps)]
                best_scores[cell] = max(score, best_scores.get(cell, score))
        return best_scores

    def labels(self, taps: Move) -> MoveValues:
        """Return the scores to display after these taps."""
        scores = self.cell_scores(taps)
        best = max(scores.values(), default=None)
        return MoveValues(
            cells={cell: self.short_label(score) for cell, score in scores.items()},
            best=frozenset(cell for cell, score in scores.items() if score == best),
            words=self.leader(),
            share=self._share(),
        )

    def short_label(self, score: MoveScore) -> str:
        """Return a score in a few letters."""
        return self._value_text.short_label(*score)

    def leader(self) -> str:
        """Return a phrase with the player who is ahead; "" while unknown."""
        score = self._best()
        if score is None:
            return ""
        turn = self._match.position.turn
        leader = self._words.player(turn if score.value > 0 else 1 - turn)
        return self._value_text.ahead(*score, leader)

    def best_moves(self) -> list[Move]:
        """Return the moves with the best score; [] if scores are not displayed."""
        scores = self.scores()
        best = max(scores.values(), default=None)
        return [move for move, score in scores.items() if score == best]

    def info(self, move: Move) -> SearchInfo:
        """Return the displayed score of a move of `best_moves`, as search information."""
        score = self._best()
        assert score is not None, "scores are shown"
        value = score.value if score.certainty else self.scores()[move].value
        return SearchInfo(move, value, 0, 0, (move,), score.certainty == Certainty.EXACT)

    def learn(self, info: SearchInfo) -> None:
        """Display the score of a hint if it is more certain than the displayed one."""
        if self._scorer is not None and self.scores():
            self._scorer.learn(info)

    def _share(self) -> float | None:
        score = self._best()
        if score is None:
            return None
        value, level = score.value, self._value_text.is_even(*score)
        return 0.5 + (0 if level else value / (abs(value) + HALF_BAR_POINTS)) / 2

    def _best(self) -> MoveScore | None:
        """Return the score of the position for the player to move; None while unknown."""
        return self._scorer.standing() if self._scorer is not None and self.scores() else None


MINUS = "\N{MINUS SIGN}"
ABOUT, AT_MOST = "~", "\N{LESS-THAN OR EQUAL TO}"

_LEAD_KEYS = "level", "slightly_", "", "far_"

_LEAD_HEIGHTS = 0.1, 0.3, 0.6
"""The minimum heights in the graph of a slight lead, a lead and a large lead."""


class ReviewScore(NamedTuple):
    """A score in a review."""

    value: int
    """The score for the mover, in points."""
    certain: bool
    height: float
    """The height in the graph; its sign does not matter."""


MAX_NUMBER = 99
"""The greatest number that fits on a cell."""

MAX_POINTS = 3000
"""More points are described without a number, because the evaluation is imprecise there."""


class ValueText:
    """Scores of a game in words, in the player's language."""

    def __init__(self, text: Texts, game: AnyGame) -> None:
        self._text = text
        self._margin = game.engine.terminal_score is not None
        """Whether scores predict the final margin, in discs."""

    # -- while a match is played -------------------------------------------------------------------

    def short_label(self, value: int, certainty: Certainty) -> str:
        """Return a score in a few letters: moves to a win or loss, a certain draw, or a number.

        "At most" and "about" are shown as signs. If only the winner is certain, there is no number.
        """
        key = "value.won_short" if value > 0 else "value.lost_short"
        moves = moves_to_end(value)
        if moves is not None:
            at_most = AT_MOST if certainty < Certainty.EXACT and moves > 1 else ""
            return self._text(key, count=f"{at_most}{moves}")
        if certainty == Certainty.SIDE:
            return self._text(key, count="")
        number = self.number(value)
        if certainty == Certainty.EXACT and not (self._margin and value):
            return self._text("value.drawn_short")
        about = ABOUT if self._margin and certainty == Certainty.GUESS else ""
        return about + (signed(number, value) if _counts(number) else "0")

    def number(self, value: int) -> str:
        """Return a lead without sign: whole discs for margins, else one decimal below 10."""
        whole = min(MAX_NUMBER, round(abs(value) / 100))
        if self._margin or whole >= 10:
            return str(whole)
        return self._text.decimal(abs(value) / 100)

    def is_even(self, value: int, certainty: Certainty) -> bool:
        """Return whether no player is ahead."""
        if certainty == Certainty.EXACT:
            return moves_to_end(value) is None and not (self._margin and value)
        return certainty == Certainty.GUESS and not _counts(self.number(value))

    def ahead(self, value: int, certainty: Certainty, leader: str) -> str:
        """Return a phrase about the lead of `leader`, which is the name of the player ahead."""
        exact, moves = certainty == Certainty.EXACT, moves_to_end(value)
        if moves is not None:
            key = "value.wins" if exact or moves == 1 else "value.wins_within"
            return self._text(key, colour=leader, count=moves)
        if self.is_even(value, certainty):
            return self._text("value.drawn" if exact else "value.even")
        if certainty == Certainty.SIDE:
            return self._text("value.sure", colour=leader)
        key = "value.wins_by" if exact else "value.about" if self._margin else "value.ahead"
        return self._text(key, colour=leader, value=self.number(value))

    # -- in a review -------------------------------------------------------------------------------

    def compared(self, best: ReviewScore, worse: ReviewScore) -> tuple[str, str]:
        """Return two scores of the mover in a few words, which differ."""
        words, others = self.brief(best), self.brief(worse)
        if others == words:
            won = worse.value > 0
            if abs(worse.value) > CERTAIN_WIN:
                key = "won_later" if won else "lost_sooner"
            elif abs(worse.height) < _LEAD_HEIGHTS[0]:
                key = "worse"
            else:
                key = "less_ahead" if won else "further_behind"
            others = self._text(f"review.word.{key}")
        return words, others

    def brief(self, score: ReviewScore) -> str:
        """Return a score for a review in a few words; exact margins have a number."""
        value, certain, height = score
        if abs(value) > CERTAIN_WIN:
            return self._text(f"review.word.{'won' if value > 0 else 'lost'}")
        if certain and not (self._margin and value):
            return self._text("review.word.equal")
        if certain:
            key = "win_by" if value > 0 else "loss_by"
            return self._text(f"review.word.{key}", count=round(abs(value) / 100))
        key = _LEAD_KEYS[sum(abs(height) >= least for least in _LEAD_HEIGHTS)]
        side = "" if key == "level" else "ahead" if value > 0 else "behind"
        return self._text(f"review.word.{key}{side}")

    def standing(self, value: int, certain: bool, leader: str, moves: bool) -> str:
        """Return a phrase about the lead of `leader` for a review; `moves`: `leader` is to move."""
        text, plies, count = self._text, plies_to_end(value), moves_to_end(value)
        if plies is not None and plies <= 2 and (plies == 1) == moves:
            return text("review.wins_now" if moves else "review.wins_next", colour=leader)
        if count is not None and count > 1:
            key = "review.wins" if certain else "review.wins_within"
            return text(key, colour=leader, count=count)
        if abs(value) > CERTAIN_WIN:
            return text("review.sure", colour=leader)
        if certain and not (self._margin and value):
            return text("review.drawn")
        if self._margin:
            discs = round(abs(value) / 100)
            key = "review.wins_by" if certain else "review.discs" if discs else "review.even"
            return text(key, colour=leader, count=discs)
        if abs(value) < 10:
            return text("review.even")
        if abs(value) > MAX_POINTS:
            return text("review.far", colour=leader)
        return text("review.leads", colour=leader, count=text.decimal(abs(value) / 100))


def signed(number: str, value: int) -> str:
    """Return a number with the sign of `value`; a number that consists of zeros has no sign."""
    return f"{'+' if value > 0 else MINUS}{number}" if _counts(number) else number


def _counts(number: str) -> bool:
    """Return whether a number has a digit other than 0."""
    return any(letter in "123456789" for letter in number)
