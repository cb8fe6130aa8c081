"""Small pictures on the shelf: the logo, and the boards on the boxes."""

from functools import cache

import pygame

from flipside.game.board.board_state import Shown
from flipside.game.board.timeline import still
from flipside.game.board.view import BoardView
from flipside.game.drawing import faces
from flipside.game.drawing.faces import Sprite
from flipside.game.scenes.info.diagrams import picture_match
from flipside.game.services.theme import Theme
from flipside.game.ui.page_widgets import PicturePainter
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.story import Piece
from flipside.rules.match.match import Match, shown_marks
from flipside.rules.texts import game_pictures

_IDEAS = ("join", "goal", "line")
"""Marks that show what a game is about, also in small."""


def miniature(theme: Theme, match: Match, aids: bool) -> PicturePainter:
    """Paints the board of a match as it stands, with aids if they are wanted."""
    position = match.position
    marks = tuple(
        mark for mark in shown_marks(match) if mark.kind in _IDEAS and (aids or not mark.aid)
    )

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        area = (place.x, place.y, place.width, place.height)
        view = BoardView(theme, match.board, area, coordinates=False)
        view.draw(surface, Shown(still(position.pieces()), marks=marks))

    return paint


@cache  # reading the moves of all games takes longer than a frame on a tablet
def shown_match(key: str) -> Match:
    """The match that a game shows on its box."""
    return picture_match(BY_KEY[key], game_pictures(key).get("shelf", {}))


def paint_logo(theme: Theme, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """A disc seen half turned: dark in front, light behind."""
    side = round(rect.height * 0.92)
    seen = Sprite(Piece("black", "disc"), 0, width=0.62, back=Piece("white", "disc"), lift=0.4)
    cell = side / faces.FACE_SPANS["disc"]
    faces.sprite(theme, surface, seen, rect.center, cell)
