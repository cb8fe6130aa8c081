"""What is known of a position, in sentences: in a study, and in the review of a match."""

from flipside.game.services.plain import with_ellipses
from flipside.game.services.text import Text
from flipside.game.table.match_lists import PlayedMoves
from flipside.game.table.match_view import MatchView
from flipside.game.table.move_scores import ValueText
from flipside.game.table.phrases import Phrases
from flipside.game.table.table import Table
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.review import Review
from flipside.rules.teaching.problems import move_named

_MAX_REASONS = 2
"""Greatest number of reasons given for a better move."""

_MAX_PLAYED = 8
"""Moves whose numbers are told, those of a symmetry as one."""


class ReviewWords:
    """Sentences of one review in the player's language; `award` as in the settings."""

    def __init__(
        self, text: Text, review: Review, award: bool, scored: tuple[int, int] | None
    ) -> None:
        """`scored`: points announced for a match whose moves stop before its end."""
        self.of_match = Phrases(text, review.match)
        """Sentences about the match."""
        self._text, self._match, self.review = text, review.match, review
        self._award, self._scored = award, scored
        self._worth = ValueText(text, review.match.game)

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
        moves = (value > 0) == (turn == 0)
        words = self._worth.standing(value, review.certain(ply), leader, moves)
        return f"{self._text('review.rough')} {words}" if review.rough(ply) else words

    def told(self, ply: int) -> str:
        """Return what is said of the position after `ply` plies."""
        words = [f"{self.of_match.made(ply)}.", self.value(ply), *self.stopped(ply)]
        return " ".join([*words, *self.better(ply - 1)])

    def swing(self, ply: int) -> str:
        """Return a sentence about one of the costliest moves and its effect."""
        position = self._match.position_at(ply)
        return self._text(
            "review.swing",
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


def known(
    table: Table, match_view: MatchView, reviewed: ReviewWords | None, played: PlayedMoves
) -> list[str]:
    """What is known, the most important first, and the hint; `reviewed`: words of the review of the
    match, if it has the position shown."""
    position, words, at = match_view.position, table.words, match_view.at
    value, better = match_view.valued.words, list[str]()
    if reviewed is not None:
        guess = reviewed.review.value(at) is None or reviewed.review.rough(at)
        if not (value and guess) and not match_view.result_words:
            value = reviewed.value(at)
        better = reviewed.stopped(at)
        better += [] if match_view.hint else reviewed.better(at - 1)
    book = table.game.engine.opening_book
    moves = (book(position) if book is not None else None) or {}
    named = words.listed([position.name(move) for move in moves])
    remark = "" if at else table.match.remark
    said = (
        f"{match_view.result_words}." if match_view.result_words else "",
        match_view.reason,
        value,
        *match_view.hint,
        *better,
        match_view.note,
        match_view.warning,
        match_view.opening_name,
        words.text("explore.book", moves=named) if moves else "",
        _played(table, played),
        words.text("explore.hidden") if not reviewed and hides_information(position) else "",
        f"{words.text('explore.remark')} {with_ellipses(remark)}" if remark else "",
    )
    return [one for one in said if one]


def _played(table: Table, played: PlayedMoves) -> str:
    """How often each move was played in the lists of matches that were opened; "" for never."""
    match, text = table.match, table.words.text
    counts = played.counts(match.game, match.position, match.legal())[:_MAX_PLAYED]
    said = ", ".join(
        f"{'/'.join(match.position.name(move) for move in moves)} {count}"
        for moves, count in counts
    )
    if not said:
        return ""
    if played.done:
        return text("explore.played", moves=said, count=played.counted)
    return text("explore.played_so_far", moves=said, done=played.counted, count=played.given)
