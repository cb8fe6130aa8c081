"""The moving picture of the README: it can be made again, is small, and closes its circle."""

import pytest
from PIL import Image, ImageChops

from tests.tools import readme_animation
from tests.tools.images import frames_of


@pytest.mark.long
def test_a_clip_ends_as_it_began() -> None:
    """The move is seen, and taken back nothing is left of it."""
    seen = readme_animation.film(readme_animation.CLIPS[3], 100)
    assert len({one.tobytes() for one in seen.made}) > 20
    assert seen.made[-1] != seen.before
    assert seen.undone[-1] == seen.before


def test_every_game_moves_in_its_turn() -> None:
    """One after the other, and the last picture is followed by the first."""
    blank, laid = (Image.new("RGB", (1, 1), colour) for colour in ("white", "black"))
    short = readme_animation.Film(blank, [blank, laid] * readme_animation.AHEAD, [laid, blank])
    rows = list(readme_animation.seen([short] * len(readme_animation.CLIPS)))
    assert rows[0] == rows[-1] == [blank] * len(readme_animation.CLIPS)
    assert [laid] * len(readme_animation.CLIPS) in rows
    first = [next(at for at, row in enumerate(rows) if row[n] == laid) for n in range(len(rows[0]))]
    assert first == sorted(set(first))


def test_the_picture_is_small_and_goes_on_for_ever() -> None:
    """Below 1.5 MB, 6 to 8 seconds, and round again; its pictures differ."""
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
