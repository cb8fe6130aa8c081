"""The high-contrast theme, seen in pixels; and what the system wishes, followed at any time."""

from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path

import pygame
import pytest

from flipside.game.scenes.play.session import PlaySession
from flipside.game.services.theme import (
    BRIGHT_PALETTE,
    DARK_PALETTE,
    LIGHT_PALETTE,
    STARK_PALETTE,
    Colour,
)
from flipside.game.ui.sheet import Sheet
from tests.browser.same_game import Bridge, Mirror
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot, tappable
from tests.game.scene_tour import (
    around,
    dialogs,
    match_after,
    matches,
    middle,
    problem_pages,
    reviews,
    shelf,
)
from tests.game.services.test_theme import APART, contrast
from tests.made_problems import lay

SIZE = (820, 1180)


def colour_at(surface: pygame.Surface, place: tuple[int, int]) -> Colour:
    """The colour of a pixel."""
    red, green, blue, _ = surface.get_at(place)
    return red, green, blue


def stops(pilot: Pilot) -> Iterator[str]:
    """Scenes with every kind of thing that can be tapped."""
    yield from chain(
        shelf(pilot), around(pilot, "contactic"), matches(pilot, "contactic"), dialogs(pilot)
    )
    yield next(reviews(pilot, "flipop"))
    pilot.app.stack.home()
    yield from problem_pages(pilot)
    for key in ("othello", "flipflop", "switch", "flipop"):
        pilot.put(match_after(key, middle(key)))
        yield key


def outline(surface: pygame.Surface, rect: pygame.Rect) -> float:
    """The least contrast, at three points of each side, of the line that begins there, or of the
    whole thing, to what lies beside it."""
    least = 21.0
    for part in (0.25, 0.5, 0.75):
        x, y = rect.x + round(part * rect.width), rect.y + round(part * rect.height)
        for start, step in (((x, rect.top), (0, 1)), ((x, rect.bottom - 1), (0, -1)),
                            ((rect.left, y), (1, 0)), ((rect.right - 1, y), (-1, 0))):  # fmt: skip
            line = [(start[0] + far * step[0], start[1] + far * step[1]) for far in range(-2, 3)]
            tones = [colour_at(surface, at) for at in line if surface.get_rect().collidepoint(at)]
            least = min(least, max(contrast(tones[0], other) for other in tones[1:]))
    return least


def whole(sheet: Sheet, rect: pygame.Rect) -> bool:
    """Whether something on a sheet is seen with its edges, and not scrolled away."""
    return not sheet.scrolls or sheet.place.contains(rect.inflate(8, 8))


def test_everything_that_can_be_tapped_has_a_strong_outline(
    fly: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least 3:1, of buttons, cards and pictures and of the fields of a board, in both palettes
    of high contrast by turns."""
    lay(monkeypatch, tmp_path / "files")
    pilot = fly(size=SIZE, patience=0.0)
    wishes = cycle([{"contrast"}, {"contrast", "dark"}])
    weak, count = [], 0
    for stop in stops(pilot):
        pilot.app.services.platform.media_preferences = frozenset(next(wishes))
        pilot.app.stack.refresh()
        pilot.top.update_layout()
        pilot.app.screen.finish_transition()
        pilot.app.show()
        surface = pilot.app.screen.surface
        for sheet, widget in tappable(pilot.top):
            rect = sheet.to_window(widget.rect)
            if whole(sheet, rect):
                count += 1
                ratio = outline(surface, rect)
                if ratio < APART:
                    weak.append(f"{stop}: {widget.name} has {ratio:.1f}")
        if isinstance(pilot.session, PlaySession):
            weak += [f"{stop}: {field}" for field in fields(pilot.play, surface)]
    assert not weak, f"{len(weak)} of {count}\n" + "\n".join(weak[:40])
    assert count > 400


def fields(play: PlaySession, surface: pygame.Surface) -> Iterator[str]:
    """The fields that may be tapped and show it too weakly."""
    assert play.scene.view is not None
    view, board = play.scene.view, play.live_match.match.board
    for cell in play.match_view.next_cells:
        if board.kinds[cell] == "beside":
            continue
        x, y = (round(part) for part in view.centre(cell))
        half = round(view.size(cell) / 2)
        ground = colour_at(surface, (x - half + 3, y - half + 3))
        across = [colour_at(surface, (x + dx, y)) for dx in range(3 - half, half - 2)]
        if max(contrast(ground, paint) for paint in across) < APART:
            yield board.names[cell]


def test_wishes_are_followed_while_the_game_runs() -> None:
    bridge = Bridge("820,1180,1,0,0,0,0", {}, {})
    mirror = Mirror(bridge)
    mirror.sit_down()
    theme = mirror.app.services.theme
    assert (theme.palette, theme.tempo) == (LIGHT_PALETTE, 1.0)
    pictures = []
    for wishes, palette, tempo in (
        ("dark", DARK_PALETTE, 1.0),
        ("dark contrast", STARK_PALETTE, 1.0),
        ("contrast calm", BRIGHT_PALETTE, 0.0),
        ("", LIGHT_PALETTE, 1.0),
    ):
        bridge.tell(**{"media preferences": wishes})
        mirror.advance(0.3)
        assert (theme.palette, theme.tempo) == (palette, tempo)
        mirror.app.show()
        pictures.append(pygame.image.tobytes(mirror.app.screen.surface, "RGB"))
    assert len(set(pictures)) == 4
    mirror.tap("d3")
    assert mirror.match.names() == ["d3"]
