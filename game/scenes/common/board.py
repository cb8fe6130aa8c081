"""The contents of the board at one moment: moving pieces, or a position with marks."""

from collections.abc import Sequence
from typing import Literal

import pygame

from flipside.game.board.board_state import Annotations, BoardState, EvalBar
from flipside.game.board.timeline import EndAnimation, Landing, Timeline, changes, still
from flipside.game.board.view import MIN_VALUE_CELL, BoardView
from flipside.game.drawing.faces import Sprite
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_view import MatchView, traces
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.scenes.common.board_input import BoardInput
from flipside.game.services.services import Services
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.game.ui.page_widgets import PicturePainter
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.position import Mark, Move, Player, Position
from flipside.rules.match.match import Match, shown_marks


class Playback:
    """The animation on the board: at most one story at a time, which can be ended at any moment."""

    def __init__(self, services: Services, persistent: bool) -> None:
        """Prepare for a match; if it is `persistent`, the page is informed of its end."""
        self._services = services
        self._persistent = persistent
        self.timeline: Timeline | None = None
        self.lasting: tuple[Mark, ...] = ()
        """Marks that stay during the whole animation."""
        self._last_sound = ""
        """The sound of the end of the match, if the running story leads to it; else ""."""
        self._animation = EndAnimation()
        self._since = 0.0
        """Seconds since the cells began to light up, at the tempo "normal"."""
        self.shows_end = False
        """Whether the animation after the last move is running."""

    @property
    def hides_result(self) -> bool:
        """Whether the match has ended, but not yet its last move or the animation after it."""
        return self.ending != ""

    @property
    def ending(self) -> Literal["", "last move", "animation"]:
        """What of the end of the match is being shown."""
        if self._last_sound and self.timeline is not None:
            return "last move"
        return "animation" if self.shows_end else ""

    @property
    def points(self) -> tuple[int, int] | None:
        """The points counted so far, during the animation at the end of a match with points."""
        if not self.shows_end:
            return None
        if self.timeline is not None:
            return self._animation.points_at(2 * self.timeline.now / self.timeline.length)
        return self._animation.points_at(self._animation.counted(self._since))

    @property
    def lit(self) -> dict[Cell, float]:
        """The brightness of cells after the end, 0 to 1."""
        is_active = self.shows_end and self.timeline is None
        return self._animation.lit_at(self._since) if is_active else {}

    @property
    def _tempo(self) -> float:
        return self._services.theme.tempo

    def seconds_left(self) -> float:
        """Return the seconds until the current motion ends."""
        return self.timeline.length - self.timeline.now if self.timeline is not None else 0.0

    def begin(
        self, event: MatchEvent, won: bool, at_end: EndAnimation, landing: Landing | None = None
    ) -> None:
        """Begin the animation of an event; if it ends the match, `at_end` follows.

        `won` means that a player has won; `landing` is the piece that the player has already moved.
        """
        self._last_sound = ("win" if won else "draw") if event.ended else ""
        self._animation, self.shows_end = at_end, False
        if event.positions:
            marks = [position.marks(()) for position in event.positions]
            self.lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
            self.timeline = Timeline(event.before, event.story, self._tempo, landing, waits=True)
            if self.timeline.done:
                self.finish()
        elif self._last_sound:
            self._end()

    def advance(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether something moved or lit up."""
        if self.timeline is not None:
            self._sound(self.timeline.advance(seconds))
            if self.timeline.done:
                self._end()
            return True
        if self.shows_end:
            self._since += seconds / self._tempo if self._tempo else self._animation.seconds
            self.shows_end = self._since < self._animation.seconds
            return True
        return False

    def finish(self) -> None:
        """Show the end of the animation at once."""
        if self.shows_end:
            self.timeline, self.shows_end = None, False
        elif self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end()
            self.timeline, self.shows_end = None, False

    def _end(self) -> None:
        self.timeline = None
        if self._last_sound:
            if self._persistent:
                self._services.platform.finished()
            self._services.sound.play(self._last_sound)
            self._last_sound = ""
            self._show_end()

    def _show_end(self) -> None:
        """Begin the animation after the last move, unless it is empty."""
        animation, tempo = self._animation, self._tempo
        self._since, self.shows_end = 0.0, tempo > 0 and bool(animation.story or animation.order)
        if self.shows_end and animation.story:
            self.timeline = Timeline(animation.pieces, animation.story, tempo, sorts=True)

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self._services.sound.play(name, step)


def moving(playback: Playback, settings: Settings) -> BoardState | None:
    """Return the board while pieces move, with the marks that stay; else None."""
    timeline = playback.timeline
    if timeline is None or timeline.rests:
        return None
    marks = _wanted(settings, playback.lasting)
    return BoardState(timeline.resting_sprites(), timeline.moving_sprites(), marks=marks)


def resting(
    live_match: LiveMatch, match_view: MatchView, board_input: BoardInput, annotations: Annotations
) -> BoardState:
    """Return the board while no piece moves, without lights."""
    settings, taps, free = live_match.settings, match_view.taps, match_view.next_cells
    preview_taps = (*taps, board_input.previewed) if board_input.previewed is not None else taps
    last, effects = match_view.last
    has_values = annotations.values.keys() >= free != frozenset()
    placed = live_match.human.placed() if live_match.human is not None else None
    pieces = match_view.position.pieces()
    return BoardState(
        resting=[s for s in still(pieces) if placed is None or s.cell != placed.source],
        next_cells=free,
        taps=taps,
        last=last,
        changed_cells=effects if settings.aids else (),
        preview=_preview(live_match, match_view, board_input.previewed),
        marks=_marks(live_match, match_view, board_input.previewed, preview_taps),
        lifted_cell=preview_taps[-1] if preview_taps else None,
        cursor=board_input.cursor,
        # Values mark the legal cells already.
        legal="off" if has_values else settings.legal,
        annotations=annotations,
    )


def after_move(board: Board, before: Position, move: Move, settings: Settings) -> BoardState:
    """Return the board after a move."""
    after, (last, effects) = before.play(move), traces(board, before, move)
    marks = _wanted(settings, after.marks(()))
    return BoardState(
        still(after.pieces()), last=last, changed_cells=effects * settings.aids, marks=marks
    )


def annotations_of(
    match_view: MatchView, board_input: BoardInput, quarter_turns: int, upright: bool
) -> Annotations:
    """Return the annotations on the board; `upright` is `PlayLayout.upright`."""
    line, labels = match_view.hint_line, match_view.move_values
    values = {} if line else labels.cells
    assert board_input.places is not None
    if board_input.places.cell < board_input.places.theme.px(MIN_VALUE_CELL):
        # Cells are too small for all values: show the best, the previewed cell and the cursor.
        essential = (*labels.best, board_input.previewed, board_input.cursor)
        values = {cell: label for cell, label in values.items() if cell in essential}
    return Annotations(
        values=values,
        best=frozenset() if line else labels.best,
        hint=line,
        quarter_turns=quarter_turns,
        eval_bar=lead_of(match_view, match_view.near, upright),
    )


def lead_of(match_view: MatchView, near: Player, upright: bool) -> EvalBar | None:
    """Return the evaluation bar for the player `near`; None while it is unknown who is ahead."""
    share = match_view.move_values.share
    if share is None:
        return None
    colours = match_view.position.colours or (None, None)
    own = share if match_view.turn == near else 1 - share
    return EvalBar(own, colours[near], colours[1 - near], upright)


def _marks(
    live_match: LiveMatch, match_view: MatchView, peek: Cell | None, taps: Move
) -> tuple[Mark, ...]:
    """Return the current marks; if the previewed move ends the match, with the lines it makes."""
    position, settings = match_view.position, live_match.settings
    if peek is None or live_match.human is None or taps not in live_match.match.legal():
        return _wanted(settings, shown_marks(live_match.match, taps))
    after, marks = position.play(taps), shown_marks(live_match.match, match_view.taps)
    if after.result() is None:
        return _wanted(settings, marks)
    new_lines = [mark for mark in after.marks(()) if mark.kind == "line"]
    line_cells = {mark.cells for mark in new_lines}
    others = (mark for mark in marks if mark.cells not in line_cells)
    return _wanted(settings, [*others, *new_lines])


def _wanted(settings: Settings, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if settings.aids or not mark.aid)


def _preview(live_match: LiveMatch, match_view: MatchView, peek: Cell | None) -> dict[Cell, Sprite]:
    """Return the pieces that the previewed move changes, or that the hinted move places."""
    now, human = match_view.position.pieces(), live_match.human
    after = human.preview(peek) if human is not None else None
    if after is not None:
        return changes(match_view.board, now, after.pieces())
    if not match_view.hint_line or peek is not None:
        return {}
    # A hint shows only placed pieces; flips appear in the preview of the move.
    move = match_view.hint_line[0]
    pieces = changes(match_view.board, now, match_view.position.play(move).pieces())
    return {cell: piece for cell, piece in pieces.items() if cell in move}


_IDEAS = ("join", "goal", "line")
"""Kinds of marks that are needed to understand a position, even in a small picture."""


def miniature(theme: Theme, match: Match, aids: bool) -> PicturePainter:
    """Return a function that paints the position of a match on a small board."""
    position = match.position
    marks = tuple(
        mark for mark in shown_marks(match) if mark.kind in _IDEAS and (aids or not mark.aid)
    )

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        area = (place.x, place.y, place.width, place.height)
        view = BoardView(theme, match.board, area, coordinates=False)
        view.draw(surface, BoardState(still(position.pieces()), marks=marks))

    return paint
