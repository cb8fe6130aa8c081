"""Tests that every rule number is named by a test."""

import re
from pathlib import Path

from flipside.rules.catalogue import BY_KEY, GAMES

HERE = Path(__file__).parent
RULES = (HERE.parent.parent / "rules" / "RULES.md").read_text("utf-8")
NUMBERS = re.findall(r"^\* ([A-Z]{2,3}-\d+)\b", RULES, re.MULTILINE)
NUMBER = re.compile(r"\b(?:ALL|OT|FF|SW|FP|CT)-\d+\b")

GAME_OF = {"OT": "othello", "FF": "flipflop", "SW": "switch", "FP": "flipop", "CT": "contactic"}


def concerns(number: str) -> bool:
    """Return whether the rule concerns a game in the catalogue; ALL-3 needs repetition."""
    letters = number.split("-")[0]
    if letters == "ALL":
        return number != "ALL-3" or any(game.repetition for game in GAMES)
    return GAME_OF[letters] in BY_KEY


def named() -> set[str]:
    """Return the rule numbers in the docstrings and comments of the tests."""
    tests = (path for path in HERE.rglob("test_*.py") if path.name != "test_trace.py")
    return {number for path in tests for number in NUMBER.findall(path.read_text())}


def test_every_number_of_a_game_in_the_catalogue_has_a_test() -> None:
    missing = [number for number in NUMBERS if concerns(number) and number not in named()]
    assert not missing


def test_tests_name_only_numbers_that_exist() -> None:
    assert not named() - set(NUMBERS)


def test_every_game_has_rules() -> None:
    assert set(BY_KEY) <= set(GAME_OF.values())
    for key in BY_KEY:
        assert any(GAME_OF.get(number.split("-")[0]) == key for number in NUMBERS)


def test_every_number_stands_once() -> None:
    assert len(NUMBERS) == len(set(NUMBERS)) > 0


def test_the_options_are_those_of_the_rules() -> None:
    table = RULES.partition("## Options")[2]
    rows = dict(re.findall(r"^\* (\w+): (.*)$", table, re.MULTILINE))
    assert rows.keys() >= BY_KEY.keys()
    for game in GAMES:
        written = re.findall(r"`(\w+)=([^`]*)`", rows[game.key])
        assert written == [(option.key, "|".join(option.values)) for option in game.options]
