"""The history of a match ends its lines as the match itself does."""

from random import Random

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from tests.rules.engine.near_cap import GAMES_WITH_CAP, capped
from tests.rules.games.random_matches import pick, play_on, variants


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_lines_end_as_the_match_does(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ply by ply from a random moment on; with a cap of a few plies, or the general limit."""
    reasons = set[str]()
    for seed in range(30):
        random = Random(seed)
        short = capped(game, 5 + seed) if game.key in GAMES_WITH_CAP and seed % 3 else game
        match = Match(short, pick(variants(game), random), seed)
        monkeypatch.setattr(
            "flipside.rules.match.match.MAX_PLIES", 5_000 if match.history().cap else 90
        )
        start = int(random.random() * 80)
        history = match.history()
        while match.result() is None:
            assert history.result() is None
            play_on(match, random)
            move = match.moves[-1]
            history = match.history() if match.ply < start else history.after(move)
            assert history.plies_to_cap == match.history().plies_to_cap
        assert history.result() == match.result()
        assert list(history) == list(match.history())
        reasons |= {result.reason for result in (history.result(),) if result is not None}
    capped_ends = [reason for reason in reasons if reason.startswith("cap")]
    assert bool(capped_ends) == (game.key in GAMES_WITH_CAP), reasons
