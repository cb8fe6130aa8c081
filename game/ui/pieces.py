"""A piece in a panel."""

import pygame

from game.drawing import faces
from game.services.theme import Theme
from game.ui.widgets import Picture
from rules.contract.story import Piece


def piece_picture(theme: Theme, rect: pygame.Rect, piece: Piece) -> Picture:
    """A piece in a panel."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(faces.image(theme, piece, place.width), place)

    return Picture(rect, paint=paint)
