"""Our own texts among all others: they are read whatever a page has put before them."""

import pytest

from flipside.rules.catalogue import BY_KEY, FORMATS, GAMES
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.any_text import read_any
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import record_text

UNSEEN = ["\ufeff", "\u200b", "\u2060\u200e"]


def begun(game: AnyGame) -> Match:
    """A match after three plies, by other options than the usual ones."""
    option = next(one for one in game.options if not one.opening and not one.people_only)
    match = Match(game, {option.key: option.values[-1]}, 7)
    for _ in range(3):
        match.play(match.legal()[0])
    match.players = "Ann", "Ben"
    return match


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("kind", ["record", "link"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_nobody_sees_changes_no_match(game: AnyGame, kind: str, unseen: str) -> None:
    match = begun(game)
    record = match.record()
    text = record_text(record) if kind == "record" else fragment(match, record)
    (found,) = read_any(unseen + text, FORMATS, BY_KEY) or []
    again = found.play()
    assert again.record() == record
    assert again is not found.play(), "two who play it on have a match each"


@pytest.mark.parametrize("key", ["flipflop", "switch", "flipop", "contactic"])
def test_what_nobody_sees_changes_no_position(key: str) -> None:
    game = BY_KEY[key]
    choices = game.choices({})
    position = Match(game, choices, 3).position
    text = write_position(game, choices, position)
    (found,) = read_any(f"\u200b{text}", FORMATS, BY_KEY) or []
    assert write_position(game, choices, found.play().position) == text
