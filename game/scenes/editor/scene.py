"""Editor: any position of a game is set up on its board."""

from collections.abc import Hashable, Iterator
from functools import partial

from flipside.game.board.places import framed_aspect
from flipside.game.board.shown import Shown
from flipside.game.board.timeline import still
from flipside.game.saves.matches import PERSON, Saved, draft_text, drop_draft, load_draft
from flipside.game.scenes.common.dialog import Choice, Dialog, hand_over, tell
from flipside.game.scenes.common.hands import is_on_board
from flipside.game.scenes.common.keys import EDITOR_KEYS, key_action
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.editor.draft import Draft, DraftText
from flipside.game.scenes.editor.panel import Commands, EditorPanel
from flipside.game.scenes.editor.saving import DraftSaver
from flipside.game.scenes.editor.view import EditorView
from flipside.game.scenes.share.import_match import import_match
from flipside.game.scenes.share.picture_giving import share_moment
from flipside.game.scenes.shelf.setup import MatchSetup
from flipside.game.services.platform.given_files import Given
from flipside.game.services.readout import Part, heading
from flipside.game.speech.board_text import CELL_PREFIX
from flipside.game.table.match_view import explorable
from flipside.game.ui.layout import board_and_panel
from flipside.game.ui.readout_parts import piece_sign, sheet_parts
from flipside.game.ui.targets import ARROW_STEPS
from flipside.game.ui.widgets import Action
from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position_format import write_position
from flipside.rules.match.match import Match


class Editor(Scene):
    """Board, palette and choices for one position."""

    name_key = "editor.title"

    def __init__(self, nav: Navigator, game: AnyGame, choices: Choices, text: str = "") -> None:
        """`text` is that of the first position; "": the starting position."""
        super().__init__(nav)
        self.game = game
        self.draft = draft = Draft(game, choices, text)
        self.saver = DraftSaver(nav, draft, self.leave)
        self.hands.take(self.tap_cell)
        self._was_wrong = draft.wrong is not None
        """Whether something was wrong when it was announced last."""
        self._strokes: dict[Hashable, dict[Cell, str]] = {}
        """By finger that has painted since it went down, what lay in the cells before."""
        self.words = DraftText(self.text, draft)
        self.panel = EditorPanel(self.theme, self.words, self._show, self._change)

    # -- what happens ------------------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """Lay the chosen piece, turn what lies there, or go on to what can stand there next."""
        self.services.sound.play("lay")
        self.draft.tap(cell, self.panel.chosen)
        self._changed(self.words.cell(cell))

    def _changed(self, said: str = "") -> None:
        """Save and show the draft after a change; announce what is wrong, or that nothing is any
        more."""
        self.saver.save()
        self.rearrange()
        wrong = self.words.wrong()
        news = wrong or (self.text("editor.ready") if self._was_wrong else "")
        self._was_wrong = bool(wrong)
        self.services.platform.say(" ".join(filter(None, [f"{said}." if said else "", news])))

    def _show(self, said: str) -> None:
        """Announce words and show the panel anew."""
        self.services.platform.say(said)
        self.rearrange()

    def _change(self, act: Action) -> None:
        """Do `act`, a change of the draft, and what follows from it."""
        act()
        self._changed()

    # -- ways on -----------------------------------------------------------------------------------

    def _play(self) -> None:
        draft = self.draft
        self.nav.open(MatchSetup(self.nav, draft.game, draft.choices, draft.text))

    def _explore(self) -> None:
        self.nav.ways.explore(Saved(self.draft.match(), (PERSON, PERSON)))

    def _share(self) -> None:
        match = self.draft.match(self.services.platform.entropy())
        share_moment(self.nav, match, (PERSON, PERSON), 0)

    def _copy(self) -> None:
        hand_over(self.nav, self.text("editor.copy"), self.draft.text, "editor")

    def _paste(self) -> None:
        """Take in a position text, also of an unfinished position, or the end of a match."""
        title, draft = self.text("editor.paste"), self.draft

        def taken(given: Given) -> None:
            if isinstance(given, str) and draft.read(given):
                self._changed()
            else:
                now = Match(draft.game, draft.choices)
                import_match(self.nav, title, given, self._take, now=now)

        self.services.platform.clipboard.ask_text(title, title, self.text("dialog.back"), taken)

    def _take(self, saved: Saved) -> None:
        """Set up the position of a match: one of another game in an editor of its own."""
        match, draft = saved.match, self.draft
        text = write_position(match.game, match.choices, match.position)
        if text is None:
            tell(self.nav, self.text("editor.paste"), self.text("editor.none"))
            return
        choices = match.game.choices_for_diagrams(match.choices)
        if (match.game, choices) == (draft.game, draft.choices):
            draft.read(text)
            self._changed()
        else:
            set_up(self.nav, match.game, match.choices, text)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        theme, draft = self.theme, self.draft
        coordinates = self.services.settings.coordinates
        aspect = framed_aspect(draft.board, coordinates)
        place, beside = board_and_panel(self._window, aspect)
        self.view: EditorView = EditorView(theme, draft.board, place, coordinates)
        self.sheets = self.panel.sheets(beside, self.leave, self._commands())

    def _commands(self) -> Commands:
        draft, fits = self.draft, self.draft.position is not None
        explores = fits and explorable(draft.match())
        return {
            "play": ("play", self._play if fits else None),
            "explore": ("branch", self._explore if explores else None),
            "start": ("first", partial(self._change, partial(draft.change, draft.start))),
            "clear": ("bin", partial(self._change, draft.clear)),
            "mirror": ("swap", partial(self._change, draft.mirror)),
            "copy": ("copy", self._copy),
            "paste": ("paste", self._paste),
            "share": ("share", self._share if fits else None),
        }

    def parts(self) -> Iterator[Part]:
        """Yield the readout: panel, then the board as a grid whose squares are tapped."""
        yield heading(self.title().removesuffix(" – Flipside"))
        yield from (part for part in sheet_parts(self.sheets) if part.kind != "heading")
        yield from self.words.parts(lambda cell: piece_sign(self.theme, self.draft.piece(cell)))

    def choose(self, key: str, act: bool) -> None:
        """Move the cursor to the square of the readout, and tap it if `act`."""
        name, names = key.removeprefix(CELL_PREFIX), self.draft.board.names
        if key.startswith(CELL_PREFIX) and name in names:
            self.focus, self.changed = "", True
            self.hands.cursor = names.index(name)
            if act:
                self.tap_cell(self.hands.cursor)
        else:
            super().choose(key, act)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Paint with the chosen piece on the board; elsewhere scroll the panel."""
        target = self.pressed.get(finger)
        if not is_on_board(target) or not self.panel.chosen:
            return super().drag(at, by, finger)
        self.changed |= self.hands.drag(target, at)
        painted = False
        for cell in self.view.along(at, by):
            lay = self.draft.diagram.signs[cell]
            if self.draft.paint(cell, self.panel.chosen, first=finger not in self._strokes):
                self._strokes.setdefault(finger, {}).setdefault(cell, lay)
                painted = True
        if painted:
            self.services.sound.play("lay")
            self.rearrange()
        return True

    def release(self, finger: Hashable, cancelled: bool = False) -> Hashable:
        """End a stroke, and announce what comes of it; a cancelled one is taken back."""
        stroke = self._strokes.pop(finger, None)
        if stroke is not None and cancelled:
            self.draft.unpaint(stroke)
            self.rearrange()
        elif stroke is not None:
            self._changed()
        return super().release(finger, cancelled)

    def key(self, name: str) -> None:
        """Arrows and Enter on the board, digits for the palette, the rest for the panel."""
        cursor = self.hands.cursor
        match key_action(EDITOR_KEYS, name):
            case "keys.choose":
                self._move(name)
            case "editor.place" if cursor is not None and not self.focus:
                self.tap_cell(cursor)
            case "editor.pick" if int(name) <= len(self.draft.palette):
                self.panel.pick(self.draft.palette[int(name) - 1])
            case "play.undo" if self.draft.changed:
                self._change(self.draft.undo)
            case "play.redo" if self.draft.undone:
                self._change(self.draft.redo)
            case "editor.copy":
                self._copy()
            case "editor.paste":
                self._paste()
            case _:
                super().key(name)

    def _move(self, name: str) -> None:
        """Move the cursor, and say what stands there."""
        cursor, board = self.hands.cursor, self.draft.board
        if cursor is None:
            self.hands.cursor = (board.rows // 2) * board.columns + board.columns // 2
        else:
            self.hands.cursor = self.view.beside(cursor, ARROW_STEPS[name])
        self.focus, self.changed = "", True
        self.services.platform.say(f"{self.words.cell(self.hands.cursor)}.")

    # -- drawing -----------------------------------------------------------------------------------

    def _on_board(self) -> Shown:
        marks = self.draft.marks(self.services.settings.aids)
        return Shown(still(self.draft.pieces()), marks=marks, cursor=self.hands.cursor)


def set_up(nav: Navigator, game: AnyGame, choices: Choices, text: str = "") -> None:
    """Open the editor of a game, with the position of a text or else the starting position; where
    another one was being set up, ask first which of the two goes on."""
    services = nav.services
    editor, kept = Editor(nav, game, choices, text), load_draft(services, game)
    stored = draft_text(services, game)
    if kept is None or kept.start == editor.draft.text:
        editor.saver.stored = stored
        nav.open(editor)
        return

    def discard() -> None:
        drop_draft(services, game, kept.start)
        nav.open(editor)

    words, before = services.text, Editor(nav, game, kept.choices, kept.start)
    before.saver.stored = stored
    answers = (
        Choice("go-on", words("editor.go_on"), "board", "primary", partial(nav.open, before)),
        Choice("discard", words("editor.discard"), "bin", action=discard),
    )
    nav.open(Dialog(nav, words("editor.title"), words("editor.kept"), answers))
