"""What is said about Switch: complete in every language, with pictures that can be drawn."""

import tomllib
from pathlib import Path

import pytest

import rules.games.switch
from rules.games.switch import SWITCH
from rules.match import Match

TEXT = tomllib.loads(
    (Path(rules.games.switch.__file__).parent / "text.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_text_is_complete(language: str) -> None:
    """SW-1 to SW-12: every key the rules speak in has its words."""
    said = TEXT[language]
    assert set(said["prompt"]) == {"lay", "choose", "move", "counter"}
    assert set(said["reason"]) == {
        *("joined", "unanswered", "counter", "missed", "gift", "both"),
        *("no_place", "repetition", "cap"),
    }
    assert set(said["tally"]) == {"group", "left"}
    assert set(said["cell"]) == set(said["colour"]) == {"dark", "light"}
    for option in SWITCH.options:
        labels = said["option"][option.key]
        assert set(labels) == {"name", "about", *option.values}
        assert all(len(labels[key]) <= 16 for key in ("name", *option.values))
    assert {"name", "short", "line", "goal", "how", "end", "rulings", "credits"} < set(said)
    steps = [*said["how"], *said["advice"]]
    assert {step["picture"] for step in steps if "picture" in step} <= set(TEXT["pictures"])
    assert len(said["rulings"]) == len(TEXT["en"]["rulings"])
    assert len(said["how"]) == len(TEXT["en"]["how"])


@pytest.mark.parametrize("picture", sorted(TEXT["pictures"]))
def test_pictures_are_real_positions(picture: str) -> None:
    """SW-1 to SW-10: the moves of every picture are legal, what it marks exists."""
    drawn = TEXT["pictures"][picture]
    match = Match(SWITCH, drawn.get("options", {}))
    match.read_moves(drawn["moves"])
    for name in (*drawn.get("marked", ()), *drawn.get("taps", ())):
        assert name in match.board.names
    expected = {"joined": "unanswered", "gift": "gift", "counter": "counter"}
    result = match.result()
    assert (result.reason if result else None) == expected.get(picture)
    assert (picture == "danger") == (match.position.prompt() == "counter")
