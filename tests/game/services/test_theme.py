"""Colours that can be read and told apart by everybody, in both themes; type that is never tiny."""

import pygame
import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import TEMPO_FACTORS, Settings
from flipside.game.services.theme import (
    _STYLES,
    BRIGHT_PALETTE,
    DARK_PALETTE,
    LIGHT_PALETTE,
    STARK_PALETTE,
    Colour,
    Palette,
    Style,
    Theme,
    _colour,
    mixed,
)
from flipside.game.ui.widgets import Button, WidgetState
from flipside.rules.catalogue import GAMES
from tests.game.scene_tour import match_after

INK: Colour = (43, 38, 34)
"""The outline of tiles and the marks on paper."""

READ, APART = 4.5, 3.0
"""The least contrast of words, and of things that must be told apart."""

each = pytest.mark.parametrize(
    "palette",
    [LIGHT_PALETTE, DARK_PALETTE, BRIGHT_PALETTE, STARK_PALETTE],
    ids=["light", "dark", "bright", "stark"],
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
    wood = mixed(palette.frame, (255, 214, 160), 0.34)
    pairs: dict[str, tuple[Colour, Colour]] = {
        "mark on cloth": (palette.mark, palette.board),
        "mark on wood": (palette.mark, wood),
        "mark on paper": (INK, palette.paper),
        "red spot on its mark": (palette.red, palette.mark),
        "rim of the panel that acts": (palette.accent, palette.card),
        "orange and green": (pieces["orange"], pieces["green"]),
        "orange and its outline": (INK, pieces["orange"]),
        "white edge and its outline": (INK, pieces["neutral"]),
        "green and white edge": (pieces["green"], pieces["neutral"]),
        "tile and paper": (INK, palette.paper),
    }
    for dark, light in (("black", "white"), ("dark", "light")):
        pairs[f"{dark} and {light}"] = pieces[dark], pieces[light]
        for name in (dark, light):
            pairs[f"{name} on cloth"] = pieces[name], palette.board
            pairs[f"{name} on wood"] = pieces[name], wood
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
