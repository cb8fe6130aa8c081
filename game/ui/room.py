"""Cuts places off a room, from its top or from its bottom; what is left is never less than
nothing."""

import pygame


def take_top(room: pygame.Rect, height: int, gap: int) -> pygame.Rect:
    """The upper `height` pixels of the room, as far as it reaches; the room goes on `gap` below
    them."""
    taken = pygame.Rect(room.x, room.y, room.width, min(height, room.height))
    bottom = room.bottom
    room.top = min(bottom, taken.bottom + gap)
    room.height = bottom - room.top
    return taken


def take_bottom(room: pygame.Rect, height: int, gap: int) -> pygame.Rect:
    """The lower `height` pixels of the room; the room ends `gap` above them. A room that is lower
    gives them all the same: buttons are never cut."""
    taken = pygame.Rect(room.x, room.bottom - height, room.width, height)
    room.height = max(0, room.height - height - gap)
    return taken
