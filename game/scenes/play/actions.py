"""What can be done with the match on the table besides tapping its board: with it, and round it."""

from collections.abc import Callable
from functools import partial

from game.saves.matches import Saved, by_lot, load_match
from game.saves.seat_words import PERSON
from game.scenes.common.commands import COMMANDS
from game.scenes.common.dialog import Choice, Dialog, Group
from game.scenes.common.scene import Stage
from game.scenes.info.manual import Manual
from game.scenes.info.marks import Marks
from game.scenes.info.settings import Options
from game.scenes.play.moves import Moves
from game.scenes.play.seats import SeatsDialog
from game.scenes.review.scene import Reviewing
from game.scenes.share.import_match import take
from game.scenes.share.picture_giving import picture_choice
from game.scenes.share.sharing import Sharing, copy_match, link_of
from game.services.platform.given_files import Given
from game.table.change import Change
from game.table.outlook import Outlook, outlook_of
from game.table.phrases import Phrases
from game.table.rematch import rematch, restarted
from game.table.table import Table
from rules.contract.board import Cell


class Actions:
    """Each is what a command does; `quarter` are the quarter turns of whoever asked."""

    def __init__(
        self,
        stage: Stage,
        table: Table,
        show: Callable[[Change | None], None],
        open_match: Callable[[Saved, str], None],
    ) -> None:
        """`show` is told what happened to the match, `open_match` puts another one on the table,
        with something to be told there."""
        self.stage = stage
        self.table = table
        self._services = stage.services
        self._text = stage.services.text
        self._show = show
        self._open = open_match

    # -- the match ---------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back."""
        self._show(self.table.undo())

    def redo(self) -> None:
        """Make again what was taken back."""
        self._show(self.table.redo())

    def go(self, ply: int) -> None:
        """Look at the match after so many plies."""
        if ply != self.table.match.ply:
            self._show(self.table.go(ply))

    def go_on(self) -> None:
        """Let computers play on."""
        self._show(self.table.go_on())

    def pause(self) -> None:
        """Let computers wait."""
        self._show(self.table.pause())

    def hint(self) -> None:
        """Ask for a hint, or for what follows."""
        self._show(self.table.ask_hint())

    def swap(self) -> None:
        """The two players change places in the middle of the match."""
        self._show(self.table.swap())

    def seats(self, quarter: int) -> None:
        """Choose who plays each colour from here on."""
        self.stage.open(
            SeatsDialog(
                self.stage,
                self.table,
                lambda seats, names: self._show(self.table.seat(seats, names)),
                quarter,
            )
        )

    def moves(self, quarter: int) -> None:
        """All moves, to be looked at again."""
        words = self.table.words
        at, go = self.table.match.ply, None if self.table.locked_plies else self.go
        self.stage.open(Moves(self.stage, words.opening(), words.list_of_moves(), at, go, quarter))

    def values(self) -> None:
        """Show the values of moves, or no longer, and say which."""
        settings = self._services.settings
        settings.values = not settings.values
        self._services.page.say(self._text(f"value.{'shown' if settings.values else 'hidden'}"))
        self.stage.refresh()

    def say_value(self, cell: Cell | None, outlook: Outlook) -> None:
        """Say what a tap on a cell is worth, where that is known."""
        value = outlook.valued.cells.get(cell) if cell is not None else None
        if cell is not None and value is not None:
            name = self.table.words.spot(cell)
            self._services.page.say(self._text("value.cell", name=name, value=value))

    def give_up(self, quarter: int) -> None:
        """Give up, after a question: the person who is to move, or the only one."""
        table, text = self.table, self._text
        turn = table.match.position.turn
        player = turn if table.person(turn) or not table.person(1 - turn) else 1 - turn

        def gone() -> None:
            self._show(table.give_up(player))

        choices = (
            Choice("yes", text("play.give_up"), "flag", "primary", gone),
            Choice("no", text("dialog.keep_playing")),
        )
        words = text("play.give_up_question", colour=table.words.player(player))
        self.stage.open(Dialog(self.stage, text("play.give_up"), words, choices, quarter))

    # -- another match -----------------------------------------------------------------------------

    def _start(self, saved: Saved) -> None:
        """Play a match that is saved, or a new one; beside that this one stays in progress unless
        it has ended, and that is told."""
        table, note = self.table, ""
        if saved.text is None:
            if table.result is None and table.match.moves:
                note = self._text("play.stays")
            if not table.make_room(saved):
                return
        if saved.scored is not None:
            note = f"{Phrases(self._text, saved.match).stopped(saved.scored)} {note}".strip()
        self._open(saved, note)
        if note:
            self._services.page.say(note)

    def restart(self) -> None:
        """The same match from its beginning."""
        self._start(restarted(self._services, self.table))

    def rematch(self, quarter: int) -> None:
        """A rematch; which level it shall be is asked where another one may suit better."""
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
        self.stage.open(Dialog(self.stage, text("play.rematch"), words, choices, quarter))

    def ask_where(self) -> None:
        """Tell that the match went on in another tab or window, and offer to go on from there."""
        text = self._text

        def go_on() -> None:
            saved = load_match(self._services, self.table.keeper.name)
            if saved is None:
                self.stage.home()
            else:
                self._start(saved)

        choices = (
            Choice("take-over", text("play.take_over"), "play", "primary", go_on),
            Choice("shelf", text("play.shelf"), "shelf", action=self.stage.home),
        )
        words = text("play.elsewhere_words")
        self.stage.open(Dialog(self.stage, text("play.elsewhere"), words, choices))

    # -- round the match ---------------------------------------------------------------------------

    def review(self) -> None:
        """The match looked at again; one that is played on from there is a new one."""
        table = self.table
        self.stage.open(Reviewing(self.stage, Saved(table.match, table.seats), self._start))

    def menu(self, quarter: int, whole: bool = False) -> None:
        """Everything that can be done with the match, as a dialog; `whole` with what is a button
        where there is more room."""
        self.table.save_time()  # the way out leads through here
        text, outlook = self._text, outlook_of(self.table)
        lots = by_lot(self.table.game, self.table.match.choices) is not None
        groups = {
            "this": Group(text("play.this")),
            "another": Group(
                text("play.another"), text("play.again_lots" if lots else "play.again_swapped")
            ),
            "flipside": Group("Flipside"),
        }
        choices = [
            Choice(command.name, text(command.words), command.icon, command.look,
                   partial(command.run, self, quarter), groups[command.group])
            for place in (("panels", "menu") if whole else ("menu",))
            for command in COMMANDS
            if command.place == place and command.possible(outlook)
        ]  # fmt: skip
        title = text.game(self.table.game.key, "short")
        self.stage.open(Dialog(self.stage, title, "", choices, quarter, columns=2))

    def shelf(self) -> None:
        """Back to the shelf."""
        self.stage.home()

    def marks(self) -> None:
        """What the marks on the board mean."""
        self.stage.open(Marks(self.stage))

    def manual(self) -> None:
        """How the game is played."""
        self.stage.open(Manual(self.stage, self.table.game))

    def options(self) -> None:
        """The settings."""
        self.stage.open(Options(self.stage))

    def copy(self, quarter: int) -> None:
        """Put the match as text into the clipboard."""
        copy_match(self.stage, self.table.match, self.table.seats, quarter)

    def share(self, quarter: int) -> None:
        """Give the match to somebody; who is to move next may go on with it elsewhere."""
        table, text = self.table, self._text
        match = table.match
        further = [picture_choice(self.stage, match, table.seats, match.ply, quarter)]
        words = text("post.send_words") if table.by_post.away is not None else text("share.words")
        if self._may_go_out and table.by_post.away is None:
            colour = table.words.player(table.match.position.turn)
            begin = partial(self._by_post, quarter)
            words_on = text("post.begin", colour=colour)
            further.insert(0, Choice("by-post", words_on, "person", action=begin))
            words += f" {text('post.no_clocks')}" if table.match.clock is not None else ""
        self.stage.open(Sharing(self.stage, self._link, words, further, quarter))

    @property
    def _may_go_out(self) -> bool:
        """Whether the match may come back from somebody else with further moves."""
        table = self.table
        people = set(table.seats) == {PERSON}
        return people and (table.result is None or table.by_post.away is not None)

    def _by_post(self, quarter: int) -> None:
        self._show(self.table.by_post.begin(self.table.match.position.turn))
        self.share(quarter)

    def _link(self) -> str:
        """The link of the match as it stands, which is sent by that; empty where it went on in
        another window."""
        table = self.table
        if self._may_go_out:
            if not table.by_post.send():
                self.ask_where()
                return ""
            self._show(Change())
        return link_of(self._services, table.match, table.match.record(table.seats))

    def paste(self, quarter: int) -> None:
        """Take the match, the link or the bare moves in the clipboard for a match of this game."""
        title = self._text("play.paste")

        def taken(given: Given) -> None:
            take(self.stage, title, given, self._start, quarter, self.table.match)

        self._services.page.clipboard.ask_text(title, title, self._text("dialog.back"), taken)
