"""Commands of a match besides taps on its board."""

from collections.abc import Callable
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
from flipside.game.saves.progress import save_new_match
from flipside.game.scenes.common.commands import MATCH_COMMANDS, by_key, why_not
from flipside.game.scenes.common.dialog import Choice, Dialog, ask, tell
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.info.legend import Legend
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.info.settings import SettingsPage
from flipside.game.scenes.play.moves import MovesDialog
from flipside.game.scenes.play.seats import SeatsDialog
from flipside.game.scenes.share.import_match import import_match
from flipside.game.scenes.share.picture_giving import export_choice
from flipside.game.scenes.share.sharing import copy_record, link_of, share_link
from flipside.game.services.platform.given_files import Given
from flipside.game.table.change import Change
from flipside.game.table.match_view import MatchView, view_of
from flipside.game.table.phrases import Phrases, record_error
from flipside.game.table.rematch import rematch, restarted
from flipside.game.table.table import Table
from flipside.game.ui.widgets import Action
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player
from flipside.rules.contract.position_format import write_position
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Record


def set_up_position(nav: Navigator, match: Match) -> None:
    """Open the editor with the position of a match."""
    text = write_position(match.game, match.choices, match.position) or ""
    nav.ways.set_up(match.game, match.choices, text)


class Actions:
    """Runs the commands of one match."""

    def __init__(
        self,
        nav: Navigator,
        table: Table,
        show: Callable[[Change | None], None],
        open_match: Callable[[Saved, str], None],
        explain: Callable[[str, Player], None],
    ) -> None:
        """`show` is called with changes of the match; `open_match` replaces it by another one,
        with a note shown there; `explain` says something on a player's panel."""
        self.nav = nav
        self.table = table
        self._services = nav.services
        self._text = nav.services.text
        self.show = show
        self._open, self._explain = open_match, explain
        self._commands: dict[str, Action] = {
            "undo": lambda: show(table.undo()),
            "go-on": lambda: show(table.go_on()),
            "pause": lambda: show(table.pause()),
            "redo": lambda: show(table.redo()),
            "send": self._share,
            "answer": self._paste,
            "moves": self._moves,
            "hint": lambda: show(table.ask_hint()),
            "menu": self.menu,
            "whole-menu": lambda: self.menu(whole=True),
            "values": self._values,
            "give-up": self._give_up,
            "seats": self._seats,
            "swap": lambda: show(table.seat(table.seats[::-1], table.match.players[::-1])),
            "review": lambda: nav.ways.review(self._saved, table.match.ply),
            "explore": lambda: nav.ways.explore(self._saved),
            "share": self._share,
            "copy": lambda: copy_record(nav, table.match.record(table.seats)),
            "restart": lambda: self._start(restarted(self._services, table)),
            "rematch": self._rematch,
            "paste": self._paste,
            "manual": lambda: nav.open(Manual(nav, table.game)),
            "marks": lambda: nav.open(Legend(nav)),
            "options": lambda: nav.open(SettingsPage(nav)),
            "set-up": lambda: set_up_position(nav, table.match),
            "shelf": nav.home,
        }

    @property
    def _saved(self) -> Saved:
        return Saved(self.table.match, self.table.seats)

    def run(self, name: str) -> None:
        self._commands[name]()

    def key(self, name: str, match_view: MatchView) -> bool:
        """Run the command of a key, or say that it is not possible; return whether there is one."""
        command = by_key(name, match_view)
        if command is None:
            return False
        if command.possible(match_view):
            self.run(command.name)
        else:
            reader = match_view.turn if match_view.human else match_view.near
            self._explain(why_not(self._text, command, match_view), reader)
        return True

    # -- the match ---------------------------------------------------------------------------------

    def go(self, ply: int) -> None:
        if ply != self.table.match.ply:
            self.show(self.table.go(ply))

    def _seats(self) -> None:
        def seat(seats: Seats, names: Names) -> None:
            self.show(self.table.seat(seats, names))

        self.nav.open(SeatsDialog(self.nav, self.table, seat))

    def _moves(self) -> None:
        words = self.table.words
        at, go = self.table.match.ply, None if self.table.locked_plies else self.go
        self.nav.open(MovesDialog(self.nav, words.opening(), words.list_of_moves(), at, go))

    def _values(self) -> None:
        settings = self._services.settings
        settings.values = not settings.values
        self._services.platform.say(self._text(f"value.{'shown' if settings.values else 'hidden'}"))
        self.nav.refresh()

    def say_value(self, cell: Cell | None, match_view: MatchView) -> None:
        """Announce the value of a tap on a cell, where it is known."""
        value = match_view.valued.cells.get(cell) if cell is not None else None
        if cell is not None and value is not None:
            name = self.table.words.cells.spot(cell)
            self._services.platform.say(self._text("value.cell", name=name, value=value))

    def _give_up(self) -> None:
        table, text = self.table, self._text
        turn = table.match.position.turn
        player = turn if table.person(turn) or not table.person(1 - turn) else 1 - turn

        def gone() -> None:
            self.show(table.give_up(player))

        words = text("play.give_up_question", colour=table.words.player(player))
        no = text("dialog.keep_playing")
        ask(self.nav, text("play.give_up"), words, "flag", gone, no=no)

    # -- another match -----------------------------------------------------------------------------

    def _start(self, saved: Saved) -> None:
        """Play a saved or a new match. Beside a new one, an unfinished match stays in progress,
        and the player is told."""
        table, note = self.table, ""
        if saved.lines:
            self.nav.ways.explore(saved)
            return
        if saved.text is None:
            if table.result is None and (table.match.moves or table.match.start):
                note = self._text("play.stays")
            if not table.make_room(saved):
                return
        if saved.scored is not None:
            note = f"{Phrases(self._text, saved.match).stopped(saved.scored)} {note}".strip()
        self._open(saved, note)
        if note:
            self._services.platform.say(note)

    def _rematch(self) -> None:
        found = self.table.streak
        if found is None:
            self._start(rematch(self._services, self.table))
            return

        def against(level: str) -> None:
            self.table.streak = None
            self._start(rematch(self._services, self.table, level))

        text = self._text
        same = next(word for word in self.table.seats if word != PERSON)
        choices = [
            Choice(f"against-{level}", text(f"level.{level}.name"), icon, look,
                   partial(against, level))
            for level, icon, look in ((found.level, "again", "primary"), (same, "", "plain"))
        ]  # fmt: skip
        (words,) = self.table.words.streak(found)
        self.nav.open(Dialog(self.nav, text("play.rematch"), words, choices))

    def ask_where(self) -> None:
        """Tell that the match continued in another window, and offer to continue there; or that it
        is no longer saved, and offer to look at its end or to keep it."""
        text, match = self._text, self.table.match
        told, ended = "elsewhere", None

        def go_on() -> None:
            saved = load_match(self._services, self.table.saved.name)
            if saved is None:
                self.nav.home()
            else:
                self._start(saved)

        choices = [Choice("take-over", text("play.take_over"), "play", "primary", go_on)]
        if self._services.storage.load(self.table.saved.name) is None:
            ended = ended_elsewhere(self._services, match)
            told = "deleted" if ended is None else "ended"
            choices = [Choice("keep", text("play.keep"), "play", action=self._keep)]
        if ended is not None:
            over = partial(self._look_at, ended)
            choices.insert(0, Choice("review", text("play.review"), "graph", "primary", over))
        choices.append(Choice("shelf", text("play.shelf"), "shelf", action=self.nav.home))
        title, words = text(f"play.{told}"), text(f"play.{told}_words")
        self.nav.open(Dialog(self.nav, title, words, choices))

    def _keep(self) -> None:
        """Go on with the match as a new one, since its save is gone."""
        saved = replace(self.table.saved, name="", text=None)
        if save_new_match(self._services, saved):
            self._open(saved, "")

    def _look_at(self, record: Record) -> None:
        try:
            self.nav.ways.review(saved_from(record), len(record.moves.split()))
        except BadRecord as wrong:
            tell(self.nav, self._text("play.review"), record_error(self._text, wrong))

    # -- round the match ---------------------------------------------------------------------------

    def menu(self, whole: bool = False) -> None:
        """Open the menu; `whole` includes the commands that are buttons in larger panels."""
        self.table.save_time()  # the way out leads through here
        text, match_view = self._text, view_of(self.table)
        again = "play.again_lots" if lots_decide(self.table.match) else "play.again_swapped"
        groups: dict[str, tuple[str, ...]] = {
            "this": (text("play.this"),),
            "another": (text("play.another"), text(again)),
            "flipside": ("Flipside",),
        }
        choices = [
            Choice(command.name, text(command.words), command.icon, command.look,
                   partial(self.run, command.name), groups[command.group])
            for place in (("panels", "menu") if whole else ("menu",))
            for command in MATCH_COMMANDS
            if command.place == place and command.possible(match_view)
        ]  # fmt: skip
        title = text.game(self.table.game.key, "short")
        self.nav.open(Dialog(self.nav, title, "", choices, columns=2))

    def _share(self) -> None:
        table, text = self.table, self._text
        match = table.match
        further = [export_choice(self.nav, match, table.seats, match.ply)]
        words, by_post = "", table.correspondence.away is not None
        if self._may_go_out and not by_post:
            colour = table.words.player(table.match.position.turn)
            begin = text("post.begin", colour=colour)
            further.insert(0, Choice("by-post", begin, "person", action=self._begin_correspondence))
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
        """Return the match's link and mark it as sent; "" if it continued in another window."""
        table = self.table
        if self._may_go_out:
            if not table.correspondence.send():
                self.ask_where()
                return ""
            self.show(Change())
        return link_of(self._services, table.match, table.match.record(table.seats))

    def _paste(self) -> None:
        """Take in the match, link or bare moves in the clipboard, read for this game."""
        title = self._text("play.paste")

        def taken(given: Given) -> None:
            import_match(self.nav, title, given, self._start, now=self.table.match)

        self._services.platform.clipboard.ask_text(title, title, self._text("dialog.back"), taken)
