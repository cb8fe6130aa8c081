"""Every scene in every language at every size: nothing is clipped, covered or too small to tap."""

import pytest

from game.text import LANGUAGES
from rules.catalogue import GAMES
from tests.game.conftest import MakePilot
from tests.game.fit import problems
from tests.game.stops import all_stops, dialogs, matches

SIZES = [(360, 360), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_fits(fly: MakePilot, size: tuple[int, int], language: str) -> None:
    pilot = fly(size=size, language=language, patience=0.0)
    wrong = []
    for stop in all_stops(pilot):
        wrong += [f"{stop}: {problem}" for problem in problems(pilot.top)]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_match_fits_between_two_people_face_to_face(
    fly: MakePilot, size: tuple[int, int], language: str
) -> None:
    pilot = fly(size=size, language=language, patience=0.0, tabletop=True)
    wrong = []
    for game in GAMES:
        for stop in matches(pilot, game.key):
            wrong += [f"{stop}: {problem}" for problem in problems(pilot.top)]
    for stop in dialogs(pilot):
        wrong += [f"{stop}: {problem}" for problem in problems(pilot.top)]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong)
