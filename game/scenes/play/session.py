"""A match that is played: its session and commands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from flipside.game.saves.album import ended_elsewhere
from flipside.game.saves.matches import (
    PERSON,
    Names,
    Saved,
    Seats,
    load_match,
    lots_decide,
    saved_from,
)
from flipside.game.saves.progress import save_new_match, went_on
from flipside.game.scenes.common.board_scene import Arrangement, BoardScene
from flipside.game.scenes.common.command import Command, for_no_reason
from flipside.game.scenes.common.dialog import Dialog, answer, ask, tell
from flipside.game.scenes.common.hands import is_on_board
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.seat_rows import SeatsDialog
from flipside.game.scenes.common.table_session import TableSession
from flipside.game.scenes.info.manual import Legend, Manual
from flipside.game.scenes.info.settings import SettingsPage
from flipside.game.scenes.play.panel_parts import (
    MovesDialog,
    PanelData,
    extra_room,
    match_sentences,
)
from flipside.game.scenes.play.panels import Panel, why_no_undo
from flipside.game.scenes.share.picture_giving import export_choice
from flipside.game.scenes.share.read_given import import_match
from flipside.game.scenes.share.sharing import copy_record, link_of, share_link
from flipside.game.services.platform.clipboard import Given
from flipside.game.services.readout import Part
from flipside.game.speech.move_input import enter
from flipside.game.table.move_text import Change, WentElsewhere
from flipside.game.table.phrases import Phrases, record_error
from flipside.game.table.table import Table, rematch, restarted
from flipside.game.ui import layout
from flipside.rules.contract.board import Cell
from flipside.rules.contract.diagram import write_position
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Record


class PlaySession(TableSession):
    """One match that is played."""

    def __init__(self, nav: Navigator, stored_match: Saved, note: str = "") -> None:
        super().__init__(nav, Table(nav.services, stored_match))
        self.table.note, self.commands = note, PLAY_COMMANDS

    @property
    def wakes(self) -> bool:
        """Whether a computer may move or a player think, so that the screen stays awake."""
        table = self.table
        return table.result is None and not table.waiting and not table.correspondence.awaits

    def title(self) -> str:
        """Return the result or the player to move, the game's name and the program's."""
        see = self.see
        turn = self.text("play.to_move", colour=see.called(see.turn))
        now = turn if see.result is None else see.result_words
        return f"{now} – {self.text.game(see.game.key, 'short')} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the match continue: clocks, computers, hints and scores."""
        budget = self.services.slice_seconds if opened else 0.0
        change = self.table.pass_time(seconds, budget)
        if change is not None:
            self.show(change)

    def show(self, change: Change | None) -> None:
        """Show a change of the match, or ask where to continue it."""
        if isinstance(change, WentElsewhere):
            self.scene.motion.finish()
            self._ask_where()
            return
        before, unread = self.see, self.scene.unread
        super().show(change)
        if not self.see.differs(before):
            self.scene.unread = unread  # thinking and clocks are not in the readout
        if before.human and before.at != self.see.at:
            # Other fingers on the board were meant for the previous move.
            self.scene.let_go(is_on_board)

    def _open_match(self, stored_match: Saved, note: str) -> None:
        self.nav.replace(BoardScene(PlaySession(self.nav, stored_match, note)))

    def stored(self, name: str) -> None:
        """Ask where to continue if another tab continued this match."""
        if name == self.table.saved.name and went_on(self.services, self.table.saved):
            self._ask_where()

    def leave(self) -> None:
        """Take back the started move, or else open the menu of the match."""
        if not self.take_back():
            self._menu()

    def tap(self, cell: Cell) -> None:
        """Tap a cell of the match, or show why that does nothing."""
        if self.table.human is None:
            why = "not_yours" if self.table.result is None else "over"
            self.scene.notify(self.text(f"spoken.{why}"), self.panel, cell)
            return
        taps, had_hint = self.table.taps, self.table.hint.shown
        change = self.table.tap(cell)
        if change is not None:
            self.show(change)
            return
        if taps or had_hint:  # the tap ended them
            self.scene.follow()
        words = self.table.words
        self.scene.notify(words.why((*taps, cell)) or words.why((cell,)), self.panel, cell)

    @property
    def panel(self) -> int:
        """The sheet of the player to move, or the near one if that is not a person."""
        return int(self.see.turn == self.see.near or not self.see.human)

    def typed(self, words: str) -> None:
        """Make the move of a typed line, or announce why that is impossible."""
        outcome = enter(self.table, words)
        if isinstance(outcome, str):
            self.services.platform.say(outcome)
        else:
            self.show(outcome)

    def looked_at(self, cell: Cell) -> None:
        """Announce the value of a tap on a cell, if it is known."""
        value = self.see.valued.cells.get(cell)
        if value is not None:
            name = self.table.words.cells.spot(cell)
            self.services.platform.say(self.text("value.cell", name=name, value=value))

    # -- arrangement -------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the match."""
        last = self.board_text().last()
        return self._readout(match_sentences(self.table, self.see, last))

    def lay_out(self, window: layout.Window) -> Arrangement:
        """Return the board between the panels of both players."""
        settings, see = self.services.settings, self.see
        moves, go = self.table.words.list_of_moves(), None if see.fixed else self.go
        data = PanelData(
            self.theme, self.text, settings, see, self.own, self.scene.tap_cell, moves, go,
        )  # fmt: skip
        plan = layout.play_layout(window, self.aspect, data.face_to_face, extra_room(data))
        turns, shapes = plan.turns, plan.shapes
        far = Panel(data, plan.far, turns[0], 1 - see.near, shapes[0], data.face_to_face)
        near = Panel(data, plan.near, turns[1], see.near, shapes[1], True)
        lists = far.sheet.inner
        sheets = [far.sheet, near.sheet, *lists, *near.sheet.inner]
        return Arrangement(self.board_view(plan.board, sheets), sheets, lists, plan.upright)

    @property
    def _stored_match(self) -> Saved:
        return Saved(self.table.match, self.table.seats)

    # -- the match ---------------------------------------------------------------------------------

    def go(self, ply: int) -> None:
        """Show the match after so many plies."""
        if ply != self.table.match.ply:
            self.show(self.table.go(ply))

    def _seats(self) -> None:
        def seat(seats: Seats, names: Names) -> None:
            self.show(self.table.seat(seats, names))

        self.nav.open(SeatsDialog(self.nav, self.table, seat))

    def _moves(self) -> None:
        words = self.table.words
        at, go = self.table.match.ply, None if self.table.locked_plies else self.go
        why = "" if go is not None else self.text(why_no_undo(self.see))
        moves = words.list_of_moves()
        self.nav.open(MovesDialog(self.nav, words.opening(), moves, at, go, why))

    def _values(self) -> None:
        settings = self.services.settings
        settings.values = not settings.values
        self.services.platform.say(self.text(f"value.{'shown' if settings.values else 'hidden'}"))
        self.nav.refresh()

    def _swap(self) -> None:
        self.show(self.table.seat(self.table.seats[::-1], self.table.match.players[::-1]))

    def _give_up(self) -> None:
        table, text = self.table, self.text
        turn = table.match.position.turn
        player = turn if table.person(turn) or not table.person(1 - turn) else 1 - turn

        def give_up() -> None:
            self.show(table.give_up(player))

        words = text("play.give_up_question", colour=table.words.player(player))
        no = text("dialog.keep_playing")
        ask(self.nav, text("play.give_up"), words, "flag", give_up, no=no)

    # -- another match -----------------------------------------------------------------------------

    def _start(self, stored_match: Saved) -> None:
        """Play a stored or a new match; the present one stays in progress."""
        table, note = self.table, ""
        if stored_match.lines:
            self.nav.ways.explore(stored_match)
            return
        if stored_match.text is None:
            if table.result is None and (table.match.moves or table.match.start):
                note = self.text("play.stays")
            if not table.make_room(stored_match):
                return
        if stored_match.scored is not None:
            phrases = Phrases(self.text, stored_match.match)
            note = f"{phrases.stopped(stored_match.scored)} {note}".strip()
        self._open_match(stored_match, note)
        if note:
            self.services.platform.say(note)

    def _rematch(self) -> None:
        streak = self.table.streak
        if streak is None:
            self._start(rematch(self.services, self.table))
            return

        def against(level: str) -> None:
            self.table.streak = None
            self._start(rematch(self.services, self.table, level))

        text = self.text
        same = next(word for word in self.table.seats if word != PERSON)
        choices = [
            answer(f"against-{level}", text(f"level.{level}.name"), icon, look,
                   partial(against, level))
            for level, icon, look in ((streak.level, "again", "primary"), (same, "", "plain"))
        ]  # fmt: skip
        (words,) = self.table.words.streak(streak)
        self.nav.open(Dialog(self.nav, text("play.rematch"), words, choices))

    def _ask_where(self) -> None:
        """Report that another window continued or removed the match; ask what to do."""
        if self.nav.top is not self.scene:
            return
        text, match = self.text, self.table.match
        news, record = "elsewhere", None

        def go_on() -> None:
            stored_match = load_match(self.services, self.table.saved.name)
            if stored_match is None:
                self.nav.home()
            else:
                self._start(stored_match)

        choices = [answer("take-over", text("play.take_over"), "play", "primary", go_on)]
        if self.services.storage.load(self.table.saved.name) is None:
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
        """Save the match as a new one, since its save is gone."""
        stored_match = replace(self.table.saved, name="", text=None)
        if save_new_match(self.services, stored_match):
            self._open_match(stored_match, "")

    def _look_at(self, record: Record) -> None:
        try:
            self.nav.ways.review(saved_from(record), len(record.moves.split()))
        except BadRecord as wrong:
            tell(self.nav, self.text("play.review"), record_error(self.text, wrong))

    # -- menu and sharing --------------------------------------------------------------------------

    def _menu(self, whole: bool = False) -> None:
        """Open the menu; `whole` includes the commands that are buttons in larger panels."""
        self.table.save_time()  # from the menu players leave the match
        text = self.text
        again = "play.again_lots" if lots_decide(self.table.match) else "play.again_swapped"
        heads: dict[str, Sequence[str]] = {
            "": (text("play.this"),),
            "another": (text("play.another"), text(again)),
            "flipside": ("Flipside",),
        }
        places = ("panels", "menu") if whole else ("menu",)
        choices = [
            answer(
                command.id, text(command.label), command.icon, command.look,
                partial(self.own.run, command), command.group,
            )
            for command in self.own.offered(*places) if command.possible(self)
        ]  # fmt: skip
        title = text.game(self.table.game.key, "short")
        self.nav.open(Dialog(self.nav, title, "", choices, columns=2, heads=heads))

    def _share(self) -> None:
        table, text = self.table, self.text
        match = table.match
        further = [export_choice(self.nav, match, table.seats, match.ply)]
        words, by_post = "", table.correspondence.away is not None
        if self._may_go_out and not by_post:
            colour = table.words.player(table.match.position.turn)
            begin = text("post.begin", colour=colour)
            further.insert(0, answer("by-post", begin, "person", act=self._begin_correspondence))
            words = text("post.no_clocks") if table.match.clock is not None else ""
        share_link(self.nav, self._link, words, further, by_post)

    @property
    def _may_go_out(self) -> bool:
        table = self.table
        people = set(table.seats) == {PERSON}
        return people and (table.result is None or table.correspondence.away is not None)

    def _begin_correspondence(self) -> None:
        self.show(self.table.correspondence.begin(self.table.match.position.turn))
        self._share()

    def _link(self) -> str:
        """Return the match's link and mark it as sent; "" if another window continued it."""
        table = self.table
        if self._may_go_out:
            if not table.correspondence.send():
                self._ask_where()
                return ""
            self.show(Change())
        return link_of(self.services, table.match, table.match.record(table.seats))

    def _paste(self) -> None:
        """Read a match, a link or bare moves of this game from the clipboard."""
        title = self.text("play.paste")

        def take(source: Given) -> None:
            import_match(self.nav, title, source, self._start, now=self.table.match)

        about, back = self.text("play.paste_about"), self.text("dialog.back")
        self.services.platform.clipboard.ask_text(title, about, title, back, take)


def set_up_position(nav: Navigator, match: Match) -> None:
    """Open the editor with the position of a match."""
    text = write_position(match.game, match.choices, match.position) or ""
    nav.ways.set_up(match.game, match.choices, text)


def _why_no_help(of: PlaySession) -> str:
    """Return the text key of why neither hint nor value is available; "" for none."""
    see = of.see
    if not see.can_value:
        return "why.help_sent" if see.clock is None else "why.help_clock"
    if see.over:
        return "spoken.over"
    if see.must_pass:
        return "spoken.must_pass"
    return "" if see.human else "spoken.not_yours"


PLAY_COMMANDS: tuple[Command[PlaySession], ...] = (
    Command("undo", "play.undo", lambda of: of.show(of.table.undo()), "undo",
            ("u", "ctrl z", "backspace"), lambda of: of.see.can_undo,
            lambda of: why_no_undo(of.see), "always"),
    Command("go-on", "play.go_on", lambda of: of.show(of.table.go_on()), "play", ("p",),
            lambda of: of.see.waiting, for_no_reason, "panels", "primary", told="keys.pause"),
    Command("pause", "play.pause", lambda of: of.show(of.table.pause()), "pause", ("p",),
            lambda of: of.see.demonstrates, for_no_reason, "panels", told="keys.pause"),
    Command("redo", "play.redo", lambda of: of.show(of.table.redo()), "redo", ("r", "ctrl y"),
            lambda of: of.see.looking_back, lambda of: "why.redo", "panels"),
    Command("send", "post.send", PlaySession._share, "share",
            possible=lambda of: of.see.unsent and (of.see.awaits or of.see.over),
            place="next", look="primary"),
    Command("answer", "post.paste", PlaySession._paste, "paste",
            possible=lambda of: of.see.awaits and not of.see.unsent, place="next"),
    Command("moves", "play.moves", PlaySession._moves, "list", ("l",), place="panels",
            told="keys.moves"),
    Command("hint", "play.hint", lambda of: of.show(of.table.ask_hint()), "hint", ("t",),
            lambda of: of.see.can_hint, _why_no_help, "panels", told="keys.hint"),
    Command("menu", "play.menu", PlaySession._menu, "menu", ("m",), place="always"),
    Command("whole-menu", "play.menu", lambda of: of._menu(whole=True), "menu", place="always"),
    Command("values", "options.values.name", PlaySession._values, "graph", ("v",),
            lambda of: of.see.can_value, _why_no_help, told="keys.values"),
    Command("give-up", "play.give_up", PlaySession._give_up, "flag", ("g",),
            lambda of: not of.see.over, lambda of: "spoken.over", "menu"),
    Command("seats", "play.seats", PlaySession._seats, "person", ("w",),
            lambda of: of.see.away is None, lambda of: "why.players", "menu"),
    Command("swap", "play.swap", PlaySession._swap, "swap", ("s",),
            lambda of: of.see.away is None, lambda of: "why.players", "menu"),
    Command("review", "play.review",
            lambda of: of.nav.ways.review(of._stored_match, of.table.match.ply), "graph", ("e",),
            lambda of: of.see.plies > 0 and of.see.can_value,
            lambda of: "spoken.no_last" if of.see.can_value else _why_no_help(of), "menu"),
    Command("explore", "explore.title", lambda of: of.nav.ways.explore(of._stored_match), "branch",
            ("i",), lambda of: of.see.explorable, _why_no_help, "menu"),
    Command("share", "share.title", PlaySession._share, "share", ("k",), place="menu"),
    Command("copy", "play.copy",
            lambda of: copy_record(of.nav, of.table.match.record(of.table.seats)), "copy",
            ("ctrl c",), place="menu"),
    Command("restart", "play.restart", lambda of: of._start(restarted(of.services, of.table)),
            "new", ("n",), place="menu", group="another"),
    Command("rematch", "play.rematch", PlaySession._rematch, "again", place="menu",
            group="another"),
    Command("paste", "play.paste", PlaySession._paste, "paste", ("ctrl v",), place="menu",
            group="another"),
    Command("manual", "menu.manual", lambda of: of.nav.open(Manual(of.nav, of.table.game)), "book",
            ("h",), place="menu", group="flipside"),
    Command("marks", "marks.title", lambda of: of.nav.open(Legend(of.nav)), "corners", place="menu",
            group="flipside"),
    Command("options", "menu.options", lambda of: of.nav.open(SettingsPage(of.nav)), "settings",
            ("o",), place="menu", group="flipside"),
    Command("set-up", "editor.title", lambda of: set_up_position(of.nav, of.table.match), "board",
            ("x",), lambda of: of.see.can_set_up, _why_no_help, "menu", group="flipside"),
    Command("shelf", "play.shelf", lambda of: of.nav.home(), "shelf", place="menu", look="primary",
            group="flipside"),
)  # fmt: skip
"""The commands of a match, in the order of its menu."""
