"""What is kept from frame to frame is never seen where something else should be."""

from functools import partial
from random import Random

import pygame
import pytest

from game.ui.layers import Layers
from rules.catalogue import GAMES
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after, middle

PLAIN, HELD = (640, 480), (480, 640)


def test_only_what_is_new_is_painted() -> None:
    """A layer is painted again when its key, or that of one below, is another one."""
    painted: list[str] = []
    layers, surface = Layers(), pygame.Surface((2, 1))

    def show(*keys: str) -> tuple[int, ...]:
        painted.clear()
        surface.fill((9, 9, 9))

        def painting(at: int, key: str, _: pygame.Surface) -> None:
            painted.append(key)
            surface.set_at((at, 0), (ord(key), 0, 0))

        layers.draw(surface, [
            (key, partial(painting, at, key)) for at, key in enumerate(keys)
        ])  # fmt: skip
        return surface.get_at((0, 0)).r, surface.get_at((1, 0)).r

    assert show("a", "b") == (ord("a"), ord("b"))
    assert painted == ["a", "b"]
    assert show("a", "b") == (ord("a"), ord("b"))
    assert painted == []
    assert show("a", "c") == (ord("a"), ord("c"))
    assert painted == ["c"]
    assert show("d", "c") == (ord("d"), ord("c"))
    assert painted == ["d", "c"]


def drawn_anew(pilot: Pilot) -> bytes:
    """The picture of this moment, everything painted from the table up."""
    surface = pilot.app.surface
    pilot.play._draw_panels(surface)
    pilot.view.draw_ground(surface)
    pilot.view.draw(surface, pilot.shown())
    return pygame.image.tobytes(surface, "RGB")


def compare(pilot: Pilot, seconds: float = 0.0) -> int:
    """Let time pass; each frame is as if everything were painted anew. How many were drawn."""
    drawn = 0
    for _ in range(max(1, round(seconds / FRAME))):
        pilot.app.step(FRAME)
        drawn += pilot.play.changed
        pilot.app.show()
        seen = pygame.image.tobytes(pilot.app.surface, "RGB")
        assert seen == drawn_anew(pilot), f"another picture at {pilot.board.motion.seconds_left()}"
    return drawn


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("size", [PLAIN, HELD], ids=["landscape", "portrait"])
def test_every_frame_is_as_if_painted_anew(
    fly: MakePilot, game: object, size: tuple[int, int]
) -> None:
    """While pieces move, when they have come to rest, and while something is pointed at."""
    pilot = fly(tempo="quick", size=size)
    random = Random(5)
    key = game.key  # type: ignore[attr-defined]
    pilot.put(match_after(key, middle(key)))
    pilot.advance(0.5)  # the scenes turn over into each other
    for _ in range(3):
        moves = pilot.match.position.moves()
        pilot.commit(moves[int(random.random() * len(moves))])
        if pilot.board.motion.timeline is not None:
            assert compare(pilot, pilot.board.motion.seconds_left() + 2 * FRAME) > 3
        cells = [move[0] for move in pilot.match.position.moves() if move]
        for cell in (*cells[:1], *cells[-1:]):
            pilot.hover(pilot.at(cell))
            compare(pilot)
        for cell in cells[:1]:
            pilot.tap(cell)
            compare(pilot)
        pilot.board.motion.finish()
    pilot.key("u")
    compare(pilot, pilot.board.motion.seconds_left() + 2 * FRAME)
    pilot.put(match_after(key, None))
    pilot.advance(0.5)
    pilot.key("u")
    pilot.key("r")
    compare(pilot, 1.5)
