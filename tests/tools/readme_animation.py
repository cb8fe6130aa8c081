"""Makes the animation at the top of the README: a move of every game, as the program draws it."""

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
"""The window size. Boards are drawn large and scaled down, so that edges are smooth."""

LARGE, SMALL, GAP = 480, 234, 12
"""The sides of the large and small boards and the gap, in pixels: 2 * 234 + 12 = 480."""

GROUND = (236, 226, 210)
"""The colour between the boards: the background of the program in the light theme."""

FRAMES = 2
"""The number of frames of the program per frame of the animation, which has 30 per second."""

HUNDREDTHS = 3
"""The duration of a frame in hundredths of a second, the unit of GIF."""

BREATH, AHEAD, REST = 6, 14, 16
"""Numbers of frames: between taps and after a move; how long before the end of a clip the next one
begins; without motion at the beginning and before undo."""


@dataclass(frozen=True)
class Clip:
    """One move of a recorded match. `part` are opposite corners of the visible part."""

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
"""The clips in the order of the shelf. The first one is large."""


@dataclass(frozen=True)
class Film:
    """The frames of a clip: before the move, during it, and during undo."""

    before: Image.Image
    made: list[Image.Image]
    undone: list[Image.Image]


def make(path: Path) -> None:
    """Write the animation. The same libraries give the same file."""
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
    """Make the move of a clip by taps and undo it; return the frames of the board."""
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
    """Yield frames until nothing moves, and BREATH more."""
    yield _next(pilot, clip, side)
    while pilot.at_table.playback.timeline is not None:
        yield _next(pilot, clip, side)
    for _ in range(BREATH):
        yield _next(pilot, clip, side)


def _next(pilot: Pilot, clip: Clip, side: int) -> Image.Image:
    pilot.advance(FRAMES * FRAME)
    return _board(pilot, clip, side)


def _board(pilot: Pilot, clip: Clip, side: int) -> Image.Image:
    """Return the picture of the board, or of its part, with a little of its frame."""
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
    """Yield the boards of every frame: move after move, then all are undone together."""
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
    """Return the frame `number` frames after the beginning of the move."""
    return one.before if number < 0 else one.made[min(number, len(one.made) - 1)]


def composed(boards: list[Image.Image]) -> Image.Image:
    """Return a frame: the large board on the left, the others in two rows beside it."""
    step = SMALL + GAP
    whole = Image.new("RGB", (2 * GAP + LARGE + 2 * step, 2 * GAP + LARGE), GROUND)
    whole.paste(boards[0], (GAP, GAP))
    for number, board in enumerate(boards[1:]):
        row, column = divmod(number, 2)
        whole.paste(board, (2 * GAP + LARGE + column * step, GAP + row * step))
    return whole


def _palette(pictures: list[Image.Image]) -> Image.Image:
    """Return 256 colours for all frames, computed from some of them."""
    some = pictures[:: max(1, len(pictures) // 8)]
    width, height = some[0].size
    together = Image.new("RGB", (width, height * len(some)))
    for number, picture in enumerate(some):
        together.paste(picture, (0, number * height))
    return together.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
