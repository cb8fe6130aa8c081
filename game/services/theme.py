"""Colours, fonts and sizes of the program, and a cache of drawn surfaces.

One CSS pixel is `Theme.unit` pixels of the surface.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
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
"""For each style its font, and its size in CSS pixels. The first size is for windows whose shorter
side is at most 360, the second for those with 1080 or more."""


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


_NEUTRAL = _colour("#FBF7F0")
"""The colour of white edges of tiles, in all themes."""

_TILE_COLOURS = {
    "classic": {"orange": _colour("#F2A950"), "green": _colour("#17545B")},
    "distinct": {"orange": _colour("#FFC46B"), "green": _colour("#06404A")},
}
"""Colours of tiles in all themes, by `Settings.tiles`."""

PALE_GROUNDS = "paper", "ivory"
"""Materials of boards on which marks are dark."""


@dataclass(frozen=True)
class Palette:
    """The colours of a theme, named by their use."""

    background: Colour
    card: Colour
    ink: Colour
    soft: Colour
    line: Colour
    accent: Colour
    on_accent: Colour
    good: Colour
    frame: Colour
    on_frame: Colour
    mark: Colour
    red: Colour
    pieces: dict[str, Colour]
    """Colours of pieces, by the name of the colour in the games."""
    grounds: dict[str, Colour]
    """Colours of boards, by material."""


_COLOURS = {
    "background": ("#EFE7DA", "#1E1B19", "#FFFFFF", "#000000"),
    "card": ("#FBF7F0", "#2A2623", "#FFFFFF", "#000000"),
    "ink": ("#2B2622", "#F2EADF", "#000000", "#FFFFFF"),
    "soft": ("#6A5F55", "#B8AB9C", "#333333", "#DDDDDD"),
    "line": ("#CFC2B0", "#463F39", "#000000", "#FFFFFF"),
    "accent": ("#A63F1B", "#F08A5D", "#8A2A08", "#FFB380"),
    "on_accent": ("#FFF8F0", "#2A160D", "#FFFFFF", "#000000"),
    "good": ("#2F6F4F", "#7CC6A0", "#0B5A34", "#8CF0BE"),
    "frame": ("#6E4A2F", "#4A3323", "#6E4A2F", "#6E4A2F"),
    "on_frame": ("#F1E2CB", "#E6D3B8", "#FFFFFF", "#FFFFFF"),
    "mark": ("#F6EFE2", "#F3EBDD", "#FFFFFF", "#FFFFFF"),
    "red": ("#8E1B16", "#7A1712", "#8E1B16", "#8E1B16"),
    "dark_piece": ("#23201E", "#14110F", "#000000", "#000000"),
    "light_piece": ("#F6EFE2", "#F3EBDD", "#FFFFFF", "#FFFFFF"),
    "door": ("#D9A560", "#C99657", "#D9A560", "#D9A560"),
}
"""Each colour in four themes: light, dark, light with high contrast, dark with high contrast."""

_GROUNDS = {
    "cloth": ("#467A63", "#406B5A", "#467A63", "#467A63"),
    "wood": ("#9F7A55", "#886A4E", "#9F7A55", "#9F7A55"),
    "paper": ("#E3D8C4", "#C9BDA8", "#FFFFFF", "#FFFFFF"),
    "walnut": ("#8E6A4B", "#846246", "#8E6A4B", "#8E6A4B"),
    "slate": ("#67767F", "#5F6D76", "#67767F", "#67767F"),
    "ivory": ("#E0D2B4", "#CDBE9F", "#FFFFFF", "#FFFFFF"),
}
"""The colour of each material of boards, in the themes of `_COLOURS`."""


@cache
def palette_of(theme: int, tiles: str) -> Palette:
    """Return a palette; `theme` is an index in `_COLOURS`, and `tiles` is `Settings.tiles`."""
    colours = {name: _colour(themes[theme]) for name, themes in _COLOURS.items()}
    dark, light, door = (colours.pop(name) for name in ("dark_piece", "light_piece", "door"))
    pieces = {"black": dark, "dark": dark, "white": light, "light": light, "door": door}
    grounds = {name: _colour(themes[theme]) for name, themes in _GROUNDS.items()}
    pieces |= _TILE_COLOURS[tiles] | {"neutral": _NEUTRAL}
    return Palette(**colours, pieces=pieces, grounds=grounds)


_LEAST_SIDES = 360, 640
"""`Settings.size` leaves a window at least these shorter and longer sides, in CSS pixels."""

_MAX_LINE_CHARS = 1000
"""More characters than fit in any window."""

_MAX_CACHED_SURFACES = 900


LIGHT_PALETTE, DARK_PALETTE, BRIGHT_PALETTE, STARK_PALETTE = (
    palette_of(theme, "classic") for theme in range(4)
)


def drawable(words: str) -> str:
    """Return a line that fonts can draw: printable characters only, and not too many."""
    return printable(words[:_MAX_LINE_CHARS])


def mixed(start: Colour, end: Colour, share: float) -> Colour:
    """Return a mixture of two colours; `share` is 0 for `start` and 1 for `end`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


class Theme:
    """The current palette, the fonts for the window's size, and a cache of surfaces."""

    def __init__(self, settings: Settings, platform: Platform) -> None:
        self._settings = settings
        self._platform = platform
        self._cache: dict[Hashable, pygame.Surface] = {}
        self._opaque_copies: dict[int, tuple[pygame.Surface, pygame.Surface]] = {}
        self._fonts: dict[Style, pygame.font.Font] = {}
        self._widths: dict[tuple[Style, str], int] = {}
        self.unit = 1.0
        self.shorter = 800.0
        self.resize((1280, 800))

    @property
    def dark(self) -> bool:
        """Whether the theme is dark."""
        if self._settings.theme in ("system", "contrast"):
            return "dark" in self._platform.media_preferences
        return self._settings.theme == "dark"

    @property
    def contrast(self) -> bool:
        """Whether contrast is high, with a strong line around everything that can be tapped."""
        if self._settings.theme == "system":
            return "contrast" in self._platform.media_preferences
        return self._settings.theme == "contrast"

    @property
    def palette(self) -> Palette:
        """The current colours."""
        return palette_of(2 * self.contrast + self.dark, self._settings.tiles)

    @property
    def board(self) -> str:
        """The material of all boards; if "classic", each game has its own."""
        return "classic" if self.contrast else self._settings.board

    @property
    def flat_pieces(self) -> bool:
        """Whether pieces are drawn without shading."""
        return self._settings.pieces == "flat"

    @property
    def outlined(self) -> bool:
        """Whether pieces have a strong outline. Without it they might have the board's colour."""
        return self.contrast or self.board in PALE_GROUNDS

    @property
    def rim(self) -> int:
        """The thickness in pixels of the line around everything that can be tapped."""
        return max(1, self.px(2 if self.contrast else 1))

    @property
    def tempo(self) -> float:
        """The factor for all durations of animations; 0 turns animations off."""
        tempo = self._settings.tempo
        if tempo == "system":
            tempo = "off" if "calm" in self._platform.media_preferences else "normal"
        return TEMPO_FACTORS[tempo]

    def resize(self, size: tuple[int, int]) -> None:
        """Choose font sizes for a window of `size` in surface pixels, and clear the cache."""
        self.unit = ratio = self._platform.pixel_ratio()
        if self._platform.own_window:
            most = min(min(size) / _LEAST_SIDES[0], max(size) / _LEAST_SIDES[1]) / ratio
            self.unit *= max(1.0, min(self._settings.size / 100, most))
        self.shorter = min(size) / self.unit
        self._cache.clear()
        self._opaque_copies.clear()
        self._fonts.clear()
        self._widths.clear()

    def px(self, css: float) -> int:
        """Convert CSS pixels to whole pixels of the surface."""
        return round(css * self.unit)

    def font_size(self, style: Style) -> float:
        """Return the size of a style in CSS pixels."""
        growth = min(1.0, max(0.0, (self.shorter - 360) / 720))
        _, least, most = _STYLES[style]
        return least + (most - least) * growth

    def font(self, style: Style) -> pygame.font.Font:
        """Return the font of a style for the window's size."""
        if style not in self._fonts:
            size = round(self.font_size(style) * self.unit)
            file = _FONT_FOLDER / f"{_STYLES[style][0]}.ttf"
            self._fonts[style] = pygame.font.Font(str(file), size)
        return self._fonts[style]

    def width(self, style: Style, words: str) -> int:
        """Return the width of the words in that style, in pixels."""
        key = style, words
        if key not in self._widths:
            if len(self._widths) > 10_000:
                self._widths.clear()
            self._widths[key] = self.font(style).size(drawable(words))[0]
        return self._widths[key]

    def rendered(self, style: Style, words: str, paint: Colour) -> pygame.Surface:
        """Return one line of text on a transparent surface."""
        return self.font(style).render(drawable(words), True, paint)

    def extra_ascent(self, style: Style, words: str) -> int:
        """Return by how many pixels tall letters such as Č rise above the font's ascent."""
        font = self.font(style)
        boxes = font.metrics(drawable(words))
        return max([0, *(box[3] - font.get_ascent() for box in boxes if box)])

    def line_height(self, style: Style) -> int:
        """Return the height of a line of text in pixels."""
        return round(self.font_size(style) * self.unit * 1.36)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface cached under `key`; call `make` for a new one if it is missing."""
        look = self._settings
        full = (key, self.dark, self.contrast, look.board, look.pieces, look.tiles)
        if full not in self._cache:
            if len(self._cache) >= _MAX_CACHED_SURFACES:
                for old in list(self._cache)[: _MAX_CACHED_SURFACES // 4]:
                    del self._cache[old]
            self._cache[full] = _as_displayed(make())
        return self._cache[full]

    def put(
        self, surface: pygame.Surface, image: pygame.Surface, at: tuple[int, int], alpha: float = 1
    ) -> None:
        """Draw an image from the cache; this is many times faster if the surface is opaque."""
        if alpha < 1:
            image.set_alpha(round(255 * alpha))
            self.blend(surface, image, at)
            image.set_alpha(255)
            return
        if surface.get_flags() & pygame.SRCALPHA:
            surface.blit(image, at)
            return
        copies = self._opaque_copies.get(id(image))
        if copies is None:
            if len(self._opaque_copies) >= _MAX_CACHED_SURFACES:
                self._opaque_copies.clear()
            # Run-length encoding skips transparent pixels and copies opaque ones. The reference to
            # the image keeps its id from being used again.
            copies = self._opaque_copies[id(image)] = image, image.copy()
            copies[1].set_alpha(255, pygame.RLEACCEL)
        surface.blit(copies[1], at)

    def blend(
        self,
        surface: pygame.Surface,
        image: pygame.Surface,
        at: tuple[int, int] | pygame.Rect,
        area: tuple[int, int, int, int] | None = None,
    ) -> None:
        """Draw an image, or an `area` of it, blending its transparent parts."""
        # SDL's blending, which some platforms use, darkens edges on a transparent surface.
        transparent = surface.get_flags() & pygame.SRCALPHA
        surface.blit(image, at, area, 0 if transparent else self.blending)

    @property
    def blending(self) -> int:
        """The flags of `blit` that blend fastest on this platform."""
        return self._platform.picture.blending


def _as_displayed(surface: pygame.Surface) -> pygame.Surface:
    """Return the surface in the window's format, which can be copied much faster."""
    window = pygame.display.get_surface()
    if not window or surface.get_masks() == window.get_masks():
        return surface
    return surface.convert_alpha() if surface.get_flags() & pygame.SRCALPHA else surface.convert()
