"""Table of the commands of a match, from which keys, buttons, menu and manual are made."""

from collections.abc import Callable
from dataclasses import dataclass

from flipside.game.services.text import Text
from flipside.game.table.match_view import MatchView


@dataclass(frozen=True)
class Command:
    """One command."""

    name: str
    words: str
    """Text key of its name."""
    icon: str
    keys: tuple[str, ...]
    possible: Callable[[MatchView], bool] = lambda match_view: True
    why_not: Callable[[MatchView], str] = lambda match_view: ""
    """Text key of the reason why it is not possible; "" for none in particular."""
    place: str = "menu"
    """Where it is offered: "menu"; "panels" (a button, or the menu where panels lack room);
    "always" (on panels); "next" (on panels as the next step alone); "keys" (by key alone)."""
    look: str = "plain"
    told: str = ""
    """Text key of its line in the list of keys; "": its name."""
    group: str = "this"
    """Heading of the menu above it: "this" match, "another" one, or "flipside"."""


def why_no_undo(see: MatchView) -> str:
    """Return the text key of the reason why no move can be taken back."""
    if not (see.at and see.fixed):
        return "why.undo"
    clock = see.clock
    if clock is None:
        return "why.undo_sent"
    if not clock.friendly:
        return "why.undo_clock"
    return "why.undo_time" if clock.fallen is not None else "why.undo_left"


def why_no_help(see: MatchView) -> str:
    """Return the text key of the reason why there is neither hint nor value; "" if there is
    another one."""
    if not see.can_value:
        return "why.help_sent" if see.clock is None else "why.help_clock"
    if see.over:
        return "spoken.over"
    if see.must_pass:
        return "spoken.must_pass"
    return "" if see.human else "spoken.not_yours"


MATCH_COMMANDS = (
    Command("undo", "play.undo", "undo", ("u", "ctrl z", "backspace"),
            lambda see: see.can_undo, why_no_undo, "always"),
    Command("go-on", "play.go_on", "play", ("p",),
            lambda see: see.waiting, place="panels", look="primary", told="keys.pause"),
    Command("pause", "play.pause", "pause", ("p",),
            lambda see: see.demonstrates, place="panels", told="keys.pause"),
    Command("redo", "play.redo", "redo", ("r", "ctrl y"), lambda see: see.looking_back,
            lambda see: "why.redo", "panels"),
    Command("send", "post.send", "share", (),
            lambda see: see.unsent and (see.awaits or see.over), place="next", look="primary"),
    Command("answer", "post.paste", "paste", (), lambda see: see.awaits and not see.unsent,
            place="next"),
    Command("moves", "play.moves", "list", ("l",), place="panels", told="keys.moves"),
    Command("hint", "play.hint", "hint", ("t",),
            lambda see: see.can_hint, why_no_help, "panels", told="keys.hint"),
    Command("menu", "play.menu", "menu", ("m",), place="always"),
    Command("whole-menu", "play.menu", "menu", (), place="always"),
    Command("values", "options.values.name", "graph", ("v",),
            lambda see: see.can_value, why_no_help, "keys", told="keys.values"),
    Command("give-up", "play.give_up", "flag", ("g",), lambda see: not see.over,
            lambda see: "spoken.over"),
    Command("seats", "play.seats", "person", ("w",), lambda see: see.away is None,
            lambda see: "why.players"),
    Command("swap", "play.swap", "swap", ("s",), lambda see: see.away is None,
            lambda see: "why.players"),
    Command("review", "play.review", "graph", ("e",), lambda see: see.plies > 0 and see.can_value,
            lambda see: "spoken.no_last" if see.can_value else why_no_help(see)),
    Command("explore", "explore.title", "branch", ("i",), lambda see: see.explorable, why_no_help),
    Command("share", "share.title", "share", ("k",)),
    Command("copy", "play.copy", "copy", ("ctrl c",)),
    Command("restart", "play.restart", "new", ("n",), group="another"),
    Command("rematch", "play.rematch", "again", (), group="another"),
    Command("paste", "play.paste", "paste", ("ctrl v",), group="another"),
    Command("manual", "menu.manual", "book", ("h",), group="flipside"),
    Command("marks", "marks.title", "corners", (), group="flipside"),
    Command("options", "menu.options", "settings", ("o",), group="flipside"),
    Command("set-up", "editor.title", "board", ("x",),
            lambda see: see.can_set_up, why_no_help, group="flipside"),
    Command("shelf", "play.shelf", "shelf", (), look="primary", group="flipside"),
)  # fmt: skip
"""In the order of the menu."""

BY_NAME = {command.name: command for command in MATCH_COMMANDS}


def by_key(key: str, match_view: MatchView) -> Command | None:
    """Command of `key` that is possible now, or else its last command; None for other keys."""
    found = [command for command in MATCH_COMMANDS if key in command.keys]
    return next((one for one in found if one.possible(match_view)), found[-1] if found else None)


def letter_of(name: str) -> str:
    """Letter that runs the command of that name; "" for none."""
    keys = BY_NAME[name].keys if name in BY_NAME else ()
    return next((key for key in keys if len(key) == 1), "")


def why_not(text: Text, command: Command, match_view: MatchView) -> str:
    """Return the sentence that says why a command is not possible; "" if it is."""
    if command.possible(match_view):
        return ""
    key = command.why_not(match_view)
    return text(key) if key else text("spoken.cannot", name=text(command.words))
