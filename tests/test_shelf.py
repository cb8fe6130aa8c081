"""What the page shows before the game is there is what the game would show: `build.py shelf`."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from tests.game.pilot import Pilot
from tests.tools.page_shelf import FOLDER, FONTS, draw_shelf, pack_fonts, shelf_data


def test_words_and_colours_are_those_of_the_game(tmp_path: Path) -> None:
    """Whoever changes a word or a colour of the shelf draws it anew."""
    assert shelf_data(Pilot(tmp_path)) == (FOLDER / "data.js").read_text("utf-8")


def test_fonts_are_those_of_the_game(tmp_path: Path) -> None:
    """Letter by letter, however they were packed."""
    pack_fonts(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {path.name for path in FONTS.iterdir()} == names
    for name in names:
        with TTFont(FONTS / name) as one, TTFont(tmp_path / name) as other:
            tables = set(one.keys()) - {"GlyphOrder"}
            assert tables == set(other.keys()) - {"GlyphOrder"}
            assert all(one.getTableData(tag) == other.getTableData(tag) for tag in tables)


@pytest.mark.long
def test_pictures_are_those_of_the_game(tmp_path: Path) -> None:
    """To the eye: other systems draw and pack a little differently."""
    drawn = tmp_path / "shelf"
    draw_shelf(drawn)
    there = {path.relative_to(FOLDER) for path in FOLDER.rglob("*.*")}
    assert there == {path.relative_to(drawn) for path in drawn.rglob("*.*")}
    for name in sorted(there - {Path("data.js")}):
        one, other = (Image.open(folder / name).convert("RGBA") for folder in (drawn, FOLDER))
        assert one.size == other.size
        far = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(far) < 3, f"{name} is another picture: python build.py shelf"
