"""The moving picture at the top of the README: a move of every game, as the program draws it."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pygame
from PIL import Image

from tests.game.journeys.recorded import recorded
from tests.game.pilot import FRAME, Pilot

PICTURE = Path(__file__).parents[2] / "web" / "screenshots" / "flipside.gif"

WINDOW = (1000, 1300)
"""Boards are drawn larger than they are shown: made smaller, their edges stay smooth."""

LARGE, SMALL, GAP = 480, 234, 12
"""Pixels: the sides of the large board and of the four small ones (2 * 234 + 12 = 480)."""

GROUND = (236, 226, 210)
"""The colour between the boards: the table's own on a light screen."""

FRAMES = 2
"""Frames of the program for one of the picture, which gives 30 of these in a second."""

HUNDREDTHS = 3
"""Of a second that a picture is seen, in whole ones: so GIF counts."""

BREATH, AHEAD, REST = 6, 14, 16
"""Pictures from tap to tap and after a move; so many before that the next game begins; and those
in which nothing moves, at the beginning and before all is taken back."""


@dataclass(frozen=True)
class Clip:
    """One move of a recorded match; `part` are opposite corners, where not all is shown."""

    game: str
    plies: int
    move: str
    part: tuple[str, str] | None = None


CLIPS = (
    Clip("othello", 47, "a3"),
    Clip("flipflop", 64, "d1"),
    Clip("switch", 8, "a3-d3"),
    Clip("flipop", 14, "d3-c3-c4-d4-d3"),
    Clip("contactic", 71, "i5:1011", ("e2", "k8")),
)
"""In the order of the shelf; the first is the large one."""


@dataclass(frozen=True)
class Film:
    """What is seen of one clip: before the move, while it is made, while it is taken back."""

    before: Image.Image
    made: list[Image.Image]
    undone: list[Image.Image]


def make(path: Path) -> None:
    """Write the moving picture; the same on every run with the same libraries."""
    sides = [LARGE, *[SMALL] * (len(CLIPS) - 1)]
    films = [film(clip, side) for clip, side in zip(CLIPS, sides, strict=True)]
    pictures = [composed(boards) for boards in seen(films)]
    palette = _palette(pictures)
    first, *others = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures)
    path.parent.mkdir(parents=True, exist_ok=True)
    first.save(path, save_all=True, append_images=others, duration=HUNDREDTHS * 10, loop=0)
    seconds = len(pictures) * HUNDREDTHS / 100
    print(f"{path}: {seconds:.1f} s, {path.stat().st_size / 1e6:.2f} MB")


def film(clip: Clip, side: int) -> Film:
    """Make a clip's move with taps, take it back, and keep what is seen of the board."""
    with tempfile.TemporaryDirectory() as data:
        pilot = Pilot(Path(data), WINDOW, tempo="calm", legal="off", coordinates=False)
        match = recorded(clip.game).match
        match.goto_ply(clip.plies)
        match.clear_redo()
        pilot.put(match)
        pilot.advance(1.0)
        before = _board(pilot, clip, side)
        made = list(_made(pilot, clip, side))
        pilot.key("u")
        return Film(before, made, list(_until_rest(pilot, clip, side)))


def _made(pilot: Pilot, clip: Clip, side: int) -> Iterator[Image.Image]:
    position = pilot.match.position
    *taps, last = next(move for move in position.moves() if position.name(move) == clip.move)
    for cell in taps:
        pilot.make((cell,))
        for _ in range(BREATH):
            yield _next(pilot, clip, side)
    pilot.make((last,))
    yield from _until_rest(pilot, clip, side)


def _until_rest(pilot: Pilot, clip: Clip, side: int) -> Iterator[Image.Image]:
    """Pictures until everything lies still, and then for a breath."""
    yield _next(pilot, clip, side)
    while pilot.at_table.playback.timeline is not None:
        yield _next(pilot, clip, side)
    for _ in range(BREATH):
        yield _next(pilot, clip, side)


def _next(pilot: Pilot, clip: Clip, side: int) -> Image.Image:
    pilot.advance(FRAMES * FRAME)
    return _board(pilot, clip, side)


def _board(pilot: Pilot, clip: Clip, side: int) -> Image.Image:
    """The board, or the part of it that is shown, with a little of its frame."""
    pilot.app.show()
    board = pilot.match.board
    names = clip.part or [
        name
        for name, kind in zip(board.names, board.kinds, strict=True)
        if kind in ("square", "pit")
    ]
    places = [pilot.at(name) for name in names]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    first, second = pilot.at(board.names[0]), pilot.at(board.names[1])
    more = (second[0] - first[0]) * (0.5 if clip.part else 0.62)
    box = pygame.Rect(left - more, top - more, right - left + 2 * more, bottom - top + 2 * more)
    cut = pilot.app.screen.surface.subsurface(box)
    picture = Image.frombytes("RGB", cut.get_size(), pygame.image.tobytes(cut, "RGB"))
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def seen(films: list[Film]) -> Iterator[list[Image.Image]]:
    """The boards of every picture: game after game moves, then all is taken back at once."""
    starts, end = [], REST
    for one in films:
        starts.append(end)
        end += len(one.made) - AHEAD
    for now in range(end + AHEAD + REST):
        yield [_at(one, now - start) for one, start in zip(films, starts, strict=True)]
    boards = [one.made[-1] for one in films]
    for step in zip_longest(*(one.undone for one in films)):
        boards = [new or old for new, old in zip(step, boards, strict=True)]
        yield boards


def _at(one: Film, number: int) -> Image.Image:
    """What is seen so many pictures after the move's beginning."""
    return one.before if number < 0 else one.made[min(number, len(one.made) - 1)]


def composed(boards: list[Image.Image]) -> Image.Image:
    """The large board on the left, the others in two rows beside it."""
    step = SMALL + GAP
    whole = Image.new("RGB", (2 * GAP + LARGE + 2 * step, 2 * GAP + LARGE), GROUND)
    whole.paste(boards[0], (GAP, GAP))
    for number, board in enumerate(boards[1:]):
        row, column = divmod(number, 2)
        whole.paste(board, (2 * GAP + LARGE + column * step, GAP + row * step))
    return whole


def _palette(pictures: list[Image.Image]) -> Image.Image:
    """256 colours for all pictures, found in some of them."""
    some = pictures[:: max(1, len(pictures) // 8)]
    width, height = some[0].size
    together = Image.new("RGB", (width, height * len(some)))
    for number, picture in enumerate(some):
        together.paste(picture, (0, number * height))
    return together.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
