"""What the page shows before the game is there is what the game would show: `build.py shelf`."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.game.pilot import Pilot
from tests.workshop.shelf import FOLDER, draw_shelf, shelf_data


def test_words_and_colours_are_those_of_the_game(tmp_path: Path) -> None:
    """Whoever changes a word or a colour of the shelf draws it anew."""
    assert shelf_data(Pilot(tmp_path)) == (FOLDER / "data.js").read_text("utf-8")


@pytest.mark.long
def test_pictures_are_those_of_the_game(tmp_path: Path) -> None:
    """To the eye: other systems draw and pack a little differently."""
    drawn = tmp_path / "shelf"
    draw_shelf(drawn)
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {path.name for path in drawn.iterdir()}
    for name in sorted(there - {"data.js"}):
        one, other = (Image.open(folder / name).convert("RGBA") for folder in (drawn, FOLDER))
        assert one.size == other.size
        far = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(far) < 3, f"{name} is another picture: python build.py shelf"
