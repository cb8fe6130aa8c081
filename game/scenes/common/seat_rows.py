"""Rows and dialogs to choose who plays: a person with a name, a level, or a fixed depth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import level_name
from flipside.game.saves.matches import DEFAULT_SEATS, PERSON, Names, Seats, offered_names
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.scene import Navigator
from flipside.game.services.plain import typed, with_dots, with_ellipses
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Grid, Row, WidgetList
from flipside.game.ui.layout import MIN_TARGET
from flipside.game.ui.page_widgets import LineField, Titled
from flipside.game.ui.widgets import Action, Button, Label, Widget, label_height, shortened
from flipside.rules.contract.position import Player
from flipside.rules.engine.search import FIXED_DEPTHS, LEVELS
from flipside.rules.match.record import plain_line


@dataclass(frozen=True)
class LineKind:
    """A kind of text that a player types in one line, such as a name."""

    most_letters: int
    """The maximum length of a typed line; lines in files may be longer."""
    field_key: str
    """Text key of the name of the text field."""
    none_key: str
    """Text key of the button for an empty line."""

    def plain(self, words: str) -> str:
        """Return the line in the form that is saved."""
        return plain_line(words, self.most_letters)


NAME_LINE = LineKind(24, "name.field", "name.none")

COMMENT_LINE = LineKind(200, "explore.comment", "explore.no_comment")


class NameButton(Button):
    """A button with a name that is cut to the width of the button."""

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Cut the name to the width."""
        self.text = shortened(theme, self.text, rect.width - theme.px(44 if self.icon else 16))
        return super().layout(theme, rect)


class LineDialog(Dialog):
    """A dialog with a text field, recent lines, and a button for an empty line."""

    def __init__(
        self,
        nav: Navigator,
        title: str,
        now: str,
        kind: LineKind,
        recent_lines: Sequence[str],
        take: Callable[[str], None],
    ) -> None:
        text, self._kind = nav.services.text, kind
        none = answer("nameless", text(kind.none_key), act=partial(take, ""))
        accept = answer("take", text("dialog.understood"), "", "primary",
                       lambda: take(kind.plain(self.line.text)))  # fmt: skip
        super().__init__(nav, title, "", (none, accept))
        self.line: LineField = LineField(
            kind.most_letters, self.update_layout, now, accessible_name=text(kind.field_key),
            name="field",
            action=self._write,
        )  # fmt: skip
        self._recent_lines = [line for line in recent_lines if with_ellipses(line)]
        self._take = take

    def _further(self) -> Sequence[Widget]:
        whole = self.line.text + self.line.composition
        hint = self.text("name.latin" if with_dots(whole) == typed(whole) else "name.dots")
        buttons = [
            NameButton(f"name={name}", partial(self._choose, name), with_ellipses(name),
                       accessible_name=name)
            for name in self._recent_lines
        ]  # fmt: skip
        return [Column([self.line, Label(hint, "small"), *([Grid(buttons, 2)] if buttons else [])])]

    def _choose(self, name: str) -> None:
        self.leave()
        self._take(name)

    def _write(self) -> None:
        """Handle a tap on the field: a page opens its own field, with an on-screen keyboard."""
        if ask_page(self.nav, self._name, self.line.text, self._kind, self._take):
            self.leave()
        else:
            self.update_layout()

    def key(self, name: str) -> None:
        """Confirm the line on Enter, unless a button has the focus; other keys edit the line."""
        if name == "return" and self.focus in ("", "field") and not self.line.composition:
            self._choose(self._kind.plain(self.line.text))
        else:
            super().key(name)


def ask_name(
    nav: Navigator, colour: str, names: Names, player: Player, take: Callable[[str], None]
) -> None:
    """Ask for the name of `player`; offer recent names that are not in `names`.

    If there are none, a page opens its own field instead of the dialog.
    """
    title, now = nav.services.text("name.title", colour=colour), names[player]
    recent_names = [name for name in offered_names(nav.services.storage) if name not in names]
    ask_line(nav, title, now, NAME_LINE, take, recent_names)


def ask_line(
    nav: Navigator,
    title: str,
    now: str,
    kind: LineKind,
    take: Callable[[str], None],
    recent_lines: Sequence[str] = (),
) -> None:
    """Ask for a line of text. If `recent_lines` is empty, a page opens its own field for it."""
    if recent_lines or not ask_page(nav, title, now, kind, take):
        nav.open(LineDialog(nav, title, now, kind, recent_lines, take))


def ask_page(
    nav: Navigator, title: str, now: str, kind: LineKind, take: Callable[[str], None]
) -> bool:
    """Let the page ask for a line in its own text field; return False on a desktop."""
    text = nav.services.text
    return nav.services.platform.clipboard.ask_line(
        f"{title}. {text('name.latin')}", now, kind.most_letters, text("dialog.understood"),
        text("dialog.back"), lambda words: take(kind.plain(typed(words))),
    )  # fmt: skip


_FIRST_SEATS = {"person": PERSON, "computer": DEFAULT_SEATS[1], "depth": "depth4"}
"""For each kind of seat, the seat that is offered first."""


SEAT_KINDS = tuple(_FIRST_SEATS)


def kind_of(word: str) -> str:
    """Return the kind of a seat: "person", "computer" (a level) or "depth"."""
    return word if word == PERSON else "depth" if word.startswith("depth") else "computer"


def seat_names(text: Texts, word: str) -> list[str]:
    """Return the names of a seat, the longest first."""
    kind = kind_of(word)
    if kind == "person":
        return [text("seat.person")]
    name = short = level_name(text, word)
    if kind != "depth":
        short = text("seat.level", number=word.removeprefix("level"))
    return [text("seat.computer_level", level=name), name, short]


class SeatChoice:
    """Seats and names during the choice; the last choice of each kind is offered again."""

    def __init__(self, nav: Navigator, words: Seats, names: Names, on_change: Action) -> None:
        """Begin with these seats and names; `on_change` is called after every choice."""
        self._nav, self._on_change, self._text = nav, on_change, nav.services.text
        self.words, self.names = words, names
        """The seats, and the names, of player 0 and 1."""
        self._previous: dict[tuple[Player, str], str] = {}
        """The last seat of each player and kind."""

    def swap(self) -> None:
        """Swap seats and names of the two players."""
        self.words, self.names = self.words[::-1], self.names[::-1]

    def row(
        self, player: Player, title: str, colour: str, kinds: Sequence[str] = SEAT_KINDS
    ) -> Widget:
        """Return the widgets to choose the seat of a player; `colour` is the player's colour."""
        match kind_of(self.words[player]):
            case "person":
                further: WidgetList = [self._name(player, colour)]
            case "computer":
                further = self._levels(player)
            case _:
                further = self._depth(player)
        return Titled(title, Column([self._kinds(player, kinds), *further]))

    def _take(self, player: Player, word: str) -> None:
        before = self.words[player]
        self._previous[player, kind_of(before)] = before
        self.words = _with(self.words, player, word)
        self._on_change()

    def _take_kind(self, player: Player, kind: str) -> None:
        if kind != kind_of(self.words[player]):
            self._take(player, self._previous.get((player, kind), _FIRST_SEATS[kind]))

    def _name(self, player: Player, colour: str) -> Button:
        def take(name: str) -> None:
            self.names = _with(self.names, player, name)
            self._on_change()

        own = self.names[player]
        name = with_ellipses(own) or with_dots(own)
        kind, words = (NameButton, name) if name else (Button, self._text("name.add"))
        rename = partial(ask_name, self._nav, colour, self.names, player, take)
        return kind(f"name{player}", rename, words, "person", accessible_name=own)

    def _kinds(self, player: Player, kinds: Sequence[str]) -> Widget:
        keys = {"person": "seat.person", "computer": "seat.computer", "depth": "seat.fixed"}
        now, words = kind_of(self.words[player]), {kind: self._text(keys[kind]) for kind in kinds}
        return Row([
            Button(f"kind{player}={kind}", partial(self._take_kind, player, kind), words[kind],
                   look="chosen" if now == kind else "plain", grows=True)
            for kind in kinds
        ], align_y=None)  # fmt: skip

    def _levels(self, player: Player) -> WidgetList:
        keys = [level.key for level in LEVELS]
        now, buttons = keys.index(self.words[player]), []
        for step, key in enumerate(keys):
            look = "reached" if step < now else "chosen" if step == now else "plain"
            label = f"{step + 1} {self._text(f'level.{key}.name')}"
            buttons.append(Button(f"seat{player}={key}", partial(self._take, player, key),
                                  str(step + 1), look=look, accessible_name=label))  # fmt: skip
        lines = {key: self._text(f"level.{key}.line") for key in keys}
        return [
            Grid(buttons, least=MIN_TARGET, gap=4, even=True),
            Label(self._text(f"level.{self.words[player]}.name"), "bold"),
            0,
            _LevelLine(lines[self.words[player]], "small", align_y=0.0, all=tuple(lines.values())),
        ]

    def _depth(self, player: Player) -> WidgetList:
        depth = int(self.words[player].removeprefix("depth"))
        words = Label(self._text("seat.depth", depth=depth), "bold", align_x=0.5)
        less = self._step(player, "less", "less", depth - 1)
        more = self._step(player, "more", "new", depth + 1)
        return [Row([Row([less, words, more], 0, width=300)]),
                Label(self._text("seat.fixed_line"), "small")]  # fmt: skip

    def _step(self, player: Player, name: str, icon: str, depth: int) -> Button:
        can = depth in FIXED_DEPTHS
        action = partial(self._take, player, f"depth{depth}") if can else None
        return Button(f"{name}{player}", action, icon=icon,
                      accessible_name=self._text(f"seat.{name}"),
                      why="" if can else self._text(f"why.{name}"), width=64)  # fmt: skip


def _with(pair: tuple[str, str], player: Player, word: str) -> tuple[str, str]:
    return (pair[0], word) if player else (word, pair[1])


@dataclass
class _LevelLine(Label):
    """A line about a level; it is as high as the highest line of all levels."""

    all: Sequence[str] = ()

    def height_for(self, theme: Theme, width: int) -> int:
        return max(label_height(theme, line, self.style, width) for line in self.all)


class SeatsDialog(Dialog):
    """A dialog to change the seats of a match; nothing changes before it is confirmed."""

    def __init__(
        self, nav: Navigator, live_match: LiveMatch, choose: Callable[[Seats, Names], None]
    ) -> None:
        text = nav.services.text
        two_people = not live_match.may_sit(DEFAULT_SEATS)
        body = text("play.two_people") if two_people else ""
        sit = answer("sit", text("dialog.understood"), "check", "primary",
                     lambda: choose(self._seat_choice.words, self._seat_choice.names))  # fmt: skip
        super().__init__(nav, text("play.seats"), body, (sit,), widest=520)
        self._colours = live_match.match_text.colour(0), live_match.match_text.colour(1)
        self._kinds = ("person",) if two_people else SEAT_KINDS
        self._seat_choice = SeatChoice(
            nav, live_match.seats, live_match.match.players, self.update_layout
        )

    def _further(self) -> Sequence[Widget]:
        return [
            self._seat_choice.row(player, colour, colour, self._kinds)
            for player, colour in enumerate(self._colours)
        ]
