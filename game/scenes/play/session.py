"""A match that is being played: its session and commands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from flipside.game.live_match.live_match import LiveMatch, rematch, restarted, warned_move
from flipside.game.live_match.match_meaning import series_sentence
from flipside.game.live_match.match_text import MatchText, record_error
from flipside.game.live_match.move_text import ContinuedElsewhere, MatchEvent
from flipside.game.saves import matches
from flipside.game.saves.album import ended_elsewhere
from flipside.game.saves.progress import changed_elsewhere, save_new_match
from flipside.game.saves.series import add_match, open_match
from flipside.game.scenes.common.board_input import is_on_board
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import REDO_KEYS, UNDO_KEYS, Command, for_no_reason
from flipside.game.scenes.common.dialog import Dialog, answer, confirm, show_message
from flipside.game.scenes.common.match_session import TURN_BOARD, MatchSession, set_up_position
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.seat_rows import SeatsDialog
from flipside.game.scenes.common.session import Arrangement
from flipside.game.scenes.info.menu import MENU, MENU_COMMANDS, open_menu
from flipside.game.scenes.play import panel_parts
from flipside.game.scenes.play.panels import Panel, why_no_help, why_no_undo
from flipside.game.scenes.play.result_card import ResultCard, abandon_series, ask_level, next_level
from flipside.game.scenes.share.read_input import import_match
from flipside.game.scenes.share.sharing import copy_record, export_choice, link_of, share_link
from flipside.game.services.platform.clipboard import TextOrFiles
from flipside.game.services.readout import Part
from flipside.game.speech import enter
from flipside.game.ui import layout
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move
from flipside.rules.match.record import BadRecord, Record


class PlaySession(MatchSession):
    """A match that is being played."""

    def __init__(self, nav: Navigator, stored_match: matches.StoredMatch, note: str = "") -> None:
        super().__init__(nav, LiveMatch(nav.services, stored_match))
        self.live_match.note, self.commands = note, PLAY_COMMANDS
        self._closed_end: object = None
        """The end of which the result card was closed."""

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on, because a computer moves or a player thinks."""
        live_match = self.live_match
        return (
            live_match.result is None
            and not live_match.waiting
            and not live_match.correspondence.awaits
        )

    def title(self) -> str:
        """Return the title: the result or the player to move, the game and the program."""
        see = self.match_view
        turn = self.text("play.to_move", colour=see.called(see.turn))
        now = see.result_words if see.over else turn
        return " – ".join(filter(None, (now, self.text.game(see.game.key, "short"), "Flipside")))

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the match continue: clocks, computers, hints and scores."""
        budget = self.services.slice_seconds if opened else 0.0
        event = self.live_match.pass_time(seconds, budget)
        if event is not None:
            self.show(event)

    def show(self, event: MatchEvent | None) -> None:
        """Show an event of the match; if another window continued the match, ask what to do."""
        if isinstance(event, ContinuedElsewhere):
            self.scene.playback.finish()
            self._ask_where()
            return
        before, unread = self.match_view, self.scene.unread
        super().show(event)
        if not self.match_view.differs(before):
            self.scene.unread = unread  # thinking and clocks are not in the readout
        if before.human and before.at != self.match_view.at:
            # Other fingers on the board were meant for the previous move.
            self.scene.let_go(is_on_board)

    def _open_match(self, stored_match: matches.StoredMatch, note: str) -> None:
        self.nav.replace(BoardScene(PlaySession(self.nav, stored_match, note)))

    def stored(self, name: str) -> None:
        """If another window has continued this match, ask what to do."""
        if name == self.live_match.stored_match.name and changed_elsewhere(
            self.services, self.live_match.stored_match
        ):
            self._ask_where()

    def leave(self) -> None:
        """Remove the hint or the taps, or close the result card, or open the menu of the match."""
        if self.take_back():
            return
        if self.shows_card:
            self._toggle_card()
        else:
            self._menu()

    @property
    def shows_card(self) -> bool:
        """Whether the result card takes the place of panels."""
        see = self.match_view
        ended = see.result is not None and not see.looking_back
        return ended and self._closed_end != self._end and not self.scene.playback.shows_end

    @property
    def headline(self) -> str:
        """The result on the result card, or that a series is won; empty without a card."""
        see, award = self.match_view, self.services.settings.award
        if see.result is None or not self.shows_card:
            return ""
        series = self.live_match.meaning.series
        if series is not None and series.winner is not None:
            return series_sentence(self.text, series).rstrip(".")
        return self.live_match.match_text.result_sentence(see.result, award, people=see.people)

    @property
    def _end(self) -> object:
        return tuple(self.live_match.match.moves), self.live_match.match.resigned

    def _toggle_card(self) -> None:
        self._closed_end = None if self._closed_end == self._end else self._end
        self.scene.update_layout()

    def tap_cell(self, cell: Cell) -> None:
        """Tap a cell of the match, or close the result card; if nothing happens, show why."""
        if self.shows_card:
            self._toggle_card()
            return
        if self.live_match.human is None:
            why = "not_yours" if self.live_match.result is None else "over"
            self.scene.notify(self.text(f"spoken.{why}"), self.panel, cell)
            return
        if (move := warned_move(self.live_match, cell)) is not None:
            self.live_match.meaning.note_help("warning")
            text, play = self.text, partial(self._play, move)
            confirm(self.nav, text("warn.yes"), text("warn.words"), "play", play, text("warn.no"))
            return
        taps, had_hint = self.live_match.taps, self.live_match.hint.is_active
        event = self.live_match.tap(cell)
        if event is not None:
            self.show(event)
            return
        if taps or had_hint:  # the tap has removed them
            self.scene.follow()
        match_text = self.live_match.match_text
        self.scene.notify(
            match_text.why((*taps, cell)) or match_text.why((cell,)), self.panel, cell
        )

    def _play(self, move: Move) -> None:
        self.show(self.live_match.play(move))

    @property
    def panel(self) -> int:
        """The panel of the player to move, or the near panel if that player is not a person."""
        return int(self.match_view.turn == self.match_view.near or not self.match_view.human)

    def typed(self, words: str) -> None:
        """Make a typed move, or announce why it is impossible."""
        outcome = enter(self.live_match, words)
        if isinstance(outcome, str):
            self.services.platform.say(outcome)
        else:
            self.show(outcome)

    def looked_at(self, cell: Cell) -> None:
        """Announce the value of a tap on a cell, if it is known."""
        value = self.match_view.move_values.cells.get(cell)
        if value is not None:
            name = self.live_match.match_text.cell_text.cell_name(cell)
            self.services.platform.say(self.text("value.cell", name=name, value=value))

    # -- arrangement -------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""
        last = self.board_text().last()
        return self._readout(panel_parts.match_sentences(self.live_match, self.match_view, last))

    def layout(self, window: layout.Window) -> Arrangement:
        """Return the places of the board and of both players' panels."""
        settings, see = self.services.settings, self.match_view
        moves, go = self.live_match.match_text.list_of_moves(), None if see.fixed else self.goto_ply
        data = panel_parts.PanelData(
            self.theme, self.text, settings, see, self.own, self.scene.tap_cell, moves, go,
            self.headline, self.live_match.meaning.series_wins,
        )  # fmt: skip
        both, near_panel = data.face_to_face, ResultCard if data.headline else Panel
        far_panel = near_panel if both else Panel
        plan = layout.play_layout(window, self.aspect, both, panel_parts.extra_room(data))
        turns, shapes = plan.quarter_turns, plan.shapes
        far = far_panel(data, plan.far, turns[0], 1 - see.near, shapes[0], both).sheet
        near = near_panel(data, plan.near, turns[1], see.near, shapes[1], True).sheet
        sheets = [far, near, *far.inner, *near.inner]
        view = self.board_view(plan.board, sheets)
        confirm = self.confirm_sheets(view, sheets, window)
        return Arrangement(view, sheets, far.inner, plan.upright, confirm=confirm)

    @property
    def _stored_match(self) -> matches.StoredMatch:
        return matches.StoredMatch(self.live_match.match, self.live_match.seats)

    # -- the match ---------------------------------------------------------------------------------

    def goto_ply(self, ply: int) -> None:
        """Go to the position after `ply` plies."""
        if ply != self.live_match.match.ply:
            self.show(self.live_match.goto_ply(ply))

    def _seats(self) -> None:
        def seat(seats: matches.Seats, names: matches.Names) -> None:
            self.show(self.live_match.seat(seats, names))

        self.nav.open(SeatsDialog(self.nav, self.live_match, seat))

    def _moves(self) -> None:
        match_text = self.live_match.match_text
        at, go = self.live_match.match.ply, None if self.live_match.locked_plies else self.goto_ply
        why = "" if go is not None else self.text(why_no_undo(self.match_view))
        moves = match_text.list_of_moves()
        self.nav.open(panel_parts.MovesDialog(self.nav, match_text.opening(), moves, at, go, why))

    def _values(self) -> None:
        settings = self.services.settings
        settings.values = not settings.values
        self.services.platform.say(self.text(f"value.{'shown' if settings.values else 'hidden'}"))
        self.nav.refresh()

    def _swap(self) -> None:
        self.show(
            self.live_match.seat(self.live_match.seats[::-1], self.live_match.match.players[::-1])
        )

    def _explore(self) -> None:
        """Open a study of the match, which is help until the match has ended."""
        self._note_analysis()
        self.nav.ways.explore(self._stored_match)

    def _review(self) -> None:
        """Open the review of the match, which is help until the match has ended."""
        self._note_analysis()
        self.nav.ways.review(self._stored_match, self.live_match.match.ply)

    def _note_analysis(self) -> None:
        if self.live_match.result is None:
            self.live_match.meaning.note_help("analysis")

    def _give_up(self) -> None:
        live_match, text = self.live_match, self.text
        turn = live_match.match.position.turn
        player = turn if live_match.person(turn) or not live_match.person(1 - turn) else 1 - turn

        def give_up() -> None:
            self.show(live_match.resign(player))

        words = text("play.give_up_question", colour=live_match.match_text.player(player))
        no = text("dialog.keep_playing")
        confirm(self.nav, text("play.give_up"), words, "flag", give_up, no=no)

    # -- another match -----------------------------------------------------------------------------

    def _start(self, stored_match: matches.StoredMatch, series_name: str = "") -> None:
        """Continue a stored match, or play a new one, in a series if that is named."""
        live_match, note = self.live_match, ""
        if stored_match.lines:
            self.nav.ways.explore(stored_match)
            return
        if stored_match.saved_text is None:
            if live_match.result is None and (live_match.match.moves or live_match.match.start):
                note = self.text("play.stays")
            if not live_match.make_room(stored_match):
                return
            if series_name:
                add_match(self.services.storage, series_name, stored_match.name)
        if stored_match.final_score is not None:
            phrases = MatchText(self.text, stored_match.match)
            note = f"{phrases.stopped(stored_match.final_score)} {note}".strip()
        self._open_match(stored_match, note)
        if note:
            self.services.platform.say(note)

    def _rematch(self) -> None:
        """Begin a rematch; after the end, it is the next match of a running series."""
        live_match, meaning, services = self.live_match, self.live_match.meaning, self.services
        meaning.update_series()
        if live_match.result is not None and meaning.series_runs:
            stored_match = open_match(services, meaning.series_name)
            self._start(stored_match or rematch(services, live_match), meaning.series_name)
        elif meaning.streak is None:
            self._start(rematch(services, live_match))
        else:
            ask_level(self.nav, live_match, meaning.streak, self._start)

    def _abandon(self) -> None:
        def follow() -> None:
            meaning.update_series()
            self.scene.follow()

        meaning = self.live_match.meaning
        if meaning.series is not None:
            abandon_series(self.nav, meaning.series_name, meaning.series, follow)

    def _ask_where(self) -> None:
        """Report that another window has continued or deleted the match, and ask what to do."""
        if self.nav.top is not self.scene:
            return
        text, match = self.text, self.live_match.match
        news, record = "elsewhere", None

        def go_on() -> None:
            stored_match = matches.load_match(self.services, self.live_match.stored_match.name)
            if stored_match is None:
                self.nav.home()
            else:
                self._start(stored_match)

        choices = [answer("take-over", text("play.take_over"), "play", "primary", go_on)]
        if self.services.storage.load(self.live_match.stored_match.name) is None:
            record = ended_elsewhere(self.services, match)
            news = "deleted" if record is None else "ended"
            choices = [answer("keep", text("play.keep"), "play", act=self._keep)]
        if record is not None:
            over = partial(self._look_at, record)
            choices.insert(0, answer("review", text("play.review"), "graph", "primary", over))
        choices.append(answer("shelf", text("play.shelf"), "shelf", act=self.nav.home))
        title, words = text(f"play.{news}"), text(f"play.{news}_words")
        self.nav.open(Dialog(self.nav, title, words, choices))

    def _keep(self) -> None:
        """Save the match as a new one, because its save was deleted."""
        stored_match = replace(self.live_match.stored_match, name="", saved_text=None)
        if save_new_match(self.services, stored_match):
            self._open_match(stored_match, "")

    def _look_at(self, record: Record) -> None:
        try:
            self.nav.ways.review(matches.saved_from(record), len(record.moves.split()))
        except BadRecord as wrong:
            show_message(self.nav, self.text("play.review"), record_error(self.text, wrong))

    # -- menu and sharing --------------------------------------------------------------------------

    def _menu(self, whole: bool = False) -> None:
        """Open the menu; `whole` also lists the commands that larger panels have as buttons."""
        self.live_match.save_time()  # players leave the match from the menu
        text, by_lot = self.text, matches.lots_decide(self.live_match.match)
        again = "play.again_lots" if by_lot else "play.again_swapped"
        heads: Mapping[str, Sequence[str]] = {
            "": (text("play.this"),),
            "another": (text("play.another"), text(again)),
            "flipside": ("Flipside",),
        }
        places = ("panels", "menu") if whole else ("menu",)
        back = "dialog.back" if self.match_view.over else "dialog.keep_playing"
        open_menu(self, places, heads, back)

    def _share(self) -> None:
        live_match, text = self.live_match, self.text
        match = live_match.match
        further = [export_choice(self.nav, match, live_match.seats, match.ply)]
        words, by_post = "", live_match.correspondence.away is not None
        if self._may_go_out and not by_post:
            colour = live_match.match_text.player(live_match.match.position.turn)
            begin = text("post.begin", colour=colour)
            further.insert(0, answer("by-post", begin, "person", act=self._begin_correspondence))
            words = text("post.no_clocks") if live_match.match.clock is not None else ""
        share_link(self.nav, self._link, words, further, by_post)

    @property
    def _may_go_out(self) -> bool:
        live_match = self.live_match
        people = set(live_match.seats) == {matches.PERSON}
        return people and (live_match.result is None or live_match.correspondence.away is not None)

    def _begin_correspondence(self) -> None:
        self.show(self.live_match.correspondence.begin(self.live_match.match.position.turn))
        self._share()

    def _link(self) -> str:
        """Return the match's link and mark it as sent; "" if another window continued the match."""
        live_match = self.live_match
        if self._may_go_out:
            if not live_match.correspondence.send():
                self._ask_where()
                return ""
            self.show(MatchEvent())
        return link_of(
            self.services, live_match.match, live_match.match.to_record(live_match.seats)
        )

    def _paste(self) -> None:
        title = self.text("play.paste")

        def take(source: TextOrFiles) -> None:
            import_match(self.nav, title, source, self._start, now=self.live_match.match)

        about, back = self.text("play.paste_about"), self.text("dialog.back")
        self.services.platform.clipboard.ask_text(title, about, title, back, take)


PLAY_COMMANDS: tuple[Command[PlaySession], ...] = (
    Command("undo", "play.undo", lambda of: of.show(of.live_match.undo()), "undo",
            UNDO_KEYS, lambda of: of.match_view.can_undo,
            lambda of: why_no_undo(of.match_view), "always"),
    Command("go-on", "play.go_on", lambda of: of.show(of.live_match.go_on()), "play", ("p",),
            lambda of: of.match_view.waiting, for_no_reason, "panels", "primary",
            key_line="keys.pause"),
    Command("pause", "play.pause", lambda of: of.show(of.live_match.pause()), "pause", ("p",),
            lambda of: of.match_view.demonstrates, for_no_reason, "panels", key_line="keys.pause"),
    Command("hint", "play.hint", lambda of: of.show(of.live_match.ask_hint()), "hint", ("t",),
            lambda of: of.match_view.can_hint, why_no_help, "panels", key_line="keys.hint"),
    Command("redo", "play.redo", lambda of: of.show(of.live_match.redo()), "redo", REDO_KEYS,
            lambda of: of.match_view.looking_back, lambda of: "why.redo", "panels"),
    Command("send", "post.send", PlaySession._share, "share",
            possible=lambda of: of.match_view.unsent
            and (of.match_view.awaits or of.match_view.over),
            place="next", look="primary"),
    Command("answer", "post.paste", PlaySession._paste, "paste",
            possible=lambda of: of.match_view.awaits and not of.match_view.unsent, place="next"),
    Command("result", "result.title", PlaySession._toggle_card, "flag", ("j",),
            lambda of: of.match_view.result is not None and not of.match_view.looking_back,
            for_no_reason, "panels", key_line="keys.result"),
    Command("moves", "play.moves", PlaySession._moves, "list", ("l",), place="panels",
            key_line="keys.moves"),
    replace(MENU, run=PlaySession._menu),
    replace(MENU, id="whole-menu", run=lambda of: of._menu(whole=True), keys=()),
    Command("values", "play.values", PlaySession._values, "eye", ("v",),
            lambda of: of.match_view.can_value, why_no_help, "menu", key_line="keys.values"),
    Command("give-up", "play.give_up", PlaySession._give_up, "flag", ("g",),
            lambda of: not of.match_view.over, lambda of: "spoken.over", "menu"),
    Command("seats", "play.seats", PlaySession._seats, "person", ("w",),
            lambda of: of.match_view.away is None, lambda of: "why.players", "menu"),
    Command("swap", "play.swap", PlaySession._swap, "swap", ("s",),
            lambda of: of.match_view.away is None, lambda of: "why.players", "menu"),
    Command("review", "play.review", PlaySession._review, "graph", ("e",),
            lambda of: of.match_view.plies > 0 and of.match_view.can_value,
            lambda of: "spoken.no_last" if of.match_view.can_value else why_no_help(of), "menu"),
    Command("explore", "explore.title", PlaySession._explore, "branch", ("i",),
            lambda of: of.match_view.explorable, why_no_help, "menu"),
    Command("share", "share.title", PlaySession._share, "share", ("k",), place="menu"),
    Command("copy", "play.copy",
            lambda of: copy_record(of.nav, of.live_match.match.to_record(of.live_match.seats)),
            "copy", ("ctrl c",), place="menu"),
    Command("restart", "play.restart", lambda of: of._start(restarted(of.services, of.live_match)),
            "new", ("n",), place="menu", group="another"),
    Command("rematch", "play.rematch", PlaySession._rematch, "again", place="menu",
            group="another"),
    Command("next-level", "result.next_level",
            lambda of: of._start(rematch(of.services, of.live_match, next_level(of.live_match))),
            "up", possible=lambda of: bool(next_level(of.live_match)), place="card"),
    Command("lesson", "lesson.title",
            lambda of: of.nav.ways.lesson(of.live_match.game, of.live_match.meaning.lesson), "hint",
            possible=lambda of: bool(of.live_match.meaning.lesson), place="card"),
    Command("paste", "play.paste", PlaySession._paste, "paste", ("ctrl v",), place="menu",
            group="another"),
    Command("abandon", "series.abandon", PlaySession._abandon, "flag",
            possible=lambda of: of.live_match.meaning.series_runs, place="menu", group="another"),
    *MENU_COMMANDS,
    TURN_BOARD,
    Command("set-up", "editor.title", lambda of: set_up_position(of.nav, of.live_match.match),
            "board", ("x",), lambda of: of.match_view.can_set_up, why_no_help, "menu",
            group="flipside"),
)  # fmt: skip
"""The commands of a match, in the order of the menu."""
