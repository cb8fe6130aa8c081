"""A piece in a panel."""

import pygame

from game.drawing import faces
from game.services.theme import Theme
from game.ui.widgets import Canvas
from rules.contract.story import Piece


def piece_picture(
    theme: Theme, piece: Piece, rect: pygame.Rect | None = None, width: float = 0
) -> Canvas:
    """A piece in a panel, as high as it is wide."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(faces.face_image(theme, piece, place.width), place)

    return Canvas(paint, 1.0, width=width, rect=rect or pygame.Rect(0, 0, 0, 0))
