"""Every other value of every option, chosen in the set-up by its button and played to the end."""

from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot

CASES = [
    (game.key, option.key, value)
    for game in GAMES
    for option in game.options
    for value in option.values[1:]
    if (option.key, value) != ("cap", "off") and not option.people_only
]
"""Without a cap a match may go on for ever; what needs two people is played by chance below; the
first values are those of every other test."""

PEOPLE_ONLY = [
    (game.key, option.key, value)
    for game in GAMES
    for option in game.options
    for value in option.people_only
]


def set_up(pilot: Pilot, key: str, seat: str, chosen: str) -> None:
    """Press the buttons of a set-up: who plays, one value, and the start."""
    pilot.press(f"setup {key}")
    pilot.seat(0, seat)
    pilot.seat(1, seat)
    pilot.press(chosen)
    pilot.press("start")


@pytest.mark.parametrize(("key", "option", "value"), CASES)
def test_two_computers_play_with_every_value(
    fly: MakePilot, key: str, option: str, value: str, long: bool
) -> None:
    """A match, and with the full numbers some rematches."""
    pilot = fly()
    set_up(pilot, key, "level1", f"{option}={value}")
    for number in range(8 if long else 1):
        if number:
            pilot.press("rematch")
        match = pilot.match
        assert match.choices == BY_KEY[key].choices({option: value})
        pilot.wait_for(lambda: pilot.play.table.result is not None, 900.0)
        assert pilot.match is match
        words = pilot.board.outlook.result_words
        assert all(words in panel for panel in pilot.panels())
    assert pilot.app.services.text.missing == set()


@pytest.mark.parametrize(("key", "option", "value"), PEOPLE_ONLY)
def test_two_people_play_what_is_for_people_only(
    fly: MakePilot, key: str, option: str, value: str, long: bool
) -> None:
    """Random taps on what may be tapped, until the match is over."""
    pilot, random = fly(), Random(5)
    set_up(pilot, key, "person", f"{option}={value}")
    for number in range(8 if long else 1):
        if number:
            pilot.press("rematch")
        assert pilot.match.choices[option] == value
        while pilot.play.table.result is None:
            if tuple(pilot.match.position.moves()) == (PASS,):
                pilot.advance(1 / 60)
                continue
            pilot.make((random.choice(sorted(pilot.board.outlook.next_cells)),))
    assert "error" not in pilot.sounds
    assert pilot.app.services.text.missing == set()


@pytest.mark.parametrize(("key", "option", "value"), PEOPLE_ONLY)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_for_people_only_is_not_offered_beside_a_computer(
    fly: MakePilot, key: str, option: str, value: str, seat: int
) -> None:
    pilot = fly()
    pilot.press(f"setup {key}")
    for player in (0, 1):
        pilot.seat(player, "level1" if player == seat else "person")
    assert not [name for name in pilot.names() if name.startswith(f"{option}=")]
