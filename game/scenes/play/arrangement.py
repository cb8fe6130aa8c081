"""Arrangement of a match in the window: board, two panels, list of moves."""

from game.board.places import framed_aspect
from game.board.view import BoardView
from game.scenes.play.beside import extra_room
from game.scenes.play.data import PanelData
from game.scenes.play.moves import moves_sheet
from game.scenes.play.panels import Panel
from game.ui import layout
from game.ui.pieces import slots_of
from game.ui.sheet import Sheet


def arrange_match(
    data: PanelData, size: tuple[int, int], safe: tuple[int, int, int, int]
) -> tuple[BoardView, list[Sheet], bool]:
    """Arrange the board, the far panel, the near one, and the list of moves where it has room, in
    a window of `size` pixels with its edges `safe` left free; and whether panels are above and
    below the board."""
    settings, theme, board = data.settings, data.theme, data.outlook.board
    aspect = framed_aspect(board, settings.coordinates)
    plan = layout.play_layout(
        size, aspect, settings.tabletop, theme.unit, safe, extra=extra_room(data)
    )
    near_player = data.outlook.near
    far = Panel(data, plan.far, plan.turns[0], 1 - near_player, settings.tabletop)
    near = Panel(data, plan.near, plan.turns[1], near_player, True)
    sheets = [far.sheet, near.sheet]
    if far.moves_place is not None and data.moves:
        sheets.append(
            moves_sheet(theme, data.text, far.moves_place, data.moves, data.outlook.at, data.go)
        )
    view = BoardView(theme, board, plan.board, settings.coordinates, slots_of(sheets))
    return view, sheets, plan.upright
