"""Tests of the lessons that are offered after a loss, with matches of the levels."""

from collections.abc import Iterator
from random import Random

import pytest

from flipside.rules.arena.contest import play_out, player_of
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Player
from flipside.rules.match.match import Match
from flipside.rules.teaching import lessons_of


def offers(match: Match, loser: Player) -> list[str]:
    positions = [match.position_at(ply) for ply in range(len(match.moves) + 1)]
    return list(match.game.lessons_after_loss(positions, loser))


def losses(game: AnyGame) -> Iterator[list[str]]:
    """Yield the offers after each match that a random player loses."""
    for seed in range(2):
        match, seats = Match(game, {}, seed), (player_of("random"), player_of("greedy"))
        loser = seed % 2
        order = seats[::-1] if loser else seats
        result = play_out(match, (order[0].fitted(game), order[1].fitted(game)), Random(seed))
        if result.winner == 1 - loser:
            yield offers(match, loser)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_loss_offers_lessons_that_exist(game: AnyGame) -> None:
    found = list(losses(game))
    assert found
    for keys in found:
        assert keys
        assert len(set(keys)) == len(keys)
        assert set(keys) <= set(lessons_of(game)) - {"rules"}


@pytest.mark.parametrize(
    ("key", "lesson", "step", "loser", "others"),
    [
        ("flipflop", "fork", "fork-win", 1, "f7"),
        ("flipflop", "block", "block-fill", 0, "a1 c6"),
        ("switch", "safe", "counter-free", 1, "e5-e4"),
    ],
)
def test_the_end_of_a_match_decides(
    key: str, lesson: str, step: str, loser: Player, others: str
) -> None:
    """The position of a step, played to its end, offers the lesson about that end."""
    lessons = lessons_of(BY_KEY[key]).values()
    match = next(each for steps in lessons for each in steps if each.key == step).match()
    match.read_moves(others)
    result = match.result()
    assert result is not None
    assert result.winner == 1 - loser
    assert lesson in offers(match, loser)
