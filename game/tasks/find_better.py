"""A mistake as a task: find a better move in the position before it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.table.phrases import Phrases
from game.table.value_text import ValueText
from game.tasks.task import Verdict
from rules.contract.value import ply_adjusted
from rules.engine.analysis.review import Review
from rules.match.match import Match


@dataclass
class FindBetterTask:
    """Find a better move than the one made at `ply` of a reviewed match. The review must be final
    there. One move decides; moves with a small loss are right."""

    review: Review
    ply: int
    best_move_words: Callable[[], Sequence[str]]
    """Gives the sentences of the review about the best move."""

    plies = decisive_plies = 1
    answers: tuple[str, ...] = ()

    def match(self) -> Match:
        return self.review.match.first_plies(self.ply)

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict]:
        """Yield the best move before the first move is made, then the loss of that move."""
        best, _ = self.review.at_stake(self.ply)
        if match.ply == start:
            yield Verdict(True, best, (self.review.moments[self.ply].best,))
            return
        judging = self.review.alternative_cost(self.ply, match.moves[start])
        while True:
            try:
                next(judging)
            except StopIteration as done:
                loss, line, exact = done.value
                break
            yield Verdict(False, best, ())
        right = self.review.is_small(self.ply, loss)
        yield Verdict(right, ply_adjusted(best - loss, -1), line, exact)

    # -- in words ----------------------------------------------------------------------------------

    def asks(self, words: Phrases, played: int) -> str:
        whole = self.review.match
        made = words.move(whole.position_at(self.ply), whole.moves[self.ply])
        return words.text("better.asks", move=made)

    def wrong(self, words: Phrases, verdict: Verdict, start: int, ply: int) -> str:
        if words.match.moves[start] == self.review.match.moves[self.ply]:
            return words.text("better.same")
        best, _ = self.review.at_stake(self.ply)
        values = ValueText(words.text, words.game)
        here = values.brief(ply_adjusted(verdict.value, 1), verdict.exact)
        there = values.brief(best, self.review.certain(self.ply))
        return words.text("better.wrong", played=here, best=there)

    def solved(self, words: Phrases) -> str:
        return " ".join(self.best_move_words())
