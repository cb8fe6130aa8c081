"""What lies beside the board in a player's panel: slots with pieces, actions, and numbers."""

from typing import TYPE_CHECKING

import pygame

from game import faces, icons, layout
from game.draw import box
from game.panel import Sheet
from game.theme import Theme
from game.widgets import Button, Label, Picture
from rules.board import Cell
from rules.position import Piece, Player, Tally

if TYPE_CHECKING:
    from game.scenes.play import Play


def add_beside(
    play: "Play", sheet: Sheet, room: pygame.Rect, player: Player
) -> dict[Cell, pygame.Rect]:
    """Fill the top of `room` with the player's cells beside the board, and take it away from it.

    A cell with an owner is a slot for pieces with its number beside it; the others are actions of
    whoever moves. The slots in coordinates of the window.
    """
    theme, gap = play.theme, play.theme.px(8)
    board, position = play.match.board, play.match.position
    beside = [cell for cell, kind in enumerate(board.kinds) if kind == "beside"]
    own = [cell for cell in beside if board.owners[cell] == player]
    acts = position.turn == player and play.result is None
    actions = [cell for cell in beside if board.owners[cell] is None] if acts else []
    side = min(theme.px(60 if room.height >= theme.px(220) else 46), max(0, room.height))
    if not own + actions or side < theme.px(24):
        return {}
    numbers = {tally.cell: tally.number for tally in position.tallies()[player] if tally.cell}
    number_width = theme.width("small-bold", "00") + theme.px(6)
    slot_widths = [side + (number_width if cell in numbers else 0) for cell in own]
    least = theme.px(92)
    widths = slot_widths + [least] * len(actions)
    slots: dict[Cell, pygame.Rect] = {}
    cells = own + actions
    for line in layout.flow(widths, room.width, gap):
        if room.height < side:
            break
        x = room.x
        spare = room.width - sum(widths[i] for i in line) - gap * (len(line) - 1)
        acting = [i for i in line if i >= len(own)]
        for index in line:
            cell = cells[index]
            if index < len(own):
                slot = pygame.Rect(x, room.y, side, side)
                slots[cell] = sheet.outside(slot)
                sheet.add(_slot(theme, slot))
                if cell in numbers:
                    place = pygame.Rect(slot.right + theme.px(4), slot.y, number_width, side)
                    sheet.add(Label(place, text=str(numbers[cell]), style="small-bold",
                                    paint=theme.palette.soft))  # fmt: skip
                x += widths[index] + gap
            else:
                width = min(widths[index] + spare // len(acting), theme.px(200))
                high = min(side, theme.px(52))
                rect = pygame.Rect(x, room.y + (side - high) // 2, width, high)
                sheet.add(_action(play, cell, rect))
                x += width + gap
        room.y += side + gap
        room.height -= side + gap
    return slots


def _slot(theme: Theme, rect: pygame.Rect) -> Picture:
    """The place where a piece lies: a shallow dip in the card."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        dip = theme.palette.table
        radius = theme.px(6)
        box(theme, surface, place, dip, radius, theme.palette.line, max(1, theme.px(1)))

    return Picture(rect, paint=paint)


def _action(play: "Play", cell: Cell, rect: pygame.Rect) -> Button:
    """A cell that is tapped to say something: lay, object, a colour."""
    can = cell in play.next_cells()
    piece = play.match.position.pieces()[cell]
    name = play.match.board.names[cell]
    return Button(
        rect,
        f"cell {name}",
        (lambda: play.tap_cell(cell)) if can else None,
        play.text.game(play.game.key, f"cell.{name}"),
        icon=name if name in icons.NAMES and piece is None else "",
        look="primary" if can and play.taps() and piece is None else "plain",
        emblem=piece,
    )


def add_tallies(play: "Play", sheet: Sheet, room: pygame.Rect, player: Player) -> None:
    """The game's other numbers: pieces with how many of them, or words."""
    tallies = [t for t in play.match.position.tallies()[player] if t.cell is None]
    theme = play.theme
    height, gap = theme.px(24), theme.px(10)
    widths = [_tally_width(play, tally) for tally in tallies]
    for line in layout.flow(widths, room.width, gap):
        if room.height < height:
            return
        x = room.x
        for index in line:
            _add_tally(play, sheet, tallies[index], pygame.Rect(x, room.y, widths[index], height))
            x += widths[index] + gap
        room.y += height + theme.px(4)
        room.height -= height + theme.px(4)


def _tally_words(play: "Play", tally: Tally) -> str:
    if tally.piece is not None:
        return str(tally.number)
    return f"{play.text.game(play.game.key, f'tally.{tally.key}')}: {tally.number}"


def _tally_width(play: "Play", tally: Tally) -> int:
    theme = play.theme
    if tally.piece is not None:
        return theme.px(26) + theme.width("small-bold", "00")
    return theme.width("small-bold", _tally_words(play, tally)) + 2


def _add_tally(play: "Play", sheet: Sheet, tally: Tally, rect: pygame.Rect) -> None:
    theme = play.theme
    if tally.piece is not None:
        side = theme.px(22)
        place = pygame.Rect(rect.x, rect.centery - side // 2, side, side)
        sheet.add(piece_picture(theme, place, tally.piece))
        rect = pygame.Rect(place.right + theme.px(4), rect.y, rect.right - place.right, rect.height)
        rect.width -= theme.px(4)
    sheet.add(Label(rect, text=_tally_words(play, tally), style="small-bold",
                    paint=theme.palette.soft))  # fmt: skip


def piece_picture(theme: Theme, rect: pygame.Rect, piece: Piece) -> Picture:
    """A piece in a panel."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(faces.image(theme, piece, place.width), place)

    return Picture(rect, paint=paint)
