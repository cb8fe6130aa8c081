"""Sentences about the evaluation of a position, in a study and in a review."""

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_lists import PlayedMoves
from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.match_view import MatchView
from flipside.game.live_match.move_scores import ReviewScore, ValueText
from flipside.game.services.plain import with_ellipses
from flipside.game.services.texts import Texts
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.judgement import accuracy, class_counts, class_of
from flipside.rules.engine.analysis.review import Review
from flipside.rules.teaching import move_named

_MAX_REASONS = 2

_MAX_FOLLOWING = 8
"""The maximum number of moves that could follow a better move."""

_MAX_PLAYED = 8
"""The maximum number of moves whose counts are shown; symmetric moves are one."""


class ReviewText:
    """The sentences of a review; `award` is the setting of this name."""

    def __init__(
        self, text: Texts, review: Review, award: bool, announced_points: tuple[int, int] | None
    ) -> None:
        """Use the points that a file states (`announced_points`) if its moves end too early."""
        self.match_text = MatchText(text, review.match)
        self._text, self._match, self.review = text, review.match, review
        self._award, self._announced_points = award, announced_points
        self._worth = ValueText(text, review.match.game)

    def stopped(self, ply: int) -> list[str]:
        """Return a note at the last ply if the moves of a file end too early; otherwise []."""
        if self._announced_points is None or ply < len(self._match.moves):
            return []
        return [self.match_text.stopped(self._announced_points)]

    def value_sentence(self, ply: int) -> str:
        """Return who is ahead after `ply` plies and by how much; after the end, the result."""
        result, review = self._match.result(), self.review
        if ply == len(self._match.moves) and result is not None:
            return self.match_text.result_sentence(result, self._award, ply) + "."
        value = review.value_at(ply)
        if value is None:
            return self._text("review.unknown")
        leader = self.match_text.player(0 if value > 0 else 1, ply)
        turn = self._match.position_at(ply).turn
        moves = (value > 0) == (turn == 0)
        words = self._worth.standing(value, review.certain_at(ply), leader, moves)
        return f"{self._text('review.rough')} {words}" if review.rough_at(ply) else words

    def ply_sentences(self, ply: int) -> str:
        """Return the last move, the evaluation after `ply` plies, and a better move, as a text."""
        words = [
            f"{self.match_text.ply_sentence(ply)}.",
            self.value_sentence(ply),
            *self.stopped(ply),
        ]
        return " ".join([*words, *self.better_sentences(ply - 1)])

    def swing(self, ply: int) -> str:
        """Return a sentence about a great mistake after `ply` plies, and its cost."""
        position = self._match.position_at(ply)
        return self._text(
            "review.swing",
            ply=ply + 1,
            colour=self.match_text.player(position.turn, ply),
            move=self.match_text.move(position, self._match.moves[ply]),
            kind=self._text(
                f"review.word.{class_of(self.review.drop(ply, self.review.loss_at(ply)))}"
            ),
            **self._stake(ply),
        )

    def judgements(self) -> list[str]:
        """Return the accuracy and mistakes of both players, for a complete review."""
        sentences, mistakes = list[str](), 0
        for player in (0, 1):
            drops = self.review.drops(player).values()
            percent, counts = accuracy(drops), class_counts(drops)
            mistakes += counts["mistake"] + counts["blunder"]
            share = "–" if percent is None else self._text("options.percent", value=int(percent))
            name = self.match_text.player(player, len(self._match.moves))
            sentences.append(self._text("review.judged", player=name, accuracy=share, **counts))
        return sentences if mistakes else [*sentences, self._why_decided()]

    def _why_decided(self) -> str:
        """Return why a match without mistakes was won, or that no move lost much."""
        result = self._match.result()
        if result is None or result.winner is None:
            return self._text("review.quiet")
        if not self.review.ended:
            return self._text("review.decided_early")
        losses = any(self.review.drops(1 - result.winner).values())
        return self._text("review.decided_slowly" if losses else "review.decided_before")

    def better_sentences(self, ply: int) -> list[str]:
        """Return sentences about a better move after `ply` plies, or that the move was best."""
        review, match = self.review, self._match
        moment = review.moments.get(ply)
        if moment is None or review.value_at(ply + 1) is None:
            return []
        if moment.best == match.moves[ply]:
            return [self._text("review.best")]
        if not review.loss_at(ply):
            return []
        best = self.match_text.move(match.position_at(ply), moment.best)
        sentences = [self._text("review.better", move=best, **self._stake(ply))]
        if moment.loss is not None:
            sentences.append(self._text("review.seen"))
        why = [self.match_text.fact(fact, ply) + "." for fact in review.why(ply)[:_MAX_REASONS]]
        if why:
            sentences.append(" ".join(why))
        line = self._line(ply)
        if len(line) > 1:
            following = self.match_text.listed(line[1 : 1 + _MAX_FOLLOWING])
            sentences.append(self._text("review.after", line=following))
        return sentences

    def _line(self, ply: int) -> list[str]:
        """Return the names of the moves of the principal variation after `ply` plies."""
        position, names = self._match.position_at(ply), list[str]()
        for name in self.review.pv_names(ply):
            move = move_named(position, name)
            names.append(self.match_text.move(position, move))
            position = position.play(move)
        return names

    def _stake(self, ply: int) -> dict[str, str]:
        """Return the scores of the best move and of the move made, for the player who made it."""
        review = self.review
        best, worse = (
            ReviewScore(value, review.certain_at(at), review.height(value))
            for at, value in enumerate(review.at_stake(ply), start=ply)
        )
        words, others = self._worth.compared(best, worse)
        return {"best": words, "played": others}


def evaluation_sentences(
    live_match: LiveMatch,
    match_view: MatchView,
    review_words: ReviewText | None,
    played_moves: PlayedMoves,
) -> list[str]:
    """Return sentences about the position shown, the most important first."""
    position, match_text, at = match_view.position, live_match.match_text, match_view.at
    value, better = match_view.move_values.words, list[str]()
    if review_words is not None:
        guess = review_words.review.value_at(at) is None or review_words.review.rough_at(at)
        if not (value and guess) and not match_view.result_words:
            value = review_words.value_sentence(at)
        better = review_words.stopped(at)
        better += [] if match_view.hint else review_words.better_sentences(at - 1)
    book = live_match.game.engine.opening_book
    moves = (book(position) if book is not None else None) or {}
    move_names = match_text.listed([position.name(move) for move in moves])
    remark = "" if at else live_match.match.comment
    sentences = (
        f"{match_view.result_words}." if match_view.result_words else "",
        match_view.reason,
        value,
        *match_view.hint,
        *better,
        match_view.note,
        match_view.warning,
        match_view.opening_name,
        match_text.text("explore.book", moves=move_names) if moves else "",
        _played(live_match, played_moves),
        match_text.text("explore.hidden")
        if not review_words and hides_information(position)
        else "",
        f"{match_text.text('explore.remark')} {with_ellipses(remark)}" if remark else "",
    )
    return [sentence for sentence in sentences if sentence]


def _played(live_match: LiveMatch, played_moves: PlayedMoves) -> str:
    """Return how often each move was played in the lists that were opened, or ""."""
    match, text = live_match.match, live_match.match_text.text
    counts = played_moves.counts(match.game, match.position, match.legal())[:_MAX_PLAYED]
    moves_text = ", ".join(
        f"{'/'.join(match.position.name(move) for move in moves)} {count}"
        for moves, count in counts
    )
    if not moves_text:
        return ""
    if played_moves.done:
        return text("explore.played", moves=moves_text, count=played_moves.count)
    return text(
        "explore.played_so_far", moves=moves_text, done=played_moves.count, count=played_moves.total
    )
