"""Colours, type and sizes of the whole look, in one place; and the cache of what was drawn once.

Knows nothing of games. Units: a CSS pixel is `unit` pixels of the surface.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pygame

from flipside.game.services.plain import printable
from flipside.game.services.platform.platform import Platform
from flipside.game.services.settings import TEMPO_FACTORS, Settings

_FONT_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "fonts"

Colour = tuple[int, int, int]
Style = Literal["clock", "title", "head", "number", "text", "bold", "small", "small-bold"]

_STYLES: dict[Style, tuple[str, float, float]] = {
    "clock": ("text-bold", 32, 64),
    "title": ("title", 28, 44),
    "head": ("title", 19, 25),
    "number": ("text-bold", 24, 34),
    "text": ("text", 15, 18),
    "bold": ("text-bold", 15, 18),
    "small": ("text", 13, 15),
    "small-bold": ("text-bold", 13, 15),
}
"""Font, and CSS pixels for windows whose shorter side is 360 or less, and 1080 or more."""


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


_SAME_PIECES = {
    "orange": _colour("#F2A950"),
    "green": _colour("#17545B"),
    "neutral": _colour("#FBF7F0"),
}
"""Pieces that look the same in every theme."""


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, named by what they are for."""

    table: Colour
    card: Colour
    ink: Colour
    soft: Colour
    line: Colour
    accent: Colour
    on_accent: Colour
    good: Colour
    board: Colour
    frame: Colour
    on_frame: Colour
    paper: Colour
    mark: Colour
    red: Colour
    pieces: dict[str, Colour]
    """Colour words of the games, and what they look like."""


_COLOURS = {
    "table": ("#EFE7DA", "#1E1B19", "#FFFFFF", "#000000"),
    "card": ("#FBF7F0", "#2A2623", "#FFFFFF", "#000000"),
    "ink": ("#2B2622", "#F2EADF", "#000000", "#FFFFFF"),
    "soft": ("#6A5F55", "#B8AB9C", "#333333", "#DDDDDD"),
    "line": ("#CFC2B0", "#463F39", "#000000", "#FFFFFF"),
    "accent": ("#A63F1B", "#F08A5D", "#8A2A08", "#FFB380"),
    "on_accent": ("#FFF8F0", "#2A160D", "#FFFFFF", "#000000"),
    "good": ("#2F6F4F", "#7CC6A0", "#0B5A34", "#8CF0BE"),
    "board": ("#467A63", "#406B5A", "#467A63", "#467A63"),
    "frame": ("#6E4A2F", "#4A3323", "#6E4A2F", "#6E4A2F"),
    "on_frame": ("#F1E2CB", "#E6D3B8", "#FFFFFF", "#FFFFFF"),
    "paper": ("#E3D8C4", "#C9BDA8", "#FFFFFF", "#FFFFFF"),
    "mark": ("#F6EFE2", "#F3EBDD", "#FFFFFF", "#FFFFFF"),
    "red": ("#8E1B16", "#7A1712", "#8E1B16", "#8E1B16"),
    "dark_piece": ("#23201E", "#14110F", "#000000", "#000000"),
    "light_piece": ("#F6EFE2", "#F3EBDD", "#FFFFFF", "#FFFFFF"),
    "door": ("#D9A560", "#C99657", "#D9A560", "#D9A560"),
}
"""Each colour in the light theme, the dark one, and both with more contrast."""


def _palette(theme: int) -> Palette:
    colours = {name: _colour(themes[theme]) for name, themes in _COLOURS.items()}
    dark, light, door = (colours.pop(name) for name in ("dark_piece", "light_piece", "door"))
    pieces = {"black": dark, "dark": dark, "white": light, "light": light, "door": door}
    return Palette(**colours, pieces=_SAME_PIECES | pieces)


LIGHT_PALETTE, DARK_PALETTE, BRIGHT_PALETTE, STARK_PALETTE = map(_palette, range(4))


def drawable(words: str) -> str:
    """One line as a font gets it: nothing unprintable, on which a font fails, and no more letters
    than are seen."""
    return printable(words[:_MAX_LINE_CHARS])


_MAX_LINE_CHARS = 1000
"""Letters; no window is as wide."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """The colour `share` of the way from one to the other, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Theme:
    """The palette in force, fonts for the present window, and a cache of surfaces drawn once."""

    def __init__(self, settings: Settings, platform: Platform) -> None:
        self._settings = settings
        self._platform = platform
        self._cache: dict[Hashable, pygame.Surface] = {}
        self._quick: dict[int, tuple[pygame.Surface, pygame.Surface]] = {}
        self._fonts: dict[Style, pygame.font.Font] = {}
        self._measured: dict[tuple[Style, str], int] = {}
        self.unit = 1.0
        self.shorter = 800.0
        self.arrange((1280, 800))

    @property
    def dark(self) -> bool:
        """Whether the dark theme is in force."""
        if self._settings.theme in ("system", "contrast"):
            return "dark" in self._platform.media_preferences
        return self._settings.theme == "dark"

    @property
    def contrast(self) -> bool:
        """Whether colours are plain, and a strong line is round everything that can be tapped."""
        if self._settings.theme == "system":
            return "contrast" in self._platform.media_preferences
        return self._settings.theme == "contrast"

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        if self.contrast:
            return STARK_PALETTE if self.dark else BRIGHT_PALETTE
        return DARK_PALETTE if self.dark else LIGHT_PALETTE

    @property
    def rim(self) -> int:
        """The thickness of the line round what can be tapped, in pixels."""
        return max(1, self.px(2 if self.contrast else 1))

    @property
    def tempo(self) -> float:
        """Factor on every duration; 0 means that nothing moves."""
        tempo = self._settings.tempo
        if tempo == "system":
            tempo = "off" if "calm" in self._platform.media_preferences else "normal"
        return TEMPO_FACTORS[tempo]

    def arrange(self, size: tuple[int, int]) -> None:
        """Choose the sizes of type for a window of that size in surface pixels."""
        self.unit = self._platform.pixel_ratio()
        self.shorter = min(size) / self.unit
        self._cache.clear()
        self._quick.clear()
        self._fonts.clear()
        self._measured.clear()

    def px(self, css: float) -> int:
        """CSS pixels as whole pixels of the surface."""
        return round(css * self.unit)

    def font_size(self, style: Style) -> float:
        """The size of a style in CSS pixels."""
        growth = min(1.0, max(0.0, (self.shorter - 360) / 720))
        _, least, most = _STYLES[style]
        return least + (most - least) * growth

    def font(self, style: Style) -> pygame.font.Font:
        """The font of a style at the size for this window."""
        if style not in self._fonts:
            size = round(self.font_size(style) * self.unit)
            file = _FONT_FOLDER / f"{_STYLES[style][0]}.ttf"
            self._fonts[style] = pygame.font.Font(str(file), size)
        return self._fonts[style]

    def width(self, style: Style, words: str) -> int:
        """Width of the words in that style, in pixels."""
        key = style, words
        if key not in self._measured:
            if len(self._measured) > 10_000:
                self._measured.clear()
            self._measured[key] = self.font(style).size(drawable(words))[0]
        return self._measured[key]

    def rendered(self, style: Style, words: str, paint: Colour) -> pygame.Surface:
        """One line of text on a clear ground."""
        return self.font(style).render(drawable(words), True, paint)

    def pushed(self, style: Style, words: str) -> int:
        """Pixels by which a line is rendered lower, for a letter such as Č that stands out
        above."""
        font = self.font(style)
        boxes = font.metrics(drawable(words))
        return max([0, *(box[3] - font.get_ascent() for box in boxes if box)])

    def line_height(self, style: Style) -> int:
        """The height of a line of text in pixels."""
        return round(self.font_size(style) * self.unit * 1.36)

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface kept under that key, made now if it is not there yet."""
        full = (key, self.dark, self.contrast)
        if full not in self._cache:
            if len(self._cache) >= _MOST_KEPT:
                for old in list(self._cache)[: _MOST_KEPT // 4]:
                    del self._cache[old]
            self._cache[full] = _as_displayed(make())
        return self._cache[full]

    def put(
        self, surface: pygame.Surface, image: pygame.Surface, at: tuple[int, int], alpha: float = 1
    ) -> None:
        """Draw a kept image, many times faster if the surface is opaque, as the window is."""
        if alpha < 1:
            image.set_alpha(round(255 * alpha))
            self.blend(surface, image, at)
            image.set_alpha(255)
            return
        if surface.get_flags() & pygame.SRCALPHA:
            surface.blit(image, at)
            return
        found = self._quick.get(id(image))
        if found is None:
            if len(self._quick) >= _MOST_KEPT:
                self._quick.clear()
            # Run lengths skip what is clear and copy what is opaque. The image itself is kept as
            # well, so that its id stays its own.
            found = self._quick[id(image)] = image, image.copy()
            found[1].set_alpha(255, pygame.RLEACCEL)
        surface.blit(found[1], at)

    def blend(
        self,
        surface: pygame.Surface,
        image: pygame.Surface,
        at: tuple[int, int] | pygame.Rect,
        area: tuple[int, int, int, int] | None = None,
    ) -> None:
        """Draw an image, or an area of it, whose parts may be clear."""
        # SDL's way, which some pictures blend with, makes edges on a clear ground dark.
        clear = surface.get_flags() & pygame.SRCALPHA
        surface.blit(image, at, area, 0 if clear else self.blending)

    @property
    def blending(self) -> int:
        """The flags of `blit` that blend soonest here."""
        return self._platform.picture.blending


def _as_displayed(made: pygame.Surface) -> pygame.Surface:
    """The surface in the format of the window, which is copied much faster."""
    window = pygame.display.get_surface()
    if not window or made.get_masks() == window.get_masks():
        return made
    return made.convert_alpha() if made.get_flags() & pygame.SRCALPHA else made.convert()


_MOST_KEPT = 900
