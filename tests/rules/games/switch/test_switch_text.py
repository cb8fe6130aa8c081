"""What is said about Switch: all that its rules can ask and tell, and pictures that show it."""

import tomllib
from importlib.resources import files

import pytest

from flipside.rules.games.switch import SWITCH
from flipside.rules.match.match import Match

TEXT = tomllib.loads(
    (files("flipside.rules.games.switch") / "text.toml").read_text(encoding="utf-8")
)


def test_all_that_comes_up_is_said() -> None:
    """SW-1 to SW-12: every key the rules speak in has its words, and no other."""
    said = TEXT["en"]
    assert said["prompt"].keys() == {"lay", "choose", "move", "counter"}
    assert said["reason"].keys() == {
        *("joined", "unanswered", "counter", "missed", "gift", "both"),
        *("no_place", "repetition", "cap"),
    }
    assert said["tally"].keys() == {"group", "left"}
    assert said["cell"].keys() == said["colour"].keys() == {"dark", "light"}


ENDS = {"joined": "unanswered", "won": "unanswered", "gift": "gift", "counter": "counter"}
"""The reason for which the match of a picture has ended."""


@pytest.mark.parametrize("picture", sorted(TEXT["pictures"]))
def test_pictures_show_what_is_told(picture: str) -> None:
    """SW-1 to SW-10: the match has ended, or asks for a counter, where that is shown."""
    drawn = TEXT["pictures"][picture]
    match = Match(SWITCH, drawn.get("options", {}))
    match.read_moves(drawn["moves"])
    result = match.result()
    assert (result.reason if result else None) == ENDS.get(picture)
    asks = result is None and match.position.prompt() == "counter"
    assert asks == (picture in ("danger", "counters"))
