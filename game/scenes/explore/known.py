"""What is known of the position of a study, in sentences."""

from game.saves.album import review_key, saved_review
from game.scenes.review.review_text import ReviewWords
from game.services.plain import with_ellipses
from game.services.table_services import TableServices
from game.table.outlook import Outlook
from game.table.played_moves import PlayedMoves
from game.table.table import Table
from rules.catalogue import BY_KEY
from rules.engine.analysis.explain import hides_information
from rules.engine.analysis.review import Review
from rules.match.match import Match, replay


def review_of(services: TableServices, match: Match) -> Review | None:
    """The stored review of a match; None if nothing of it is known."""
    text = saved_review(services.storage, review_key(services, match))
    review = Review(replay(match.record(), BY_KEY), text)
    return review if review.moments else None


def known(table: Table, outlook: Outlook, review: Review | None, played: PlayedMoves) -> list[str]:
    """What is known, the most important first, and the hint; `review`: of the line shown."""
    position, words = outlook.position, table.words
    better: list[str] = []
    if review is not None and outlook.at and not outlook.hint:
        better = ReviewWords(words, review, table.settings.award).better(outlook.at - 1)
    book = table.game.engine.opening_book
    moves = (book(position) if book is not None else None) or {}
    named = words.listed([position.name(move) for move in moves])
    remark = "" if outlook.at else table.match.remark
    said = (
        f"{outlook.result_words}." if outlook.result_words else "",
        outlook.reason,
        outlook.valued.words,
        *outlook.hint,
        *better,
        outlook.note,
        outlook.warning,
        outlook.opening_name,
        words.text("explore.book", moves=named) if moves else "",
        _played(table, played),
        words.text("explore.hidden") if hides_information(position) else "",
        f"{words.text('explore.remark')} {with_ellipses(remark)}" if remark else "",
    )
    return [one for one in said if one]


_MAX_PLAYED = 8
"""Moves whose numbers are told, those of a symmetry as one."""


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
