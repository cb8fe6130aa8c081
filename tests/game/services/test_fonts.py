"""The fonts hold every letter we print, equal digits, and the licence they came under."""

import os
import tomllib
from importlib.metadata import files
from pathlib import Path
from typing import Any

import pygame
import pytest
from fontTools.ttLib import TTFont

from flipside.game.drawing import draw
from tests.game.conftest import MakePilot

ROOT = Path(__file__).resolve().parents[3]
FONTS = ROOT / "assets" / "fonts"
NAMES = ("title.ttf", "text.ttf", "text-bold.ttf")

ALWAYS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    "äöüßÄÖÜẞáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ"
    "„“”‚‘’«»‹›–—−…·•×←→↑↓ .,;:!?'\"()[]{}+-*/=%&@#<>°½\u00a0\u202f"
)


def spoken() -> set[str]:
    """Every character of every text file."""
    characters: set[str] = set()

    def gather(value: Any) -> None:
        if isinstance(value, str):
            characters.update(value)
        elif isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                gather(inner)

    for path in (*ROOT.glob("assets/text/**/*.toml"), *ROOT.glob("rules/games/*/text/*.toml")):
        gather(tomllib.loads(path.read_text(encoding="utf-8")))
    return characters - {"\n"}


@pytest.mark.parametrize("name", NAMES)
def test_every_character_is_there(name: str) -> None:
    held = set(map(chr, TTFont(FONTS / name).getBestCmap()))
    assert sorted((spoken() | set(ALWAYS)) - held) == []


@pytest.mark.parametrize("name", NAMES)
def test_digits_are_equally_wide(name: str) -> None:
    font = TTFont(FONTS / name)
    glyphs = font.getBestCmap()
    assert len({font["hmtx"][glyphs[ord(digit)]][0] for digit in "0123456789"}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_digits_are_equally_wide_on_the_screen(name: str) -> None:
    pygame.font.init()
    for size in range(13, 49):
        font = pygame.font.Font(str(FONTS / name), size)
        # A width is ink or advance, whichever reaches further, hence the pixel.
        widths = [font.size(digit * 3)[0] for digit in "0123456789"]
        assert max(widths) - min(widths) <= 1, (size, widths)


@pytest.mark.parametrize("name", NAMES)
def test_names_and_licence(name: str) -> None:
    font = TTFont(FONTS / name)
    family, licence = (font["name"].getDebugName(number) for number in (1, 13))
    assert family in ("Flipside Title", "Flipside Text")
    assert "SIL Open Font License" in licence
    for number in (1, 3, 4, 6):
        assert "Lato" not in font["name"].getDebugName(number)
    assert os.path.getsize(FONTS / name) < 90_000


@pytest.mark.parametrize("name", ["OFL-Lato.txt", "OFL-Vollkorn.txt"])
def test_licences_are_shipped(name: str) -> None:
    text = (FONTS / name).read_text(encoding="utf-8")
    assert text.startswith("Copyright")
    assert "PERMISSION & CONDITIONS" in text
    assert "DISCLAIMER" in text


def test_the_licence_of_what_makes_qr_codes_is_shipped() -> None:
    (path,) = (path for path in files("segno") or () if path.name == "LICENSE")
    shipped = FONTS.parent / "licences" / "segno.txt"
    assert shipped.read_bytes() == Path(str(path.locate())).read_bytes()


def test_letters_with_marks_stand_on_the_same_line(fly: MakePilot) -> None:
    theme = fly().app.services.theme
    feet = set()
    for words in ("Clovek", "Člověk"):
        surface = pygame.Surface((200, 60), pygame.SRCALPHA)
        draw.label(theme, surface, [words], "bold", (0, 0, 0), surface.get_rect())
        feet.add(surface.get_bounding_rect().bottom)
    assert len(feet) == 1


def test_a_word_of_one_letter_does_not_end_a_line(fly: MakePilot) -> None:
    services = fly(language="cs").app.services
    ends: set[str] = set()
    for key in ("othello", "flipop", "contactic"):
        for width in range(120, 400, 20):
            words = services.text.game(key, "end")
            lines = draw.wrapped(services.theme, words, "text", width)
            assert " ".join(lines).replace("\u00a0", " ") == words.replace("\u00a0", " ")
            ends |= {line.replace("\u00a0", " ").split(" ")[-1] for line in lines}
    assert not {end for end in ends if len(end) == 1 and end.isalpha()}
