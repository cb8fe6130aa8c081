"""A study: the player moves both sides and sees the scores of all moves; branches are saved.

A review is the study of a match that was played. It is analysed in each frame, in time slices.
"""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial

from flipside.game.board.board_state import BoardState
from flipside.game.live_match.match_view import MatchView, can_set_up
from flipside.game.live_match.move_text import AnnotationsEvent, MatchEvent
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.progress import save_new_match
from flipside.game.scenes.common.board import after_move
from flipside.game.scenes.common.board_input import is_on_board
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import REDO_KEYS, UNDO_KEYS, Command, for_no_reason
from flipside.game.scenes.common.dialog import confirm
from flipside.game.scenes.common.match_session import TURN_BOARD, MatchSession, set_up_position
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.seat_rows import COMMENT_LINE, ask_line
from flipside.game.scenes.common.session import Arrangement
from flipside.game.scenes.info.menu import MENU, MENU_COMMANDS, open_menu
from flipside.game.scenes.play.panel_parts import PanelData, match_sentences
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.share.sharing import (
    copy_record,
    export_choice,
    link_of,
    share_link,
    share_moment,
)
from flipside.game.scenes.study.panel import StudyPanel, StudyWays, scrub
from flipside.game.scenes.study.review_text import evaluation_sentences
from flipside.game.scenes.study.study_match import StudyMatch
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.plain import with_ellipses
from flipside.game.services.readout import Part
from flipside.game.tasks.task import FindBetterTask
from flipside.game.ui.layout import Window, board_and_panel
from flipside.game.ui.widgets import Action
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move
from flipside.rules.match.link import carries
from flipside.rules.match.match import replay

_BETWEEN_MOVES_SECONDS = {"slow": 2.2, "normal": 1.0, "fast": 0.3}
"""Seconds between two moves of a playback, by its speed, at the tempo "normal"."""

_NEXT_SPEED = {"slow": "normal", "normal": "fast", "fast": "slow"}


class StudySession(MatchSession):
    """A study, or the review of a match."""

    def __init__(
        self,
        nav: Navigator,
        stored_match: StoredMatch,
        ply: int | None = None,
        reviews: bool = False,
    ) -> None:
        """Begin or continue the study of a match, at `ply` or at its current ply.

        If `reviews`, analyse the match. Raises BadRecord if lines of `stored_match` are invalid.
        """
        self.study_match = StudyMatch(nav.services, stored_match, ply, reviews)
        super().__init__(nav, self.study_match.live_match)
        self.name_key = "play.review" if reviews else "explore.title"
        self.commands = REVIEW_COMMANDS if reviews else STUDY_COMMANDS
        self.playback_speed = "normal"
        self._seconds_to_next: float | None = None
        """Seconds until the next move of the playback; None without a playback."""
        self.analysis = self.study_match.analysis

    def make_view(self, ending: bool) -> MatchView:
        """Return the view of the match, without possible moves if no moves may be tried."""
        view = super().make_view(ending)
        return (
            replace(view, human=False, next_cells=frozenset()) if self.study_match.fixed else view
        )

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Continue playback, forced passes, hints, scores, counts of moves, and the analysis."""
        study_match, played_moves = self.study_match, self.nav.played
        budget = self.services.slice_seconds
        self._play_back(seconds)
        start, event = self.services.clock.seconds(), None
        if not study_match.fixed:
            event = self.live_match.pass_time(seconds, budget if opened else 0.0)
        if event is not None:
            self.show(event)
        left = max(budget - (self.services.clock.seconds() - start), budget / 3)
        if not opened or not self.services.platform.numpy_ready:
            return
        if not played_moves.done:
            if played_moves.work(left, self.services.clock):
                self.scene.update_layout()
        elif study_match.reviews and self.analysis.pass_time(seconds, left):
            self.scene.update_layout()
            if self.analysis.review.done and (words := study_match.review_text_here) is not None:
                said = [words.ply_sentences(study_match.ply), *study_match.judgements()]
                self.services.platform.say(" ".join(said))

    def show(self, event: MatchEvent | None) -> None:
        """Add new moves to the study, and show an event."""
        if event is not None:
            self.study_match.follow()
            if not isinstance(event, AnnotationsEvent):
                words, self.study_match.instead = self.study_match.review_text_here, False
                if self.study_match.reviews and words is not None and event.positions:
                    event = replace(event, sentences=(words.ply_sentences(self.study_match.ply),))
        super().show(event)

    @property
    def plays_back(self) -> bool:
        """Whether a playback is running."""
        return self._seconds_to_next is not None

    def _watch(self) -> None:
        """Start a playback here; after the last move, start at the beginning."""
        self._seconds_to_next = 0.0
        self.services.platform.say(self.text("review.watch"))
        if self.study_match.ply == len(self.live_match.match.moves):
            self.show(self.study_match.goto_ply(0))
            self._seconds_to_next = _BETWEEN_MOVES_SECONDS[self.playback_speed]
        self.scene.update_layout(soon=True)

    def _pause(self) -> None:
        self._seconds_to_next = None
        self.scene.update_layout(soon=True)

    def change_speed(self) -> None:
        """Choose the next speed; a playback goes on at once."""
        self.playback_speed = _NEXT_SPEED[self.playback_speed]
        self._seconds_to_next = 0.0 if self.plays_back else None
        self.services.platform.say(self.text(f"review.speed_{self.playback_speed}"))
        self.scene.update_layout(soon=True)

    def _play_back(self, seconds: float) -> None:
        if self._seconds_to_next is None:
            return
        self._seconds_to_next -= seconds
        if self._seconds_to_next > 0:
            return
        if self.study_match.ply < len(self.live_match.match.moves):
            seconds = _BETWEEN_MOVES_SECONDS[self.playback_speed]
            self._seconds_to_next = seconds * (self.theme.tempo or 1.0)
            self.goto_ply(self.study_match.ply + 1)
        else:
            self._pause()

    def tap_cell(self, cell: Cell) -> None:
        """Tap a cell to try a move; if that is impossible, show why."""
        self._seconds_to_next = None
        taps = self.live_match.taps
        event = None if self.study_match.fixed else self.live_match.tap(cell)
        if event is not None:
            self.show(event)
        else:
            if taps:
                self.scene.follow()
            self.scene.notify(self.study_match.refusal_sentence((*taps, cell)), 0, cell)
        self.scene.let_go(is_on_board)

    def slide(self, target: Hashable, at: tuple[int, int]) -> bool:
        """Go to the ply of the graph nearest to the finger."""
        if target == "graph":
            scrub(self.scene.sheets, at, self.go_in_match)
        return target == "graph"

    def leave(self) -> None:
        """Remove the hint or the taps; if there are none, close the study."""
        if not self.take_back():
            self.close()

    def close(self) -> None:
        """Save the analysis, and close the study."""
        self.analysis.store()
        self.nav.back()

    def _menu(self) -> None:
        """Save the analysis, because the player may go to the shelf, and open the menu."""
        self.analysis.store()
        open_menu(self)

    # -- arrangement -------------------------------------------------------------------------------

    def layout(self, window: Window) -> Arrangement:
        """Return the places of the board and of the study's panel."""
        place, beside = board_and_panel(window, self.aspect)
        moves = self.live_match.match_text.list_of_moves()
        data = PanelData(
            self.theme, self.text, self.services.settings, self.match_view, self.own,
            self.scene.tap_cell, moves, self.goto_ply,
        )  # fmt: skip

        def follow(move: Move) -> None:
            self.show(self.live_match.play(move))

        ways = StudyWays(self.close, self.go_in_match, self._finder, follow)
        sheets = StudyPanel(data, self.study_match, ways).layout(beside, self._sentences())
        view = self.board_view(place, sheets)
        confirm = self.confirm_sheets(view, sheets, window)
        return Arrangement(view, sheets, sheets[-2:-1], confirm=confirm)

    def _sentences(self) -> list[str]:
        here, review = self.study_match.review_text_here, self.analysis.review
        sentences = evaluation_sentences(self.live_match, self.match_view, here, self.nav.played)
        if self.study_match.study.comment:
            sentences.append(with_ellipses(self.study_match.study.comment))
        if self.study_match.reviews and not review.done:
            percent = min(99, int(100 * review.share()))
            sentences.append(self.text("review.working", done=percent))
        return sentences

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""
        sentences = match_sentences(self.live_match, self.match_view, self.board_text().last())
        judgements = self.study_match.judgements()
        return self._readout([*sentences, *self._sentences(), *judgements])

    def resting(self) -> BoardState:
        """Return the board, or the board after the better move."""
        better = self.study_match.better_move if self.study_match.instead else None
        if better is None:
            return super().resting()
        return after_move(self.board, *better, self.services.settings)

    # -- the match ---------------------------------------------------------------------------------

    def goto_ply(self, ply: int) -> None:
        """Go to a ply of the line that is shown."""
        self.show(self.study_match.goto_ply(ply))

    def _step_back(self) -> None:
        """Remove the hint or the taps; if there are none, go to the previous ply."""
        self.show(
            self.live_match.take_back_taps() or self.study_match.goto_ply(self.study_match.ply - 1)
        )

    def go_in_match(self, ply: int) -> None:
        """Go to the position after `ply` plies of the match."""
        event = self.study_match.go_in_match(ply)
        if event is not None:
            self.show(event)

    def _go_to_mistake(self, forwards: bool) -> None:
        self.go_in_match(self.analysis.next_mistake(self.study_match.ply, forwards))

    def _turn_over(self) -> None:
        self.study_match.toggle_better()
        self.scene.update_layout()

    def _values(self) -> None:
        is_on = self.study_match.settings.values = not self.study_match.settings.values
        self.services.platform.say(self.text(f"value.{'shown' if is_on else 'hidden'}"))
        self.scene.update_layout()

    @property
    def _hints(self) -> bool:
        return not (
            self.study_match.fixed
            or self.live_match.human is None
            or self.live_match.match.must_pass
        )

    @property
    def _mistake(self) -> int | None:
        """The ply of the great mistake that led here; None if no task can be made of it."""
        ply = self.study_match.ply - 1
        here = ply in self.analysis.review.mistakes() and ply + 1 <= self.study_match.common_plies
        return ply if here and self.analysis.review.settled_at(ply) else None

    def _find_here(self) -> None:
        if (ply := self._mistake) is not None:
            self._find(ply)

    def _finder(self, ply: int) -> Action | None:
        """Return the action to find a better move; None before the review of the move is final."""
        return partial(self._find, ply) if self.analysis.review.settled_at(ply) else None

    def _find(self, ply: int) -> None:
        """Open the task to find a better move than the one made after `ply` plies."""
        self.analysis.store()
        review, words = self.analysis.review, self.study_match.review_text
        task = FindBetterTask(review, ply, lambda: words.better_sentences(ply) if words else [])
        title = self.text("better.title", ply=ply + 1)
        self.nav.open(BoardScene(SolveSession(self.nav, task, title)))

    def _here(self) -> None:
        """Show or hide the cursor; if no moves may be tried, open a study of the match."""
        if self.study_match.fixed:
            self._explore()
        else:
            self.scene.board_input.toggle_cursor(self.match_view.last_cells)

    # -- the study ---------------------------------------------------------------------------------

    def _comment(self) -> None:
        """Ask for a comment on the position shown."""

        def take(words: str) -> None:
            self.study_match.write_comment(words)
            self.scene.update_layout()
            self.services.platform.say(words or self.text("explore.no_comment"))

        title = self.text("explore.comment_title")
        ask_line(self.nav, title, self.study_match.study.comment, COMMENT_LINE, take)

    def _promote(self) -> None:
        self.study_match.promote()
        self.show(MatchEvent(sentences=(self.text("explore.promoted"),)))

    def _ask_delete(self) -> None:
        """Delete the last move and all that follow; ask first if these are several moves."""
        count = self.study_match.study.size()

        def delete() -> None:
            self.show(self.study_match.delete())

        if count == 1:
            delete()
        else:
            title, words = self.text("explore.delete"), "explore.delete_words"
            confirm(self.nav, title, self.text(words, count=count), "bin", delete)

    # -- ways to other scenes ----------------------------------------------------------------------

    def _ask_play_on(self) -> None:
        """Ask whether to begin a match from this position. The study is kept."""
        stays = "review.play_on_words" if self.study_match.reviews else "explore.play_on_words"
        title, words = self.text("explore.play_on"), self.text(stays)
        confirm(self.nav, title, words, "play", self._play_on)

    def _play_on(self) -> None:
        self.study_match.analysis.store()
        new_match = self.study_match.played_on()
        if save_new_match(self.nav.services, new_match):
            self.nav.home()
            self.nav.open(BoardScene(PlaySession(self.nav, new_match)))

    def _explore(self) -> None:
        """Open a study in which moves may be tried."""
        study_match = self.study_match
        study_match.analysis.store()
        match = replay(study_match.match.to_record(), BY_KEY)
        match.goto_ply(study_match.ply)
        self.nav.ways.explore(StoredMatch(match, study_match.seats))

    def _share(self) -> None:
        """Share the match or the whole study; only its main line if it is too long for a link."""
        nav, study_match, record = self.nav, self.study_match, self.study_match.record
        if record is None:
            share_moment(nav, study_match.match, study_match.seats, study_match.ply)
            return
        main, match = replay(record, BY_KEY), self.live_match.match
        words = "" if carries(record) else self.text("explore.long")
        picture = export_choice(nav, match, study_match.seats, match.ply, "later", record)
        share_link(nav, lambda: link_of(nav.services, main, record), words, [picture])

    def _copy(self) -> None:
        """Copy the match, or the study if it differs from the match, as text."""
        study_match = self.study_match
        copy_record(self.nav, study_match.record or study_match.match.to_record(study_match.seats))


def explore(nav: Navigator, stored_match: StoredMatch) -> None:
    """Open the study of a match. Raises BadRecord if its lines are invalid."""
    nav.open(BoardScene(StudySession(nav, stored_match)))


def review(nav: Navigator, stored_match: StoredMatch, ply: int) -> None:
    """Open the review of a match at `ply`. Raises BadRecord if its lines are invalid."""
    nav.open(BoardScene(StudySession(nav, stored_match, ply, reviews=True)))


def _over(of: StudySession) -> str:
    return "spoken.over" if of.match_view.over else ""


def _why_no_hint(of: StudySession) -> str:
    if of.match_view.over:
        return "spoken.over"
    return "why.fixed" if of.study_match.fixed else "spoken.must_pass"


def _off_board(of: StudySession) -> bool:
    """Return whether arrow keys go from move to move, because the cursor is hidden."""
    return of.scene.board_input.cursor is None


def _plays_at(speed: str, of: StudySession) -> bool:
    return of.playback_speed == speed


STUDY_COMMANDS: tuple[Command[StudySession], ...] = (
    Command("previous", "review.previous", lambda of: of._step_back(), keys=UNDO_KEYS),
    Command("next", "review.next", lambda of: of.goto_ply(of.study_match.ply + 1), keys=REDO_KEYS),
    Command("first", "review.first", lambda of: of.goto_ply(0), keys=("home",),
            key_line="keys.ends"),
    Command("last", "review.last", lambda of: of.goto_ply(len(of.live_match.match.moves)),
            keys=("end",), key_line="keys.ends"),
    Command("watch", "review.watch", lambda of: of._watch(), "play", ("y",),
            lambda of: not of.plays_back and bool(of.live_match.match.moves),
            lambda of: None if of.plays_back else "why.last", "panel"),
    Command("pause", "review.pause", lambda of: of._pause(), "pause", ("y",),
            lambda of: of.plays_back, place="panel", key_line="review.watch"),
    *(Command(f"speed-{speed}", f"review.speed_{speed}", StudySession.change_speed, "clock",
              ("s",), partial(_plays_at, speed), place="panel", key_line="keys.speed")
      for speed in _NEXT_SPEED),
    Command("hint", "play.hint", lambda of: of.show(of.live_match.ask_hint()), "hint", ("t",),
            lambda of: of._hints, _why_no_hint, "panel", key_line="keys.hint"),
    Command("values", "play.values", lambda of: of._values(), "eye", ("v",),
            lambda of: not of.study_match.fixed, lambda of: "why.fixed", "panel",
            key_line="keys.values"),
    Command("comment", "explore.comment", lambda of: of._comment(), "comment", ("n",),
            lambda of: not of.study_match.fixed, lambda of: "why.fixed", "panel"),
    replace(TURN_BOARD, place="panel"),
    Command("promote", "explore.promote", lambda of: of._promote(), "up", ("w",),
            lambda of: not (of.study_match.fixed or of.study_match.study.is_main),
            lambda of: "why.fixed" if of.study_match.fixed else "why.promote", "panel"),
    Command("delete", "explore.delete", lambda of: of._ask_delete(), "bin", ("g",),
            lambda of: not of.study_match.fixed and of.study_match.ply > 0,
            lambda of: "why.fixed" if of.study_match.fixed else "why.delete", "panel"),
    Command("play-on", "explore.play_on", lambda of: of._ask_play_on(), "play", ("p",),
            lambda of: of.live_match.result is None and of.study_match.explorable, _over, "panel"),
    Command("explore", "explore.here", lambda of: of._explore(), "branch", (),
            lambda of: of.study_match.fixed and of.study_match.explorable,
            lambda of: "" if of.study_match.fixed else None, "panel"),
    Command("set-up", "editor.title", lambda of: set_up_position(of.nav, of.live_match.match),
            "board", (), lambda of: can_set_up(of.study_match.match), for_no_reason, "panel"),
    Command("share", "share.title", lambda of: of._share(), "share", ("k",), place="panel"),
    Command("copy", "play.copy", lambda of: of._copy(), "copy", ("ctrl c",), place="panel"),
    replace(MENU, run=StudySession._menu),
    *MENU_COMMANDS,
)  # fmt: skip

REVIEW_COMMANDS: tuple[Command[StudySession], ...] = (
    Command("step-back", "keys.step", lambda of: of.goto_ply(of.study_match.ply - 1),
            keys=("left",), possible=_off_board),
    Command("step", "keys.step", lambda of: of.goto_ply(of.study_match.ply + 1), keys=("right",),
            possible=_off_board),
    Command("swing-back", "keys.swing", lambda of: of._go_to_mistake(False), keys=("up",),
            possible=_off_board),
    Command("swing", "keys.swing", lambda of: of._go_to_mistake(True), keys=("down",),
            possible=_off_board),
    Command("here", "explore.here", lambda of: of._here(), keys=("i",),
            possible=lambda of: not of.study_match.fixed or of.study_match.explorable,
            why_not=for_no_reason),
    Command("better", "review.show_better", lambda of: of._turn_over(), "swap", ("b",),
            lambda of: of.study_match.better_move is not None, for_no_reason),
    Command("find", "better.find", lambda of: of._find_here(), "hint", ("f",),
            lambda of: of._mistake is not None, lambda of: "why.find"),
    *STUDY_COMMANDS,
)  # fmt: skip
