"""Where the clocks of a match stand in its window, and how they are painted over the panels."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.drawing.clock_face import ClockFace, draw_face
from game.services.theme import Theme
from game.table.clocks import LAST, time_words
from game.table.outlook import Outlook
from rules.clock import Clock
from rules.position import Player


@dataclass(frozen=True)
class ClockPlace:
    """Where a player's clock is seen in the window, and by how many quarters it is turned."""

    player: Player
    face: ClockFace
    rect: pygame.Rect
    quarter: int


def longest_words(clock: Clock) -> str:
    """The longest that a clock has to show until the next move."""
    times = [*clock.left, *(control.seconds * 1000 for control in clock.controls)]
    return max(map(time_words, times), key=len)


def draw_clocks(
    theme: Theme,
    surface: pygame.Surface,
    places: Sequence[ClockPlace],
    clock: Clock | None,
    outlook: Outlook,
) -> None:
    """What each player has left at this moment, turned as his panel is."""
    if clock is None:
        return
    for place in places:
        left = clock.left[place.player]
        runs = outlook.turn == place.player and not (outlook.over or outlook.waiting)
        last = left <= 1000 * LAST and (runs or left == 0)
        look = "last" if last else "runs" if runs else "still"
        draw_face(theme, surface, place.face, place.rect, place.quarter, time_words(left), look)
