"""Table of the commands of a match, from which keys, buttons, menu and manual are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from game.table.change import Change
from game.table.outlook import Outlook
from game.table.table import Table


class Doer(Protocol):
    """Object that runs commands. `quarter`: quarter turns of the panel of the player who asked,
    so that a dialog turns toward that player."""

    table: Table
    show: Callable[[Change | None], None]
    """Shows a change of the match; None: it is not possible."""

    def values(self) -> None: ...
    def swap(self) -> None: ...
    def review(self) -> None: ...
    def explore(self) -> None: ...
    def manual(self) -> None: ...
    def marks(self) -> None: ...
    def options(self) -> None: ...
    def shelf(self) -> None: ...
    def moves(self, quarter: int) -> None: ...
    def menu(self, quarter: int, whole: bool = False) -> None: ...
    def restart(self) -> None: ...
    def rematch(self, quarter: int) -> None: ...
    def give_up(self, quarter: int) -> None: ...
    def seats(self, quarter: int) -> None: ...
    def set_up(self) -> None: ...
    def share(self, quarter: int) -> None: ...
    def copy(self, quarter: int) -> None: ...
    def paste(self, quarter: int) -> None: ...


@dataclass(frozen=True)
class Command:
    """One command."""

    name: str
    words: str
    """Text key of its name."""
    icon: str
    keys: tuple[str, ...]
    run: Callable[[Doer, int], None]
    """Runs it, given the quarter turns of the panel it was chosen on."""
    possible: Callable[[Outlook], bool] = lambda outlook: True
    place: str = "menu"
    """Where it is offered: "menu"; "panels" (a button, or the menu where panels lack room);
    "always" (on panels); "next" (on panels as the next step alone); "keys" (by key alone)."""
    look: str = "plain"
    told: str = ""
    """Text key of its line in the list of keys; "": its name."""
    group: str = "this"
    """Heading of the menu above it: "this" match, "another" one, or "flipside"."""


MATCH_COMMANDS = (
    Command("undo", "play.undo", "undo", ("u", "ctrl z", "backspace"),
            lambda do, _: do.show(do.table.undo()), lambda see: see.can_undo, "always"),
    Command("go-on", "play.go_on", "play", ("p",), lambda do, _: do.show(do.table.go_on()),
            lambda see: see.waiting, "panels", "primary", "keys.pause"),
    Command("pause", "play.pause", "pause", ("p",), lambda do, _: do.show(do.table.pause()),
            lambda see: see.demonstrates, "panels", told="keys.pause"),
    Command("redo", "play.redo", "redo", ("r", "ctrl y"), lambda do, _: do.show(do.table.redo()),
            lambda see: see.looking_back, "panels"),
    Command("send", "post.send", "share", (), lambda do, turned: do.share(turned),
            lambda see: see.unsent and (see.awaits or see.over), "next", "primary"),
    Command("answer", "post.paste", "paste", (), lambda do, turned: do.paste(turned),
            lambda see: see.awaits and not see.unsent, "next"),
    Command("moves", "play.moves", "list", ("l",), lambda do, turned: do.moves(turned),
            place="panels", told="keys.moves"),
    Command("hint", "play.hint", "hint", ("t",), lambda do, _: do.show(do.table.ask_hint()),
            lambda see: see.can_hint, "panels", told="keys.hint"),
    Command("menu", "play.menu", "menu", ("m",), lambda do, turned: do.menu(turned),
            place="always"),
    Command("whole-menu", "play.menu", "menu", (), lambda do, turned: do.menu(turned, whole=True),
            place="always"),
    Command("values", "options.values.name", "graph", ("v",), lambda do, _: do.values(),
            place="keys", told="keys.values"),
    Command("give-up", "play.give_up", "flag", ("g",), lambda do, turned: do.give_up(turned),
            lambda see: not see.over),
    Command("seats", "play.seats", "person", ("w",), lambda do, turned: do.seats(turned),
            lambda see: see.away is None),
    Command("swap", "play.swap", "swap", ("s",), lambda do, _: do.swap(),
            lambda see: see.away is None),
    Command("review", "play.review", "graph", ("e",), lambda do, _: do.review(),
            lambda see: see.plies > 0),
    Command("explore", "explore.title", "branch", ("i",), lambda do, _: do.explore(),
            lambda see: see.explorable),
    Command("share", "share.title", "share", ("k",), lambda do, turned: do.share(turned)),
    Command("copy", "play.copy", "copy", ("ctrl c",), lambda do, turned: do.copy(turned)),
    Command("restart", "play.restart", "new", ("n",), lambda do, _: do.restart(),
            group="another"),
    Command("rematch", "play.rematch", "again", (), lambda do, quarter: do.rematch(quarter),
            group="another"),
    Command("paste", "play.paste", "paste", ("ctrl v",), lambda do, turned: do.paste(turned),
            group="another"),
    Command("manual", "menu.manual", "book", ("h",), lambda do, _: do.manual(),
            group="flipside"),
    Command("marks", "marks.title", "corners", (), lambda do, _: do.marks(), group="flipside"),
    Command("options", "menu.options", "settings", ("o",), lambda do, _: do.options(),
            group="flipside"),
    Command("set-up", "editor.title", "board", ("x",), lambda do, _: do.set_up(),
            lambda see: see.can_set_up, group="flipside"),
    Command("shelf", "play.shelf", "shelf", (), lambda do, _: do.shelf(), look="primary",
            group="flipside"),
)  # fmt: skip
"""In the order of the menu."""

BY_NAME = {command.name: command for command in MATCH_COMMANDS}


def by_key(key: str, outlook: Outlook) -> Command | None:
    """Command of `key` that is possible now, or else its last command; None for other keys."""
    found = [command for command in MATCH_COMMANDS if key in command.keys]
    return next((one for one in found if one.possible(outlook)), found[-1] if found else None)


def key_rows() -> list[tuple[tuple[str, ...], str]]:
    """Keys of each command with the text key of their line in the list of keys; each key once."""
    rows = {
        command.keys: command.told or command.words for command in MATCH_COMMANDS if command.keys
    }
    return list(rows.items())
