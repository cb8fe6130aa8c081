"""A piece in a panel."""

import pygame

from game.drawing import faces
from game.services.theme import Theme
from game.ui.widgets import Canvas
from rules.contract.story import Piece


def piece_picture(theme: Theme, rect: pygame.Rect, piece: Piece) -> Canvas:
    """A piece in a panel."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(faces.face_image(theme, piece, place.width), place)

    return Canvas(rect, paint=paint)
