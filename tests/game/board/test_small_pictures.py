"""Icons and pieces look the same as before.

The file has 12 x 12 greys of each picture, and a digest of the calls that draw it. After an
intended change, `python -m tests.game.board.test_small_pictures` writes the file again.
"""

from pathlib import Path

import pygame
import pytest

from flipside.game.drawing import icons
from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.story import Piece
from tests.game.board.test_faces import drawn, theme
from tests.game.drawing.drawn_scenes import calls_noted, digest

FILE = Path(__file__).with_name("small_pictures.txt")

FACES = (
    "black disc", "white disc", "dark stone", "light stone", "white ball", "black ball",
    *(f"door door:{side}" for side in "NESW"),
    *(f"orange tile:{edges}" for edges in ("0000", "1000", "0110", "1010", "1110", "1111", "back")),
    *(f"green tile:{edges}" for edges in ("0000", "0100", "1111", "back")),
    "neutral tile:neutral",
)  # fmt: skip

POSES = {
    "turning disc": Sprite(Piece("black", "disc"), 0, width=0.4, back=Piece("white", "disc")),
    "lifted disc": Sprite(Piece("black", "disc"), 0, lift=1.0),
    "pale disc": Sprite(Piece("black", "disc"), 0, alpha=0.4),
    "swinging tile": Sprite(Piece("orange", "tile:1000"), 0, angle=30.0),
}

NAMES = (*FACES, *POSES, *(f"icon {name}" for name in sorted(icons.NAMES)))


def picture(name: str) -> pygame.Surface:
    first, _, second = name.partition(" ")
    if first == "icon":
        surface = pygame.Surface((48, 48))
        surface.blit(icons.icon(theme("light"), second, 48, (255, 255, 255)), (0, 0))
        return surface
    return drawn("light", POSES.get(name) or Sprite(Piece(first, second), 0), 60).subsurface(
        (70, 70, 80, 80)
    )


def looks(name: str) -> tuple[str, str]:
    """Return 144 hexadecimal digits, row by row, and the digest."""
    lines: list[str] = []
    theme("light").resize((1280, 800))  # so that no picture is cached
    with calls_noted(lines):
        large = picture(name)
    return greys(large), digest(lines)


def greys(large: pygame.Surface) -> str:
    small = pygame.transform.smoothscale(large, (12, 12))
    seen = [small.get_at((x, y)) for y in range(12) for x in range(12)]
    return "".join(f"{sum(colour[:3]) // 48:x}" for colour in seen)


def recorded() -> dict[str, tuple[str, str]]:
    lines = (line.rsplit(" ", 2) for line in FILE.read_text().splitlines())
    return {name: (shades, calls) for name, shades, calls in lines}


@pytest.mark.parametrize("name", NAMES)
def test_it_looks_as_it_did(name: str) -> None:
    (now, calls), (then, calls_then) = looks(name), recorded().get(name, ("", ""))
    assert then, "it is new: the command above records it"
    away = [abs(int(one, 16) - int(other, 16)) for one, other in zip(now, then, strict=True)]
    assert max(away) <= 1, f"{name}: {then} was drawn as {now}"
    assert calls == calls_then, "it looks the same from afar; is it meant to differ?"


def test_nothing_else_is_recorded() -> None:
    assert set(recorded()) <= set(NAMES)


if __name__ == "__main__":
    FILE.write_text("".join(f"{name} {' '.join(looks(name))}\n" for name in NAMES))
