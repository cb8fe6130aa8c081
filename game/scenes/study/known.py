"""Sentences about the evaluation of a position, in a study and in a review."""

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
"""Moves whose counts are stated; symmetric moves count as one."""


class ReviewWords:
    """Sentences of one review; `award` as in the settings."""

    def __init__(
        self, text: Text, review: Review, award: bool, announced_points: tuple[int, int] | None
    ) -> None:
        """`scored`: points announced for a match whose moves stop before its end."""
        self.of_match = Phrases(text, review.match)
        """Sentences about the match."""
        self._text, self._match, self.review = text, review.match, review
        self._award, self._announced_points = award, announced_points
        self._worth = ValueText(text, review.match.game)

    def stopped(self, ply: int) -> list[str]:
        """Return the announced result of a match that stops before its end, at its last ply."""
        if self._announced_points is None or ply < len(self._match.moves):
            return []
        return [self.of_match.stopped(self._announced_points)]

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
        """Return the sentences about the position after `ply` plies."""
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
        """Return that the move after `ply` plies was best, or sentences on a better one."""
        review, match = self.review, self._match
        moment = review.moments.get(ply)
        if moment is None or review.value(ply + 1) is None:
            return []
        if moment.best == match.moves[ply]:
            return [self._text("review.best")]
        if not review.loss(ply):
            return []
        best = self.of_match.move(match.position_at(ply), moment.best)
        sentences = [self._text("review.better", move=best, **self._stake(ply))]
        if moment.loss is not None:
            sentences.append(self._text("review.seen"))
        why = [self.of_match.fact(fact, ply) + "." for fact in review.why(ply)[:_MAX_REASONS]]
        if why:
            sentences.append(" ".join(why))
        line = self._line(ply)
        if len(line) > 1:
            sentences.append(self._text("review.after", line=self.of_match.listed(line[1:])))
        return sentences

    def _line(self, ply: int) -> list[str]:
        """Return the names of the moves expected after `ply` plies."""
        position, names = self._match.position_at(ply), list[str]()
        for name in self.review.pv_names(ply):
            move = move_named(position, name)
            names.append(self.of_match.move(position, move))
            position = position.play(move)
        return names

    def _stake(self, ply: int) -> dict[str, str]:
        """Return the values of the best move and of the one made, for their player, in words."""
        best, actual = self.review.at_stake(ply)
        return {
            "best": self._worth.brief(best, self.review.certain(ply)),
            "played": self._worth.brief(actual, self.review.certain(ply + 1)),
        }


def known(
    table: Table, match_view: MatchView, review_words: ReviewWords | None, played_moves: PlayedMoves
) -> list[str]:
    """Return the sentences about a position, the most important first."""
    position, words, at = match_view.position, table.words, match_view.at
    value, better = match_view.valued.words, list[str]()
    if review_words is not None:
        guess = review_words.review.value(at) is None or review_words.review.rough(at)
        if not (value and guess) and not match_view.result_words:
            value = review_words.value(at)
        better = review_words.stopped(at)
        better += [] if match_view.hint else review_words.better(at - 1)
    book = table.game.engine.opening_book
    moves = (book(position) if book is not None else None) or {}
    move_names = words.listed([position.name(move) for move in moves])
    remark = "" if at else table.match.remark
    sentences = (
        f"{match_view.result_words}." if match_view.result_words else "",
        match_view.reason,
        value,
        *match_view.hint,
        *better,
        match_view.note,
        match_view.warning,
        match_view.opening_name,
        words.text("explore.book", moves=move_names) if moves else "",
        _played(table, played_moves),
        words.text("explore.hidden") if not review_words and hides_information(position) else "",
        f"{words.text('explore.remark')} {with_ellipses(remark)}" if remark else "",
    )
    return [sentence for sentence in sentences if sentence]


def _played(table: Table, played_moves: PlayedMoves) -> str:
    """Return how often each move was played in the lists that were opened; "" for never."""
    match, text = table.match, table.words.text
    counts = played_moves.counts(match.game, match.position, match.legal())[:_MAX_PLAYED]
    moves_text = ", ".join(
        f"{'/'.join(match.position.name(move) for move in moves)} {count}"
        for moves, count in counts
    )
    if not moves_text:
        return ""
    if played_moves.done:
        return text("explore.played", moves=moves_text, count=played_moves.counted)
    return text(
        "explore.played_so_far",
        moves=moves_text,
        done=played_moves.counted,
        count=played_moves.given,
    )
