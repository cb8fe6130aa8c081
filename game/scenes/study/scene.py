"""Study: both sides are moved, with the values of all moves; branches are kept in the album.

A review is the study of a match that was played, which is analysed in small steps in every frame.
"""

from collections.abc import Hashable, Iterator
from dataclasses import replace

from flipside.game.board.shown import Shown
from flipside.game.saves.matches import Saved
from flipside.game.scenes.common.board import after_move
from flipside.game.scenes.common.board_stage import BoardStage
from flipside.game.scenes.common.hands import is_on_board
from flipside.game.scenes.common.keys import key_action
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.play.data import PanelData
from flipside.game.scenes.play.lines import match_sentences
from flipside.game.scenes.study.actions import StudyActions
from flipside.game.scenes.study.graph import scrub
from flipside.game.scenes.study.known import known
from flipside.game.scenes.study.panel import StudyPanel
from flipside.game.scenes.study.studied import StudyTable
from flipside.game.services.readout import Part
from flipside.game.table.change import Change
from flipside.game.table.match_view import MatchView
from flipside.game.ui.layout import board_and_panel
from flipside.rules.contract.board import Cell


class StudyScene(Scene):
    """Scene of one study."""

    def __init__(
        self, nav: Navigator, saved: Saved, ply: int | None = None, reviews: bool = False
    ) -> None:
        """Begin with a match or go on with its study, after `ply` plies or where it stands;
        `reviews`: the match is analysed. Raises BadRecord if the lines of `saved` do not fit."""
        super().__init__(nav)
        self.name_key, self.game = "play.review" if reviews else "explore.title", saved.match.game
        self.studied = StudyTable(self.services, saved, ply, reviews)
        self.table, self.analysis = self.studied.table, self.studied.analysis
        self.board: BoardStage = BoardStage(
            self.services, self.table, self.hands, self.tap_cell, self.rearrange, self._adapt
        )
        self.actions = StudyActions(nav, self.studied, self.show, self.rearrange)

    def _adapt(self, view: MatchView) -> MatchView:
        return replace(view, human=False, next_cells=frozenset()) if self.studied.fixed else view

    # -- what happens ------------------------------------------------------------------------------

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Pass where that is the only move, look for hints and values, count the moves of lists,
        and analyse the match."""
        studied, budget, played = self.studied, self.services.slice_seconds, self.nav.played
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
                self.services.platform.say(words.told(studied.ply))

    def show(self, change: Change | None) -> None:
        """Show a change; None: it is not possible."""
        if change is None:
            self.services.sound.play("error")
            return
        self.studied.follow()
        if change.board_only:
            self.board.begin(change)
            self.board.update_view()
            self.changed = self.unread = True
            return
        words, self.studied.instead = self.studied.words_here, False
        if self.studied.reviews and words is not None and change.passed:
            change = replace(change, said=(words.told(self.studied.ply),))
        self.board.show(change)

    def leave(self) -> None:
        """Take back a move begun, or else store the analysis and close the study."""
        if not self.board.take_back():
            self.actions.close()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        place, beside = board_and_panel(self._window, self.board.aspect)
        settings, match_view, actions = self.services.settings, self.board.match_view, self.actions
        moves = self.table.words.list_of_moves()
        data = PanelData(
            self.theme, self.text, settings, match_view, actions.run, self.tap_cell,
            lambda words, _: self.board.notify(words, 0), moves, actions.go,
        )  # fmt: skip
        panel = StudyPanel(data, self.studied, actions.commands())
        self.sheets = panel.lay_out(beside, self._known())
        self.lists = self.sheets[-2:-1]
        self.view = self.board.view(place, self.sheets)

    def _known(self) -> list[str]:
        here, review = self.studied.words_here, self.analysis.review
        said = known(self.table, self.board.match_view, here, self.nav.played)
        if self.studied.reviews and not review.done:
            done = min(99, int(100 * review.share()))
            said.append(self.text("review.working", done=done))
        return said

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the study; a review has two letters of questions for itself."""
        sentences = match_sentences(self.table, self.board.match_view, self.board.text().last())
        for part in self.board.parts(self.title(), [*sentences, *self._known()], self.sheets):
            yield replace(part, letter="") if key_action(self.studied.keys, part.letter) else part

    def _on_board(self) -> Shown:
        """Return the board, or as the better move would have left it."""
        better = self.studied.better if self.studied.instead else None
        if better is None:
            return super()._on_board()
        return after_move(self.board.match_view.board, *better, self.services.settings)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """Take a tap on a cell for the player to move."""
        self.changed |= self.board.finish()
        taps = self.table.taps
        change = None if self.studied.fixed else self.table.tap(cell)
        if change is not None:
            self.show(change)
        else:
            if taps:
                self.board.follow()
            self.board.notify(self.studied.refusal((*taps, cell)), 0, cell)
        self.let_go(is_on_board)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap; on the graph go to the nearest ply."""
        if target == "graph":
            scrub(self.sheets, at, self.actions.go_in_match)
        else:
            super().tap(at, target)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Move through the plies on the graph; elsewhere scroll the panel."""
        if self.pressed.get(finger) == "graph":
            scrub(self.sheets, at, self.actions.go_in_match)
            return True
        return super().drag(at, by, finger)

    def key(self, name: str) -> None:
        """Handle a key of the study, else one of the board or the panel."""
        self.changed |= self.board.finish()
        if self.actions.key(name, self.hands, self.board.match_view):
            self.changed = True
        else:
            super().key(name)


def explore(nav: Navigator, saved: Saved) -> None:
    """Open the study of a match where it stands. Raises BadRecord if its lines do not fit."""
    nav.open(StudyScene(nav, saved))


def review(nav: Navigator, saved: Saved, ply: int) -> None:
    """Open the review of a match after so many plies. Raises BadRecord if its lines do not fit."""
    nav.open(StudyScene(nav, saved, ply, reviews=True))
