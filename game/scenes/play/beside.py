"""Part of a player's panel for cells beside the board: slots with pieces, actions, numbers."""

from dataclasses import dataclass, replace

import pygame

from game.drawing import icons
from game.drawing.draw import box
from game.scenes.play.data import PanelData
from game.services.theme import Theme
from game.ui import layout
from game.ui.layout import MIN_TARGET
from game.ui.pieces import piece_picture
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Canvas, Label, label_height
from rules.contract.board import Cell
from rules.contract.position import Player, Tally

BESIDE_HEIGHT = 140
"""CSS pixels that slots, numbers and a sentence need below a header."""


def extra_room(data: PanelData) -> int:
    """Return the extra CSS pixels that a panel needs for cells beside the board."""
    board = data.outlook.board
    beside = [
        owner for owner, kind in zip(board.owners, board.kinds, strict=True) if kind == "beside"
    ]
    if not beside:
        return 0
    return 100 if any(owner is not None for owner in beside) else 56


def add_beside(
    data: PanelData, sheet: Sheet, room: pygame.Rect, player: Player
) -> dict[Cell, pygame.Rect]:
    """Add the player's cells beside the board at the top of `room` and shrink `room`.

    A cell with an owner is a slot for pieces; the others are actions of the player to move.
    Return the slots in pixels of the window.
    """
    theme, gap = data.theme, data.theme.px(8)
    board, position = data.outlook.board, data.outlook.position
    beside = [cell for cell, kind in enumerate(board.kinds) if kind == "beside"]
    own = [cell for cell in beside if board.owners[cell] == player]
    acts = position.turn == player and not data.outlook.over
    actions = [cell for cell in beside if board.owners[cell] is None] if acts else []
    if not own and not actions:
        return {}
    numbers = {tally.cell: tally.number for tally in position.tallies()[player] if tally.cell}
    row = _Row(theme, room.width, theme.width("small-bold", "00") + theme.px(6))
    below = _tallies_height(data, room.width, player)
    spare = below + gap if below else 0
    place = row.fitted([cell in numbers for cell in own], len(actions), room.height, spare)
    slots: dict[Cell, pygame.Rect] = {}
    # Where there is no room at all, slots are left out, actions never.
    for cell, rect in zip(own, place.slots, strict=False):
        rect.move_ip(room.topleft)
        slots[cell] = sheet.outside(rect)
        sheet.add(_slot(theme, rect))
        if cell in numbers:
            beside_it = pygame.Rect(rect.right + theme.px(4), rect.y, row.number, rect.height)
            words = str(numbers[cell])
            sheet.add(Label(words, "small-bold", rect=beside_it, paint="soft"))
    for cell, rect in zip(actions, place.actions, strict=True):
        sheet.add(_action(data, cell, rect.move(room.topleft)))
    if place.height:
        room.y += place.height + gap
        room.height -= place.height + gap
    return slots


@dataclass(frozen=True)
class _Placed:
    slots: list[pygame.Rect]
    actions: list[pygame.Rect]
    height: int


class _Row:
    """Finds the largest places for slots and actions in a strip of a given width."""

    def __init__(self, theme: Theme, width: int, number: int) -> None:
        self.theme = theme
        self.width = width
        self.number = number
        """Pixels that a number beside a slot takes."""

    def fitted(self, numbered: list[bool], actions: int, height: int, spare: int) -> _Placed:
        """Return the largest slots with which everything fits; actions are never left out.

        At best a slot without a number, in which a piece lies to be used, is larger than the
        others, and `spare` pixels remain below.
        """
        for large in (1.6, 1.0):
            for css in (60, 52, 46, 40):
                placed = self._placed(numbered, actions, self.theme.px(css), large)
                if placed.height + spare <= height:
                    return placed
        for css in (60, 52, 46, 40, 34, 28, 24):
            placed = self._placed(numbered, actions, self.theme.px(css), 1.0)
            if placed.height <= height:
                return placed
        return self._placed([], actions, 0, 1.0)

    def _placed(self, numbered: list[bool], actions: int, side: int, large: float) -> _Placed:
        gap, high = self.theme.px(8), self.theme.px(MIN_TARGET)
        sides = [side if number else round(side * large) for number in numbered]
        widths = [s + (self.number if n else 0) for s, n in zip(sides, numbered, strict=True)]
        slots: list[pygame.Rect] = []
        x = y = bottom = 0
        for line in layout.flow(widths, self.width, gap) if widths else []:
            y = bottom + gap if slots else 0
            tall = max(sides[index] for index in line)
            x, bottom = 0, y + tall
            for index in line:
                top = y + (tall - sides[index]) // 2
                slots.append(pygame.Rect(x, top, sides[index], sides[index]))
                x += widths[index] + gap
        if not actions:
            return _Placed(slots, [], bottom)
        least = self.theme.px(72) * actions + gap * (actions - 1)
        if slots and self.width - x >= least:
            bottom = max(bottom, y + high)
            strip = (x, (y + bottom - high) // 2, min(self.width - x, least * 3), high)
            return _Placed(
                slots, [pygame.Rect(b) for b in layout.columns(strip, actions, gap)], bottom
            )
        return self._below(slots, actions, bottom + gap if slots else 0)

    def _below(self, slots: list[pygame.Rect], actions: int, y: int) -> _Placed:
        """Place actions in rows of their own below the slots."""
        gap, high = self.theme.px(8), self.theme.px(MIN_TARGET)
        per_row = max(1, min(actions, (self.width + gap) // (self.theme.px(84) + gap)))
        places: list[pygame.Rect] = []
        while len(places) < actions:
            count = min(per_row, actions - len(places))
            strip = layout.columns((0, y, self.width, high), count, gap)
            places += [pygame.Rect(box) for box in strip]
            y += high + gap
        return _Placed(slots, places, y - gap)


def _slot(theme: Theme, rect: pygame.Rect) -> Canvas:
    """Return the place of a piece: a shallow dip in the card."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        dip = theme.palette.table
        radius = theme.px(6)
        box(theme, surface, place, dip, radius, theme.palette.line, theme.rim)

    return Canvas(paint, rect=rect)


def _action(data: PanelData, cell: Cell, rect: pygame.Rect) -> Button:
    """Return the button of a cell that is an action: lay, object, a colour."""
    can = cell in data.outlook.next_cells
    piece = data.outlook.position.pieces()[cell]
    name = data.outlook.board.names[cell]
    button = Button(
        f"cell {name}",
        (lambda: data.tap(cell)) if can else None,
        data.words(f"cell.{name}"),
        icon=name if name in icons.NAMES and piece is None else "",
        look="primary" if can and data.outlook.taps and piece is None else "plain",
        stacked=rect.width < data.theme.px(96),
        emblem=piece,
        rect=rect,
    )
    value = data.outlook.valued.cells.get(cell)
    if value is not None:
        valued = replace(button, text=f"{button.text} {value}")
        return button if valued.clipped(data.theme) else valued
    return button


def add_tallies(data: PanelData, sheet: Sheet, room: pygame.Rect, player: Player) -> None:
    """Add the game's other numbers, if all of them fit: pieces with counts, or words."""
    theme = data.theme
    if room.height < _tallies_height(data, room.width, player):
        return
    for height, line in _tally_lines(data, room.width, player):
        x = room.x
        for tally, width in line:
            _add_tally(data, sheet, tally, pygame.Rect(x, room.y, width, height))
            x += width + theme.px(10)
        room.y += height + theme.px(4)
        room.height -= height + theme.px(4)


def _tallies_height(data: PanelData, width: int, player: Player) -> int:
    """Return the height of the numbers below the slots in pixels."""
    heights = [height for height, _ in _tally_lines(data, width, player)]
    return sum(heights) + data.theme.px(4) * (len(heights) - 1) if heights else 0


def _tally_lines(
    data: PanelData, width: int, player: Player
) -> list[tuple[int, list[tuple[Tally, int]]]]:
    """Return the numbers without a slot in lines of at most `width`: heights, numbers, widths."""
    theme = data.theme
    tallies = [t for t in data.outlook.position.tallies()[player] if t.cell is None]
    widths = [min(_tally_width(data, tally), width) for tally in tallies]
    lines = []
    for line in layout.flow(widths, width, theme.px(10)):
        words = max(_tally_height(data, tallies[index], widths[index]) for index in line)
        lines.append((max(theme.px(24), words), [(tallies[i], widths[i]) for i in line]))
    return lines


def _tally_words(data: PanelData, tally: Tally) -> str:
    if tally.piece is not None:
        return str(tally.number)
    return f"{data.words(f'tally.{tally.key}')}: {tally.number}"


def _tally_width(data: PanelData, tally: Tally) -> int:
    theme = data.theme
    if tally.piece is not None:
        return theme.px(26) + theme.width("small-bold", "00")
    return theme.width("small-bold", _tally_words(data, tally)) + 2


def _tally_height(data: PanelData, tally: Tally, width: int) -> int:
    """Return the height of its words; a number beside a piece stays on one line (0)."""
    if tally.piece is not None:
        return 0
    return label_height(data.theme, _tally_words(data, tally), "small-bold", width)


def _add_tally(data: PanelData, sheet: Sheet, tally: Tally, rect: pygame.Rect) -> None:
    theme = data.theme
    if tally.piece is not None:
        side = theme.px(22)
        place = pygame.Rect(rect.x, rect.centery - side // 2, side, side)
        sheet.add(piece_picture(theme, tally.piece, place))
        rect = pygame.Rect(place.right + theme.px(4), rect.y, rect.right - place.right, rect.height)
        rect.width -= theme.px(4)
    sheet.add(Label(_tally_words(data, tally), "small-bold", rect=rect,
                    paint="soft"))  # fmt: skip
