"""Sentences of a review: moves, who was ahead, better moves."""

from game.services.text import Text
from game.table.phrases import Phrases
from game.table.value_text import ValueText
from rules.contract.value import moves_to_end, score_for
from rules.engine.analysis.review import Review
from rules.teaching.problems import move_named

_MAX_REASONS = 2
"""Greatest number of reasons given for a better move."""


class ReviewWords:
    """Sentences of one review in the player's language; `award` as in the settings."""

    def __init__(
        self,
        text: Text,
        review: Review,
        award: bool,
        scored: tuple[int, int] | None,
    ) -> None:
        """`scored`: points announced for a match whose moves stop before its end."""
        self.of_match = words = Phrases(text, review.match)
        """Sentences about the match."""
        self._text, self._match = text, review.match
        self.review = review
        self._award = award
        self._scored = scored
        self._worth = ValueText(text, words.game)

    def stopped(self, ply: int) -> list[str]:
        """Return what is announced of a match that stops at `ply` before its end, if anything."""
        if self._scored is None or ply < len(self._match.moves):
            return []
        return [self.of_match.stopped(self._scored)]

    def value(self, ply: int) -> str:
        """Return who is ahead after `ply` plies and by how much; at the end the result."""
        result, review = self._match.result(), self.review
        if ply == len(self._match.moves) and result is not None:
            return self.of_match.result(result, self._award, ply) + "."
        value = review.value(ply)
        if value is None:
            return self._text("review.unknown")
        leader = self.of_match.player(0 if value > 0 else 1, ply)
        turn = self._match.position_at(ply).turn
        moves = moves_to_end(score_for(turn, 0, value))
        words = self._worth.standing(value, moves, review.certain(ply), leader)
        return f"{self._text('review.rough')} {words}" if review.rough(ply) else words

    def told(self, ply: int) -> str:
        """Return what is said of the position after `ply` plies."""
        better = self.better(ply - 1) if ply else []
        words = [f"{self.of_match.made(ply)}.", self.value(ply), *self.stopped(ply), *better]
        return " ".join(words)

    def is_guess(self, ply: int) -> bool:
        """Return whether the value after `ply` plies is unknown or a first estimate."""
        return self.review.value(ply) is None or self.review.rough(ply)

    def swing(self, number: int, ply: int) -> str:
        """Return a sentence about one of the costliest moves and its effect."""
        position = self._match.position_at(ply)
        return self._text(
            "review.swing",
            number=number,
            ply=ply + 1,
            colour=self.of_match.player(position.turn, ply),
            move=self.of_match.move(position, self._match.moves[ply]),
            **self._stake(ply),
        )

    def better(self, ply: int) -> list[str]:
        """Return sentences about a better move than the one made after `ply` plies and its line;
        that the move was best; or nothing while that is unknown."""
        review, match = self.review, self._match
        moment = review.moments.get(ply)
        if moment is None or review.value(ply + 1) is None:
            return []
        if moment.best == match.moves[ply]:
            return [self._text("review.best")]
        if not review.loss(ply):
            return []
        best = self.of_match.move(match.position_at(ply), moment.best)
        told = [self._text("review.better", move=best, **self._stake(ply))]
        if moment.loss is not None:
            told.append(self._text("review.seen"))
        why = [self.of_match.fact(fact, ply) + "." for fact in review.why(ply)[:_MAX_REASONS]]
        if why:
            told.append(" ".join(why))
        line = self._line(ply)
        if len(line) > 1:
            told.append(self._text("review.after", line=self.of_match.listed(line[1:])))
        return told

    def _line(self, ply: int) -> list[str]:
        """Return the names of the moves expected after `ply` plies."""
        position, said = self._match.position_at(ply), list[str]()
        for name in self.review.pv_names(ply):
            move = move_named(position, name)
            said.append(self.of_match.move(position, move))
            position = position.play(move)
        return said

    def _stake(self, ply: int) -> dict[str, str]:
        """Return the values of the best move and of the one made, for their player, in words."""
        best, played = self.review.at_stake(ply)
        return {
            "best": self._worth.brief(best, self.review.certain(ply)),
            "played": self._worth.brief(played, self.review.certain(ply + 1)),
        }
