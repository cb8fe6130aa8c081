"""A match as a picture, drawn off-screen with the real board, and as an animation.

The files, PNG and animated GIF, are made in time slices. A GIF file contains only the changed part
of each picture. Pillow (the extra `pictures`) compresses these parts; the rest of the file is
written here. Source: CompuServe, Graphics Interchange Format, version 89a.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pygame

from flipside.game.board.board_state import BoardState
from flipside.game.board.places import framed_aspect
from flipside.game.board.timeline import Timeline, still
from flipside.game.board.view import BoardView
from flipside.game.drawing import draw
from flipside.game.drawing.faces import Sprite
from flipside.game.live_match.match_text import MatchText, final_points
from flipside.game.saves.matches import PERSON, Seats, people_names
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.services.plain import with_ellipses
from flipside.game.services.services import Services
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Row
from flipside.game.ui.widgets import Canvas, Label, OneLine, Widget, WidgetState
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Mark, Player, Result
from flipside.rules.match.match import Match, shown_marks

_PALETTE_COLOURS = 255
"""The number of colours, without the transparent colour of unchanged pixels."""

_SAME_COLOUR = 255

_SAMPLE_PIXELS = 3
"""The distance in pixels between two samples for the palette."""

_MAX_CENTISECONDS = 0xFFFF


def has_pillow() -> bool:
    """Return whether animations can be made, which needs Pillow."""
    return find_spec("PIL") is not None


class Gif:
    """A GIF file that is being made; a picture is written once its duration is known."""

    def __init__(self, size: tuple[int, int], samples: Sequence[pygame.Surface]) -> None:
        """Begin a file of `size`; its palette is that of `samples`."""
        self._pillow = import_module("PIL.Image")
        self._changes = import_module("PIL.ImageChops")
        self._plugin = import_module("PIL.GifImagePlugin")
        width, height = size
        few = width // _SAMPLE_PIXELS, height // _SAMPLE_PIXELS
        together = self._pillow.new("RGB", (few[0], few[1] * len(samples)))
        for number, sample in enumerate(samples):
            together.paste(self._image(pygame.transform.scale(sample, few)), (0, number * few[1]))
        method, none = self._pillow.Quantize.MEDIANCUT, self._pillow.Dither.NONE
        self._palette = together.quantize(_PALETTE_COLOURS, method, dither=none)
        colours = bytes(self._palette.getpalette("RGB"))[: 3 * _PALETTE_COLOURS].ljust(
            3 * 256, b"\0"
        )
        self._parts = [
            b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + colours,
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",  # endless repetition
        ]
        self._before: Any = None
        self._waiting: tuple[Any, tuple[int, int], int] | None = None

    def _image(self, surface: pygame.Surface) -> Any:
        pixels = pygame.image.tobytes(surface, "RGB")
        return self._pillow.frombytes("RGB", surface.get_size(), pixels)

    def add(self, surface: pygame.Surface, hundredths: int) -> None:
        """Add a picture that is shown for `hundredths` of a second."""
        image = self._image(surface)
        box = (0, 0, *image.size)
        if self._before is not None:
            box = self._changes.difference(image, self._before).getbbox()
        if box is None and self._waiting is not None:
            part, at, so_long = self._waiting
            self._waiting = part, at, min(so_long + hundredths, _MAX_CENTISECONDS)
            return
        self._write()
        part = image.crop(box).quantize(palette=self._palette, dither=self._pillow.Dither.NONE)
        if self._before is not None:
            change = self._changes.difference(image.crop(box), self._before.crop(box))
            part.paste(
                _SAME_COLOUR, mask=change.convert("L").point(lambda tone: 0 if tone else 255)
            )
        self._before, self._waiting = image, (part, box[:2], hundredths)

    def _write(self) -> None:
        if self._waiting is None:
            return
        image, at, hundredths = self._waiting
        self._waiting = None
        self._parts += self._plugin.getdata(
            image, at, duration=10 * hundredths, transparency=_SAME_COLOUR, disposal=1, interlace=0
        )

    def whole(self) -> bytes:
        """Return the complete file."""
        self._write()
        return b"".join(self._parts) + b"\x3b"


_STEP_ROWS = 16
"""The number of rows that are compressed in one step, which takes a few milliseconds."""


def png_file(draw: Callable[[], pygame.Surface]) -> Iterator[float | bytes]:
    """Make a PNG file in steps: yield the progress, 0 to 1, and finally the file."""
    yield 0.0
    surface = draw()
    yield 0.0
    width, height = surface.get_size()
    pixels, each = pygame.image.tobytes(surface, "RGB"), 3 * width
    packer, content = zlib.compressobj(6), b""
    for row in range(height):
        content += packer.compress(b"\0" + pixels[row * each : (row + 1) * each])
        if row % _STEP_ROWS == _STEP_ROWS - 1:
            yield row / height
    content += packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", content) + _chunk(b"IEND", b"")
    yield b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_BOARD_WIDTH, _MARGIN, _HEAD_HEIGHT, _FOOT_HEIGHT = 600, 20, 56, 40
"""CSS pixels: the width of the board, the margin, and the heights above and below the board."""

STILL_RATIO = 2.0
"""Pixels per CSS pixel of a picture without animation. Its board is 1200 pixels wide."""


class MatchPicture:
    """Draws a match after any number of plies, always in the same size."""

    def __init__(
        self, services: Services, match: Match, seats: Seats, ratio: float = STILL_RATIO
    ) -> None:
        self._text, self._settings = services.text, services.settings
        self._words = MatchText(services.text, match)
        self._match, self._seats = match, seats
        self._final_result = match.result(len(match.moves))
        high = round(_BOARD_WIDTH / framed_aspect(match.board, coordinates=True))
        size = _BOARD_WIDTH + 2 * _MARGIN, _HEAD_HEIGHT + high + _FOOT_HEIGHT + 2 * _MARGIN
        self._theme = theme = Theme(services.settings, services.platform.at(ratio))
        self.size = theme.px(size[0]), theme.px(size[1])
        theme.resize(self.size)
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
        """Return the picture after `ply` plies, or with `moving` pieces during the next move."""
        theme = self._theme
        surface = pygame.Surface(self.size)
        surface.fill(theme.palette.background)
        if resting is None:
            pieces = still(self._match.position_at(ply).pieces())
            state = BoardState(pieces, last=self._last(ply), marks=self._marks(ply))
        else:
            marks = self._marks(ply + 1)
            state = BoardState(
                resting, moving, marks=tuple(mark for mark in self._marks(ply) if mark in marks)
            )
        self._view.draw(surface, state)
        self._draw_head(surface, ply)
        self._draw_foot(surface, ply)
        return surface

    def _last(self, ply: int) -> tuple[Cell, ...]:
        move = self._match.moves[ply - 1] if ply else PASS
        kinds = self._match.board.kinds
        return tuple(cell for cell in move if kinds[cell] != "beside")

    def _marks(self, ply: int) -> tuple[Mark, ...]:
        return tuple(mark for mark in shown_marks(self._match, ply=ply) if not mark.aid)

    def _draw_head(self, surface: pygame.Surface, ply: int) -> None:
        theme, points, turn = self._theme, self._points(ply), self._match.position_at(ply).turn
        names = [self._names(ply, player) for player in (0, 1)]
        halves = []
        for player in (0, 1):
            items: list[Widget | float] = [*self._dot(ply, player), names[player]]
            items += [7, self._number(str(points[player]))] if points is not None else []
            halves.append(Row(items[:: -1 if player else 1], 0))
        between: list[Widget] = []
        if points is not None:
            between = [self._number(self._text("pictures.between_points"), air=12)]
        head = pygame.Rect(self._view.rect.x, theme.px(_MARGIN // 2), self._view.rect.width, 0)
        head.height = theme.px(_HEAD_HEIGHT)
        for widget in Row([halves[0], *between, halves[1]], 0).layout(theme, head):
            widget.draw(theme, surface, WidgetState())
        if self._result(ply) is None:
            under = pygame.Rect(0, head.bottom, theme.px(44), theme.px(3))
            room = names[turn].rect
            under.x = room.right - under.width if turn else room.x
            draw.box(theme, surface, under, theme.palette.accent, theme.px(1))

    def _number(self, words: str, air: float = 0) -> Label:
        width = self._theme.width("number", words) / self._theme.unit + air
        return Label(words, "number", width=width, align_x=0.5)

    def _dot(self, ply: int, player: Player) -> list[Widget | float]:
        """Return a disc in the colour of a player, and the gap beside it."""
        colours, palette = self._match.position_at(ply).colours, self._theme.palette
        if colours is None:
            return []
        paint = palette.pieces.get(colours[player], palette.card)

        def dot(surface: pygame.Surface, rect: pygame.Rect) -> None:
            radius = rect.width // 2
            pygame.draw.aacircle(surface, palette.line, rect.center, radius)
            pygame.draw.aacircle(surface, paint, rect.center, radius - self._theme.px(1.5))

        return [Canvas(dot, 1.0, width=26), 12]

    def _names(self, ply: int, player: Player) -> Widget:
        word, across = self._seats[player], float(player)
        name = with_ellipses(people_names(self._match.players, self._seats)[player])
        name = name or ("" if word == PERSON else seat_names(self._text, word)[1])
        colour, half = self._words.colour(player, ply), _HEAD_HEIGHT / 2
        if not name:
            return Column([Label(colour, "bold", align_x=across, height=_HEAD_HEIGHT)])
        above = OneLine(name, "bold", align_x=across, align_y=1.0, height=half, air=8)
        return Column([above, Label(colour, "small", align_x=across, align_y=0.0, height=half)], 0)

    def _draw_foot(self, surface: pygame.Surface, ply: int) -> None:
        theme, text = self._theme, self._text
        top = self._view.rect.bottom + theme.px(6)
        place = pygame.Rect(theme.px(_MARGIN), top, theme.px(_BOARD_WIDTH), theme.px(_FOOT_HEIGHT))
        game = f"{text.game(self._match.game.key, 'short')} · Flipside"
        draw.label(theme, surface, [game], "small", theme.palette.soft, place, 1.0)
        place.width -= theme.width("small", game) + theme.px(12)
        lines = draw.wrapped(theme, self._stands(ply), "bold", place.width)[:2]
        draw.label(theme, surface, lines, "bold", theme.palette.ink, place)

    def _stands(self, ply: int) -> str:
        """Return the result; before the end, the player to move and the number of moves."""
        result = self._result(ply)
        if result is not None:
            return self._words.result_sentence(result, self._settings.award, ply)
        mover = self._words.player(self._match.position_at(ply).turn, ply)
        moves = self._text("album.moves", count=ply)
        return f"{self._text('play.to_move', colour=mover)} · {moves}"

    def _result(self, ply: int) -> Result | None:
        """Return the result if the match has ended after `ply` plies, else None."""
        return self._final_result if ply == len(self._match.moves) else None

    def _points(self, ply: int) -> tuple[int, int] | None:
        """Return the points after `ply` plies; after the end, those that are announced."""
        position, result = self._match.position_at(ply), self._result(ply)
        award = self._settings.award
        final = final_points(self._match.game, position, result, award) if result else None
        return final or position.points()


FILM_RATIO = 0.8
"""Pixels per CSS pixel of an animation, whose pictures are 512 pixels wide."""

FRAME_CENTISECONDS = 8
"""Hundredths of a second for which a picture during a move is shown."""

REST_CENTISECONDS, FIRST_CENTISECONDS, LAST_CENTISECONDS = 50, 120, 300
"""Hundredths of a second after a move, before the first move, and after the last one."""

LAST_PLIES = 10
"""The number of plies in an animation of the last moves."""

MAX_FILM_PLIES = 150
"""The maximum number of plies in an animation; more would need many megabytes."""


def film_file(
    services: Services, match: Match, seats: Seats, start: int
) -> Iterator[float | bytes]:
    """Make a GIF file in steps: yield the progress, 0 to 1, and finally the file."""
    sheet, last = MatchPicture(services, match, seats, FILM_RATIO), len(match.moves)
    yield 0.0
    samples = []
    for ply in sorted({start, (start + last) // 2, last}):
        samples.append(sheet.draw(ply))
        yield 0.0
    gif = Gif(sheet.size, samples)
    yield 0.0
    gif.add(samples[0], FIRST_CENTISECONDS)
    for ply in range(start, last):
        progress = (ply - start) / (last - start)
        if match.moves[ply] != PASS:
            position = match.position_at(ply)
            timeline = Timeline(position.pieces(), position.story(match.moves[ply]), 1.0)
            while not timeline.done:
                timeline.advance(FRAME_CENTISECONDS / 100)
                gif.add(
                    sheet.draw(ply, timeline.resting_sprites(), timeline.moving_sprites()),
                    FRAME_CENTISECONDS,
                )
                yield progress
        gif.add(sheet.draw(ply + 1), LAST_CENTISECONDS if ply + 1 == last else REST_CENTISECONDS)
        yield progress
    yield gif.whole()
