"""Study: both sides are moved, with the values of all moves; branches are kept in the album.

A review is the study of a match that was played, which is analysed in small steps in every frame.
"""

from collections.abc import Hashable, Iterator
from dataclasses import replace

from game.board.shown import Shown
from game.board.timeline import still
from game.saves.matches import Saved
from game.scenes.common.board_stage import BoardStage
from game.scenes.common.hands import is_on_board
from game.scenes.common.keys import ARROWS, EXPLORE_KEYS, REVIEW_KEYS, key_action
from game.scenes.common.scene import Scene
from game.scenes.common.stage import Stage
from game.scenes.play.data import PanelData
from game.scenes.play.lines import match_sentences
from game.scenes.study.actions import KEYS, StudyActions
from game.scenes.study.graph import scrub
from game.scenes.study.known import known
from game.scenes.study.panel import StudyPanel
from game.scenes.study.studied import StudyTable
from game.services.readout import Part
from game.table.change import Change
from game.table.outlook import Outlook, traces
from game.ui.layout import board_and_panel
from rules.contract.board import Cell


class StudyScene(Scene):
    """Scene of one study."""

    def __init__(
        self, stage: Stage, saved: Saved, ply: int | None = None, reviews: bool = False
    ) -> None:
        """Begin with a match or go on with its study, after `ply` plies or where it stands;
        `reviews`: the match is analysed. Raises BadRecord if the lines of `saved` do not fit."""
        super().__init__(stage)
        self.name_key, self.game = "play.review" if reviews else "explore.title", saved.match.game
        self.studied = StudyTable(self.services, saved, ply, reviews)
        self.table, self.analysis = self.studied.table, self.studied.analysis
        self.board: BoardStage = BoardStage(
            self.services, self.table, self.hands, self.tap_cell, self.rearrange, self._adapt
        )
        self.actions = StudyActions(
            stage, self.studied, self.show, self.go_in_match, self.turn_over
        )
        self._instead = False
        """Whether the better move is shown instead of the move made."""

    def _adapt(self, outlook: Outlook) -> None:
        if self.studied.fixed:
            outlook.human, outlook.next_cells = False, frozenset()

    # -- what happens ------------------------------------------------------------------------------

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Pass where that is the only move, look for hints and values, count the moves of lists,
        and analyse the match."""
        studied, budget, played = self.studied, self.services.slice_seconds, self.stage.played
        begun, change = self.services.clock(), None
        if not studied.fixed:
            change = self.table.pass_time(seconds, budget if opened else 0.0)
        if change is not None:
            self.show(change)
        left = max(budget - (self.services.clock() - begun), budget / 3)
        if opened and not played.done:
            if played.work(left, self.services.clock):
                self.rearrange()
        elif opened and studied.reviews and self.analysis.pass_time(seconds, left):
            self.rearrange()
            if self.analysis.review.done and (words := studied.words_here) is not None:
                self.services.page.say(words.told(studied.ply))

    def show(self, change: Change | None) -> None:
        """Show a change; None: it is not possible."""
        if change is None:
            self.services.sound.play("error")
            return
        self.studied.follow()
        if change.board_only:
            self.board.begin(change)
            self.board.update_outlook()
            self.changed = self.unread = True
            return
        words, self._instead = self.studied.words_here, False
        if self.studied.reviews and words is not None and change.passed:
            change = replace(change, said=(words.told(self.studied.ply),))
        self.board.show(change)

    def go(self, ply: int) -> None:
        """Show another ply of the line."""
        self.show(self.studied.go(ply))

    def go_in_match(self, ply: int) -> None:
        """Show the match after `ply` plies."""
        change = self.studied.go_in_match(ply)
        if change is not None:
            self.show(change)

    def turn_over(self) -> None:
        """Toggle between the better move and the move made."""
        self._instead = not self._instead and self.studied.better is not None
        self.rearrange()

    def leave(self) -> None:
        """Take back a move begun, or else store the analysis and close the study."""
        if not self.board.take_back():
            self.actions.close()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        place, beside = board_and_panel(self._window, self.board.aspect)
        data = PanelData(
            theme=self.theme,
            text=self.text,
            settings=self.services.settings,
            outlook=self.board.outlook,
            moves=self.table.words.list_of_moves(),
            run=self.actions.run,
            tap=self.tap_cell,
            go=self.go,
        )
        panel = StudyPanel(data, self.studied, self.actions.commands(), self._instead)
        self.sheets = panel.lay_out(beside, self._known())
        self.lists = self.sheets[-2:-1]
        self.view = self.board.view(place, self.sheets)

    def _known(self) -> list[str]:
        here, review = self.studied.words_here, self.analysis.review
        said = known(self.table, self.board.outlook, here, self.stage.played)
        if self.studied.reviews and not review.done:
            done = min(99, int(100 * review.share()))
            said.append(self.text("review.working", done=done))
        return said

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the study; a review has two letters of questions for itself."""
        sentences = match_sentences(self.table, self.board.outlook, self.board.text().last())
        own = REVIEW_KEYS if self.studied.reviews else EXPLORE_KEYS
        for part in self.board.parts(self.title(), [*sentences, *self._known()], self.sheets):
            yield replace(part, letter="") if key_action(own, part.letter) else part

    def _on_board(self) -> Shown:
        """Return the board, or as the better move would have left it."""
        better = self.studied.better if self._instead else None
        if better is None:
            return super()._on_board()
        before, move = better
        last, changed = traces(self.board.outlook.board, before, move)
        position, aids = before.play(move), self.services.settings.aids
        marks = tuple(mark for mark in position.marks(()) if aids or not mark.aid)
        return Shown(still(position.pieces()), last=last, changed=changed * aids, marks=marks)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """Take a tap on a cell for the player to move."""
        self.changed |= self.board.finish()
        change = None if self.studied.fixed else self.table.tap(cell)
        if change is None:
            self.services.page.say(self._refusal(cell))
        self.show(change)
        self.let_go(is_on_board)

    def _refusal(self, cell: Cell) -> str:
        """Return why a tap does nothing."""
        if self.studied.fixed:
            return self.text("spoken.cannot", name=self.text("explore.title"))
        over = self.table.result is not None
        return self.text("spoken.over") if over else self.table.words.why((cell,))

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap; on the graph go to the nearest ply."""
        if target == "graph":
            scrub(self.sheets, at, self.go_in_match)
        else:
            super().tap(at, target)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Move through the plies on the graph; elsewhere scroll the panel."""
        if self.pressed.get(finger) == "graph":
            scrub(self.sheets, at, self.go_in_match)
            return True
        return super().drag(at, by, finger)

    def key(self, name: str) -> None:
        """Handle a key of the study, else one of the board or the panel. The arrows of a review go
        from move to move while the board has no cursor."""
        self.changed |= self.board.finish()
        studied, ply, cursor = self.studied, self.studied.ply, self.hands.cursor
        reviews = studied.reviews and not (name in ARROWS and cursor is not None)
        match key_action(REVIEW_KEYS if reviews else EXPLORE_KEYS, name):
            case "keys.step":
                self.go(ply + (1 if name == "right" else -1))
            case "keys.swing":
                self.go_in_match(self.analysis.next_mistake(ply, forwards=name == "down"))
            case "explore.here" if not studied.fixed:
                self.hands.cursor, self.changed = None, True
                if cursor is None:
                    self.hands.move_cursor((0, 0), self.board.outlook.last_cells)
            case "review.previous":
                self.show(self.table.take_back_taps() or studied.go(ply - 1))
            case "review.next":
                self.go(ply + 1)
            case "keys.ends":
                self.go(0 if name == "home" else len(self.table.match.moves))
            case "keys.values" if not studied.fixed:
                shown = studied.settings.values = not studied.settings.values
                self.services.page.say(self.text(f"value.{'shown' if shown else 'hidden'}"))
                self.rearrange()
            case "":
                super().key(name)
            case words:
                self.actions.run(KEYS.get(words, ""))
