"""A match as a picture: players, board and score. It leaves out what only the mover may see:
the square under the pointer and hints.
"""

from collections.abc import Sequence

import pygame

from game.board.places import framed_aspect
from game.board.shown import Shown
from game.board.timeline import still
from game.board.view import BoardView
from game.drawing import draw
from game.drawing.sprite import Sprite
from game.saves.matches import Seats, people_names
from game.saves.seat_words import PERSON
from game.scenes.common.name_dialog import shortened
from game.scenes.common.seat_rows import seat_names
from game.services.plain import with_ellipses
from game.services.services import Services
from game.services.theme import Theme
from game.table.phrases import Phrases, final_points
from rules.contract.board import Cell
from rules.contract.position import PASS, Mark, Player, Result
from rules.match.match import EARLY_REASONS, Match

_BOARD_WIDTH, _MARGIN, _HEAD_HEIGHT, _FOOT_HEIGHT = 600, 20, 56, 40
"""In CSS pixels: the width of the board, what lies round it, above and below it."""

STILL_RATIO = 2.0
"""Pixels to a CSS pixel of a picture that stands still, whose board is 1200 wide."""


class MatchPicture:
    """Draws one match after any number of plies, always of the same size."""

    def __init__(
        self, services: Services, match: Match, seats: Seats, ratio: float = STILL_RATIO
    ) -> None:
        """`ratio` is the number of pixels to a CSS pixel."""
        self._text, self._settings = services.text, services.settings
        self._words = Phrases(services.text, match)
        self._match, self._seats = match, seats
        self._ended = match.result(len(match.moves))
        high = round(_BOARD_WIDTH / framed_aspect(match.board, coordinates=True))
        size = _BOARD_WIDTH + 2 * _MARGIN, _HEAD_HEIGHT + high + _FOOT_HEIGHT + 2 * _MARGIN
        self._theme = theme = Theme(services.settings, services.page.at(ratio))
        self.size = theme.px(size[0]), theme.px(size[1])
        theme.arrange(self.size)
        area = (
            theme.px(_MARGIN),
            theme.px(_MARGIN + _HEAD_HEIGHT),
            theme.px(_BOARD_WIDTH),
            theme.px(high),
        )
        self._view = BoardView(theme, match.board, area, coordinates=True)

    def draw(
        self, ply: int, resting: Sequence[Sprite] | None = None, moving: Sequence[Sprite] = ()
    ) -> pygame.Surface:
        """The picture after so many plies; with `resting` and `moving` pieces where some of them
        are on their way."""
        theme = self._theme
        surface = pygame.Surface(self.size)
        surface.fill(theme.palette.table)
        if resting is None:
            pieces = still(self._match.position_at(ply).pieces())
            shown = Shown(pieces, last=self._last(ply), marks=self._marks(ply))
        else:
            marks = self._marks(ply + 1)
            shown = Shown(
                resting, moving, marks=tuple(mark for mark in self._marks(ply) if mark in marks)
            )
        self._view.draw_ground(surface)
        self._view.draw(surface, shown)
        for player in (0, 1):
            self._draw_player(surface, ply, player)
        if self._points(ply) is not None:
            room = self._half(0)
            room.x = room.right - self._between // 2
            room.width = self._between
            words = [self._text("pictures.between_points")]
            draw.text(theme, surface, words, "number", theme.palette.ink, room, 0.5)
        self._draw_foot(surface, ply)
        return surface

    def _last(self, ply: int) -> tuple[Cell, ...]:
        move = self._match.moves[ply - 1] if ply else PASS
        kinds = self._match.board.kinds
        return tuple(cell for cell in move if kinds[cell] != "beside")

    def _marks(self, ply: int) -> tuple[Mark, ...]:
        marks = self._match.position_at(ply).marks(())
        return tuple(mark for mark in marks if not mark.aid)

    @property
    def _between(self) -> int:
        """The width of what stands between the points, half of it on each side."""
        words = self._text("pictures.between_points")
        return (self._theme.width("number", words) + self._theme.px(12)) // 2 * 2

    def _half(self, player: Player) -> pygame.Rect:
        """A player's part of the head."""
        theme, board = self._theme, self._view.rect
        left = board.left if player == 0 else board.centerx
        return pygame.Rect(left, theme.px(_MARGIN // 2), board.width // 2, theme.px(_HEAD_HEIGHT))

    def _draw_player(self, surface: pygame.Surface, ply: int, player: Player) -> None:
        """A player's piece, name and points: the first on the left, the second on the right."""
        theme, palette = self._theme, self._theme.palette
        position, result = self._match.position_at(ply), self._result(ply)
        room = self._half(player)
        if position.colours is not None:
            dot = _cut(room, theme.px(38), outside=True, right=player == 1)
            radius = theme.px(13)
            x = dot.left + radius if player == 0 else dot.right - radius
            self._draw_dot(surface, (x, dot.centery), radius, position.colours[player])
        points, across = self._points(ply), float(player)
        if points is not None:
            _cut(room, self._between // 2, outside=False, right=player == 1)
            number = str(points[player])
            wide = theme.width("number", number)
            box = _cut(room, wide, outside=False, right=player == 1)
            draw.text(theme, surface, [number], "number", palette.ink, box, 0.5)
            _cut(room, theme.px(7), outside=False, right=player == 1)
        name, colour = self._names(ply, player)
        upper = pygame.Rect(room.x, room.y, room.width, room.height // 2)
        if name:
            name = shortened(theme, name, room.width - theme.px(8))
            draw.text(theme, surface, [name], "bold", palette.ink, upper, across, 1.0)
            lower = upper.move(0, upper.height)
            draw.text(theme, surface, [colour], "small", palette.soft, lower, across, 0.0)
        else:
            draw.text(theme, surface, [colour], "bold", palette.ink, room, across)
        if result is None and position.turn == player:
            under = pygame.Rect(room.x, room.bottom, theme.px(44), theme.px(3))
            under.x = room.x if player == 0 else room.right - under.width
            draw.box(theme, surface, under, palette.accent, theme.px(1))

    def _names(self, ply: int, player: Player) -> tuple[str, str]:
        """The name of a player or level, and the colour."""
        word = self._seats[player]
        name = with_ellipses(people_names(self._match.players, self._seats)[player])
        seat = "" if word == PERSON else seat_names(self._text, word)[1]
        return name or seat, self._words.colour(player, ply)

    def _draw_dot(
        self, surface: pygame.Surface, at: tuple[int, int], radius: int, colour: str
    ) -> None:
        palette = self._theme.palette
        pygame.draw.aacircle(surface, palette.line, at, radius)
        paint = palette.pieces.get(colour, palette.card)
        pygame.draw.aacircle(surface, paint, at, radius - self._theme.px(1.5))

    def _draw_foot(self, surface: pygame.Surface, ply: int) -> None:
        """Draw the score and the name of the game."""
        theme, text = self._theme, self._text
        top = self._view.rect.bottom + theme.px(6)
        place = pygame.Rect(theme.px(_MARGIN), top, theme.px(_BOARD_WIDTH), theme.px(_FOOT_HEIGHT))
        game = f"{text.game(self._match.game.key, 'short')} · Flipside"
        draw.text(theme, surface, [game], "small", theme.palette.soft, place, 1.0)
        place.width -= theme.width("small", game) + theme.px(12)
        said = draw.wrapped(theme, self._stands(ply), "bold", place.width)[:2]
        draw.text(theme, surface, said, "bold", theme.palette.ink, place)

    def _stands(self, ply: int) -> str:
        """The result, or who is to move and how many moves there were."""
        result = self._result(ply)
        if result is not None:
            return self._words.result(result, self._settings.award, ply)
        mover = self._words.player(self._match.position_at(ply).turn, ply)
        moves = self._text("album.moves", count=ply)
        return f"{self._text('play.to_move', colour=mover)} · {moves}"

    def _result(self, ply: int) -> Result | None:
        return self._ended if ply == len(self._match.moves) else None

    def _points(self, ply: int) -> tuple[int, int] | None:
        """The points as they stand; at the end as they are announced."""
        position, result = self._match.position_at(ply), self._result(ply)
        if result is None or result.reason in EARLY_REASONS:
            return position.score()
        return final_points(self._match.game, position, result, self._settings.award)


def _cut(room: pygame.Rect, width: int, outside: bool, right: bool) -> pygame.Rect:
    """Take so much off the outer or the inner end of a player's room, which is the right half of
    the head or the left; what was taken."""
    taken = pygame.Rect(room.x, room.y, width, room.height)
    room.width -= width
    if outside == right:
        taken.x = room.right
    else:
        room.x += width
    return taken
