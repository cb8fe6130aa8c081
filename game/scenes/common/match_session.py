"""A session with a live match: its board, and the board in words."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flipside.game import speech
from flipside.game.board.board_state import BoardState
from flipside.game.board.places import framed_aspect, place_beside
from flipside.game.board.timeline import EndAnimation, end_animation
from flipside.game.board.view import BoardView
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.live_match.live_match import TICKING_SECONDS, LiveMatch
from flipside.game.live_match.match_text import final_points
from flipside.game.live_match.match_view import MatchView, view_of
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.live_match.seats import Human
from flipside.game.scenes.common.board import annotations_of, resting
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.session import Session
from flipside.game.services.readout import Part, heading, paragraphs
from flipside.game.ui.layout import MIN_TARGET, Box, Window
from flipside.game.ui.panel_widgets import ClockFace, face_item, slots_of
from flipside.game.ui.readout_parts import piece_sign, sheet_parts
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.diagram import write_position
from flipside.rules.match.clock import time_words
from flipside.rules.match.match import Match


def _asking(question: speech.Question) -> "Command[MatchSession]":
    return Command(
        speech.ASK_PREFIX + question.name,
        f"readout.{question.name}",
        lambda session: session.answer(question),
        keys=(question.letter,),
    )


class MatchSession(Session):
    """A session with a live match."""

    scene: BoardScene

    def __init__(self, nav: Navigator, live_match: LiveMatch, name: str = "") -> None:
        super().__init__(nav, name)
        self.live_match, self.persistent = live_match, live_match.persistent
        self.game = live_match.game
        self.match_view: MatchView
        self._resting: tuple[Hashable, BoardState] | None = None
        """The board at rest, and the values on which it depends."""

    # -- what is on the board ----------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board of the match."""
        return self.live_match.match.board

    def update_view(self) -> None:
        """Update the view of the match, and let words say where cells are seen."""
        self.live_match.match_text.cell_text.turned = self.scene.turned
        self._resting, self.match_view = None, self.make_view(self.scene.playback.hides_result)

    def make_view(self, ending: bool) -> MatchView:
        """Return the view of the match; `ending`: its result is not told yet."""
        return view_of(self.live_match, ending)

    @property
    def awaits_files(self) -> bool:
        """Whether a computer waits for numpy or for data files."""
        return self.match_view.loads

    @property
    def human(self) -> Human | None:
        """The person to move."""
        return self.live_match.human if self.match_view.human else None

    def free(self) -> frozenset[Cell]:
        """Return the cells that may be tapped next."""
        return self.match_view.next_cells

    @property
    def last_cells(self) -> tuple[Cell, ...]:
        """The cells of the last move that are on the board."""
        return self.match_view.last_cells

    @property
    def moment(self) -> int:
        """The number of plies up to the position shown."""
        return self.live_match.match.ply

    def next_buttons(self) -> Collection[str]:
        """Return the names of buttons for cells beside the board that continue the taps."""
        see = self.match_view
        return {f"cell {see.board.names[cell]}" for cell in see.next_cells if see.taps}

    def turn_board(self) -> None:
        """Turn the board by 180 degrees, or back."""
        self.scene.turned = not self.scene.turned
        words = self.text(f"keys.{'turned' if self.scene.turned else 'turned_back'}")
        self.services.platform.say(words)
        self.scene.update_layout()

    @property
    def aspect(self) -> float:
        """The width of the board divided by its height, both with the frame."""
        return framed_aspect(self.board, self.services.settings.coordinates)

    def board_view(self, place: Box, sheets: Sequence[Sheet]) -> BoardView:
        """Return the board at a place in the window; the slots are on `sheets`."""
        coordinates, turned = self.services.settings.coordinates, self.scene.turned
        return BoardView(self.theme, self.board, place, coordinates, slots_of(sheets), turned)

    def confirm_sheets(
        self, view: BoardView, sheets: Sequence[Sheet], window: Window
    ) -> Sequence[Sheet]:
        """Return the button that confirms a move, beside the piece that the move has put down."""
        human, board = self.human, self.board
        placed = human.placed() if human is not None else None
        lay = next((cell for cell in self.match_view.next_cells if board.confirms(cell)), None)
        if human is None or placed is None or lay is None:
            return ()
        name = board.names[lay]
        label = self.text.game(self.live_match.game.key, f"cell.{name}")
        value = self.match_view.move_values.cells.get(lay) or ""
        button = Button(
            f"cell {name}", partial(self.scene.tap_cell, lay), value, name, "primary", True, label
        )
        side, area = self.theme.px(MIN_TARGET), view.rect.clip(window.usable)
        place = place_beside(view, human.taps[-1], side, area, human.first_cells())
        return [Sheet(self.theme, place, sheets[self.panel].quarter_turns).fill(button)]

    def resting(self) -> BoardState:
        """Return the board at rest; it is cached until a value on which it depends changes."""
        scene, board_input, settings = self.scene, self.scene.board_input, self.services.settings
        lit, near = scene.playback.lit, self.match_view.turn == self.match_view.near
        quarter_turns = scene.arrangement.sheets[: near + 1][-1].quarter_turns
        geometry = board_input.places, quarter_turns, scene.arrangement.upright
        key = (*geometry, board_input.previewed, board_input.cursor, settings.legal, settings.aids)
        if self._resting is None or self._resting[0] != key:
            annotations = annotations_of(
                self.match_view, board_input, quarter_turns, scene.arrangement.upright
            )
            self._resting = (
                key,
                resting(self.live_match, self.match_view, board_input, annotations),
            )
        return replace(self._resting[1], lit=lit) if lit else self._resting[1]

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the players' clocks."""
        clock, see, items = self.live_match.match.clock, self.match_view, list[DisplayItem]()
        if clock is None:
            return items
        faces = [(at, face) for at in sheets for face in at.widgets if isinstance(face, ClockFace)]
        for sheet, face in faces:
            left = clock.left[face.player]
            runs = see.turn == face.player and not (see.over or see.waiting)
            last = left <= 1000 * TICKING_SECONDS and (runs or left == 0)
            look = "last" if last else "runs" if runs else "still"
            place, words = sheet.to_window(face.rect), time_words(left)
            items.append(face_item(self.theme, face, place, sheet.quarter_turns, words, look))
        return items

    # -- what happens ------------------------------------------------------------------------------

    def show(self, event: MatchEvent | None) -> None:
        """Show an event of the match; None: nothing happened."""
        self.scene.show(event, self.live_match.result)

    def end_animation(self) -> EndAnimation:
        """Return the animation after the last move."""
        match, result = self.live_match.match, self.live_match.result
        award = self.services.settings.award
        points = final_points(match.game, match.position, result, award) if result else None
        return end_animation(
            match.game, match.position, match.board, self.last_cells, points, result
        )

    def take_back(self) -> bool:
        """Remove the hint or the taps; return whether there were any."""
        event = self.live_match.take_back_taps()
        if event is not None:
            self.show(event)
        return event is not None

    def typed(self, words: str) -> None:
        """Tap the cells that `words` name, or announce why no move begins with them."""
        live_match = self.live_match
        cells = speech.read_typed(live_match.match_text, words, live_match.taps)
        if isinstance(cells, str):
            self.services.platform.say(cells)
            return
        if cells in live_match.match.legal():
            live_match.take_back_taps()
        position = live_match.match.position
        for cell in cells[len(live_match.taps) :]:
            # If moves are not confirmed, a move may be made before its last taps.
            if live_match.match.position is position:
                self.scene.tap_cell(cell)

    def leave(self) -> None:
        """Remove the hint or the taps; if there are none, close the scene."""
        if not self.take_back():
            self.nav.back()

    # -- in words ----------------------------------------------------------------------------------

    def board_text(self) -> speech.BoardText:
        """Return the words for the board."""
        return speech.BoardText(self.live_match, self.match_view.human)

    def _readout(self, sentences: Sequence[str]) -> Iterator[Part]:
        """Yield the readout: sentences, the board, a line for moves, questions and buttons."""
        text, board_text, there = self.text, self.board_text(), set[str]()
        buttons = [
            replace(part, letter=self._letter(part.key))
            for part in sheet_parts(self.scene.sheets, labels=False)
        ]
        yield heading(self.scene.title().removesuffix(" – Flipside"))
        yield from paragraphs(sentences)
        for part in board_text.parts(lambda cell: piece_sign(self.theme, board_text.piece(cell))):
            there.add(part.key)
            yield part
        yield Part("line", "line", text("readout.line"))
        for part in speech.question_parts(self.live_match.match_text):
            is_key_used = self.own.keyed(part.letter) is not None
            yield replace(part, letter="") if is_key_used else part
        plies = speech.listed_moves(buttons)
        there |= {part.key for part in plies}
        yield from (part for part in buttons if part.key not in there)
        if plies:
            yield Part("plies", "group", text("play.moves"), level=2)
            yield from plies

    def _letter(self, name: str) -> str:
        command = self.own.named(name)
        return command.letter if command is not None else ""

    def answer(self, question: speech.Question) -> None:
        """Answer a question about the cell with the cursor, or else a cell of the last move."""
        cells = self.scene.board_input.cursor, *self.match_view.last_cells
        cell = next((cell for cell in cells if cell is not None), 0)
        self.services.platform.say(" ".join(question.answer(self.board_text(), cell)))

    questions: CommandTable = tuple(map(_asking, speech.QUESTIONS))


def set_up_position(nav: Navigator, match: Match) -> None:
    """Open the editor with the current position of a match."""
    text = write_position(match.game, match.choices, match.position) or ""
    nav.ways.set_up(match.game, match.choices, text)


TURN_BOARD: Command[Any] = Command(
    "turn-board", "keys.turn_board", MatchSession.turn_board, "turn", ("q",), place="menu",
    group="flipside",
)  # fmt: skip
"""The command of all sessions with a match that turns the board."""
