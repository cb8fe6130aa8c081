"""Places of board and panels in a window in pixels, from the proportions of the board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Box = tuple[int, int, int, int]
"""Left, top, width, height."""

MIN_TARGET = 44
"""The minimum side of anything that can be tapped, in CSS pixels."""


Shape = Literal["wide", "tall", "small"]
"""The layouts of a panel. "wide" is a column beside the board. The others are above or below the
board: "tall" has space for texts, and "small" has none."""


class Window(NamedTuple):
    """The size of a window in surface pixels; `unit` surface pixels are one CSS pixel."""

    size: tuple[int, int]
    unit: float
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Insets left, top, right and bottom, which the device needs."""

    @property
    def usable(self) -> Box:
        """The area of the window without its insets."""
        left, top, right, bottom = self.safe
        return left, top, self.size[0] - left - right, self.size[1] - top - bottom


@dataclass(frozen=True)
class PlayLayout:
    """The places of the board and the two panels.

    The `far` panel is at the top or on the left, the `near` panel at the bottom or on the right.
    `quarter_turns` is the rotation of each panel's content, counter-clockwise.
    """

    board: Box
    far: Box
    near: Box
    upright: bool
    """Whether the panels are above and below the board, instead of beside it."""
    quarter_turns: tuple[int, int]
    shapes: tuple[Shape, Shape]
    """The shapes of the far and the near panel."""


_NEAR_HEIGHT, _FAR_HEIGHT = 116, 64
_WIDTH, _NARROW, _SHORT = 176, (168, 112), 700
"""The width of a panel beside the board. If board and panels have less than _SHORT together, the
widths of the near and the far panel are _NARROW."""
_MOST_HEIGHT, _MOST_WIDTH = 232, 360
_COMPACT, _NARROW_BOARD = (118, 118), 0.85
"""The heights of the far and the near panel of a match with extra height, if the board would
otherwise use less than this part of the width."""

_TASK_COMPACT, _LOW = (64, 186), 600
"""The same heights in a task, if board and panels have less than _LOW together."""

_TALL, _BUTTONS, _CELLS = 96, 56, 112
"""Minimum height of a tall panel without buttons; heights of buttons and cells beside the board."""

_TASK_FAR_HEIGHT, _TASK_FAR_HEIGHT_WITH_EXTRA, _TASK_FAR_WIDTH = 64, 118, 152
_TASK_MOST_HEIGHT, _TASK_MOST_WIDTH = 300, 420
"""In a task, the near panel gets the far panel's height above these minima, up to a maximum."""


def play_layout(
    window: Window, aspect: float, tabletop: bool, extra: int, task: bool = False
) -> PlayLayout:
    """Return the layout with the larger board: panels above and below it, or beside it.

    `aspect` is the width of the board divided by its height. Each panel gets `extra` CSS pixels of
    height. In a `task`, the words are in the near panel.
    """
    upright, sideways = (
        _arranged(window, aspect, tabletop, extra, task, up) for up in (True, False)
    )
    if _area(upright.board) == _area(sideways.board):
        return upright if window.size[1] >= window.size[0] else sideways
    return max(upright, sideways, key=lambda layout: _area(layout.board))


def _area(box: Box) -> int:
    return box[2] * box[3]


def _arranged(
    window: Window, aspect: float, tabletop: bool, extra: int, task: bool, upright: bool
) -> PlayLayout:
    """Return the layout with panels above and below the board (`upright`), or beside it.

    For panels beside the board it is computed as if the window were rotated.
    """
    (left, top, width, height), unit = window.usable, window.unit
    shorter = min(width, height) / unit
    sizes = (4, 8) if shorter < 600 else (8, 12) if shorter < 900 else (16, 16)
    margin, gap = (round(space * unit) for space in sizes)
    if not upright:
        width, height, aspect = height, width, 1 / aspect
    across, along = width - 2 * margin, height - 2 * margin - 2 * gap
    # In tabletop mode the contents of panels are rotated, so their depth is always a height.
    if upright or tabletop:
        near, most = _NEAR_HEIGHT + extra, _MOST_HEIGHT + extra
        far = near if tabletop else _FAR_HEIGHT + extra
        if task and extra and along < _LOW * unit:
            far, near = _TASK_COMPACT
        if extra and not task and along - (far + near) * unit < _NARROW_BOARD * across:
            far, near = _COMPACT
        task_far = _TASK_FAR_HEIGHT_WITH_EXTRA if extra else _TASK_FAR_HEIGHT
        task_most = _TASK_MOST_HEIGHT
    else:
        near, far = (_WIDTH, _WIDTH) if task or along >= _SHORT * unit else _NARROW
        most = _MOST_WIDTH
        task_far, task_most = _TASK_FAR_WIDTH, _TASK_MOST_WIDTH
    least = round(far * unit), round(near * unit)
    board_width = max(1, min(across, round((along - sum(least)) * aspect)))
    board_height = max(1, round(board_width / aspect))
    first, second = _shares(along - board_height, least, round(most * unit))
    if task:
        shift = max(0, min(first - round(task_far * unit), round(task_most * unit) - second))
        first, second = first - shift, second + shift
    panel = max(board_width, min(across, round(720 * unit)))
    x, y = (width - panel) // 2, (height - first - second - board_height - 2 * gap) // 2
    boxes = (
        ((width - board_width) // 2, y + first + gap, board_width, board_height),
        (x, y, panel, first),
        (x, y + first + board_height + 2 * gap, panel, second),
    )
    board, far_box, near_box = (_placed(box, upright, left, top) for box in boxes)
    turns = ((2, 0) if upright else (3, 1)) if tabletop else (0, 0)
    shapes: tuple[Shape, Shape] = "wide", "wide"
    if upright or tabletop:
        cells = _CELLS if extra else 0
        shapes = (
            _strip(first / unit - cells - (_BUTTONS if tabletop else 0)),
            _strip(second / unit - cells - _BUTTONS),
        )
    return PlayLayout(board, far_box, near_box, upright, turns, shapes)


def _strip(height: float) -> Shape:
    """Return the shape of a panel above or below the board; `height` in CSS pixels is for words."""
    return "tall" if height >= _TALL else "small"


def _placed(box: Box, upright: bool, left: int, top: int) -> Box:
    x, y, width, height = box if upright else (box[1], box[0], box[3], box[2])
    return x + left, y + top, width, height


def _shares(spare: int, least: tuple[int, int], most: int) -> tuple[int, int]:
    """Return the heights of the far and the near panel, which are equal if possible."""
    half = spare // 2
    far = max(least[0], min(half, spare - least[1]))
    near = spare - far
    return min(far, most), min(near, most)


def board_and_panel(window: Window, aspect: float) -> tuple[Box, Box]:
    """Return the places of the largest possible board and one panel, on its right or below it."""
    both = [_beside(window, aspect, below) for below in (False, True)]
    return max(both, key=lambda boxes: _area(boxes[0]))


_BELOW, _RIGHT = (236, 10_000, 720), (330, 480, 10_000)
"""Minimum and maximum depth, and maximum length along the board, in CSS pixels: first for a panel
below the board, then for one on its right."""

_MOST_OF_ALL = 0.58
"""The maximum part of a small window for the panel."""


def _beside(window: Window, aspect: float, below: bool) -> tuple[Box, Box]:
    """Return the layout with a panel `below` the board, or on its right.

    For a panel on the right it is computed as if the window were rotated.
    """
    (left, top, width, height), unit = window.usable, window.unit
    gap = round((8 if min(width, height) < 600 * unit else 16) * unit)
    if not below:
        width, height, aspect = height, width, 1 / aspect
    least, deepest, longest = (round(css * unit) for css in (_BELOW if below else _RIGHT))
    if below:
        least = max(least, height * 9 // 25)
    least = min(least, round(_MOST_OF_ALL * height))
    high = min(height - 3 * gap - least, round((width - 2 * gap) / aspect))
    wide = round(high * aspect)
    deep, long = min(height - 3 * gap - high, deepest), min(width - 2 * gap, longest)
    y = (height - 3 * gap - high - deep) // 2 + gap
    board = (width - wide) // 2, y, wide, high
    panel = (width - long) // 2, y + high + gap, long, deep
    return _placed(board, below, left, top), _placed(panel, below, left, top)


def nearest(places: Mapping[str, tuple[int, int]], name: str, way: tuple[int, int]) -> str | None:
    """Return the name of the nearest place, preferably straight ahead, in a direction, or None."""
    start, costs = places[name], dict[str, float]()
    for other, place in places.items():
        dx, dy = place[0] - start[0], place[1] - start[1]
        ahead, aside = (dx * way[0], abs(dy)) if way[0] else (dy * way[1], abs(dx))
        if other != name and ahead > 0:
            costs[other] = ahead + 2.5 * aside
    return min(costs, key=costs.__getitem__, default=None)
