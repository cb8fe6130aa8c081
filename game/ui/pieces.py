"""A piece in a panel."""

import pygame

from game.drawing import faces
from game.services.theme import Theme
from game.ui.widgets import Canvas
from rules.contract.story import Piece


def piece_picture(theme: Theme, piece: Piece, width: float) -> Canvas:
    """A piece in a panel with that width in CSS pixels, as high as it is wide."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(faces.face_image(theme, piece, place.width), place)

    return Canvas(paint, 1.0, width=width)
