"""Commands: actions for keys, buttons and menus, declared in one table for each scene."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from flipside.game.services.texts import Texts
from flipside.game.ui.widgets import Button

Subject = TypeVar("Subject", contravariant=True)
"""The type of the object on which commands act: a scene or a session."""

Keys = tuple[str, ...]
"""Names of keys that have the same effect."""

TAP_KEYS: Keys = ("return", "space")
UNDO_KEYS: Keys = ("u", "ctrl z", "backspace")
REDO_KEYS: Keys = ("r", "ctrl y")


def for_no_reason(of: object) -> str:
    """Return "", so that a general sentence explains why a command is impossible."""
    return ""


@dataclass(frozen=True)
class Command(Generic[Subject]):
    """A command."""

    id: str
    label: str
    """The text key of its name, or the name itself if `in_words`."""
    run: Callable[[Subject], None]
    icon: str = ""
    keys: Keys = ()
    possible: Callable[[Subject], bool] = lambda of: True
    why_not: Callable[[Subject], str | None] = lambda of: None
    """Returns the text key of the reason why the command is impossible, or "" for a general
    sentence. None: buttons do not offer it, and its key may run another command."""
    place: str = ""
    """Where it is offered: "menu"; "panel" of a study or draft; "page"; in a match "panels" (if
    there is no space, the menu), "always" (on panels), "next" (on panels, if it is the next step),
    "card" (on the result card)."""
    look: str = "plain"
    group: str = ""
    key_line: str = ""
    """The text key of its entry in the list of keys, which commands may share; "" is its name."""
    in_words: bool = False

    @property
    def letter(self) -> str:
        """The key of a single character that runs the command, or ""."""
        return next((key for key in self.keys if len(key) == 1), "")

    def label_text(self, text: Texts) -> str:
        """Return the name of the command."""
        return self.label if self.in_words else text(self.label)

    def refusal_sentence(self, text: Texts, of: Subject) -> str:
        """Return a sentence that explains why the command is impossible; "" if it is possible."""
        if self.possible(of):
            return ""
        key = self.why_not(of)
        return text(key) if key else text("spoken.cannot", name=self.label_text(text))


CommandTable = Sequence[Command[Any]]


class Commands:
    """A table of commands, and the object on which they act."""

    def __init__(
        self, commands: CommandTable, of: object, text: Texts, refuse: Callable[[str], None]
    ) -> None:
        """Bind a table to an object; `refuse` shows why a command is impossible."""
        self.commands, self._of, self._text, self._refuse = commands, of, text, refuse
        self._by_id = {command.id: command for command in commands}

    def named(self, name: str) -> Command[Any] | None:
        """Return the command with the id `name`, or None."""
        return self._by_id.get(name)

    def __getitem__(self, name: str) -> Command[Any]:
        return self._by_id[name]

    def label_of(self, name: str) -> str:
        """Return the name of the command with the id `name`."""
        return self[name].label_text(self._text)

    def keyed(self, key: str) -> Command[Any] | None:
        """Return the first possible command of a key, or else a command with a reason why not."""
        matches = [command for command in self.commands if key in command.keys]
        refusing = [command for command in matches if command.why_not(self._of) is not None]
        possible = (command for command in matches if command.possible(self._of))
        return next(possible, refusing[-1] if refusing else None)

    def is_possible(self, name: str) -> bool:
        """Return whether there is a possible command with the id `name`."""
        command = self.named(name)
        return command is not None and command.possible(self._of)

    def offered(self, *places: str) -> list[Command[Any]]:
        """Return the commands that are offered in `places`, place by place."""
        return [
            command
            for place in places
            for command in self.commands
            if command.place == place
            and (command.possible(self._of) or command.why_not(self._of) is not None)
        ]

    def buttons(self, place: str, **looks: Any) -> list[Button]:
        """Return buttons for the commands that are offered in `place`."""
        return [self.button(command.id, **looks) for command in self.offered(place)]

    def run(self, command: Command[Any]) -> None:
        """Run a command, or show why it is impossible."""
        why = command.refusal_sentence(self._text, self._of)
        if why:
            self._refuse(why)
        else:
            command.run(self._of)

    def button(self, name: str, why: str = "", **looks: Any) -> Button:
        """Return a button for a command; `looks` are values for attributes of the button."""
        command = self[name]
        why = why or command.refusal_sentence(self._text, self._of)
        action = None if why else partial(command.run, self._of)
        defaults = {
            "text": command.label_text(self._text),
            "icon": command.icon,
            "look": command.look,
        }
        return Button(name, action, why=why, **(defaults | looks))

    def icon_button(self, name: str, **looks: Any) -> Button:
        """Return a button for a command that shows only the icon."""
        return self.button(name, text="", accessible_name=self.label_of(name), **looks)


def key_lines(table: Iterable[Command[Any]]) -> dict[str, Keys]:
    """Return the entries of a list of keys: for each text key the keys with this effect."""
    lines: dict[str, Keys] = {}
    for command in table:
        words = command.key_line or command.label
        if command.keys:
            before = lines.get(words, ())
            new = (key for key in command.keys if not key.startswith("shift "))
            lines[words] = (*before, *(key for key in new if key not in before))
    return lines
