"""Explore: a study on which both sides are moved, with the values of all moves and branches.

Nothing of the match that it began with is changed; the study is kept in the album.
"""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial

from game.board.places import framed_aspect
from game.board.view import BoardView
from game.saves.matches import PERSON, Saved
from game.saves.progress import save_new_match
from game.saves.studies import StudySaver, begun_study, dealt_anew, study_game
from game.scenes.common.board_stage import OPENING_SECONDS, BoardStage
from game.scenes.common.dialog import ask, hand_over
from game.scenes.common.hands import is_on_board
from game.scenes.common.keys import EXPLORE_KEYS, key_action
from game.scenes.common.scene import Scene, Stage
from game.scenes.explore.known import known, review_of
from game.scenes.explore.panel import COMMANDS, ExplorePanel
from game.scenes.play.data import PanelData
from game.scenes.play.lines import match_sentences
from game.scenes.play.moves import FollowedLists
from game.scenes.play.scene import Play
from game.scenes.review.graph import scrub
from game.scenes.share.picture_giving import export_choice
from game.scenes.share.sharing import Sharing, link_of
from game.services.readout import Part
from game.table.change import Change
from game.table.table import Table
from game.ui import layout
from game.ui.pieces import slots_of
from game.ui.widgets import Action
from rules.catalogue import BY_KEY
from rules.contract.board import Cell
from rules.engine.analysis.review import Review
from rules.match.link import carries
from rules.match.match import replay
from rules.match.record import record_text
from rules.match.study import Study


class Explore(Scene):
    """Scene of one study."""

    def __init__(self, stage: Stage, saved: Saved, ply: int | None = None) -> None:
        """Begin with a match or go on with its study, after `ply` plies or where it stands.

        Raises BadRecord if the lines of `saved` do not fit.
        """
        super().__init__(stage)
        self._review = review_of(self.services, saved.match)
        ply = saved.match.ply if ply is None else ply
        names = saved.match.names()[:ply]
        if not saved.lines and not study_game(saved.name):
            saved, names = begun_study(self.services, saved, ply)
        self.study = Study(saved.match, saved.lines)
        self.study.go(names)
        self.seats = saved.seats
        self.saver = StudySaver(self.services, saved)
        self._settings = replace(self.services.settings, values=True)
        services = replace(self.services, settings=self._settings)
        self.table = Table(services, Saved(self.study.match, (PERSON, PERSON)), kept=False)
        self.board: BoardStage = BoardStage(
            self.services, self.table, self.hands, self.tap_cell, self.rearrange
        )
        self._age = 0.0
        self._lists = FollowedLists()

    def title(self) -> str:
        """Return the name of the scene and of the game."""
        name = self.text.game(self.table.game.key, "short")
        return f"{self.text('explore.title')} – {name} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, or else pass where that is the only move, and look for hints and values."""
        self._age += seconds
        if self.board.advance(seconds):
            self.changed = True
            return
        opened, begun = self._age >= OPENING_SECONDS, self.services.clock()
        budget = self.services.slice_seconds
        change = self.table.pass_time(seconds, budget if opened else 0.0)
        if change is not None:
            self._show(change)
        left = max(budget - (self.services.clock() - begun), budget / 3)
        if opened and self.stage.played.work(left, self.services.clock):
            self.rearrange()

    def _show(self, change: Change | None) -> None:
        """Show a change; None: it is not possible."""
        if change is None:
            self.services.sound.play("error")
            return
        if not self.table.looking_back and self.study.follow():
            self.saver.save(self.study)
        if change.board_only:
            self.board.begin(change)
            self.board.update_outlook()
            self.changed = self.unread = True
        else:
            self.board.show(change)

    def go(self, ply: int) -> None:
        """Show another ply of the line."""
        self._show(self.table.go(max(0, min(len(self.table.match.moves), ply))))

    def branch(self, place: int) -> None:
        """Follow a branch of the position shown."""
        self._show(self.table.play(self.study.branches()[place]))

    def run(self, name: str) -> None:
        """Run a command."""
        act = self._commands()[name]
        if act is not None:
            act()
        else:
            self._show(None)

    def _commands(self) -> dict[str, Action | None]:
        """Return the commands by name, None for those that are not possible now."""
        outlook, play_on = self.board.outlook, partial(self._ask, "play_on", "play", self._play_on)
        return {
            "hint": self._hint if outlook.can_hint else None,
            "promote": None if self.study.is_main else self._promote,
            "delete": self._ask_delete if outlook.at else None,
            "play-on": None if outlook.over else play_on,
            "share": self._share,
            "copy": self._copy,
        }

    def _hint(self) -> None:
        self._show(self.table.ask_hint())

    def _ask_delete(self) -> None:
        """Delete the last move and what follows; ask first if that is more than one move."""
        count = self.study.size()
        if count == 1:
            self._delete()
        else:
            self._ask("delete", "bin", self._delete, count=count)

    def _delete(self) -> None:
        name = self.study.path[-1]
        change = self.table.go(self.table.match.ply - 1)
        self.study.delete(name)
        self.saver.save(self.study)
        self._show(change)

    def _promote(self) -> None:
        self.study.promote()
        self.saver.save(self.study)
        self.rearrange()
        self.services.page.say(self.text("explore.promoted"))

    def _play_on(self) -> None:
        """Begin a match with the position shown; the study stays."""
        match = self.table.match
        here = Saved(match.first_plies(match.ply), self.seats)
        begun = dealt_anew(self.services, here, match.ply)
        if save_new_match(self.services, begun):
            self.stage.home()
            self.stage.open(Play(self.stage, begun))

    def _ask(self, key: str, icon: str, act: Action, **values: object) -> None:
        """Do something after a question."""
        title, words = self.text(f"explore.{key}"), self.text(f"explore.{key}_words", **values)
        ask(self.stage, title, words, icon, act)

    def _share(self) -> None:
        """Give away the whole study, or where no link has room for it its main line."""
        record = self.saver.record(self.study)
        main, match = replay(record, BY_KEY), self.table.match
        words = "" if carries(record) else self.text("explore.long")
        picture = export_choice(self.stage, match, self.seats, match.ply, rest="later")
        self.stage.open(
            Sharing(self.stage, lambda: link_of(self.services, main, record), words, [picture])
        )

    def _copy(self) -> None:
        text = record_text(self.saver.record(self.study))
        hand_over(self.stage, self.text("play.copy"), text, "play")

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        theme, board, settings = self.theme, self.table.match.board, self.services.settings
        place, beside = layout.board_and_panel(
            self.size, framed_aspect(board, settings.coordinates), theme.unit,
            self.services.page.safe_area(), layout.LOW_PANEL,
        )  # fmt: skip
        data = PanelData(
            theme=theme,
            text=self.text,
            settings=settings,
            outlook=self.board.outlook,
            moves=self.table.words.list_of_moves(),
            run=self.run,
            tap=self.tap_cell,
            go=self.go,
        )
        words, commands = self.table.words, self._commands()
        panel = ExplorePanel(data, words, self.study, commands, self.branch)
        self.sheets = panel.lay_out(beside, self.stage.back, self._known(), self._reviewed)
        slots = slots_of(self.sheets)
        self.view = BoardView(theme, board, place, settings.coordinates, slots)

    def _known(self) -> list[str]:
        return known(self.table, self.board.outlook, self._reviewed, self.stage.played)

    @property
    def _reviewed(self) -> Review | None:
        """The review, while its match is the line shown."""
        review = self._review
        own = review is not None and review.match.moves == self.table.match.moves
        return review if own else None

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything; a list that scrolls on its own follows the moves."""
        super().arrange(size)
        self._lists.follow(self.sheets[-2:-1], self.table.match.ply)

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the study."""
        outlook = self.board.outlook
        sentences = match_sentences(self.table, outlook, self.board.text().last())
        yield from self.board.parts(self.title(), [*sentences, *self._known()], self.sheets)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """Take a tap on a cell for the player to move."""
        self.changed |= self.board.finish()
        change = self.table.tap(cell)
        if change is None:
            over = self.table.result is not None
            said = self.text("spoken.over") if over else self.table.words.why((cell,))
            self.board.say(said)
        self._show(change)
        self.let_go(is_on_board)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap; on the graph go to the nearest ply."""
        if target == "graph":
            scrub(self.sheets, at, self.go)
        else:
            super().tap(at, target)

    def key(self, name: str) -> None:
        """Handle a key of the study, else one of the board or the panel."""
        self.changed |= self.board.finish()
        ply = self.table.match.ply
        match key_action(EXPLORE_KEYS, name):
            case "review.previous":
                self._show(self.table.take_back_taps() or self.table.go(max(0, ply - 1)))
            case "review.next":
                self.go(ply + 1)
            case "keys.ends":
                self.go(0 if name == "home" else len(self.table.match.moves))
            case "keys.values":
                shown = self._settings.values = not self._settings.values
                self.services.page.say(self.text(f"value.{'shown' if shown else 'hidden'}"))
                self.rearrange()
            case words if words:
                self.run(next(one.name for one in COMMANDS if words in (one.words, one.told)))
            case _:
                super().key(name)
