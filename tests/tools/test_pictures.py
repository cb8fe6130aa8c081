"""Tests of pictures: the README's animation loops, and the page's shelf is the game's."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from tests.game.pilot import Pilot
from tests.of_type import frames_of
from tests.tools import readme_animation
from tests.tools.page_shelf import FOLDER, FONTS, draw_shelf, pack_fonts, shelf_data


@pytest.mark.long
def test_a_clip_ends_as_it_began() -> None:
    """The move is visible, and undo restores the first frame."""
    seen = readme_animation.film(readme_animation.CLIPS[3], 100)
    assert len({one.tobytes() for one in seen.made}) > 20
    assert seen.made[-1] != seen.before
    assert seen.undone[-1] == seen.before


def test_every_game_moves_in_its_turn() -> None:
    """The games move one after the other, and the last frame equals the first."""
    blank, laid = (Image.new("RGB", (1, 1), colour) for colour in ("white", "black"))
    short = readme_animation.Film(blank, [blank, laid] * readme_animation.AHEAD, [laid, blank])
    rows = list(readme_animation.seen([short] * len(readme_animation.CLIPS)))
    assert rows[0] == rows[-1] == [blank] * len(readme_animation.CLIPS)
    assert [laid] * len(readme_animation.CLIPS) in rows
    first = [next(at for at, row in enumerate(rows) if row[n] == laid) for n in range(len(rows[0]))]
    assert first == sorted(set(first))


def test_the_picture_is_small_and_goes_on_for_ever() -> None:
    """The file has less than 1.5 MB, and loops after 6 to 8 seconds. Its frames differ."""
    assert readme_animation.PICTURE.stat().st_size < 1_500_000
    with Image.open(readme_animation.PICTURE) as picture:
        assert picture.info["loop"] == 0
        seconds, first = 0.0, picture.convert("RGB")
        for number in range(frames_of(picture)):
            picture.seek(number)
            seconds += picture.info["duration"] / 1000
        assert 6 <= seconds <= 8
        picture.seek(frames_of(picture) // 2)
        assert ImageChops.difference(first, picture.convert("RGB")).getbbox() is not None


def test_words_and_colours_are_those_of_the_game(tmp_path: Path) -> None:
    """A change of a word or a colour of the shelf needs `build.py shelf`."""
    assert shelf_data(Pilot(tmp_path)) == (FOLDER / "data.js").read_text("utf-8")


def test_fonts_are_those_of_the_game(tmp_path: Path) -> None:
    """All glyphs are equal, regardless of the compression."""
    pack_fonts(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {path.name for path in FONTS.iterdir()} == names
    for name in names:
        with TTFont(FONTS / name) as one, TTFont(tmp_path / name) as other:
            tables = set(one.keys()) - {"GlyphOrder"}
            assert tables == set(other.keys()) - {"GlyphOrder"}
            assert all(one.getTableData(tag) == other.getTableData(tag) for tag in tables)


def seen(path: Path) -> Image.Image:
    """Return a picture on a white background, so that transparent pixels are equal."""
    picture = Image.open(path).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)


@pytest.mark.long
def test_pictures_are_those_of_the_game(tmp_path: Path) -> None:
    """The pictures look equal. Other systems draw and compress slightly differently."""
    drawn = tmp_path / "shelf"
    draw_shelf(drawn)
    there = {path.relative_to(FOLDER) for path in FOLDER.rglob("*.*")}
    assert there == {path.relative_to(drawn) for path in drawn.rglob("*.*")}
    for name in sorted(there - {Path("data.js")}):
        one, other = (seen(folder / name) for folder in (drawn, FOLDER))
        assert one.size == other.size
        far = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(far) < 3, f"{name} is another picture: python build.py shelf"
