"""A match being played: it shows what a table tells, and tells the table what is tapped."""

from collections.abc import Iterator

from flipside.game.saves.matches import Saved
from flipside.game.saves.progress import went_on
from flipside.game.scenes.common.board_stage import BoardStage
from flipside.game.scenes.common.commands import letter_of
from flipside.game.scenes.common.hands import is_on_board
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.play.actions import Actions
from flipside.game.scenes.play.beside import extra_room
from flipside.game.scenes.play.data import PanelData
from flipside.game.scenes.play.lines import match_sentences
from flipside.game.scenes.play.panels import Panel
from flipside.game.services.readout import Part
from flipside.game.speech.move_input import enter
from flipside.game.table.change import Change
from flipside.game.table.table import Table
from flipside.game.ui import layout
from flipside.game.ui.targets import ARROW_STEPS
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player


class Play(Scene):
    def __init__(self, nav: Navigator, saved: Saved, note: str = "") -> None:
        super().__init__(nav)
        self.table = table = Table(nav.services, saved)
        table.note = note
        self.board: BoardStage = BoardStage(
            nav.services, table, self.hands, self.tap_cell, self.rearrange
        )
        self.actions = Actions(nav, self.table, self.show, self._open, self._explain)

    @property
    def wakes(self) -> bool:
        table = self.table
        return table.result is None and not table.waiting and not table.correspondence.awaits

    def title(self) -> str:
        """Return the result or the player to move, the game's name and the program's."""
        see = self.board.match_view
        turn = self.text("play.to_move", colour=see.called(see.turn))
        now = turn if see.result is None else see.result_words
        return f"{now} – {self.text.game(see.game.key, 'short')} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def _pass_time(self, seconds: float, opened: bool) -> None:
        budget = self.services.slice_seconds if opened else 0.0
        change = self.table.pass_time(seconds, budget)
        if change is not None:
            self.show(change)

    def show(self, change: Change | None) -> None:
        """Show what happened to the match; None: nothing, since it is not possible."""
        before, unread = self.board.match_view, self.unread
        self.board.motion.finish()
        if change is None:
            self.services.sound.play("error")
        elif change.elsewhere:
            self._ask_where()
            return
        else:
            self.board.begin(change)
        if change is not None and change.board_only:
            self.board.update_view()
            self.changed = self.unread = True
        else:
            if change is None or change.passed or change.sound:
                self.hands.peek = None
            self.board.follow()
        if not self.board.match_view.differs(before):
            self.unread = unread  # of a thinking computer and of clocks nothing is told
        if before.human and before.at != self.board.match_view.at:
            # Other fingers on the board were there for the one who was to move.
            self.let_go(is_on_board)

    def _open(self, saved: Saved, note: str) -> None:
        self.nav.replace(Play(self.nav, saved, note))

    def stored(self, name: str) -> None:
        """Another tab saved something: perhaps this very match."""
        if name == self.table.saved.name and went_on(self.services, self.table.saved):
            self._ask_where()

    def _ask_where(self) -> None:
        if self.nav.top is self:
            self.actions.ask_where()

    def leave(self) -> None:
        """Escape takes back a begun move, or else opens the menu of the match."""
        change = self.table.take_back_taps()
        if change is not None:
            self.show(change)
        else:
            self.actions.run("menu")

    def parts(self) -> Iterator[Part]:
        last = self.board.text().last()
        sentences = match_sentences(self.table, self.board.match_view, last)
        yield from self.board.parts(self.title(), sentences, self.sheets, letter_of)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        theme, settings, match_view = self.theme, self.services.settings, self.board.match_view
        moves, go = self.table.words.list_of_moves(), None if match_view.fixed else self.actions.go
        data = PanelData(
            theme, self.text, settings, match_view, self.actions.run, self.tap_cell, self._explain,
            moves, go,
        )  # fmt: skip
        plan = layout.play_layout(
            self._window, self.board.aspect, settings.tabletop, extra_room(data)
        )
        far = Panel(data, plan.far, plan.turns[0], 1 - match_view.near, settings.tabletop)
        near = Panel(data, plan.near, plan.turns[1], match_view.near, True)
        self.sheets, self.lists = [far.sheet, near.sheet, *far.lists], far.lists
        self.board.upright = plan.upright
        self.view = self.board.view(plan.board, self.sheets)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        self.changed |= self.board.finish()
        if self.table.human is None:
            why = "not_yours" if self.table.result is None else "over"
            self.board.notify(self.text(f"spoken.{why}"), self._panel, cell)
            return
        taps, hinted = self.table.taps, self.table.hint.shown
        change = self.table.tap(cell)
        if change is not None:
            self.show(change)
            return
        if taps or hinted:  # a tap elsewhere ends them
            self.board.follow()
        words = self.table.words
        self.board.notify(words.why((*taps, cell)) or words.why((cell,)), self._panel, cell)

    def _explain(self, words: str, player: Player) -> None:
        """Say on a player's panel why a button cannot be used."""
        self.board.notify(words, int(player == self.board.match_view.near))

    @property
    def _panel(self) -> int:
        """The sheet of the player to move, or of the only person."""
        see = self.board.match_view
        return int(see.turn == see.near or not see.human)

    def typed(self, words: str) -> None:
        self.changed |= self.board.finish()
        found = enter(self.table, words)
        if isinstance(found, str):
            self.services.platform.say(found)
        else:
            self.show(found)

    def key(self, name: str) -> None:
        """Letters for commands, arrows and Enter on the board, the rest for the panels."""
        self.changed |= self.board.finish()
        self.quarter = 0
        if not self.actions.key(name, self.board.match_view):
            super().key(name)
            if name in ARROW_STEPS:
                self.actions.say_value(self.hands.cursor, self.board.match_view)
