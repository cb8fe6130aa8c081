"""What is known of the position of a study, in sentences."""

from game.scenes.study.review_text import ReviewWords
from game.services.plain import with_ellipses
from game.table.outlook import Outlook
from game.table.played_moves import PlayedMoves
from game.table.table import Table
from rules.engine.analysis.explain import hides_information


def known(
    table: Table, outlook: Outlook, reviewed: ReviewWords | None, played: PlayedMoves
) -> list[str]:
    """What is known, the most important first, and the hint; `reviewed`: words of the review of the
    match, if it has the position shown."""
    position, words, at = outlook.position, table.words, outlook.at
    value, better = outlook.valued.words, list[str]()
    if reviewed is not None:
        if not (value and reviewed.is_guess(at)) and not outlook.result_words:
            value = reviewed.value(at)
        better = [] if outlook.hint or not at else reviewed.better(at - 1)
        better = [*reviewed.stopped(at), *better]
    book = table.game.engine.opening_book
    moves = (book(position) if book is not None else None) or {}
    named = words.listed([position.name(move) for move in moves])
    remark = "" if at else table.match.remark
    said = (
        f"{outlook.result_words}." if outlook.result_words else "",
        outlook.reason,
        value,
        *outlook.hint,
        *better,
        outlook.note,
        outlook.warning,
        outlook.opening_name,
        words.text("explore.book", moves=named) if moves else "",
        _played(table, played),
        words.text("explore.hidden") if not reviewed and hides_information(position) else "",
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
