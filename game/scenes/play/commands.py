"""Every command of a match, in one table: keys, buttons, the menu and the manual are made of it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.scenes.dialog import Choice, Dialog
from game.scenes.play.actions import Actions
from game.table.outlook import Outlook, outlook_of


def _always(outlook: Outlook) -> bool:
    return True


@dataclass(frozen=True)
class Command:
    """One command."""

    name: str
    words: str
    """Text key of what it is called."""
    icon: str
    keys: tuple[str, ...]
    run: Callable[[Actions, int], None]
    """Does it, for whoever sees the panel turned by so many quarters."""
    possible: Callable[[Outlook], bool] = _always
    place: str = "menu"
    """Where it is offered: in the "menu"; on "panels" as a button, and in the menu where they have
    no room for it; "always" on panels; by its "keys" alone."""
    look: str = "plain"


COMMANDS = (
    Command("undo", "play.undo", "undo", ("u", "ctrl z", "backspace"), lambda do, _: do.undo(),
            lambda see: see.can_undo, "always"),
    Command("go-on", "play.go_on", "play", ("p",), lambda do, _: do.go_on(),
            lambda see: see.waiting, "panels", "primary"),
    Command("pause", "play.pause", "pause", ("p",), lambda do, _: do.pause(),
            lambda see: see.demonstrates, "panels"),
    Command("redo", "play.redo", "redo", ("r", "ctrl y"), lambda do, _: do.redo(),
            lambda see: see.looking_back, "panels"),
    Command("moves", "play.moves", "list", ("l",), lambda do, turned: do.moves(turned),
            place="panels"),
    Command("hint", "play.hint", "hint", ("t",), lambda do, _: do.hint(),
            lambda see: see.can_hint, "panels"),
    Command("menu", "play.menu", "menu", ("m",), lambda do, turned: open_menu(do, turned),
            place="always"),
    Command("whole-menu", "play.menu", "menu", (), lambda do, turned: open_whole_menu(do, turned),
            place="always"),
    Command("values", "options.values.name", "graph", ("v",), lambda do, _: do.values(),
            place="keys"),
    Command("restart", "play.restart", "new", ("n",), lambda do, turned: do.restart(turned)),
    Command("rematch", "play.rematch", "again", (), lambda do, turned: do.rematch(turned)),
    Command("give-up", "play.give_up", "flag", ("g",), lambda do, turned: do.give_up(turned),
            lambda see: not see.over),
    Command("seats", "play.seats", "person", ("w",), lambda do, turned: do.seats(turned)),
    Command("swap", "play.swap", "swap", ("s",), lambda do, _: do.swap()),
    Command("review", "play.review", "graph", ("e",), lambda do, _: do.review(),
            lambda see: see.plies > 0),
    Command("copy", "play.copy", "copy", ("ctrl c",), lambda do, turned: do.copy(turned)),
    Command("paste", "play.paste", "paste", ("ctrl v",), lambda do, turned: do.paste(turned)),
    Command("manual", "menu.manual", "book", ("h",), lambda do, _: do.manual()),
    Command("options", "menu.options", "settings", ("o",), lambda do, _: do.options()),
    Command("shelf", "play.shelf", "shelf", (), lambda do, _: do.stage.home(), look="primary"),
)  # fmt: skip
"""In the order of the menu."""

BY_NAME = {command.name: command for command in COMMANDS}


def by_key(key: str, outlook: Outlook) -> Command | None:
    """The command of a key that is possible now, or else its last one; None for other keys."""
    found = [command for command in COMMANDS if key in command.keys]
    return next((one for one in found if one.possible(outlook)), found[-1] if found else None)


def open_menu(actions: Actions, quarter: int = 0) -> None:
    """Everything that can be done with the match, as a dialog."""
    _open(actions, quarter, ("menu",))


def open_whole_menu(actions: Actions, quarter: int = 0) -> None:
    """The menu together with what is a button where there is more room."""
    _open(actions, quarter, ("panels", "menu"))


def _open(actions: Actions, quarter: int, places: tuple[str, ...]) -> None:
    stage, table = actions.stage, actions.table
    text, outlook = stage.services.text, outlook_of(table)
    choices = [
        Choice(command.name, text(command.words), command.icon, command.look,
               partial(command.run, actions, quarter))
        for place in places
        for command in COMMANDS
        if command.place == place and command.possible(outlook)
    ]  # fmt: skip
    title = text.game(table.game.key, "short")
    stage.open(Dialog(stage, title, "", choices, quarter, columns=2))
