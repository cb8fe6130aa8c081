"""The base of all scenes with a table: hands over its board, and motion on it."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

import pygame

from game.board.shown import Notes, Shown
from game.board.view import BoardView
from game.drawing.display_list import DisplayItem, Layer
from game.scenes.common.scene import ARROW_STEPS, Scene, Stage
from game.scenes.play.arrangement import Arranged
from game.scenes.play.board import moving, resting
from game.scenes.play.hands import BOARD_TARGET, Hands, is_on_board
from game.scenes.play.motion import Motion
from game.services.readout import Part, heading, paragraphs
from game.speech import board_readout
from game.speech.board_text import BoardText, board_text_of
from game.speech.move_input import enter
from game.table.cell_text import ON_BOARD
from game.table.change import Change
from game.table.outlook import Outlook, outlook_of
from game.table.table import Table
from game.ui.loupe import loupe_item
from game.ui.readout_parts import piece_sign, sheet_parts
from rules.contract.board import Cell
from rules.match.match import Match


class AtTable(Scene):
    """One table, and its board in the window."""

    def __init__(self, stage: Stage, table: Table) -> None:
        super().__init__(stage)
        self.arranged: Arranged | None = None
        self.take_table(table)

    def take_table(self, table: Table) -> None:
        """Show that table from now on."""
        self.table = table
        self.motion = Motion(self.services, table.kept)
        self.hands = Hands(table.match.board)
        self.outlook: Outlook = outlook_of(table)
        """What the panels and the board show."""

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table.match

    @property
    def view(self) -> BoardView | None:
        """The board in the window."""
        return self.arranged.view if self.arranged is not None else None

    # -- to be filled by each scene ----------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell, by hand or by key."""

    def show(self, change: Change | None) -> None:
        """Show what happened; None: nothing, since it is not possible."""

    def notes(self) -> Notes | None:
        """The computer's notes on the board."""
        return None

    def items_over(self) -> list[DisplayItem]:
        """Return the parts of the panels that change from frame to frame."""
        return []

    @property
    def rests(self) -> bool:
        """Whether nothing moves on the board."""
        return self.motion.timeline is None

    # -- in words ----------------------------------------------------------------------------------

    def told(self) -> Sequence[str]:
        """Sentences besides the board."""
        raise NotImplementedError

    def spoken(self) -> BoardText:
        """The board in words."""
        return board_text_of(self.table)

    def letter(self, name: str) -> str:
        """The letter that does the same as the button of that name; "" where none does."""
        return ""

    def parts(self) -> Iterator[Part]:
        """The readout: sentences, the board, a line for moves, questions, and other buttons."""
        text, theme, pieces = self.text, self.theme, self.outlook.position.pieces()
        pressed = [
            replace(part, letter=self.letter(part.key))
            for part in sheet_parts(self.sheets, labels=False)
        ]
        there = set()
        yield heading(self.title().removesuffix(" – Flipside"))
        yield from paragraphs(self.told())
        for part in board_readout.board_parts(
            text, self.match.board, self.spoken(), lambda cell: piece_sign(theme, pieces[cell])
        ):
            there.add(part.key)
            yield part
        yield Part("line", "line", text("readout.line"))
        yield from board_readout.question_parts(self.table.words)
        plies = board_readout.listed_moves(pressed)
        there |= {part.key for part in plies}
        yield from (part for part in pressed if part.key not in there)
        if plies:
            yield Part("plies", "group", text("play.moves"), level=2)
            yield from plies

    def choose(self, key: str, act: bool) -> None:
        """A cell, a question, or what stands in a panel."""
        board, name = self.match.board, key.removeprefix(board_readout.CELL_PREFIX)
        cell = (
            board.names.index(name)
            if key.startswith(board_readout.CELL_PREFIX) and name in board.names
            else None
        )
        if cell is not None and board.kinds[cell] in ON_BOARD:
            self.focus, self.changed = "", True
            self.hands.cursor = cell
            self.hands.look(cell, self._free)
        else:
            super().choose(key, act and cell is None)
        if act and cell is not None:
            self.tap_cell(cell)
        elif act:
            self._say(board_readout.answered(key, self.spoken(), self._asked_of()))

    def _asked_of(self) -> Cell:
        """The cell that questions are about: where one is, or else that of the last move."""
        return next((c for c in (self.hands.cursor, *self.outlook.last_cells) if c is not None), 0)

    def _say(self, words: str) -> None:
        if words:
            self.services.page.say(words)

    def typed(self, words: str) -> None:
        """Move as it was written, or say why not."""
        self.finish_motion()
        found = enter(self.table, words)
        if isinstance(found, str):
            self._say(found)
        else:
            self.show(found)

    # -- what moves --------------------------------------------------------------------------------

    def begin_motion(self, change: Change) -> None:
        """Show what a change gives the eye and the ear."""
        if change.sound:
            self.services.sound.play(change.sound)
        result = self.table.result
        self.motion.begin(change, won=result is not None and result.winner is not None)

    def move_on(self, seconds: float) -> bool:
        """Let time pass for what moves; whether anything did."""
        ending = self.motion.ending
        if not self.motion.advance(seconds):
            return False
        self.changed = True
        if ending and not self.motion.ending:
            self.rearrange()
        return True

    def finish_motion(self) -> None:
        """Show the end of what is still moving at once."""
        if self.motion.timeline is not None:
            ending = self.motion.ending
            self.motion.finish()
            self.changed = True
            if ending:
                self.rearrange()

    # -- pointer and keyboard ----------------------------------------------------------------------

    @property
    def _free(self) -> frozenset[Cell]:
        """The cells that may be tapped now; none while something moves."""
        return self.outlook.next_cells if self.motion.timeline is None else frozenset()

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything."""
        super().arrange(size)
        self.hands.places = self.view

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """A button of a panel, or a cell of the board."""
        found = super().target_at(at)
        return found if found is not None else self.hands.target_at(at)

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """A press during an animation finishes it at once, and then counts."""
        self.finish_motion()
        super().press(at, finger)
        self.hands.press(at, self.pressed[finger], self._free)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """The magnifying glass follows the finger; what a cell that is held shows is not seen
        while the finger is off it; elsewhere lists scroll."""
        target = self.pressed.get(finger)
        if target == BOARD_TARGET:
            self.hands.magnify(at, self._free)
            self.changed = True
            return False
        if target is not None and target == self.hands.held:
            there = self.hands.held if self.hands.cell_at(at) == target else None
            self.changed |= self.hands.look(there, self._free)
        return super().drag(at, by, finger)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """A button, or a cell for the person whose turn it is."""
        cell = self.hands.cell_at(at) if target == BOARD_TARGET else target
        if isinstance(cell, int):
            self.tap_cell(cell)
        else:
            super().tap(at, target)

    def hover(self, at: tuple[int, int] | None) -> None:
        """A mouse over a cell shows what a tap there would do."""
        super().hover(at)
        cell = self.hands.cell_at(at) if self.hovered == BOARD_TARGET else self.hovered
        self.changed |= self.hands.look(cell if isinstance(cell, int) else None, self._free)

    def hold(self, finger: Hashable) -> None:
        """A finger that stays on a cell shows what lifting it there will do."""
        cell = self.pressed.get(finger)
        if isinstance(cell, int):
            self.hands.held = cell
            self.changed |= self.hands.look(cell, self._free)

    def release(self, finger: Hashable) -> Hashable:
        """Drop the preview of a finger that was held."""
        target = super().release(finger)
        if is_on_board(target):
            self.hands.release()
        return target

    def key(self, name: str) -> None:
        """Arrows and Enter on the board, the rest for the panels."""
        cursor = self.hands.cursor
        if name in board_readout.BY_LETTER:
            answer = board_readout.BY_LETTER[name].answer(self.spoken(), self._asked_of())
            self._say(" ".join(answer))
        elif name in ARROW_STEPS:
            self.focus, self.changed = "", True
            self.hands.move_cursor(ARROW_STEPS[name], self.outlook.last_cells, self._free)
        elif name in ("return", "space") and self._focused() is None and cursor is not None:
            self.tap_cell(cursor)
        elif name == "tab" and self._focused() is None and self._focus_first(self._going_on()):
            return
        else:
            super().key(name)

    def _going_on(self) -> set[str]:
        """The names of buttons beside the board that go on with the move that has been begun."""
        see = self.outlook
        return {f"cell {see.board.names[cell]}" for cell in see.next_cells if see.taps}

    # -- drawing -----------------------------------------------------------------------------------

    def layers(self) -> list[Layer]:
        """Return the table, the panels, then the board, what moves over it, and the loupe."""
        view, shown, glass = self.view, self.shown(), self.hands.glass
        assert view is not None
        window = pygame.Rect((0, 0), self.size)
        return [
            *super().layers(),
            (("board", view.geometry), lambda: [view.ground()]),
            (None, self.items_over),
            *view.layers(shown),
            (None, lambda: [loupe_item(self.theme, window, glass)] if glass is not None else []),
        ]

    def shown(self) -> Shown:
        """Everything on the board at this moment."""
        return moving(self.motion, self.services.settings) or resting(
            self.table, self.outlook, self.hands, self.notes(), self.motion.glow
        )
