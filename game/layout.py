"""Rectangles from a window size: pure arithmetic, in surface pixels.

Knows no pygame window, no widgets and no game; a board is only its proportions.
"""

from dataclasses import dataclass

Box = tuple[int, int, int, int]
"""Left, top, width, height."""

SPACES = (4, 8, 12, 16, 24, 32, 48)
"""The only distances used, in CSS pixels."""

TARGET = 44
"""The least side of anything that can be tapped, in CSS pixels."""


@dataclass(frozen=True)
class PlayLayout:
    """Where the board and the two panels stand.

    `far` is the panel at the top or on the left, `near` the one at the bottom or on the right;
    `turns` are the quarter turns (counter-clockwise) by which each panel's content is turned.
    """

    board: Box
    far: Box
    near: Box
    upright: bool
    """Panels above and below the board; else left and right of it."""
    turns: tuple[int, int]


_NEAR_HEIGHT, _FAR_HEIGHT = 112, 64
_NEAR_WIDTH, _FAR_WIDTH = 176, 128
_MOST_HEIGHT, _MOST_WIDTH = 232, 360


def play(
    size: tuple[int, int],
    aspect: float,
    tabletop: bool,
    unit: float = 1.0,
    safe: tuple[int, int, int, int] = (0, 0, 0, 0),
    extra: int = 0,
) -> PlayLayout:
    """The arrangement with the larger board for a window of that size.

    `aspect` is the board's width by its height; `safe` are the insets (left, top, right, bottom)
    that the device keeps for itself; `extra` asks for that many CSS pixels more of each panel.
    """
    both = [_arranged(size, aspect, tabletop, unit, safe, extra, up) for up in (True, False)]
    upright, sideways = both
    if _area(upright.board) == _area(sideways.board):
        return upright if size[1] >= size[0] else sideways
    return max(both, key=lambda found: _area(found.board))


def _area(box: Box) -> int:
    return box[2] * box[3]


def _arranged(
    size: tuple[int, int],
    aspect: float,
    tabletop: bool,
    unit: float,
    safe: tuple[int, int, int, int],
    extra: int,
    upright: bool,
) -> PlayLayout:
    left, top, right, bottom = safe
    width, height = size[0] - left - right, size[1] - top - bottom
    narrow = min(width, height) < 600 * unit
    margin = round((4 if narrow else 16) * unit)
    gap = round((8 if narrow else 16) * unit)
    if upright:
        least = _least(_NEAR_HEIGHT, _FAR_HEIGHT, tabletop, unit, extra)
        across, along = width - 2 * margin, height - 2 * margin - 2 * gap - sum(least)
        board_width = max(1, min(across, round(along * aspect)))
        board_height = max(1, round(board_width / aspect))
        spare = height - 2 * margin - 2 * gap - board_height
        far, near = _shares(spare, least, round((_MOST_HEIGHT + extra) * unit))
        panel = max(board_width, min(across, round(720 * unit)))
        x = left + (width - panel) // 2
        y = top + (height - far - near - board_height - 2 * gap) // 2
        return PlayLayout(
            board=(left + (width - board_width) // 2, y + far + gap, board_width, board_height),
            far=(x, y, panel, far),
            near=(x, y + far + board_height + 2 * gap, panel, near),
            upright=True,
            turns=(2, 0) if tabletop else (0, 0),
        )
    # At a table the content of these panels is turned, so that their depth is a height.
    depths = (_NEAR_HEIGHT, _FAR_HEIGHT) if tabletop else (_NEAR_WIDTH, _FAR_WIDTH)
    least = _least(*depths, tabletop, unit, extra)
    along, across = width - 2 * margin - 2 * gap - sum(least), height - 2 * margin
    board_height = max(1, min(across, round(along / aspect)))
    board_width = max(1, round(board_height * aspect))
    spare = width - 2 * margin - 2 * gap - board_width
    far, near = _shares(spare, least, round((_MOST_WIDTH + extra) * unit))
    panel = max(board_height, min(across, round(720 * unit)))
    x = left + (width - far - near - board_width - 2 * gap) // 2
    y = top + (height - panel) // 2
    return PlayLayout(
        board=(x + far + gap, top + (height - board_height) // 2, board_width, board_height),
        far=(x, y, far, panel),
        near=(x + far + board_width + 2 * gap, y, near, panel),
        upright=False,
        turns=(3, 1) if tabletop else (0, 0),
    )


def _least(near: int, far: int, tabletop: bool, unit: float, extra: int) -> tuple[int, int]:
    """The least depth of the far and the near panel; at a table both have buttons."""
    return (
        round(((near if tabletop else far) + extra) * unit),
        round((near + extra) * unit),
    )


def _shares(spare: int, least: tuple[int, int], most: int) -> tuple[int, int]:
    """Divide the space beside the board between the far and the near panel, as evenly as may be."""
    half = spare // 2
    far = max(least[0], min(half, spare - least[1]))
    near = spare - far
    return min(far, most), min(near, most)


def rows(box: Box, count: int, gap: int) -> list[Box]:
    """The box cut into that many rows of equal height."""
    left, top, width, height = box
    each = (height - gap * (count - 1)) / count
    edges = [round(top + i * (each + gap)) for i in range(count)]
    return [(left, edge, width, round(edge + each) - edge) for edge in edges]


def columns(box: Box, count: int, gap: int) -> list[Box]:
    """The box cut into that many columns of equal width."""
    left, top, width, height = box
    each = (width - gap * (count - 1)) / count
    edges = [round(left + i * (each + gap)) for i in range(count)]
    return [(edge, top, round(edge + each) - edge, height) for edge in edges]


def inset(box: Box, by: int) -> Box:
    """The box made smaller by that much on every side."""
    left, top, width, height = box
    return left + by, top + by, max(0, width - 2 * by), max(0, height - 2 * by)


def flow(widths: list[int], space: int, gap: int) -> list[list[int]]:
    """Indices of things of these widths, broken into lines no wider than `space`."""
    lines: list[list[int]] = []
    used = 0
    for index, width in enumerate(widths):
        if lines and used + gap + width <= space:
            lines[-1].append(index)
            used += gap + width
        else:
            lines.append([index])
            used = width
    return lines
