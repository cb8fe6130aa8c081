"""The menu of a scene with a board, and the commands in all such menus."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flipside.game.scenes.common.command import Command, CommandTable, for_no_reason
from flipside.game.scenes.common.dialog import Menu, answer
from flipside.game.scenes.common.session import Session
from flipside.game.scenes.info.manual import Legend, Manual
from flipside.game.scenes.info.settings import SettingsScene


def open_menu(
    session: Session,
    places: Sequence[str] = ("menu",),
    heads: Mapping[str, Sequence[str]] | None = None,
    back: str = "dialog.back",
) -> None:
    """Open the menu, with the commands that are offered in `places`.

    `heads` contains a heading and notes for each group, `back` is the text key of the way back.
    """
    own, text = session.own, session.text
    offered = [
        command for command in own.offered(*places)
        if command.possible(session) or command.why_not is not for_no_reason
    ]  # fmt: skip
    entries = [
        answer(
            command.id, own.label_of(command.id), command.icon, command.look,
            partial(own.run, command), command.group,
        )
        for command in offered
    ]  # fmt: skip
    reasons = {command.id: command.refusal_sentence(text, session) for command in offered}
    title = text.game(session.game.key, "short")
    session.nav.open(Menu(session.nav, title, entries, reasons, heads or {}, text(back)))


MENU: Command[Any] = Command("menu", "play.menu", open_menu, "menu", ("m",), place="always")

MENU_COMMANDS: CommandTable = (
    Command("manual", "menu.manual", lambda of: of.nav.open(Manual(of.nav, of.game)), "book",
            ("h",), place="menu", group="flipside"),
    Command("marks", "marks.title", lambda of: of.nav.open(Legend(of.nav)), "corners",
            place="menu", group="flipside"),
    Command("options", "menu.options", lambda of: of.nav.open(SettingsScene(of.nav)), "settings",
            ("o",), place="menu", group="flipside"),
)  # fmt: skip
