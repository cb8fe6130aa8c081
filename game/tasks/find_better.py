"""A mistake as a task: find a better move in the position before it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.table.phrases import Phrases
from game.table.value_text import ValueText
from game.tasks.task import Verdict
from rules.contract.game import AnyGame
from rules.contract.value import ply_adjusted
from rules.engine.analysis.review import Review
from rules.match.match import Match


@dataclass(frozen=True)
class FindBetterTask:
    """Find a better move than the one made at a ply of a match whose review is final there. One
    move decides; every move is right that costs next to nothing."""

    review: Review
    ply: int
    told: Callable[[], Sequence[str]]
    """What the review says of the best move."""

    plies = 1
    answers: tuple[str, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game of the match."""
        return self.review.match.game

    def match(self) -> Match:
        """A match at the position before the mistake."""
        whole = self.review.match
        match = whole.anew()
        match.players = whole.players
        for move in whole.moves[: self.ply]:
            match.play(move)
        return match

    def decided(self, played: int) -> bool:
        """The first move decides."""
        return played >= 1

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict]:
        """What the review says of the first move, or, before it, which would be best."""
        best, _ = self.review.at_stake(self.ply)
        if match.ply == start:
            yield Verdict(True, best, (self.review.moments[self.ply].best,))
            return
        judging = self.review.alternative_cost(self.ply, match.moves[start])
        while True:
            try:
                next(judging)
            except StopIteration as done:
                loss, line = done.value
                break
            yield Verdict(False, best, ())
        yield Verdict(self.review.is_small(self.ply, loss), ply_adjusted(best - loss, -1), line)

    # -- in words ----------------------------------------------------------------------------------

    def asks(self, words: Phrases, played: int) -> str:
        """Something better than what was played."""
        return words.text("better.asks", move=self._played(words))

    def wrong(self, words: Phrases, verdict: Verdict, start: int, ply: int) -> str:
        """What the move is worth, and what would be possible."""
        if words.match.moves[start] == self.review.match.moves[self.ply]:
            return words.text("better.same")
        best, _ = self.review.at_stake(self.ply)
        worth, certain = ValueText(words.text, self.game), self.review.certain(self.ply)
        value = ply_adjusted(verdict.value, 1)
        here, there = (worth.brief(one, certain) for one in (value, best))
        return words.text("better.wrong", played=here, best=there)

    def solved(self, words: Phrases) -> str:
        """What was better, and why."""
        return " ".join(self.told())

    def _played(self, words: Phrases) -> str:
        """The move that was made."""
        whole = self.review.match
        return words.move(whole.position_at(self.ply), whole.moves[self.ply])
