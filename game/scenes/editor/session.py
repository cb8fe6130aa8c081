"""The editor: a session in which any position can be set up, and is saved as a draft."""

import math
from collections.abc import Hashable, Iterator

from flipside.game.board.board_state import BoardState
from flipside.game.board.places import framed_aspect
from flipside.game.board.timeline import still
from flipside.game.board.view import BoardView
from flipside.game.live_match.match_view import explorable
from flipside.game.saves import matches
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.scenes.common import command
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, for_no_reason
from flipside.game.scenes.common.dialog import Dialog, answer, copy_to_clipboard, show_message
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.session import Arrangement, Session
from flipside.game.scenes.editor.draft import Draft, DraftText
from flipside.game.scenes.editor.panel import EditorPanel
from flipside.game.scenes.info.menu import MENU, MENU_COMMANDS
from flipside.game.scenes.share.read_input import import_match
from flipside.game.scenes.share.sharing import share_moment
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.game.services.platform.clipboard import TextOrFiles
from flipside.game.services.readout import Part, heading
from flipside.game.ui.layout import Window, board_and_panel
from flipside.game.ui.readout_parts import piece_sign, sheet_parts
from flipside.game.ui.widgets import Action
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.match.match import Match

_PIT_RADIUS, _HINGE_REACH = 0.34, 0.75
"""In cells: the distances within which a tap is on a pit, and on a hinge."""


class EditorView(BoardView):
    """A board whose hinges can be tapped."""

    def cell_at(self, at: tuple[int, int]) -> Cell | None:
        """Return the cell at a point in the window, or None."""
        cell = super().cell_at(at)

        def away(other: Cell) -> float:
            return math.dist(at, self.centre(other)) / self.cell

        hinges = self.board.of_kind("hinge")
        if cell is None or not hinges or away(cell) <= _PIT_RADIUS:
            return cell
        hinge = min(hinges, key=away)
        return hinge if away(hinge) <= _HINGE_REACH else cell

    def along(self, at: tuple[int, int], by: tuple[int, int]) -> Iterator[Cell]:
        """Yield the cells on the way of a finger that moved by `by` pixels to `at`."""
        steps = math.ceil(2 * math.hypot(*by) / self.cell) or 1
        for left in range(steps, -1, -1):
            x, y = at[0] - by[0] * left / steps, at[1] - by[1] * left / steps
            cell = self.cell_at((round(x), round(y)))
            if cell is not None:
                yield cell

    def beside(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """Return the neighbour in the direction `step`; hinges are rows between those of pits."""
        x, y = self.board.centres[cell]
        # So that going down and up again between hinges and pits returns to the same cell.
        target_x = x + (0.1 if self.board.kinds[cell] != "hinge" else -0.1)
        ahead = [
            (abs(row - y), abs(column - (x if step[0] else target_x)), other)
            for other, (column, row) in enumerate(self.board.centres)
            if self.board.kinds[other] != "beside"
            and (row - y) * step[1] + (column - x) * step[0] > 0
            and (row == y or step[1])
        ]
        return min(ahead)[2] if ahead else cell


class DraftSession(Session):
    """The session of a draft: its board, palette and choices."""

    scene: BoardScene
    name_key = "editor.title"

    def __init__(self, nav: Navigator, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Begin with the diagram in `text`; "" is the starting position."""
        super().__init__(nav)
        self.game, self.commands = game, DRAFT_COMMANDS
        self.draft = draft = Draft(game, choices, text)
        self.saved_text: str | None = None
        """The stored text of the draft; None before the first change."""
        self._was_wrong = draft.fault is not None
        """Whether the last announcement was that the draft is not a valid position."""
        self._strokes: dict[Hashable, dict[Cell, str]] = {}
        """For each finger, the previous symbols of the cells on which it has placed pieces."""
        self.words = DraftText(self.text, draft)
        self.palette = EditorPanel(self.theme, self.words, self._show, self._change)
        self._view: EditorView

    # -- what is on the board ----------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board of the draft."""
        return self.draft.board

    def layout(self, window: Window) -> Arrangement:
        """Return the places of the board and of the panel."""
        draft, coordinates = self.draft, self.services.settings.coordinates
        aspect = framed_aspect(draft.board, coordinates)
        place, beside = board_and_panel(window, aspect)
        self._view = EditorView(self.theme, draft.board, place, coordinates)
        return Arrangement(self._view, self.palette.sheets(beside, self.nav.back, self.own))

    def resting(self) -> BoardState:
        """Return the pieces, the marks and the cursor."""
        marks = self.draft.marks(self.services.settings.aids)
        return BoardState(
            still(self.draft.pieces()), marks=marks, cursor=self.scene.board_input.cursor
        )

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout: the panel, then the board."""
        yield heading(self.scene.title().removesuffix(" – Flipside"))
        yield from (part for part in sheet_parts(self.scene.sheets) if part.kind != "heading")
        yield from self.words.parts(lambda cell: piece_sign(self.theme, self.draft.piece(cell)))

    # -- what happens ------------------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """Place the selected piece, rotate the piece there, or place the next possible piece."""
        self.services.sound.play("lay")
        self.draft.tap(cell, self.palette.brush)
        self._after_change(self.words.cell(cell))

    def _after_change(self, sentence: str = "") -> None:
        """Save and show the draft; announce an error, or that the error is gone."""
        self._save()
        self.scene.update_layout()
        wrong = self.words.fault_sentence()
        news = wrong or (self.text("editor.ready") if self._was_wrong else "")
        self._was_wrong = bool(wrong)
        self.services.platform.say(
            " ".join(filter(None, [f"{sentence}." if sentence else "", news]))
        )

    def _show(self, words: str) -> None:
        """Announce a text, and update the panel."""
        self.services.platform.say(words)
        self.scene.update_layout()

    def _change(self, act: Action) -> None:
        act()
        self._after_change()

    def _save(self) -> None:
        """Save the draft; if another window has saved or deleted it, ask what to do."""
        draft, services = self.draft, self.services
        new_text = matches.save_draft(
            services, draft.game, draft.choices, draft.text, self.saved_text
        )
        if new_text is None:
            self._ask_which()
        else:
            self.saved_text = new_text

    def _ask_which(self) -> None:
        """Ask whether to keep this draft or that of the other window."""
        game, text = self.draft.game, self.text
        there = matches.load_draft(self.services, game)

        def keep() -> None:
            self.saved_text = matches.draft_text(self.services, game)
            self._save()

        def take() -> None:
            self.nav.back()
            if there is not None:
                set_up(self.nav, game, there.options, there.position)

        key, icon = ("discard", "bin") if there is None else ("take_other", "board")
        choices = (
            answer("keep", text("editor.keep"), "board", "primary", keep),
            answer("take", text(f"editor.{key}"), icon, act=take),
        )
        words = text("editor.dropped" if there is None else "editor.elsewhere")
        self.nav.open(Dialog(self.nav, text("editor.title"), words, choices))

    def stroke(self, finger: Hashable, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """Place the selected piece on all cells over which a finger moves."""
        if not self.palette.brush:
            return False
        has_painted = False
        for cell in self._view.along(at, by):
            lay = self.draft.diagram.symbols[cell]
            if self.draft.paint(cell, self.palette.brush, first=finger not in self._strokes):
                self._strokes.setdefault(finger, {}).setdefault(cell, lay)
                has_painted = True
        if has_painted:
            self.services.sound.play("lay")
            self.scene.update_layout()
        return True

    def end_stroke(self, finger: Hashable, cancelled: bool) -> None:
        """End a stroke and announce its effect; undo it if it was `cancelled`."""
        stroke = self._strokes.pop(finger, None)
        if stroke is not None and cancelled:
            self.draft.unpaint(stroke)
            self.scene.update_layout()
        elif stroke is not None:
            self._after_change()

    def looked_at(self, cell: Cell) -> None:
        """Announce the contents of a cell."""
        self.services.platform.say(f"{self.words.cell(cell)}.")

    # -- ways on -----------------------------------------------------------------------------------

    def _play(self) -> None:
        draft = self.draft
        self.nav.open(SetupScene(self.nav, draft.game, draft.choices, draft.text))

    def _share(self) -> None:
        match = self.draft.match(self.services.platform.entropy())
        share_moment(self.nav, match, (PERSON, PERSON), 0)

    def _paste(self) -> None:
        """Read a position, which may be incomplete, or the last position of a match."""
        title, draft = self.text("editor.paste"), self.draft

        def take(source: TextOrFiles) -> None:
            if isinstance(source, str) and draft.read(source):
                self._after_change()
            else:
                now = Match(draft.game, draft.choices)
                import_match(self.nav, title, source, self._take, now=now)

        about, back = self.text("editor.paste_about"), self.text("dialog.back")
        self.services.platform.clipboard.ask_text(title, about, title, back, take)

    def _take(self, stored_match: StoredMatch) -> None:
        """Set up the last position of a match; for another game, open another editor."""
        match, draft = stored_match.match, self.draft
        text = write_position(match.game, match.choices, match.position)
        if text is None:
            show_message(self.nav, self.text("editor.paste"), self.text("editor.none"))
            return
        choices = match.game.choices_for_diagrams(match.choices)
        if (match.game, choices) == (draft.game, draft.choices):
            draft.read(text)
            self._after_change()
        else:
            set_up(self.nav, match.game, match.choices, text)

    @property
    def fits(self) -> bool:
        """Whether the draft is a valid position."""
        return self.draft.position is not None


def _pick(number: int) -> Command[DraftSession]:
    return Command(
        f"pick{number}", "editor.pick", lambda of: of.palette.pick(of.draft.palette[number - 1]),
        keys=(str(number),), possible=lambda of: number <= len(of.draft.palette),
    )  # fmt: skip


DRAFT_COMMANDS: tuple[Command[DraftSession], ...] = (
    Command("place", "editor.place", lambda of: of.scene.run_command("tap"), keys=command.TAP_KEYS,
            possible=lambda of: of.scene.board_input.cursor is not None and not of.scene.focus),
    *map(_pick, range(1, 10)),
    Command("undo", "play.undo", lambda of: of._change(of.draft.undo), "undo", command.UNDO_KEYS,
            lambda of: bool(of.draft.undo_stack), lambda of: "why.undo_change"),
    Command("redo", "play.redo", lambda of: of._change(of.draft.redo), "redo", command.REDO_KEYS,
            lambda of: bool(of.draft.redo_stack), lambda of: "why.redo_change"),
    Command("play", "editor.play", lambda of: of._play(), "play",
            possible=lambda of: of.fits, why_not=for_no_reason, place="panel", look="primary"),
    Command("explore", "editor.explore",
            lambda of: of.nav.ways.explore(StoredMatch(of.draft.match(), (PERSON, PERSON))),
            "branch", possible=lambda of: of.fits and explorable(of.draft.match()),
            why_not=for_no_reason, place="panel"),
    Command("start", "editor.start", lambda of: of._change(of.draft.restart), "first",
            place="panel"),
    Command("clear", "editor.clear", lambda of: of._change(of.draft.clear), "bin", place="panel"),
    Command("mirror", "editor.mirror", lambda of: of._change(of.draft.mirror), "swap",
            place="panel"),
    Command("copy", "editor.copy",
            lambda of: copy_to_clipboard(of.nav, of.text("editor.copy"), of.draft.text, "editor"),
            "copy", ("ctrl c",), place="panel"),
    Command("paste", "editor.paste", lambda of: of._paste(), "paste", ("ctrl v",), place="panel"),
    Command("share", "editor.share", lambda of: of._share(), "share",
            possible=lambda of: of.fits, why_not=for_no_reason, place="panel"),
    MENU,
    *MENU_COMMANDS,
)  # fmt: skip
"""The commands of a draft; the first of them that the panel offers is at its top."""


def set_up(nav: Navigator, game: AnyGame, choices: Choices, text: str = "") -> None:
    """Open the editor with the position in `text`; "" is the starting position.

    If the game has another draft, ask which of the two to continue.
    """
    services = nav.services
    session, other = DraftSession(nav, game, choices, text), matches.load_draft(services, game)
    other_text = matches.draft_text(services, game)
    if other is None or other.position == session.draft.text:
        session.saved_text = other_text
        nav.open(BoardScene(session))
        return

    def discard() -> None:
        matches.drop_draft(services, game, other.position)
        nav.open(BoardScene(session))

    def go_on() -> None:
        nav.open(BoardScene(before))

    words, before = services.text, DraftSession(nav, game, other.options, other.position)
    before.saved_text = other_text
    answers = (
        answer("go-on", words("editor.go_on"), "board", "primary", go_on),
        answer("discard", words("editor.discard"), "bin", act=discard),
    )
    nav.open(Dialog(nav, words("editor.title"), words("editor.kept"), answers))
