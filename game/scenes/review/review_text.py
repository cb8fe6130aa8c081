"""What a review says in words: moves, who was ahead, what would have been better."""

from game.table.phrases import Phrases
from game.table.value_text import ValueText
from rules.contract.value import moves_to_end, score_for
from rules.engine.analysis.review import Review
from rules.teaching.problems import move_named

REASONS = 2
"""Reasons that are told for a better move, at most."""


class ReviewWords:
    """How one review is said in the player's language; `award` as in the settings."""

    def __init__(
        self,
        words: Phrases,
        review: Review,
        award: bool,
        scored: tuple[int, int] | None = None,
    ) -> None:
        """`scored` are the points announced for a match whose moves stop before its end."""
        self.of_match = words
        """How the match itself is said."""
        self._text = words.text
        self._match = words.match
        self._review = review
        self._award = award
        self._scored = scored
        self._worth = ValueText(words.text, words.game)

    def move(self, ply: int) -> str:
        """The ply that led to this moment: its number, who made it and its name."""
        if not ply:
            return self._text("review.beginning")
        position = self._match.position_at(ply - 1)
        name = self.of_match.move(position, self._match.moves[ply - 1])
        called = self.of_match.player(position.turn, ply - 1)
        return self._text("review.move", ply=ply, colour=called, move=name)

    def to_move(self, ply: int) -> str:
        """Who moves after so many plies."""
        turn = self._match.position_at(ply).turn
        return self._text("play.to_move", colour=self.of_match.player(turn, ply))

    def stopped(self, ply: int) -> list[str]:
        """What is announced of a match that stops at this moment before its end, if anything."""
        if self._scored is None or ply < len(self._match.moves):
            return []
        return [self.of_match.stopped(self._scored)]

    def value(self, ply: int) -> str:
        """Who is ahead after so many plies, and by how much; at the end how the match ended."""
        result, review = self._match.result(), self._review
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

    def swing(self, number: int, ply: int) -> str:
        """One of the moves that cost most: which it was, and what became of the match by it."""
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
        """What would have been better than the move made after so many plies, and what could
        follow; that it was the best one; or nothing while nobody knows."""
        review, match = self._review, self._match
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
        why = [self.of_match.fact(fact, ply) + "." for fact in review.why(ply)[:REASONS]]
        if why:
            told.append(" ".join(why))
        line = self._line(ply)
        if len(line) > 1:
            told.append(self._text("review.after", line=self.of_match.listed(line[1:])))
        return told

    def _line(self, ply: int) -> list[str]:
        """The moves expected after so many plies."""
        position, said = self._match.position_at(ply), list[str]()
        for name in self._review.pv_names(ply):
            move = move_named(position, name)
            said.append(self.of_match.move(position, move))
            position = position.play(move)
        return said

    def _stake(self, ply: int) -> dict[str, str]:
        """What the best move after so many plies and the one made are worth to their mover."""
        best, played = self._review.at_stake(ply)
        return {
            "best": self._worth.brief(best, self._review.certain(ply)),
            "played": self._worth.brief(played, self._review.certain(ply + 1)),
        }
