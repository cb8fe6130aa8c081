"""What the board shows at one moment of a match: pieces, marks, what is chosen, what would be."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.board.notes import SMALL, Notes
from game.board.timeline import Sprite, changes, last_move, still
from game.board.view import Shown
from rules.board import Cell
from rules.position import Mark, Move

if TYPE_CHECKING:
    from game.scenes.play.scene import Play


def shown(play: "Play") -> Shown:
    """Everything on the board; while something moves, only that and the marks that last."""
    timeline, motion = play.timeline, play.motion
    if timeline is not None:
        return Shown(timeline.resting(), timeline.moving(), marks=_wanted(play, motion.lasting))
    position, hands, taps = play.match.position, play.hands, play.taps()
    looked = (*taps, hands.peek) if hands.peek is not None else taps
    last, changed = last_move(play.match)
    notes = _notes(play)
    valued = notes is not None and notes.values.keys() >= play.next_cells() != frozenset()
    return Shown(
        resting=still(position.pieces()),
        next_cells=play.next_cells(),
        taps=taps,
        last=last,
        changed=changed if play.services.settings.aids else (),
        preview=_preview(play),
        marks=_marks(play, looked),
        lifted=looked[-1] if looked else None,
        cursor=hands.cursor,
        # A value says as well that one may tap there.
        legal="off" if valued else play.services.settings.legal,
        glow=motion.glow,
        notes=notes,
    )


def _notes(play: "Play") -> Notes | None:
    """Values and hints, while a person is to move."""
    line = play.hint.line
    values = {} if line else play.values.cells()
    lead = play.values.lead(play.near, play.upright)
    if not line and lead is None:
        return None
    best = max(values.values(), default=0)
    near = play.match.position.turn == play.near
    assert play.view is not None
    if play.view.cell < play.theme.px(SMALL):
        # There is room for few: the best ones, and what one is looking at.
        looked = play.hands.peek, play.hands.cursor
        values = {c: value for c, value in values.items() if value == best or c in looked}
    return Notes(
        values={cell: play.values.short(value) for cell, value in values.items()},
        best=frozenset(cell for cell, value in values.items() if value == best),
        hint=line,
        quarter=play.turns[1 if near else 0],
        lead=lead,
    )


def _marks(play: "Play", taps: Move) -> tuple[Mark, ...]:
    """What the board says now, and what would stand after the move that is only looked at."""
    position = play.match.position
    if play.human() is None or play.hands.peek is None or taps not in position.moves():
        return _wanted(play, position.marks(taps))
    marks, after = position.marks(play.taps()), position.play(taps)
    if after.result() is None:
        return _wanted(play, marks)
    made = [mark for mark in after.marks(()) if mark.kind == "line"]
    covered = {mark.cells for mark in made}
    return _wanted(play, [*(mark for mark in marks if mark.cells not in covered), *made])


def _wanted(play: "Play", marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The marks without those that the player does not want to see."""
    aids = play.services.settings.aids
    return tuple(mark for mark in marks if aids or not mark.aid)


def _preview(play: "Play") -> dict[Cell, Sprite]:
    """The pieces on the board that would be others."""
    human, position = play.human(), play.match.position
    board = play.match.board
    after = human.preview(position, play.hands.peek) if human is not None else None
    if after is not None:
        return changes(board, position.pieces(), after)
    if not play.hint.line or play.hands.peek is not None:
        return {}
    # Of a hint only what is laid: what turns is seen when the move is tried.
    move = play.hint.line[0]
    found = changes(board, position.pieces(), position.play(move).pieces())
    return {cell: piece for cell, piece in found.items() if cell in move}
