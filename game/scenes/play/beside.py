"""Part of a player's panel for cells beside the board: slots with pieces, actions, numbers."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from flipside.game.drawing import icons
from flipside.game.scenes.play.lines import PanelData
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Adaptive, Column, Grid, Row, Wrap
from flipside.game.ui.pieces import numbered_slot, piece_picture
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player, Tally

BESIDE_HEIGHT = 140
"""CSS pixels that slots, numbers and a sentence need below a header."""


def extra_room(data: PanelData) -> int:
    """Return the extra CSS pixels that a panel needs for cells beside the board."""
    board = data.match_view.board
    beside = board.of_kind("beside")
    if not beside:
        return 0
    return 100 if any(board.owners[cell] is not None for cell in beside) else 56


def cells_beside(data: PanelData, player: Player, width: int, height: int) -> tuple[Adaptive, Wrap]:
    """Return the player's cells beside the board for a room of that size in pixels, and the numbers
    of the game that belong to no cell. A cell with an owner is a slot for pieces, the others are
    actions of the player to move."""
    theme, board, position = data.theme, data.match_view.board, data.match_view.position
    beside = board.of_kind("beside")
    own = [cell for cell in beside if board.owners[cell] == player]
    acts = position.turn == player and not data.match_view.over
    actions = [_action(data, cell) for cell in beside if board.owners[cell] is None and acts]
    counted = position.tallies()[player]
    tallies = Wrap([_tally(data, one) for one in counted if one.cell is None], 10, row_gap=4)
    numbers = {tally.cell: str(tally.number) for tally in counted if tally.cell is not None}
    spare = tallies.height_for(theme, width) + theme.px(8) if tallies.items else 0
    # Where there is no room at all, slots are left out, actions never.
    cells = _Cells([], actions)
    words = *(one.natural_width(theme) for one in actions), theme.width("small-bold", "0")
    like = theme.unit, width, height, spare, words, *(cell in numbers for cell in own)
    first = _FIRST_FITTING.get(like, 0)
    for number, (side, large, kept) in enumerate(_SLOT_SIZES[first:], first):
        slots = [
            numbered_slot(theme, cell, side if cell in numbers else round(side * large),
                          numbers.get(cell, ""))
            for cell in own
        ]  # fmt: skip
        tried = _Cells(slots, actions)
        if tried.height_for(theme, width) + spare * kept <= height:
            cells = tried
            _FIRST_FITTING[like] = number
            break
    return cells, tallies


_SLOT_SIZES = (
    *((side, large, True) for large in (1.6, 1.0) for side in (60, 52, 46, 40)),
    *((side, 1.0, False) for side in (60, 52, 46, 40, 34, 28, 24)),
)
"""CSS pixels of a slot's side, the best first; by how much a slot without a number, in which a
piece lies to be used, is larger; and whether the game's other numbers must fit below."""


_FIRST_FITTING: dict[Hashable, int] = {}
"""The number of the first size that fits in a room like that: trying them all takes long."""


@dataclass
class _Cells(Adaptive):
    """Slots in lines, and actions behind them, or below them where they are too narrow there."""

    slots: Sequence[Widget]
    actions: Sequence[Widget]

    def made(self, theme: Theme, width: int) -> Widget:
        rows, count = Wrap(self.slots).lines(theme, width), len(self.actions)
        if not count:
            return Column(rows)
        least = 72 * count + 8 * (count - 1)
        if rows and width - rows[-1].natural_width(theme) - theme.px(8) >= theme.px(least):
            rows[-1] = Row([*rows[-1].items, Row(self.actions, width=3 * least)])
            return Column(rows)
        return Column([*rows, Grid(self.actions, least=84, stretches=True)])


@dataclass
class _ActionButton(Button):
    """Button whose icon stands above its words where it is narrow."""

    value: str = ""
    """Shown behind the words where it fits."""

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
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
        words = f"{data.words(f'tally.{tally.key}')}: {tally.number}"
        return Label(words, "small-bold", "soft", height=24)
    width = theme.width("small-bold", "00") / theme.unit
    number = Label(str(tally.number), "small-bold", "soft", width=width)
    return Row([piece_picture(theme, tally.piece, 22), number], 4, height=24)
