"""Part of a player's panel for cells beside the board: slots with pieces, actions, numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from flipside.game.drawing import icons
from flipside.game.scenes.play.lines import PanelData
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Grid, Row, Wrap
from flipside.game.ui.panel_widgets import numbered_slot, piece_picture
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player, Tally


def extra_room(data: PanelData) -> int:
    """Return the extra CSS pixels that a panel needs for cells beside the board."""
    board = data.match_view.board
    beside = board.of_kind("beside")
    if not beside:
        return 0
    return 100 if any(board.owners[cell] is not None for cell in beside) else 56


def cells_beside(data: PanelData, player: Player, width: int, height: int) -> Column:
    """Return the player's cells beside the board for a place of that size in pixels, and the
    numbers of the game that belong to no cell if they fit below. A cell with an owner is a slot for
    pieces, the others are actions of the player to move."""
    theme, board, position = data.theme, data.match_view.board, data.match_view.position
    beside = board.of_kind("beside")
    own = [cell for cell in beside if board.owners[cell] == player]
    acts = position.turn == player and not data.match_view.over
    actions = [_action(data, cell) for cell in beside if board.owners[cell] is None and acts]
    counted = position.tallies()[player]
    numbers = {tally.cell: str(tally.number) for tally in counted if tally.cell is not None}
    tallies = Wrap([_tally(data, one) for one in counted if one.cell is None], 10, row_gap=4)
    spare = tallies.height_for(theme, width) + theme.px(8) if tallies.items else 0
    # Where there is no room at all, slots are left out, actions never.
    slots = _Slots(theme, (), width, len(actions))
    for side, large, kept in _SLOT_SIZES if own else ():
        sides = [(side if cell in numbers else side * large, cell in numbers) for cell in own]
        tried = _Slots(theme, sides, width, len(actions))
        if tried.height + spare * kept <= height:
            slots = tried
            break
    rows: list[Widget] = []
    parts: list[Widget] = []
    for line in slots.lines:
        parts = [
            numbered_slot(theme, own[n], slots.sides[n], numbers.get(own[n], "")) for n in line
        ]
        rows.append(Row(parts))
    if actions and slots.joined:
        wide = 3 * (80 * len(actions) - 8)
        rows[-1] = Row([*parts, Row(actions, width=wide)])
    elif actions:
        rows.append(Grid(actions, least=84, stretches=True))
    fits = tallies.items and slots.height + spare <= height
    return Column([*rows, tallies] if fits else rows)


class _Slots:
    """The lines of slots with sides in CSS pixels, and whether they have numbers; and of so many
    actions behind the last of them, or below where they are too narrow there."""

    def __init__(
        self, theme: Theme, sides: Sequence[tuple[float, bool]], width: int, actions: int
    ) -> None:
        gap, number = theme.px(8), theme.px(6) + theme.width("small-bold", "00")
        self.sides = [round(side) for side, _ in sides]
        self.lines: list[list[int]] = []
        """The numbers of the slots of each line."""
        left = 0
        for place, (side, numbered) in enumerate(sides):
            wide = theme.px(side) + number * numbered
            if not self.lines or left < gap + wide:
                self.lines.append([])
                left = width + gap
            self.lines[-1].append(place)
            left -= gap + wide
        high = [max(theme.px(self.sides[place]) for place in line) for line in self.lines]
        self.joined = bool(self.lines) and left - gap >= theme.px(80 * actions - 8)
        """Whether there is room for the actions behind the last slot."""
        if actions and self.joined:
            high[-1] = max(high[-1], theme.px(44))
        elif actions:
            each = theme.px(84) + gap
            high += [theme.px(44)] * -(-actions // max(1, (width + gap) // each))
        self.height = sum(high) + gap * max(0, len(high) - 1)


_SLOT_SIZES = (
    *((side, large, True) for large in (1.6, 1.0) for side in (60, 52, 46, 40)),
    *((side, 1.0, False) for side in (60, 52, 46, 40, 34, 28, 24)),
)
"""CSS pixels of a slot's side, the best first; by how much a slot without a number, in which a
piece lies to be used, is larger; and whether the game's other numbers must fit below."""


@dataclass
class _ActionButton(Button):
    """Button whose icon stands above its words where it is narrow."""

    value: str = ""
    """Shown behind the words where it fits."""

    def lay(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        self.stacked = rect.width < theme.px(96)
        if self.value:
            valued = replace(self, text=f"{self.text} {self.value}", rect=rect)
            self.text = self.text if valued.clipped(theme) else valued.text
        return super().lay(theme, rect)


def _action(data: PanelData, cell: Cell) -> Button:
    can = cell in data.match_view.next_cells
    piece = data.match_view.position.pieces()[cell]
    name = data.match_view.board.names[cell]
    return _ActionButton(
        f"cell {name}",
        partial(data.tap, cell) if can else None,
        data.words(f"cell.{name}"),
        icon=name if name in icons.NAMES and piece is None else "",
        look="primary" if can and data.match_view.taps and piece is None else "plain",
        emblem=piece,
        value=data.match_view.valued.cells.get(cell) or "",
    )


def _tally(data: PanelData, tally: Tally) -> Widget:
    theme = data.theme
    if tally.piece is None:
        counted = data.words(f"tally.{tally.key}")
        words = data.text("spoken.about", head=counted, words=tally.number)
        return Label(words, "small-bold", "soft", height=24)
    width = theme.width("small-bold", "00") / theme.unit
    number = Label(str(tally.number), "small-bold", "soft", width=width)
    return Row([piece_picture(theme, tally.piece, 22), number], 4, height=24)
