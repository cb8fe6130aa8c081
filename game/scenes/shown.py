"""What the board shows at one moment of a match: pieces, marks, what is chosen, what would be."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.board_view import Shown
from game.timeline import Sprite, Timeline, still
from rules.board import Cell
from rules.position import Flip, Mark, Move

if TYPE_CHECKING:
    from game.scenes.play import Play


def shown(play: "Play", timeline: Timeline | None, lasting: Sequence[Mark], glow: float) -> Shown:
    """Everything on the board; while something moves, only that and the marks that last."""
    if timeline is not None:
        return Shown(timeline.sprites(), marks=_wanted(play, lasting))
    position, hands, taps = play.match.position, play.hands, play.taps()
    looked = (*taps, hands.peek) if hands.peek is not None else taps
    last, changed = _last_move(play)
    return Shown(
        sprites=still(position.pieces()),
        next_cells=play.next_cells(),
        taps=taps,
        last=last,
        changed=changed,
        preview=_preview(play),
        marks=_marks(play, looked),
        lifted=looked[-1] if looked else None,
        cursor=hands.cursor,
        legal=play.services.settings.legal,
        glow=glow,
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
    """The pieces on the board that would be others. What lies beside it may still be hidden."""
    human, position = play.human(), play.match.position
    pieces = human.preview(position, play.hands.peek) if human is not None else None
    if pieces is None:
        return {}
    now = position.pieces()
    kinds = play.match.board.kinds
    return {
        cell: Sprite(piece, cell)
        for cell, piece in enumerate(pieces)
        if piece is not None and piece != now[cell] and kinds[cell] != "beside"
    }


def _last_move(play: "Play") -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells of the last move, and those whose pieces it turned."""
    match = play.match
    ply = match.at - 1
    if ply < 0:
        return (), ()
    before, move = match.position_at(ply), match.moves[ply]
    kinds = match.board.kinds
    turned = [step.cell for beat in before.story(move) for step in beat if isinstance(step, Flip)]
    cells = dict.fromkeys(cell for cell in move if kinds[cell] in ("square", "pit"))
    return tuple(cells), tuple(cell for cell in turned if cell not in cells)
