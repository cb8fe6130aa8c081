"""Draws web/shelf, the picture of the shelf that the page shows before the game has loaded, from
the game's own colours, texts, boards and icons; and packs the fonts for it into web/fonts."""

import json
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pygame
from fontTools.ttLib import TTFont
from PIL import Image

from flipside.game.drawing import draw, icons
from flipside.game.drawing.draw import words_to_wrap
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.info.diagrams import shown_match
from flipside.game.scenes.shelf.shelf import paint_logo
from flipside.game.services.texts import LANGUAGES
from flipside.rules.catalogue import GAMES
from tests.game.pilot import Pilot

FOLDER = Path(__file__).resolve().parents[2] / "web" / "shelf"

FONTS = FOLDER.with_name("fonts")

BOARD = 480
"""The side of a board in pixels, and device pixels per CSS pixel."""
FINE = 2.2
ROUND = 0.1
"""The margin around a board for its shadow, as a share of the side."""
SMALL = 192
"""The side of other pictures in pixels."""
QUALITY = 82
"""The quality of the pictures, 0 to 100."""

COLOURS = ("background", "card", "ink", "soft", "line", "accent", "on_accent")
ICONS = ("settings", "clock", "graph", "puzzle", "new", "list")
WORDS = {
    "about": "page.about", "line": "menu.line", "play": "menu.play", "goes_on": "menu.continue",
    "options": "menu.options", "album": "menu.album", "progress": "progress.title",
    "problems": "problems.title",
    "setup": "menu.setup", "set_up": "menu.set_up", "more": "menu.more", "unsafe": "storage.unsafe",
    "unsafe_short": "storage.unsafe_short",
}  # fmt: skip
LINE_SIZES = range(13, 46)
"""The font sizes of measured texts: 13 to 15 CSS pixels at 1 to 3 pixels each."""
SCREENSHOTS = {"wide": (1280, 800), "narrow": (540, 1170)}
LOOKS = {"light": (False, False), "dark": (True, False), "bright": (False, True),
         "stark": (True, True)}  # fmt: skip
"""By palette, whether it is dark and whether it has high contrast."""


def draw_shelf(folder: Path = FOLDER) -> None:
    """Write all pictures and data.js."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        pilot = Pilot(Path(data))
        _draw_pictures(pilot, folder)
        (folder / "data.js").write_text(shelf_data(pilot), "utf-8")
    print(f"the shelf in {folder}")


def pack_fonts(folder: Path = FONTS) -> None:
    """Write the game's fonts as WOFF2, which has half the bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((FOLDER.parents[1] / "assets" / "fonts").glob("*.ttf")):
        with TTFont(path, recalcTimestamp=False) as font:
            font.flavor = "woff2"
            font.save(folder / f"{path.stem}.woff2")


def shelf_data(pilot: Pilot) -> str:
    """Return the content of data.js: games, colours, texts, and widths of texts."""
    theme, text = pilot.app.services.theme, pilot.app.services.text
    palettes = {}
    for look, (dark, contrast) in LOOKS.items():
        _dress(pilot, dark, contrast)
        palettes[look] = {
            name: "#{:02X}{:02X}{:02X}".format(*getattr(theme.palette, name)) for name in COLOURS
        }
    words: dict[str, dict[str, object]] = {}
    steps: dict[str, str] = {}
    for language in LANGUAGES:
        text.use(language)
        words[language] = {key: text(name) for key, name in WORDS.items() if key != "more"}
        words[language]["more"] = text("menu.more", count=2).replace("2", "{count}")
        words[language]["of"] = text("spoken.about", head="{head}", words="{words}")
        words[language]["games"] = {
            game.key: [text.game(game.key, "short"), text.game(game.key, "line")] for game in GAMES
        }
        steps |= {line: _steps(line) for line in (text.game(game.key, "line") for game in GAMES)}
    told: dict[str, object] = {"round": ROUND}
    told |= {"games": [game.key for game in GAMES], "palettes": palettes, "words": words}
    shelf, lines = (json.dumps(data, ensure_ascii=False, indent=1) for data in (told, steps))
    return (
        "// Written by build.py shelf.\n'use strict';\n\n"
        f"const SHELF = {shelf};\n\n"
        "// By how many pixels each word makes a line longer, for each size of letters from 13\n"
        "// on: the character that comes so many after \u0100.\n"
        f"const STEPS = {lines};\n"
    )


def _steps(line: str) -> str:
    """Return by how many pixels each word extends a line, by font size, as characters."""
    words, found = words_to_wrap(line), ""
    for size in LINE_SIZES:
        font = pygame.font.Font(FONTS.parents[1] / "assets" / "fonts" / "text.ttf", size)
        ends = [font.size(" ".join(words[:count]))[0] for count in range(len(words) + 1)]
        found += "".join(chr(0x100 + end - start) for start, end in pairwise(ends))
    return found


def _draw_pictures(pilot: Pilot, folder: Path) -> None:
    theme = pilot.app.services.theme
    for look, (dark, contrast) in LOOKS.items():
        _dress(pilot, dark, contrast)
        if not contrast:
            _save(folder / f"table-{look}.webp", draw.background(theme, (SMALL, SMALL)))
        logo = pygame.Surface((SMALL, SMALL), pygame.SRCALPHA)
        paint_logo(theme, logo, logo.get_rect())
        _save(folder / f"logo-{look}.webp", logo)
        for game in GAMES:
            theme.unit = FINE
            margin = round(BOARD * ROUND)
            board = pygame.Surface((BOARD + 2 * margin,) * 2, pygame.SRCALPHA)
            board.fill((*theme.palette.card, 0))
            place = pygame.Rect(margin, margin, BOARD, BOARD)
            miniature(theme, shown_match(game.key), True)(board, place)
            _save(folder / "games" / f"{game.key}-{look}.webp", board)
    for name in ICONS:
        _save(folder / f"icon-{name}.webp", icons.icon(theme, name, SMALL // 2, (0, 0, 0)))


def draw_screenshots(folder: Path = FOLDER.parent / "screenshots") -> None:
    """Write the two pictures for the manifest: a match of Othello."""
    for name, size in SCREENSHOTS.items():
        with tempfile.TemporaryDirectory() as data:
            pilot = Pilot(Path(data), size=size, theme="light")
            pilot.put(shown_match("othello"), ("person", "level4"))
            pilot.advance(1.0)
            pilot.show()
            _save(folder / f"{name}.webp", pilot.app.screen.surface)


def _dress(pilot: Pilot, dark: bool, contrast: bool) -> None:
    """Use this palette."""
    services = pilot.app.services
    services.settings.theme = "contrast" if contrast else "dark" if dark else "light"
    services.platform.media_preferences = frozenset({"dark"} if dark else ())
    services.theme.resize((1280, 800))
    assert (services.theme.dark, services.theme.contrast) == (dark, contrast)


def _save(path: Path, surface: pygame.Surface) -> None:
    alpha = bool(surface.get_flags() & pygame.SRCALPHA)
    kind: Literal["RGBA", "RGB"] = "RGBA" if alpha else "RGB"
    picture = Image.frombytes(kind, surface.get_size(), pygame.image.tobytes(surface, kind))
    picture.save(path, quality=QUALITY, method=6)
