"""Colours that can be read and told apart by everybody, in both themes; type that is never tiny."""

import pygame
import pytest

from flipside.game.drawing.faces import outline
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import SETTINGS, TEMPO_FACTORS, Settings
from flipside.game.services.theme import (
    _STYLES,
    BRIGHT_PALETTE,
    DARK_PALETTE,
    LIGHT_PALETTE,
    PALE_GROUNDS,
    STARK_PALETTE,
    Colour,
    Palette,
    Style,
    Theme,
    _colour,
    mixed,
    palette_of,
)
from flipside.game.ui.widgets import Button, WidgetState
from flipside.rules.catalogue import GAMES
from tests.game.scene_tour import match_after

INK: Colour = (43, 38, 34)
"""The outline of tiles and the marks on paper."""

_THEMES = "light", "dark", "bright", "stark"

READ, APART = 4.5, 3.0
"""The least contrast of words, and of things that must be told apart."""

each = pytest.mark.parametrize(
    "palette",
    [palette_of(theme, tiles) for tiles in SETTINGS["tiles"] for theme in range(4)],
    ids=[f"{name}-{tiles}" for tiles in SETTINGS["tiles"] for name in _THEMES],
)


def luminance(paint: Colour) -> float:
    """Relative luminance as the Web Content Accessibility Guidelines 2.1 define it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in paint)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of the same guidelines, 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def words_on(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """What is written in which colour on which."""
    warm = mixed(palette.card, palette.accent, 0.08)
    pairs = {
        f"{name} on {ground}": (getattr(palette, name), getattr(palette, ground))
        for name in ("ink", "soft", "accent", "good")
        for ground in ("background", "card")
    }
    return pairs | {
        "primary button": (palette.on_accent, palette.accent),
        "pressed primary button": (palette.on_accent, mixed(palette.accent, palette.ink, 0.14)),
        "pressed button": (palette.ink, warm),
        "button out of use": (palette.soft, warm),
        "chosen button": (palette.ink, mixed(palette.card, palette.accent, 0.14)),
        "coordinates": (palette.on_frame, palette.frame),
    }


def apart_on(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """What must be told apart: pieces from their ground and each other, marks from the ground."""
    pieces = palette.pieces
    pairs: dict[str, tuple[Colour, Colour]] = {
        "red spot on its mark": (palette.red, palette.mark),
        "rim of the panel that acts": (palette.accent, palette.card),
        "orange and green": (pieces["orange"], pieces["green"]),
        "orange and its outline": (INK, pieces["orange"]),
        "white edge and its outline": (INK, pieces["neutral"]),
        "green and white edge": (pieces["green"], pieces["neutral"]),
    }
    for dark, light in (("black", "white"), ("dark", "light")):
        pairs[f"{dark} and {light}"] = pieces[dark], pieces[light]
    for ground, colour in palette.grounds.items():
        pale = ground in PALE_GROUNDS
        pairs[f"mark on {ground}"] = INK if pale else palette.mark, colour
        pairs[f"tile on {ground}"] = INK if pale else pieces["neutral"], colour
        for name in ("black", "white"):
            # On pale ground the outline of a piece separates it from the board.
            edge = outline(pieces[name]) if pale and name == "white" else pieces[name]
            pairs[f"{name} on {ground}"] = edge, colour
            pairs[f"{name} and its outline"] = outline(pieces[name]), pieces[name]
    return pairs


def test_the_measure_is_the_known_one() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1


@each
def test_words_can_be_read(palette: Palette) -> None:
    low = {name: round(contrast(*pair), 2) for name, pair in words_on(palette).items()}
    assert {name: value for name, value in low.items() if value < READ} == {}


@each
def test_things_can_be_told_apart_without_hue(palette: Palette) -> None:
    low = {name: round(contrast(*pair), 2) for name, pair in apart_on(palette).items()}
    assert {name: value for name, value in low.items() if value < APART} == {}


def test_both_themes_know_the_same_colour_words() -> None:
    for palette in (DARK_PALETTE, BRIGHT_PALETTE, STARK_PALETTE):
        assert set(LIGHT_PALETTE.pieces) == set(palette.pieces)


def test_every_game_has_its_colours() -> None:
    for game in GAMES:
        for plies in (0, 9, None):
            for piece in match_after(game.key, plies).position.pieces():
                assert piece is None or piece.colour in LIGHT_PALETTE.pieces, piece


_CONFUSION = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
}  # fmt: skip
"""Matrices for linear colours (Machado, Oliveira, Fernandes 2009, severity 1)."""


@pytest.mark.parametrize("kind", _CONFUSION)
def test_distinct_tiles_differ_more_for_people_who_confuse_red_and_green(kind: str) -> None:
    def seen(paint: Colour) -> float:
        linear = [((c / 255 + 0.055) / 1.055) ** 2.4 for c in paint]
        parts = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _CONFUSION[kind]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    def ratio(tiles: str) -> float:
        pieces = palette_of(0, tiles).pieces
        return seen(pieces["orange"]) / seen(pieces["green"])

    assert ratio("classic") > APART
    assert ratio("distinct") > 1.4 * ratio("classic")


@pytest.mark.parametrize(
    ("window", "size", "unit"),
    [((1280, 800), 150, 1.5), ((1280, 800), 100, 1.0), ((900, 500), 150, 500 / 360),
     ((700, 600), 150, 700 / 640), ((360, 560), 150, 1.0)],
)  # fmt: skip
def test_the_setting_of_the_size_leaves_room_for_a_phone(
    window: tuple[int, int], size: int, unit: float
) -> None:
    pygame.font.init()
    theme = Theme(Settings(size=size), DesktopPlatform())
    theme.resize(window)
    assert theme.unit == pytest.approx(unit)
    assert theme.shorter == pytest.approx(min(window) / unit)


# -- the theme in force ----------------------------------------------------------------------------


def asking(*wishes: str) -> DesktopPlatform:
    """A page whose system asks for that."""
    page = DesktopPlatform()
    page.media_preferences = frozenset(wishes)
    return page


@pytest.fixture
def theme() -> Theme:
    pygame.font.init()
    return Theme(Settings(), DesktopPlatform())


@pytest.mark.parametrize(
    ("setting", "wishes", "palette"),
    [
        ("light", (), LIGHT_PALETTE),
        ("dark", (), DARK_PALETTE),
        ("contrast", (), BRIGHT_PALETTE),
        ("system", (), LIGHT_PALETTE),
        ("system", ("dark",), DARK_PALETTE),
        ("system", ("contrast",), BRIGHT_PALETTE),
        ("system", ("dark", "calm", "contrast"), STARK_PALETTE),
        ("light", ("dark", "contrast"), LIGHT_PALETTE),
        ("dark", ("contrast",), DARK_PALETTE),
        ("contrast", ("dark",), STARK_PALETTE),
    ],
)
def test_which_theme_is_in_force(setting: str, wishes: tuple[str, ...], palette: Palette) -> None:
    pygame.font.init()
    theme = Theme(Settings(theme=setting), asking(*wishes))
    assert theme.palette is palette
    assert theme.dark is (palette in (DARK_PALETTE, STARK_PALETTE))
    assert theme.contrast is (palette in (BRIGHT_PALETTE, STARK_PALETTE))


def test_less_motion_is_a_wish_that_a_choice_overrules() -> None:
    pygame.font.init()
    settings, page = Settings(), asking("calm")
    theme = Theme(settings, page)
    assert theme.tempo == 0
    page.media_preferences = frozenset()
    assert theme.tempo == TEMPO_FACTORS["normal"], "followed while the program runs"
    page.media_preferences = frozenset({"calm"})
    settings.tempo = "calm"
    assert theme.tempo == TEMPO_FACTORS["calm"]


def test_a_change_of_the_setting_counts_at_once() -> None:
    pygame.font.init()
    settings = Settings(theme="light", tempo="normal")
    theme = Theme(settings, DesktopPlatform())
    surfaces = [theme.cached("key", lambda: pygame.Surface((1, 1)))]
    settings.theme = "dark"
    surfaces.append(theme.cached("key", lambda: pygame.Surface((1, 1))))
    assert theme.palette is DARK_PALETTE
    assert surfaces[0] is not surfaces[1], "what was drawn in the light is not kept for the dark"
    assert theme.tempo == TEMPO_FACTORS["normal"]
    settings.tempo = "off"
    assert theme.tempo == 0


@pytest.mark.parametrize("size", [(360, 360), (390, 844), (1280, 800), (1920, 1080), (3840, 2160)])
def test_type_is_never_tiny_and_keeps_its_order(theme: Theme, size: tuple[int, int]) -> None:
    theme.resize(size)
    sizes: dict[Style, float] = {style: theme.font_size(style) for style in _STYLES}
    assert min(sizes.values()) >= 13
    assert sizes["small"] < sizes["text"] < sizes["head"] < sizes["title"]
    for style in sizes:
        assert theme.font(style).get_height() <= theme.line_height(style) + 2
        assert theme.width(style, "Wg") > 0


def test_type_grows_evenly_with_the_window(theme: Theme) -> None:
    """By the shorter side: least in the smallest window, most from 1080 on."""
    for style, (_, least, most) in _STYLES.items():
        for side, size in [(360, least), (540, least + (most - least) / 4),
                           (720, (least + most) / 2), (1080, most), (2160, most)]:  # fmt: skip
            theme.resize((side, side + 400))
            assert theme.font_size(style) == pytest.approx(size)


def test_what_is_kept_is_limited(theme: Theme) -> None:
    for number in range(3_000):
        theme.cached(("many", number), lambda: pygame.Surface((1, 1)))
    assert len(theme._cache) <= 1_000


def test_mixing_and_reading_colours() -> None:
    assert _colour("#0A10FF") == (10, 16, 255)
    assert mixed((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert mixed((1, 2, 3), (9, 9, 9), 0.0) == (1, 2, 3)
    assert mixed((1, 2, 3), (9, 9, 9), 1.0) == (9, 9, 9)


@pytest.mark.parametrize("setting", ["light", "dark"])
def test_every_state_of_a_button_looks_different(setting: str) -> None:
    pygame.font.init()
    theme = Theme(Settings(theme=setting), DesktopPlatform())
    states = (WidgetState(), WidgetState(pressed=True), WidgetState(focused=True))
    for look in ("plain", "primary", "chosen"):
        pictures = set()
        for state in states:
            surface = pygame.Surface((160, 80))
            surface.fill(theme.palette.background)
            rect = pygame.Rect(20, 16, 120, 48)
            Button("it", lambda: None, "Words", look=look, rect=rect).draw(theme, surface, state)
            pictures.add(pygame.image.tobytes(surface, "RGB"))
        assert len(pictures) == len(states), look
