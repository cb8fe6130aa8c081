"""Picture of the board at one moment of a match: pieces, marks, chosen cells, previews."""

from collections.abc import Sequence

from flipside.game.board.annotations import MIN_VALUE_CELL
from flipside.game.board.board_state import Lead, Notes, Shown
from flipside.game.board.timeline import changes, still
from flipside.game.drawing.faces import Sprite
from flipside.game.scenes.common.hands import Hands
from flipside.game.scenes.common.motion import Motion
from flipside.game.services.settings import Settings
from flipside.game.table.match_view import MatchView, traces
from flipside.game.table.table import Table
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.position import Mark, Move, Player, Position
from flipside.rules.match.match import shown_marks


def moving(motion: Motion, settings: Settings) -> Shown | None:
    """Return the moving pieces and the lasting marks; None while nothing moves."""
    timeline = motion.timeline
    if timeline is None:
        return None
    marks = _wanted(settings, motion.lasting)
    return Shown(timeline.resting(), timeline.moving(), marks=marks)


def resting(
    table: Table, match_view: MatchView, hands: Hands, notes: Notes, motion: Motion
) -> Shown:
    """Return everything on the board while no piece moves."""
    settings, taps, free = table.settings, match_view.taps, match_view.next_cells
    looked = (*taps, hands.peek) if hands.peek is not None else taps
    last, changed = match_view.last
    valued = notes.values.keys() >= free != frozenset()
    return Shown(
        resting=still(match_view.position.pieces()),
        next_cells=free,
        taps=taps,
        last=last,
        changed=changed if settings.aids else (),
        preview=_preview(table, match_view, hands.peek),
        marks=_marks(table, match_view, hands.peek, looked),
        lifted=looked[-1] if looked else None,
        cursor=hands.cursor,
        # A value says as well that one may tap there.
        legal="off" if valued else settings.legal,
        lit=motion.lit,
        notes=notes,
    )


def after_move(board: Board, before: Position, move: Move, settings: Settings) -> Shown:
    """Return the board as a move would leave it."""
    after, (last, changed) = before.play(move), traces(board, before, move)
    marks = _wanted(settings, after.marks(()))
    return Shown(still(after.pieces()), last=last, changed=changed * settings.aids, marks=marks)


def notes_of(match_view: MatchView, hands: Hands, quarter: int, upright: bool) -> Notes:
    """Return values and hints while a person is to move. `quarter`: quarter turns of that person's
    panel; panels stand above and below the board if `upright`."""
    line, valued = match_view.hint_line, match_view.valued
    values = {} if line else valued.cells
    assert hands.places is not None
    if hands.places.cell < hands.places.theme.px(MIN_VALUE_CELL):
        # There is room for few: the best ones, and what one is looking at.
        looked = (*valued.best, hands.peek, hands.cursor)
        values = {cell: said for cell, said in values.items() if cell in looked}
    return Notes(
        values=values,
        best=frozenset() if line else valued.best,
        hint=line,
        quarter=quarter,
        lead=lead_of(match_view, match_view.near, upright),
    )


def lead_of(match_view: MatchView, near: Player, upright: bool) -> Lead | None:
    """Return the bar of who is ahead, seen by player `near`; None while that is unknown."""
    share = match_view.valued.share
    if share is None:
        return None
    colours = match_view.position.colours or (None, None)
    own = share if match_view.turn == near else 1 - share
    return Lead(own, colours[near], colours[1 - near], upright)


def _marks(table: Table, match_view: MatchView, peek: Cell | None, taps: Move) -> tuple[Mark, ...]:
    """Return the marks of now, with lines that the previewed move would complete."""
    position, settings = match_view.position, table.settings
    if peek is None or table.human is None or taps not in table.match.legal():
        return _wanted(settings, shown_marks(table.match, taps))
    after, marks = position.play(taps), shown_marks(table.match, match_view.taps)
    if after.result() is None:
        return _wanted(settings, marks)
    made = [mark for mark in after.marks(()) if mark.kind == "line"]
    covered = {mark.cells for mark in made}
    return _wanted(settings, [*(mark for mark in marks if mark.cells not in covered), *made])


def _wanted(settings: Settings, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if settings.aids or not mark.aid)


def _preview(table: Table, match_view: MatchView, peek: Cell | None) -> dict[Cell, Sprite]:
    """Return the pieces that the previewed move or the hint would change."""
    now, human = match_view.position.pieces(), table.human
    after = human.preview(peek) if human is not None else None
    if after is not None:
        return changes(match_view.board, now, after.pieces())
    if not match_view.hint_line or peek is not None:
        return {}
    # Of a hint only what is laid: what turns is seen when the move is tried.
    move = match_view.hint_line[0]
    found = changes(match_view.board, now, match_view.position.play(move).pieces())
    return {cell: piece for cell, piece in found.items() if cell in move}
