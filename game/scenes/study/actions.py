"""Commands of a study: its branches, the review of its match, and ways to other scenes."""

from collections.abc import Callable
from functools import partial

from flipside.game.saves.matches import Saved
from flipside.game.saves.progress import save_new_match
from flipside.game.scenes.common.dialog import ask
from flipside.game.scenes.common.hands import Hands
from flipside.game.scenes.common.keys import ARROWS, EXPLORE_KEYS, key_action
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.play.actions import set_up_position
from flipside.game.scenes.play.scene import Play
from flipside.game.scenes.share.picture_giving import export_choice, share_moment
from flipside.game.scenes.share.sharing import copy_record, link_of, share_link
from flipside.game.scenes.study.studied import StudyTable
from flipside.game.scenes.task.solve import Solve
from flipside.game.table.change import Change
from flipside.game.table.match_view import MatchView, can_set_up
from flipside.game.tasks.task import FindBetterTask
from flipside.game.ui.widgets import Action
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.link import carries
from flipside.rules.match.match import replay

COMMANDS = (
    ("hint", "play.hint", "hint"),
    ("promote", "explore.promote", "up"),
    ("delete", "explore.delete", "bin"),
    ("play-on", "explore.play_on", "play"),
    ("explore", "explore.here", "branch"),
    ("set-up", "editor.title", "board"),
    ("share", "share.title", "share"),
    ("copy", "play.copy", "copy"),
)
"""Name, text key and icon of each command that is a button for the whole study."""

_COMMANDS_OF_KEYS = {"keys.hint": "hint", "review.show_better": "better", "better.find": "find"} | {
    words: name for name, words, _ in COMMANDS
}
"""The command of each text key in the tables of keys."""


class StudyActions:
    """Runs the commands of one study."""

    def __init__(
        self,
        nav: Navigator,
        studied: StudyTable,
        show: Callable[[Change | None], None],
        rearrange: Action,
    ) -> None:
        """`show` is called with changes, None where a command is not possible; `rearrange` after
        what changes the panel alone."""
        self._nav, self._text = nav, nav.services.text
        self._studied, self._table = studied, studied.table
        self._show, self._rearrange = show, rearrange

    def run(self, name: str) -> None:
        """Run a command."""
        act = self.commands().get(name)
        if act is not None:
            act()
        else:
            self._show(None)

    def commands(self) -> dict[str, Action | None]:
        """Return the commands by name, None for those that are not possible now."""
        studied, table = self._studied, self._table
        review, free = studied.analysis.review, not studied.fixed
        set_up = partial(set_up_position, self._nav, table.match)
        hints = free and table.human is not None and not table.match.must_pass
        commands: dict[str, Action | None] = {
            "back": self.close,
            "hint": partial(self._do, table.ask_hint) if hints else None,
            "promote": self._promote if free and not studied.study.is_main else None,
            "delete": self._ask_delete if free and studied.ply else None,
            "play-on": self._ask_play_on if table.result is None and studied.explorable else None,
            "set-up": set_up if can_set_up(studied.match) else None,
            "share": self._share,
            "copy": self._copy,
            "better": self._turn_over if studied.better is not None else None,
        }
        if studied.fixed:
            commands["explore"] = self._explore if studied.explorable else None
        for number, made in enumerate(review.mistakes(), start=1):
            find = partial(self._find, made) if review.settled(made) else None
            commands[f"swing{number}"] = partial(self.go_in_match, made + 1)
            commands[f"find{number}"] = find
            if studied.ply == made + 1 <= studied.shared:
                commands["find"] = find
        for place, move in enumerate(studied.study.branches()):
            commands[f"branch{place}"] = partial(self._do, partial(table.play, move))
        return commands

    def key(self, name: str, hands: Hands, match_view: MatchView) -> bool:
        """Run the command of a key; return whether there is one. The arrows of a review go from
        move to move while the board has no cursor."""
        studied, ply = self._studied, self._studied.ply
        on_board = name in ARROWS and hands.cursor is not None
        match key_action(EXPLORE_KEYS if on_board else studied.keys, name):
            case "":
                return False
            case "keys.step":
                self.go(ply + (1 if name == "right" else -1))
            case "keys.swing":
                self.go_in_match(studied.analysis.next_mistake(ply, forwards=name == "down"))
            case "explore.here" if not studied.fixed:
                hands.toggle_cursor(match_view.last_cells)
            case "review.previous":
                self._show(self._table.take_back_taps() or studied.go(ply - 1))
            case "review.next":
                self.go(ply + 1)
            case "keys.ends":
                self.go(0 if name == "home" else len(self._table.match.moves))
            case "keys.values" if not studied.fixed:
                shown = studied.settings.values = not studied.settings.values
                words = self._text(f"value.{'shown' if shown else 'hidden'}")
                self._nav.services.platform.say(words)
                self._rearrange()
            case words:
                self.run(_COMMANDS_OF_KEYS.get(words, ""))
        return True

    def go(self, ply: int) -> None:
        """Show another ply of the line."""
        self._show(self._studied.go(ply))

    def go_in_match(self, ply: int) -> None:
        """Show the match after `ply` plies."""
        change = self._studied.go_in_match(ply)
        if change is not None:
            self._show(change)

    def _turn_over(self) -> None:
        self._studied.turn_over()
        self._rearrange()

    def _do(self, act: Callable[[], Change | None]) -> None:
        self._show(act())

    def close(self) -> None:
        """Store the analysis and close the study."""
        self._studied.analysis.store()
        self._nav.back()

    def _find(self, ply: int) -> None:
        """Open the task of finding a better move than the one made after `ply` plies."""
        studied = self._studied
        studied.analysis.store()
        review, words = studied.analysis.review, studied.words
        task = FindBetterTask(review, ply, lambda: words.better(ply) if words else [])
        self._nav.open(Solve(self._nav, task, self._text("better.title", ply=ply + 1)))

    # -- the study ---------------------------------------------------------------------------------

    def _promote(self) -> None:
        self._studied.promote()
        self._show(Change(said=(self._text("explore.promoted"),)))

    def _ask_delete(self) -> None:
        """Delete the last move and what follows; ask first if that is more than one move."""
        count = self._studied.study.size()
        delete = partial(self._do, self._studied.delete)
        if count == 1:
            delete()
        else:
            title, words = self._text("explore.delete"), "explore.delete_words"
            ask(self._nav, title, self._text(words, count=count), "bin", delete)

    # -- ways to other scenes ----------------------------------------------------------------------

    def _ask_play_on(self) -> None:
        """Ask whether to begin a match with the position shown; everything here stays."""
        stays = "review.play_on_words" if self._studied.reviews else "explore.play_on_words"
        title, words = self._text("explore.play_on"), self._text(stays)
        ask(self._nav, title, words, "play", self._play_on)

    def _play_on(self) -> None:
        self._studied.analysis.store()
        begun = self._studied.played_on()
        if save_new_match(self._nav.services, begun):
            self._nav.home()
            self._nav.open(Play(self._nav, begun))

    def _explore(self) -> None:
        """Open a study in which moves can be tried."""
        studied = self._studied
        studied.analysis.store()
        match = replay(studied.match.record(), BY_KEY)
        match.go(studied.ply)
        self._nav.ways.explore(Saved(match, studied.seats))

    def _share(self) -> None:
        """Give away the match alone or the whole study, its main line where no link has room."""
        nav, studied, record = self._nav, self._studied, self._studied.record
        if record is None:
            share_moment(nav, studied.match, studied.seats, studied.ply)
            return
        main, match = replay(record, BY_KEY), self._table.match
        words = "" if carries(record) else self._text("explore.long")
        picture = export_choice(nav, match, studied.seats, match.ply, "later", record)
        share_link(nav, lambda: link_of(nav.services, main, record), words, [picture])

    def _copy(self) -> None:
        """Copy the match alone or the whole study as text."""
        studied = self._studied
        copy_record(self._nav, studied.record or studied.match.record(studied.seats))
