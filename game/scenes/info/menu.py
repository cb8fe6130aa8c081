"""The command that opens the menu of a scene with a board, and the commands in all such menus."""

from typing import Any

from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.info.manual import Legend, Manual
from flipside.game.scenes.info.settings import SettingsScene

MENU: Command[Any] = Command(
    "menu", "play.menu", lambda of: of.open_menu(), "menu", ("m",), place="always"
)

MENU_COMMANDS: CommandTable = (
    MENU,
    Command("manual", "menu.manual", lambda of: of.nav.open(Manual(of.nav, of.game)), "book",
            ("h",), place="menu", group="flipside"),
    Command("marks", "marks.title", lambda of: of.nav.open(Legend(of.nav)), "corners",
            place="menu", group="flipside"),
    Command("options", "menu.options", lambda of: of.nav.open(SettingsScene(of.nav)), "settings",
            ("o",), place="menu", group="flipside"),
)  # fmt: skip
