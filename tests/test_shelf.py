"""What the page shows before the game is there is what the game would show: `build.py shelf`."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.workshop.shelf import FOLDER, draw_shelf


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, drawn anew."""
    folder = tmp_path_factory.mktemp("shelf")
    draw_shelf(folder)
    return folder


def test_words_and_colours_are_those_of_the_game(drawn: Path) -> None:
    """Whoever changes a word or a colour of the shelf draws it anew."""
    assert (drawn / "data.js").read_text("utf-8") == (FOLDER / "data.js").read_text("utf-8")


def test_pictures_are_those_of_the_game(drawn: Path) -> None:
    """To the eye: other systems draw and pack a little differently."""
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {path.name for path in drawn.iterdir()}
    for name in sorted(there - {"data.js"}):
        one, other = (Image.open(folder / name).convert("RGBA") for folder in (drawn, FOLDER))
        assert one.size == other.size
        far = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(far) < 3, f"{name} is another picture: python build.py shelf"
