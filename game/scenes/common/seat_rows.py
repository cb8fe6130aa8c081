"""Seats in words and as rows of buttons: a person, one of eight levels, a fixed depth.

A seat is written as its word in a saved match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.saves.matches import DEFAULT_SEATS, Names, Seats
from game.saves.seat_words import PERSON
from game.scenes.common.name_dialog import NameButton, ask_name
from game.scenes.common.scene import Stage
from game.services.plain import with_dots, with_ellipses
from game.services.text import Text
from game.services.theme import Theme
from game.ui.containers import Column, Declared, Either, Grid, Row
from game.ui.layout import MIN_TARGET
from game.ui.rows import titled
from game.ui.widgets import Action, Button, Label, Widget, label_height
from rules.contract.position import Player
from rules.engine.levels import FIXED_DEPTHS, LEVELS

_FIRST_SEATS = {"person": PERSON, "computer": DEFAULT_SEATS[1], "depth": "depth4"}
"""Kinds of seats with the seat word of each that is offered first."""


SEAT_KINDS = tuple(_FIRST_SEATS)


def kind_of(word: str) -> str:
    """Return the kind of a seat: "person", "computer" for a level, or "depth"."""
    return word if word == PERSON else "depth" if word.startswith("depth") else "computer"


def seat_names(text: Text, word: str) -> list[str]:
    """Return names of a seat, the longest first."""
    kind = kind_of(word)
    if kind == "person":
        return [text("seat.person")]
    if kind == "depth":
        name = short = text("seat.depth", depth=word.removeprefix("depth"))
    else:
        name = text(f"level.{word}.name")
        short = text("seat.level", number=word.removeprefix("level"))
    return [text("seat.computer_level", level=name), name, short]


class SeatChoice:
    """Seats and names while they are being chosen; remembers the last choice of each kind."""

    def __init__(self, stage: Stage, words: Seats, names: Names, changed: Action) -> None:
        """`changed` is called after every choice."""
        self._stage, self._changed = stage, changed
        self.words, self.names = words, names
        """Seat words and names of players 0 and 1."""
        self._chosen: dict[tuple[Player, str], str] = {}
        """Seat words chosen before, by player and kind."""

    def swap(self) -> None:
        """Exchange the two seats."""
        self.words, self.names = self.words[::-1], self.names[::-1]

    def row(
        self, player: Player, title: str, colour: str, kinds: Sequence[str] = SEAT_KINDS
    ) -> Widget:
        """Return rows for the seat of a player of that `colour`, one of `kinds`."""

        def take(word: str) -> None:
            before = self.words[player]
            self._chosen[player, kind_of(before)] = before
            self.words = _with(self.words, player, word)
            self._changed()

        def take_kind(kind: str) -> None:
            if kind != kind_of(self.words[player]):
                take(self._chosen.get((player, kind), _FIRST_SEATS[kind]))

        def take_name(name: str) -> None:
            self.names = _with(self.names, player, name)
            self._changed()

        return SeatRows(
            text=self._stage.services.text,
            player=player,
            title=title,
            word=self.words[player],
            kind=take_kind,
            choose=take,
            kinds=kinds,
            name=self.names[player],
            rename=lambda: ask_name(self._stage, colour, self.names, player, take_name),
        ).declared()


def _with(pair: tuple[str, str], player: Player, word: str) -> tuple[str, str]:
    """Return the pair with another word for that player."""
    return (pair[0], word) if player else (word, pair[1])


@dataclass
class _LevelLine(Label):
    """Line about a level, with room for the longest one of all levels."""

    all: Sequence[str] = ()

    def height_for(self, theme: Theme, width: int) -> int:
        """The height of the longest line."""
        return max(label_height(theme, line, self.style, width) for line in self.all)


@dataclass(frozen=True)
class SeatRows:
    """Rows of a page for choosing one player's seat."""

    text: Text
    player: Player
    title: str
    word: str
    kind: Callable[[str], None]
    """Called with the chosen kind."""
    choose: Callable[[str], None]
    """Called with the chosen level or depth as a seat word."""
    kinds: Sequence[str]
    """Kinds of seats offered."""
    name: str
    """Name of a person there."""
    rename: Action
    """Asks for another name."""

    def declared(self) -> Widget:
        """Return the title with the rows."""
        kind = kind_of(self.word)
        further = {"person": self._name, "computer": self._levels, "depth": self._depth}[kind]()
        return titled(self.title, Column([self._kinds(), *further]))

    def _name(self) -> Declared:
        """Return a button with the person's name, which a tap changes."""
        name = with_ellipses(self.name) or with_dots(self.name)
        kind, words = (NameButton, name) if name else (Button, self.text("name.add"))
        return [kind(f"name{self.player}", self.rename, words, "person", spoken=self.name)]

    def _kinds(self) -> Widget:
        words = {"person": "seat.person", "computer": "seat.computer", "depth": "seat.fixed"}
        now = kind_of(self.word)
        return Row([
            Button(f"kind{self.player}={kind}", partial(self.kind, kind), self.text(words[kind]),
                   look="chosen" if now == kind else "plain")
            for kind in self.kinds
        ])  # fmt: skip

    def _levels(self) -> Declared:
        """Return the levels in one or two rows, and the level's description."""
        keys = [level.key for level in LEVELS]
        now, buttons = keys.index(self.word), []
        for step, key in enumerate(keys):
            look = "reached" if step < now else "chosen" if step == now else "plain"
            spoken = f"{step + 1} {self.text(f'level.{key}.name')}"
            buttons.append(Button(f"seat{self.player}={key}", partial(self.choose, key),
                                  str(step + 1), look=look, spoken=spoken))  # fmt: skip
        lines = {key: self.text(f"level.{key}.line") for key in keys}
        whole = len(keys) * (MIN_TARGET + 4) - 4
        return [
            Either(whole, Grid(buttons, len(keys), gap=4), Grid(buttons, len(keys) // 2, gap=4)),
            Label(self.text(f"level.{self.word}.name"), "bold"),
            0,
            _LevelLine(lines[self.word], "small", down=0.0, all=tuple(lines.values())),
        ]

    def _depth(self) -> Declared:
        """Return buttons for less and more with the depth between them."""
        depth = int(self.word.removeprefix("depth"))
        words = Label(self.text("seat.depth", depth=depth), "bold", across=0.5)
        less, more = self._step("less", "less", depth - 1), self._step("more", "new", depth + 1)
        return [Row([Row([less, words, more], 0, width=300)]),
                Label(self.text("seat.fixed_line"), "small")]  # fmt: skip

    def _step(self, name: str, icon: str, depth: int) -> Button:
        action = partial(self.choose, f"depth{depth}") if depth in FIXED_DEPTHS else None
        return Button(f"{name}{self.player}", action, icon=icon, spoken=self.text(f"seat.{name}"),
                      width=64)  # fmt: skip
