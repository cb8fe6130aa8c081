"""Plural categories by the rules of CLDR."""

import tomllib

import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.plural import plural_category
from flipside.game.services.text import LANGUAGES, Text, shell_words
from tests.texts import ROOT

RULES = tomllib.loads((ROOT / "assets/text/languages.toml").read_text("utf-8"))

COUNTS = (0, 1, 2, 4, 5, 21, 1.5, 1.0)
EXPECTED = {
    "en": "other one other other other other other other",
    "de": "other one other other other other other other",
    "cs": "other one few few other other many many",
    "fr": "one one other other other other one one",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_categories_are_those_of_cldr(code: str) -> None:
    found = [plural_category(RULES[code]["plural"], count) for count in COUNTS]
    assert found == EXPECTED[code].split()


def test_the_whole_syntax_is_understood() -> None:
    """Rules of Polish, Latvian and Welsh, with moduli, lists of ranges and alternatives."""
    few = {"few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"}
    assert [n for n in range(30) if plural_category(few, n) == "few"] == [2, 3, 4, 22, 23, 24]
    zero = {"zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19"}
    assert [n for n in (0, 1, 10, 11, 19, 21, 1.12) if plural_category(zero, n) == "zero"] == [
        0, 10, 11, 19, 1.12,
    ]  # fmt: skip
    assert plural_category({"many": "n = 6,8"}, 8) == "many"
    with pytest.raises(ValueError, match="not a relation"):
        plural_category({"one": "n is 1"}, 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_have_forms_for_all_counts_of_their_language(code: str) -> None:
    text = Text(code, DesktopPlatform())
    counted = {count: text.game("othello", "fact.turns", count=count) for count in range(1, 30)}
    assert not text.missing
    assert len({words.replace(str(n), "") for n, words in counted.items()}) == len(
        {plural_category(RULES[code]["plural"], n) for n in counted}
    )
    assert text("problem.win_in", count=1) != text("problem.win_in", count=2)


def test_a_text_whose_values_do_not_fit_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text("de", DesktopPlatform())
    monkeypatch.setitem(shell_words("de"), "play.to_move", "{color} zieht")
    assert text("play.to_move", colour="Weiß") == "Weiß to move"
    assert text.missing == {"de play.to_move: a value for '{color} zieht'"}
