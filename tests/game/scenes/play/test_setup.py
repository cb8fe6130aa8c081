"""Who plays and by which options: what can be chosen, what excludes what, what is remembered."""

import pytest

from flipside.game.live_match.match_text import meaning
from flipside.game.saves.matches import (
    PERSON,
    MatchSetup,
    load_setup,
    save_draft,
    save_setup,
)
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine import data_files
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def pilot(fly: MakePilot) -> Pilot:
    """A pilot with computers that do not move yet."""
    return fly(patience=0.0)


def chosen(pilot: Pilot) -> dict[str, str]:
    """The value in force of each row that is seen."""
    found = {}
    for sheet in pilot.top.sheets:
        for widget in sheet.widgets:
            if getattr(widget, "look", "") == "chosen":
                key, _, value = widget.name.partition("=")
                assert key not in found, f"two values of {key} are in force"
                found[key] = value
    return found


def offered(pilot: Pilot, key: str) -> list[str]:
    """The values of a row that can be chosen."""
    return [name.partition("=")[2] for name in pilot.names() if name.startswith(f"{key}=")]


def open_setup(pilot: Pilot, key: str) -> None:
    pilot.app.stack.home()
    pilot.press(f"setup {key}")


@EACH_GAME
def test_the_first_set_up_is_a_person_against_the_computer_by_the_defaults(
    pilot: Pilot, game: AnyGame
) -> None:
    open_setup(pilot, game.key)
    assert chosen(pilot)["kind0"] == "person"
    assert chosen(pilot)["kind1"] == "computer"
    assert chosen(pilot)["seat1"] == "level2"
    pilot.press("start")
    assert pilot.match.choices == game.choices({})
    assert pilot.match.moves == []


@EACH_GAME
def test_every_value_that_is_offered_gives_a_match(pilot: Pilot, game: AnyGame) -> None:
    for option in game.options:
        for value in option.values:
            open_setup(pilot, game.key)
            for player in (0, 1):
                pilot.seat(player, "person")
            for other in game.options:
                if offered(pilot, other.key):
                    pilot.press(f"{other.key}={other.default}")
            pilot.press(f"{option.key}={value}")
            assert chosen(pilot)[option.key] == value
            pilot.press("start")
            assert pilot.match.choices[option.key] == value


@pytest.mark.parametrize(
    ("key", "choice", "excluded"),
    [
        ("othello", ("start", "open"), "corners"),
        ("switch", ("setup", "placed"), "first"),
    ],
)
def test_options_that_exclude_each_other(
    pilot: Pilot, key: str, choice: tuple[str, str], excluded: str
) -> None:
    open_setup(pilot, key)
    usual, last = offered(pilot, excluded)[0], offered(pilot, excluded)[-1]
    pilot.press(f"{excluded}={last}")
    pilot.press(f"{choice[0]}={choice[1]}")
    assert offered(pilot, excluded) == [], "what is not possible is not offered"
    pilot.press("start")
    assert pilot.match.choices[choice[0]] == choice[1]
    assert pilot.match.choices[excluded] == usual
    open_setup(pilot, key)
    before = next(v for v in offered(pilot, choice[0]) if v != choice[1])
    pilot.press(f"{choice[0]}={before}")
    assert chosen(pilot)[excluded] == usual


def test_what_needs_two_people_is_offered_to_two_people_only(pilot: Pilot) -> None:
    open_setup(pilot, "contactic")
    assert offered(pilot, "referee") == []
    pilot.press("kind1=person")
    assert offered(pilot, "referee") == ["on", "off"]
    pilot.press("referee=off")
    pilot.seat(0, "level1")
    assert offered(pilot, "referee") == []
    pilot.press("start")
    assert pilot.match.choices["referee"] == "on"


@pytest.mark.parametrize(
    ("seats", "referee"),
    [((PERSON, PERSON), "off"), ((PERSON, "level1"), "on"), (("level2", "level2"), "on")],
)
def test_what_needs_two_people_is_kept_for_two_people_only(
    pilot: Pilot, seats: tuple[str, str], referee: str
) -> None:
    game = BY_KEY["contactic"]
    choices = dict(game.choices({"referee": "off", "board": "13x9"}))
    save_setup(pilot.app.services, game, MatchSetup(choices, seats))
    open_setup(pilot, "contactic")
    pilot.press("start")
    assert pilot.match.choices == {**choices, "referee": referee}


@pytest.mark.parametrize("tie", ["draw", "groups"])
def test_an_added_option_is_saved_only_where_it_is_chosen(fly: MakePilot, tie: str) -> None:
    """So that a program that does not know it can read the set-up and the draft."""
    services, game = fly().app.services, BY_KEY["switch"]
    choices = game.choices({"tie": tie})
    save_setup(services, game, MatchSetup(dict(choices), ("person", "person")))
    draft = save_draft(services, game, choices, "", None)
    for text in (services.storage.load("switch-setup"), draft):
        assert ('"tie"' in str(text)) == (tie == "groups")
    assert load_setup(services, game).choices == choices


def test_the_last_set_up_is_the_next_one(pilot: Pilot) -> None:
    open_setup(pilot, "othello")
    pilot.seat(0, "level3")
    pilot.seat(1, "level4")
    for name in ("start=parallel", "goal=fewest", "corners=2"):
        pilot.press(name)
    before = chosen(pilot)
    pilot.press("start")
    pilot.kill_and_reopen()
    open_setup(pilot, "othello")
    assert chosen(pilot) == before
    choices, seats, clock, names, _ = load_setup(pilot.app.services, BY_KEY["othello"])
    assert (clock, names) == (None, ("", ""))
    assert seats == ("level3", "level4")
    assert choices == {"start": "parallel", "corners": "2", "goal": "fewest"}


def test_swapping_sides_before_the_match(pilot: Pilot) -> None:
    open_setup(pilot, "othello")
    pilot.seat(1, "level4")
    pilot.press("swap")
    assert (chosen(pilot)["seat0"], chosen(pilot)["kind1"]) == ("level4", "person")
    pilot.press("start")
    assert pilot.play.live_match.seats == ("level4", "person")


def test_who_begins_is_said(fly: MakePilot) -> None:
    pilot = fly()
    open_setup(pilot, "othello")
    assert "Black (begins)" in pilot.words()
    pilot.press("start=open")
    assert "White (begins)" in pilot.words(), "the original manual lets white begin"
    open_setup(pilot, "contactic")
    assert "(begins)" not in pilot.words(), "lots are drawn"
    assert pilot.words().index("Orange") < pilot.words().index("Green")
    pilot.press("first=green")
    assert "Green (begins)" in pilot.words()
    pilot.press("first=orange")
    assert "Orange (begins)" in pilot.words()
    open_setup(pilot, "switch")
    pilot.press("setup=placed")
    assert "First player (begins)" in pilot.words()


def test_leaving_the_set_up_changes_nothing(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3 c3")
    open_setup(pilot, "othello")
    pilot.seat(0, "level4")
    pilot.press("back")
    pilot.press("othello")
    assert pilot.match.names() == ["d3", "c3"]
    assert pilot.play.live_match.seats == ("person", "person")


def test_the_set_up_survives_a_look_at_the_manual_and_a_new_size(pilot: Pilot) -> None:
    open_setup(pilot, "othello")
    pilot.seat(0, "level3")
    pilot.press("start=parallel")
    pilot.press("manual")
    pilot.resize((390, 844))
    pilot.press("back")
    assert chosen(pilot)["seat0"] == "level3"
    assert chosen(pilot)["start"] == "parallel"


@EACH_GAME
def test_an_idle_set_up_makes_nothing_anew(
    pilot: Pilot, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_setup(pilot, game.key)
    made: list[None] = []
    monkeypatch.setattr(pilot.top, "update_layout", lambda: made.append(None))
    pilot.advance(5.0)
    assert not made


def test_a_level_whose_knowledge_is_damaged_says_so(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BY_KEY["switch"].engine.data_files[0], "damaged", True)
    pilot = fly(patience=0.0)
    words = pilot.app.services.text.damage("level.damaged")
    open_setup(pilot, "switch")
    pilot.seat(1, "level8")
    assert words in pilot.words()
    pilot.seat(1, "level6")
    assert words not in pilot.words(), "it knows nothing by heart"
    pilot.seat(1, "level8")
    pilot.press("start")
    assert words in "".join(pilot.panels())


def test_a_level_that_still_loads_says_so(
    fly: MakePilot, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = {"level8"}
    monkeypatch.setattr(data_files, "missing", lambda game, level: ("a",) * (level in waiting))
    pilot = fly(patience=0.0)
    open_setup(pilot, "othello")
    words = pilot.app.services.text("level.loads")
    pilot.seat(1, "level4")
    assert words not in pilot.words()
    pilot.seat(1, "level8")
    assert words in pilot.words()
    waiting.clear()
    pilot.app.page_events.handle("strength", "")
    assert words not in pilot.words()
    waiting.add("level8")
    pilot.press("start")
    assert words not in "".join(pilot.panels()), "nobody thinks yet"
    pilot.tap("d3")
    assert words in heard[-1]
    assert words in "".join(pilot.panels())
    waiting.clear()
    pilot.app.page_events.handle("strength", "")
    assert words not in "".join(pilot.panels())
    assert pilot.app.services.text("play.thinking") in "".join(pilot.panels())


@EACH_GAME
def test_the_chosen_value_of_every_option_is_explained(fly: MakePilot, game: AnyGame) -> None:
    pilot = fly()
    text = pilot.app.services.text
    for option in game.options:
        for value in reversed(option.values):
            save_setup(
                pilot.app.services, game, MatchSetup(dict(game.choices({})), (PERSON, PERSON))
            )
            open_setup(pilot, game.key)
            pilot.press(f"{option.key}={value}")
            said = meaning(text, game.key, option.key, value)
            lines = pilot.words().splitlines()
            assert said in lines
            others = {meaning(text, game.key, option.key, other) for other in option.values}
            assert not (others - {said}) & set(lines)
    assert not text.missing


@EACH_GAME
def test_the_set_up_says_whether_a_match_will_be_rated(pilot: Pilot, game: AnyGame) -> None:
    """The rating of a level is shown only with options for which it is true."""
    text = pilot.app.services.text
    unrated = text("rating.unrated.options")
    pilot.press(f"setup {game.key}")
    for option in game.options:
        for value in option.values:
            if value not in option.people_only and f"{option.key}={value}" in pilot.names():
                pilot.press(f"{option.key}={value}")
                is_unrated = value in option.unrated
                assert (unrated in pilot.words()) == is_unrated, (option.key, value)
                assert ("Rating of this level" in pilot.words()) != is_unrated
        if f"{option.key}={option.default}" in pilot.names():
            pilot.press(f"{option.key}={option.default}")
    pilot.seat(0, PERSON)
    pilot.press("kind1=depth")
    assert text("rating.unrated.depth") in pilot.words()
