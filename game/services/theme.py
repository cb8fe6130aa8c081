"""Colours, type and sizes of the whole look, in one place; and the cache of what was drawn once.

Knows nothing of games. Units: a CSS pixel is `unit` pixels of the surface.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pygame

from game.services.plain import printable
from game.services.platform.platform import Platform
from game.services.settings import TEMPO_FACTORS, Settings

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


def _pieces(dark: str, light: str, door: str) -> dict[str, Colour]:
    """Colour words of the games, and what they look like."""
    written = {
        "black": dark,
        "dark": dark,
        "white": light,
        "light": light,
        "orange": "#F2A950",
        "green": "#17545B",
        "neutral": "#FBF7F0",
        "door": door,
    }
    return {word: _colour(text) for word, text in written.items()}


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


LIGHT_PALETTE = Palette(
    table=_colour("#EFE7DA"),
    card=_colour("#FBF7F0"),
    ink=_colour("#2B2622"),
    soft=_colour("#6A5F55"),
    line=_colour("#CFC2B0"),
    accent=_colour("#A63F1B"),
    on_accent=_colour("#FFF8F0"),
    good=_colour("#2F6F4F"),
    board=_colour("#467A63"),
    frame=_colour("#6E4A2F"),
    on_frame=_colour("#F1E2CB"),
    paper=_colour("#E3D8C4"),
    mark=_colour("#F6EFE2"),
    red=_colour("#8E1B16"),
    pieces=_pieces("#23201E", "#F6EFE2", "#D9A560"),
)

DARK_PALETTE = Palette(
    table=_colour("#1E1B19"),
    card=_colour("#2A2623"),
    ink=_colour("#F2EADF"),
    soft=_colour("#B8AB9C"),
    line=_colour("#463F39"),
    accent=_colour("#F08A5D"),
    on_accent=_colour("#2A160D"),
    good=_colour("#7CC6A0"),
    board=_colour("#406B5A"),
    frame=_colour("#4A3323"),
    on_frame=_colour("#E6D3B8"),
    paper=_colour("#C9BDA8"),
    mark=_colour("#F3EBDD"),
    red=_colour("#7A1712"),
    pieces=_pieces("#14110F", "#F3EBDD", "#C99657"),
)


BRIGHT_PALETTE = replace(
    LIGHT_PALETTE,
    table=_colour("#FFFFFF"),
    card=_colour("#FFFFFF"),
    ink=_colour("#000000"),
    soft=_colour("#333333"),
    line=_colour("#000000"),
    accent=_colour("#8A2A08"),
    on_accent=_colour("#FFFFFF"),
    good=_colour("#0B5A34"),
    on_frame=_colour("#FFFFFF"),
    paper=_colour("#FFFFFF"),
    mark=_colour("#FFFFFF"),
    pieces=_pieces("#000000", "#FFFFFF", "#D9A560"),
)
"""Light, with more contrast."""

STARK_PALETTE = replace(
    BRIGHT_PALETTE,
    table=_colour("#000000"),
    card=_colour("#000000"),
    ink=_colour("#FFFFFF"),
    soft=_colour("#DDDDDD"),
    line=_colour("#FFFFFF"),
    accent=_colour("#FFB380"),
    on_accent=_colour("#000000"),
    good=_colour("#8CF0BE"),
)
"""Dark, with more contrast."""


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

    def __init__(self, settings: Settings, page: Platform) -> None:
        self._settings = settings
        self._page = page
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
            return "dark" in self._page.media_preferences
        return self._settings.theme == "dark"

    @property
    def contrast(self) -> bool:
        """Whether colours are plain, and a strong line is round everything that can be tapped."""
        if self._settings.theme == "system":
            return "contrast" in self._page.media_preferences
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
            tempo = "off" if "calm" in self._page.media_preferences else "normal"
        return TEMPO_FACTORS[tempo]

    def arrange(self, size: tuple[int, int]) -> None:
        """Choose the sizes of type for a window of that size in surface pixels."""
        self.unit = self._page.pixel_ratio()
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
        return self._page.picture.blending


def _as_displayed(made: pygame.Surface) -> pygame.Surface:
    """The surface in the format of the window, which is copied much faster."""
    window = pygame.display.get_surface()
    if not window or made.get_masks() == window.get_masks():
        return made
    return made.convert_alpha() if made.get_flags() & pygame.SRCALPHA else made.convert()


_MOST_KEPT = 900
