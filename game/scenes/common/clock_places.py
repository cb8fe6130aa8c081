"""Places of the clocks of a match in the window, and their drawing over the panels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.drawing.display_list import DisplayItem
from game.services.theme import Style, Theme
from game.table.clocks import TICKING_SECONDS, time_words
from game.table.outlook import Outlook
from game.ui.clock_face import CLOCK_STYLES, ClockFace, face_item, face_size
from rules.contract.position import Player
from rules.match.clock import Clock


@dataclass(frozen=True)
class ClockPlace:
    """Place of a player's clock in the window, turned by `quarter` quarters."""

    player: Player
    face: ClockFace
    rect: pygame.Rect
    quarter: int


@dataclass(frozen=True)
class FittedClock:
    """Size of a clock beside a header, or `below` it."""

    style: Style
    words: str
    """Sample as long as the times it will show."""
    width: int
    height: int
    below: bool


def fitted_clock(
    theme: Theme,
    words: str,
    room: tuple[int, int],
    kept: int,
    beside: Callable[[int, int], bool],
) -> FittedClock | None:
    """Return the largest clock for a room of that size in pixels, `kept` of its height reserved.

    `beside` returns whether a header fits into a width with so many wordings of the seat.
    """
    width, height = room
    faces = [(style, *face_size(theme, style, words)) for style in CLOCK_STYLES]
    if height >= theme.px(200) and height >= width * 0.8:
        left = max(height - theme.px(60 + 16) - kept, faces[1][2])
        style, wide, high = next(
            face for face in faces if (face[1] <= width and face[2] <= left) or face == faces[-1]
        )
        return FittedClock(style, words, wide, high, below=True)
    # Cells beside the board stand below a clock in the header, too.
    most = min(height, max(height - theme.px(52), faces[-1][2])) if kept else height
    for ways in (2, 3):
        for style, wide, high in faces:
            if high <= most and beside(width - wide, ways):
                return FittedClock(style, words, wide, high, below=False)
    return None


def longest_words(clock: Clock) -> str:
    """Return the longest time a clock shows until the next move, in words."""
    times = [*clock.left, *(control.seconds * 1000 for control in clock.controls)]
    return max(map(time_words, times), key=len)


def clock_items(
    theme: Theme, places: Sequence[ClockPlace], clock: Clock | None, outlook: Outlook
) -> list[DisplayItem]:
    """Return each player's remaining time, turned like the player's panel."""
    if clock is None:
        return []
    items = []
    for place in places:
        left = clock.left[place.player]
        runs = outlook.turn == place.player and not (outlook.over or outlook.waiting)
        last = left <= 1000 * TICKING_SECONDS and (runs or left == 0)
        look = "last" if last else "runs" if runs else "still"
        words = time_words(left)
        items.append(face_item(theme, place.face, place.rect, place.quarter, words, look))
    return items
