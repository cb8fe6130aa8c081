"""Every other value of every option, chosen in the set-up by its button and played to the end."""

from random import Random

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame, BadChoice
from flipside.rules.contract.position import PASS
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.rules.games.random_matches import case_name


def choices_of(game: AnyGame) -> list[dict[str, str]]:
    """Few choices in which every value of every option is found, but for the first ones, which are
    those of every other test. Without a cap a match may go on for ever; what needs two people is
    played by chance below."""
    left = [
        (option.key, value)
        for option in game.options
        for value in option.values[1:]
        if (option.key, value) != ("cap", "off") and not option.people_only
    ]
    found: list[dict[str, str]] = []
    while left:
        chosen: dict[str, str] = {}
        for key, value in list(left):
            if key not in chosen and goes(game, chosen | {key: value}):
                chosen[key] = value
                left.remove((key, value))
        found.append(chosen)
    return found


def goes(game: AnyGame, chosen: dict[str, str]) -> bool:
    """Whether these values go together."""
    try:
        return set(chosen.items()) <= set(game.choices(chosen).items())
    except BadChoice:
        return False


CASES = [(game, chosen) for game in GAMES for chosen in choices_of(game)]

PEOPLE_ONLY = [
    (game.key, option.key, value)
    for game in GAMES
    for option in game.options
    for value in option.people_only
]


def set_up(pilot: Pilot, key: str, seat: str, chosen: dict[str, str]) -> None:
    """Press the buttons of a set-up: who plays, the values, and the start."""
    pilot.press(f"setup {key}")
    pilot.seat(0, seat)
    pilot.seat(1, seat)
    for option, value in chosen.items():
        pilot.press(f"{option}={value}")
    pilot.press("start")


@pytest.mark.parametrize(("game", "chosen"), CASES, ids=map(case_name, CASES))
def test_two_computers_play_with_every_value(
    pilot: Pilot, game: AnyGame, chosen: dict[str, str], long: bool
) -> None:
    set_up(pilot, game.key, "level1", chosen)
    for number in range(8 if long else 1):
        if number:
            pilot.press("rematch")
        match = pilot.match
        assert match.choices == game.choices(chosen)
        pilot.wait_for(lambda: pilot.play.live_match.result is not None, 900.0)
        assert pilot.match is match
        words = pilot.table_session.match_view.result_words
        assert any(words in panel for panel in pilot.panels())
    assert pilot.app.services.text.missing == set()


@pytest.mark.parametrize(("key", "option", "value"), PEOPLE_ONLY)
def test_two_people_play_what_is_for_people_only(
    fly: MakePilot, key: str, option: str, value: str, long: bool
) -> None:
    pilot, random = fly(), Random(5)
    set_up(pilot, key, "person", {option: value})
    for number in range(8 if long else 1):
        if number:
            pilot.press("rematch")
        assert pilot.match.choices[option] == value
        while pilot.play.live_match.result is None:
            if tuple(pilot.match.position.moves()) == (PASS,):
                pilot.advance(1 / 60)
                continue
            pilot.make((random.choice(sorted(pilot.table_session.match_view.next_cells)),))
    assert "error" not in pilot.sounds
    assert pilot.app.services.text.missing == set()
