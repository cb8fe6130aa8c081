"""Board of a scene: what is on it and moves, taps and keys, its part of the readout."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from flipside.game.board.places import framed_aspect
from flipside.game.board.shown import Shown
from flipside.game.board.view import BoardView
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.scenes.common.board import moving, notes_of, resting
from flipside.game.scenes.common.hands import Hands
from flipside.game.scenes.common.motion import Motion
from flipside.game.scenes.common.notice import Notices
from flipside.game.services.readout import Part, heading, paragraphs
from flipside.game.services.services import Services
from flipside.game.speech.board_text import (
    ASKED,
    CELL_PREFIX,
    BoardText,
    listed_moves,
    question_parts,
)
from flipside.game.speech.move_input import read_typed
from flipside.game.table.cell_text import ON_BOARD
from flipside.game.table.match_view import MatchView, view_of
from flipside.game.table.move_text import Change
from flipside.game.table.table import TICKING_SECONDS, Table
from flipside.game.ui.clock_face import ClockFace, face_item
from flipside.game.ui.layout import Box
from flipside.game.ui.pieces import slots_of
from flipside.game.ui.readout_parts import piece_sign, sheet_parts
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.targets import ARROW_STEPS
from flipside.game.ui.widgets import Action
from flipside.rules.contract.board import Cell
from flipside.rules.match.clock import time_words


class BoardStage:
    """Board of one table. The scene that owns it tells it what happens."""

    def __init__(
        self,
        services: Services,
        table: Table,
        hands: Hands,
        notices: Notices,
        tap: Callable[[Cell], None],
        rearrange: Callable[[bool], None],
        adapt: Callable[[MatchView], MatchView] = lambda view: view,
    ) -> None:
        """`hands` and `notices` are those of the scene. `tap` is called with a tapped cell,
        `rearrange` when panels must follow the board; `adapt` makes the view of a match that of the
        scene."""
        self._services = services
        self.table = table
        self._rearrange, self._adapt = rearrange, adapt
        self.motion = Motion(services, table.kept)
        self.tap, self._hands = tap, hands
        self._shown: tuple[Hashable, Shown] | None = None
        """What lies on the board while nothing moves, and what that depends on."""
        self._revealed: object = None
        """What lists of moves showed last."""
        self._notices = notices
        self.upright = True
        """Whether panels stand above and below the board, else left and right of it."""
        hands.take(tap, self._free_cells)
        self.update_view()

    def update_view(self) -> None:
        """Show the table as it is now."""
        self._shown = None
        self.match_view = self._adapt(view_of(self.table, self.motion.ending))

    def follow(self) -> None:
        """Show the table as it is now, and soon in the panels too."""
        self.update_view()
        self._rearrange(True)

    def reveal_move(self, lists: Sequence[Sheet]) -> None:
        """Scroll lists to the move shown, unless that and their places are as at the last call:
        then they stay where a player scrolled them."""
        ply = self.table.match.ply
        now = ply, [tuple(sheet.place) for sheet in lists]
        for sheet in lists if now != self._revealed else ():
            current = sheet.named(f"ply{ply}")
            if current is not None:
                sheet.reveal(current)
        self._revealed = now

    def _free_cells(self) -> frozenset[Cell]:
        return self.match_view.next_cells if self.rests else frozenset()

    # -- what happens ------------------------------------------------------------------------------

    @property
    def rests(self) -> bool:
        return self.motion.timeline is None

    def begin(self, change: Change) -> None:
        """Begin the animation and the sounds of a change, and announce it."""
        self.motion.finish()
        self._notices.shown = None
        if change.sound:
            self._services.sound.play(change.sound)
        result = self.table.result
        self.motion.begin(change, won=result is not None and result.winner is not None)
        self._services.platform.say(" ".join(change.said))

    def show(self, change: Change | None) -> None:
        """Show a change of board and panels; None: nothing changed."""
        if change is not None:
            self.begin(change)
            self._hands.peek = None
            self.follow()

    def take_back(self) -> bool:
        """Take back the move begun; return whether there was one."""
        change = self.table.take_back_taps()
        self.show(change)
        return change is not None

    def advance(self, seconds: float) -> bool:
        """Advance what moves by that time; return whether anything did."""
        ending, moved = self.motion.ending, self.motion.advance(seconds)
        if ending and not self.motion.ending:
            self.follow()
        return moved

    def notify(self, words: str, panel: int, cell: Cell | None = None) -> None:
        """Say why a tap does nothing, over a panel, and shake the cell that was tapped; `panel` is
        the number of its sheet. Nothing is laid out for it."""
        self._hands.peek = None
        self._notices.tell(words, panel, cell)

    def finish(self) -> bool:
        """Jump to the end of what moves, and put the notice away; return whether anything did."""
        ending, moved = self.motion.ending, not self.rests or self._notices.shown is not None
        self._notices.shown = None
        self.motion.finish()
        if ending:
            self.follow()
        return moved

    def key(self, name: str, focused: bool) -> bool:
        """Handle a key: answer a question, move the cursor, tap its cell unless a button is
        `focused`. Return whether the board uses that key."""
        cursor = self._hands.cursor
        if name in ASKED:
            self._answer(name)
        elif name in ARROW_STEPS:
            self._hands.move_cursor(ARROW_STEPS[name], self.match_view.last_cells)
        elif name in ("return", "space") and cursor is not None and not focused:
            self.tap(cursor)
        else:
            return False
        return True

    def typed(self, words: str) -> None:
        """Tap the cells that `words` name, or say why that is no move."""
        table = self.table
        typed = read_typed(table.words, words, table.taps)
        if isinstance(typed, str):
            self._services.platform.say(typed)
            return
        if typed in table.match.legal():
            table.take_back_taps()
        position = table.match.position
        for cell in typed[len(table.taps) :]:
            # Without confirmation a move may be made before its last taps.
            if table.match.position is position:
                self.tap(cell)

    # -- in words ----------------------------------------------------------------------------------

    def text(self) -> BoardText:
        return BoardText(self.table, self.match_view.human)

    def parts(
        self,
        title: str,
        sentences: Sequence[str],
        sheets: Sequence[Sheet],
        letter: Callable[[str], str] = lambda name: "",
    ) -> Iterator[Part]:
        """Yield the readout of a scene: sentences, board, a line for moves, questions, buttons.
        `letter` returns the key that does the same as the button of that name, or ""."""
        text, spoken = self._services.text, self.text()
        pressed = [
            replace(part, letter=letter(part.key)) for part in sheet_parts(sheets, labels=False)
        ]
        there = set()
        yield heading(title.removesuffix(" – Flipside"))
        yield from paragraphs(sentences)
        theme = self._services.theme
        for part in spoken.parts(lambda cell: piece_sign(theme, spoken.piece(cell))):
            there.add(part.key)
            yield part
        yield Part("line", "line", text("readout.line"))
        yield from question_parts(self.table.words)
        plies = listed_moves(pressed)
        there |= {part.key for part in plies}
        yield from (part for part in pressed if part.key not in there)
        if plies:
            yield Part("plies", "group", text("play.moves"), level=2)
            yield from plies

    def choose(self, key: str) -> Action | None:
        """Move the cursor to the cell of the readout's part `key`, if it is one on the board.
        Return what pressing the part does; None for parts of the panels."""
        if key in ASKED:
            return partial(self._answer, key)
        board, name = self.table.match.board, key.removeprefix(CELL_PREFIX)
        if not key.startswith(CELL_PREFIX) or name not in board.names:
            return None
        cell = board.names.index(name)
        if board.kinds[cell] in ON_BOARD:
            self._hands.cursor = cell
            self._hands.look(cell)
        return partial(self.tap, cell)

    def _answer(self, key: str) -> None:
        """Answer the question of a key; its cell is the cursor's, or that of the last move."""
        cells = self._hands.cursor, *self.match_view.last_cells
        cell = next((cell for cell in cells if cell is not None), 0)
        self._services.platform.say(" ".join(ASKED[key].answer(self.text(), cell)))

    def next_buttons(self) -> set[str]:
        """Return the names of buttons beside the board that continue the move begun."""
        see = self.match_view
        return {f"cell {see.board.names[cell]}" for cell in see.next_cells if see.taps}

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        """Width of the board and its frame by their height."""
        return framed_aspect(self.match_view.board, self._services.settings.coordinates)

    def view(self, place: Box, sheets: Sequence[Sheet]) -> BoardView:
        """Return the board at a place of the window, with the slots on those sheets."""
        theme, coordinates = self._services.theme, self._services.settings.coordinates
        return BoardView(theme, self.match_view.board, place, coordinates, slots_of(sheets))

    def shown(self, sheets: Sequence[Sheet]) -> Shown:
        """Return everything on the board at this moment; `sheets`: the far panel and the near one,
        or others that are not turned."""
        shown = moving(self.motion, self._services.settings)
        if shown is not None:
            return shown
        hands, settings, glow = self._hands, self._services.settings, self.motion.glow
        quarter = sheets[: (self.match_view.turn == self.match_view.near) + 1][-1].quarter
        placed = hands.places, quarter, self.upright
        key = *placed, hands.peek, hands.cursor, glow, settings.legal, settings.aids
        if self._shown is None or self._shown[0] != key:
            notes = notes_of(self.match_view, hands, quarter, self.upright)
            self._shown = key, resting(self.table, self.match_view, hands, notes, glow)
        still, notice = self._shown[1], self._notices.shown
        if notice is None or not notice.shift:
            return still
        return replace(still, refused=notice.cell, shift=notice.shift)

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the clocks on those sheets, which stand over them."""
        clock, see, items = self.table.match.clock, self.match_view, list[DisplayItem]()
        if clock is None:
            return items
        for sheet, face in ((at, one) for at in sheets for one in at.widgets):
            if not isinstance(face, ClockFace):
                continue
            left = clock.left[face.player]
            runs = see.turn == face.player and not (see.over or see.waiting)
            last = left <= 1000 * TICKING_SECONDS and (runs or left == 0)
            look = "last" if last else "runs" if runs else "still"
            place, words = sheet.outside(face.rect), time_words(left)
            theme = self._services.theme
            items.append(face_item(theme, face, place, sheet.quarter, words, look))
        return items
