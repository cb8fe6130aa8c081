"""The work of a frame: endings and drags are drawn in parts that a slow machine can paint."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
import pytest

from flipside.game.drawing.display_list import DisplayItem, DisplayList, Layer
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.theme import Theme
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.position import PASS
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.game.window.test_drag import MOVES, movable

SCALE, SIZE = 2.0, (1640, 2360)
"""Pixels per CSS pixel, and the pixels of a tablet's window."""

SLOW_FRAME = 0.025
"""Seconds of a frame on a slow machine."""

IDLE_FRAMES, DRAG_FRAMES, LANDING_FRAMES = 80, 12, 30
"""Frames in which pictures are made before a move, of a drag, and after the drop."""


END_PIXELS = {
    "othello": (400_000, 750_000),
    "flipflop": (550_000, 1_500_000),
    "switch": (400_000, 1_200_000),
    "flipop": (300_000, 950_000),
    "contactic": (300_000, 750_000),
}
DRAG_PIXELS = {
    "flipop": (400_000, 1_100_000),
    "switch": (400_000, 1_350_000),
    "contactic": (200_000, 650_000),
}
"""The painted pixels of nine in ten frames and of each, at the end of a match and in a drag. A
window has 3,870,400. In the frames with the most, a piece has arrived and all marks change."""

MOST_PICTURES, MOST_PICTURE_PIXELS = 15, 100_000
"""New pictures in a frame, and their pixels."""


class Work(NamedTuple):
    """The work of a frame."""

    pictures: int
    """New pictures, such as a piece in another size, or a word."""
    picture_pixels: int
    painted_pixels: int
    """Of all items, in the window and in the pictures of lower layers."""


class Worker:
    """Counts the work of frames."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        cached, compare = Theme.cached, DisplayList._compare

        def count_pictures(
            theme: Theme, key: object, make: Callable[[], pygame.Surface]
        ) -> pygame.Surface:
            def count() -> pygame.Surface:
                picture = make()
                self.counts["pictures"] += 1
                self.counts["picture_pixels"] += picture.get_width() * picture.get_height()
                return picture

            return cached(theme, key, count)

        def count_items(display: DisplayList, layers: Sequence[Layer]) -> list[list[pygame.Rect]]:
            changes = compare(display, layers)
            display._layers = [
                (key, [self._counting(item) for item in items]) for key, items in display._layers
            ]
            return changes

        monkeypatch.setattr(Theme, "cached", count_pictures)
        monkeypatch.setattr(DisplayList, "_compare", count_items)

    def _counting(self, item: DisplayItem) -> DisplayItem:
        if hasattr(item.paint, "counted"):
            return item

        def paint(surface: pygame.Surface) -> None:
            clip = surface.get_clip()
            self.counts["painted_pixels"] += clip.width * clip.height
            item.paint(surface)

        paint.counted = True  # type: ignore[attr-defined]
        return item._replace(paint=paint)

    def in_frame(self, pilot: Pilot) -> Work:
        """Return the work of the next frame."""
        self.counts.clear()
        pilot.app.frame(SLOW_FRAME)
        return Work(*(self.counts[name] for name in Work._fields))


def check(frames: Sequence[Work], usual: int, most: int) -> None:
    """Compare the painted pixels of nine in ten frames, and of each, with limits."""
    painted = sorted(work.painted_pixels for work in frames)
    assert painted[len(painted) * 9 // 10] <= usual
    assert painted[-1] <= most
    assert max(work.pictures for work in frames) <= MOST_PICTURES
    assert max(work.picture_pixels for work in frames) <= MOST_PICTURE_PIXELS


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """Counts from now on, on a screen with many pixels."""
    monkeypatch.setattr(DesktopPlatform, "pixel_ratio", lambda self: SCALE)
    return Worker(monkeypatch)


def at_rest(fly: MakePilot, key: str, plies: int) -> Pilot:
    """Open a match, and wait for the pictures that are made in advance."""
    pilot = fly(size=SIZE, drawing=True, tempo="normal")
    pilot.put(match_after(key, plies))
    for _ in range(IDLE_FRAMES):
        pilot.app.frame(SLOW_FRAME)
    return pilot


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_end_of_a_match_is_drawn_in_small_parts(
    fly: MakePilot, worker: Worker, key: str
) -> None:
    moves = match_after(key, None).moves
    last = max(ply for ply, move in enumerate(moves) if move != PASS)  # a pass follows by itself
    pilot = at_rest(fly, key, last)
    pilot.commit(moves[last])
    playback, frames = pilot.at_table.playback, list[Work]()
    while pilot.match.result() is None or playback.ending:
        frames.append(worker.in_frame(pilot))
    check(frames, *END_PIXELS[key])


@pytest.mark.parametrize("key", MOVES)
def test_a_drag_is_drawn_in_small_parts(fly: MakePilot, worker: Worker, key: str) -> None:
    pilot = at_rest(fly, key, MOVES[key])
    cell, _, target = movable(pilot)
    (x, y), (end_x, end_y) = pilot.at(cell), pilot.at(target)
    pointers, frames = pilot.app.pointers, list[Work]()
    pointers.down((x, y))
    for step in range(1, DRAG_FRAMES + 1):
        share = step / DRAG_FRAMES
        pointers.move((round(x + share * (end_x - x)), round(y + share * (end_y - y))))
        frames.append(worker.in_frame(pilot))
    pointers.up((end_x, end_y))
    frames += [worker.in_frame(pilot) for _ in range(LANDING_FRAMES)]
    check(frames, *DRAG_PIXELS[key])
