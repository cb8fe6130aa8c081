"""Seats in words and as rows of buttons: a person, one of eight levels, a fixed depth.

A seat is written as its word in a saved match.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.saves.matches import DEFAULT_SEATS, Seats
from game.saves.seat_words import PERSON
from game.scenes.common.name_dialog import shortened
from game.services.plain import with_dots, with_ellipses
from game.services.text import Text
from game.services.theme import Theme
from game.ui import layout
from game.ui.rows import titled
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label, label_height
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
    """Seats while they are being chosen; remembers the last choice of each kind."""

    def __init__(self, words: Seats) -> None:
        self.words = words
        """Seat words of players 0 and 1."""
        self._chosen: dict[tuple[Player, str], str] = {}
        """Seat words chosen before, by player and kind."""

    def take_kind(self, player: Player, kind: str) -> None:
        """Return to the seat chosen before of that kind."""
        if kind != kind_of(self.words[player]):
            self.take(player, self._chosen.get((player, kind), _FIRST_SEATS[kind]))

    def take(self, player: Player, word: str) -> None:
        """Give a player that seat word."""
        before = self.words[player]
        self._chosen[player, kind_of(before)] = before
        first, second = self.words
        self.words = (first, word) if player else (word, second)

    def swap(self) -> None:
        """Exchange the two seats."""
        self.words = self.words[1], self.words[0]


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
    kinds: tuple[str, ...] = SEAT_KINDS
    """Kinds of seats offered."""
    name: str = ""
    """Name of a person there."""
    rename: Callable[[], None] | None = None
    """Asks for another name; None where that is not offered."""

    def add(self, theme: Theme, sheet: Sheet, room: pygame.Rect) -> int:
        """Add the rows at the top of `room`; return their bottom."""
        title, space = titled(theme, sheet, room, self.title)
        place = pygame.Rect(space.x, space.y, space.width, theme.px(44))
        self._kinds(theme, sheet, place)
        kind = kind_of(self.word)
        if kind != "person":
            place.y = place.bottom + theme.px(8)
            end = (self._levels if kind == "computer" else self._depth)(theme, sheet, place)
            return max(end, title.bottom)
        if self.rename is not None:
            place.y = place.bottom + theme.px(8)
            self._name(theme, sheet, place, self.rename)
        return max(place.bottom, title.bottom)

    def _name(
        self, theme: Theme, sheet: Sheet, place: pygame.Rect, rename: Callable[[], None]
    ) -> None:
        """Add a button with the person's name, which a tap changes."""
        name = with_ellipses(self.name) or with_dots(self.name)
        words = shortened(theme, name, place.width - theme.px(44)) if name else ""
        sheet.add(Button(place.copy(), f"name{self.player}", rename,
                         words or self.text("name.add"), "person", spoken=self.name))  # fmt: skip

    def _kinds(self, theme: Theme, sheet: Sheet, place: pygame.Rect) -> None:
        words = {"person": "seat.person", "computer": "seat.computer", "depth": "seat.fixed"}
        box = (place.x, place.y, place.width, place.height)
        boxes = layout.columns(box, len(self.kinds), theme.px(8))
        for cell, kind in zip(boxes, self.kinds, strict=True):
            look = "chosen" if kind_of(self.word) == kind else "plain"
            name = f"kind{self.player}={kind}"
            action = partial(self.kind, kind)
            sheet.add(Button(pygame.Rect(cell), name, action, self.text(words[kind]), look=look))

    def _levels(self, theme: Theme, sheet: Sheet, place: pygame.Rect) -> int:
        """Add the levels in one or two rows, and the level's description; return the bottom."""
        keys = [level.key for level in LEVELS]
        now, gap = keys.index(self.word), theme.px(4)
        least = theme.px(layout.MIN_TARGET)
        per_row = len(keys) if place.width >= len(keys) * (least + gap) - gap else len(keys) // 2
        for start in range(0, len(keys), per_row):
            box = (place.x, place.y, place.width, place.height)
            for step, cell in enumerate(layout.columns(box, per_row, gap), start):
                look = "reached" if step < now else "chosen" if step == now else "plain"
                name = f"seat{self.player}={keys[step]}"
                action = partial(self.choose, keys[step])
                level = self.text(f"level.{keys[step]}.name")
                sheet.add(Button(pygame.Rect(cell), name, action, str(step + 1), look=look,
                                 spoken=f"{step + 1} {level}"))  # fmt: skip
            place.y += place.height + gap
        lines = {key: self.text(f"level.{key}.line") for key in keys}
        return self._about(
            theme, sheet, place, self.text(f"level.{self.word}.name"), lines[self.word],
            most=max(label_height(theme, line, "small", place.width) for line in lines.values()),
        )  # fmt: skip

    def _depth(self, theme: Theme, sheet: Sheet, place: pygame.Rect) -> int:
        """Add buttons for less and more with the depth between them; return the bottom."""
        depth, side = int(self.word.removeprefix("depth")), theme.px(64)
        width = min(place.width, theme.px(300))
        for name, icon, change, x in (
            ("less", "less", -1, place.x),
            ("more", "new", 1, place.x + width - side),
        ):
            rect = pygame.Rect(x, place.y, side, place.height)
            can = depth + change in FIXED_DEPTHS
            action = partial(self.choose, f"depth{depth + change}") if can else None
            spoken = self.text(f"seat.{name}")
            sheet.add(Button(rect, f"{name}{self.player}", action, icon=icon, spoken=spoken))
        middle = pygame.Rect(place.x + side, place.y, width - 2 * side, place.height)
        words, ink = self.text("seat.depth", depth=depth), theme.palette.ink
        sheet.add(Label(middle, text=words, style="bold", paint=ink, across=0.5))
        place.y += place.height + theme.px(4)
        line = self.text("seat.fixed_line")
        most = label_height(theme, line, "small", place.width)
        return self._about(theme, sheet, place, "", line, most)

    def _about(
        self, theme: Theme, sheet: Sheet, place: pygame.Rect, name: str, line: str, most: int
    ) -> int:
        """Add a name and a line with room for `most` pixels; return the bottom."""
        y = place.y + theme.px(4)
        if name:
            rect = pygame.Rect(place.x, y, place.width, theme.line_height("bold"))
            sheet.add(Label(rect, text=name, style="bold", paint=theme.palette.ink))
            y = rect.bottom
        rect = pygame.Rect(place.x, y, place.width, most)
        sheet.add(Label(rect, text=line, style="small", paint=theme.palette.soft, down=0.0))
        return rect.bottom
