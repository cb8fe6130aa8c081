"""Tests of the rivals: they know the rules and obey their time limits."""

from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random

import pytest

from flipside.rules.arena.contest import open_at_random
from flipside.rules.arena.pool import Workers
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import DEFAULT_CLOCK
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.flipop.position import Flipop, opening
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.cli.test_command_line import NUMBERS
from tests.rules.games.contactic.positions import moment
from tests.rules.games.random_matches import pick
from tests.tools import rivals

pytestmark = [
    pytest.mark.xdist_group("compiled"),  # one process compiles for all these tests
    pytest.mark.skipif(not find_spec("numba"), reason="the extra `rivals` is not installed"),
]

CONTACTIC, FLIPOP = BY_KEY["contactic"], BY_KEY["flipop"]


@pytest.mark.long
def test_the_rival_of_flipop_counts_as_the_world_does() -> None:
    from tests.tools.rivals.flipop import position_words
    from tests.tools.rivals.flipop_rules import perft

    counts = NUMBERS["flipop"][0][1]
    assert tuple(perft(*position_words(opening()), ply + 1) for ply in range(len(counts))) == counts


@pytest.mark.long
def test_the_rival_of_flipop_sees_the_moves_of_whole_matches() -> None:
    import numpy as np

    from tests.tools.rivals import flipop_rules
    from tests.tools.rivals.flipop import path_pits, position_words

    out, chains, bans, passes = np.zeros((256, 7), np.int64), 0, 0, 0
    for seed in range(40):
        random, match = Random(seed), Match(FLIPOP)
        while match.result() is None:
            now = match.position
            assert isinstance(now, Flipop)
            made = flipop_rules.write_moves(out, *position_words(now))
            found = {
                path_pits(int(one[5])): tuple(int(word) for word in one[:5]) for one in out[:made]
            }
            legal = [move for move in match.legal() if move]
            assert found == {move: tuple(position_words(now.play(move)))[:5] for move in legal}
            chains += any(len(move) > 3 for move in legal)
            bans += bool(now.ban)
            passes += match.must_pass
            match.play(pick(match.legal(), random))
    assert min(chains, bans, passes) > 10


@pytest.mark.long
def test_the_rival_of_flipop_wins_at_once_and_keeps_its_time() -> None:
    from tests.tools.rivals.flipop import Waiter

    waiter = Waiter()
    rival = waiter.answer
    match = Match(FLIPOP, seed=3)
    open_at_random(match, 30, Random(3))
    speed = 1_000_000
    level = Level("timed", Limit(), 0.1)
    assert rival(match, level, lambda: waiter.positions / speed) in match.legal()
    assert 50_000 < waiter.positions < 200_000

    last = Match(FLIPOP)
    last._positions[0] = Flipop((1 << 16, 1 << 10), opening().doors, 0, 0, opening().setup)
    winning = [move for move in last.legal() if last.position.play(move).result() is not None]
    assert winning
    assert rival(last, Level("deep", Limit(depth=4)), DEFAULT_CLOCK) in winning


@pytest.mark.long
def test_the_rival_of_contactic_sees_the_moves_and_ends_of_whole_matches() -> None:
    import numpy as np

    from tests.tools.rivals import contactic_rules
    from tests.tools.rivals.contactic import board_arrays, pile_arrays

    for seed in range(6):
        random, match, tried_again, laid_once = Random(seed), Match(CONTACTIC, seed=seed), 0, 0
        while match.result() is None:
            now = match.position
            assert isinstance(now, Contactic)
            owner, met, asked, columns = board_arrays(now)
            legal = {(move[0], now.tile_laid(move)) for move in match.legal() if len(move) > 1}
            tiles = {contactic_rules.rotated(now.hand, quarters) for quarters in range(4)}
            assert legal == {
                (field, tile)
                for field in range(len(owner))
                for tile in tiles
                if contactic_rules.tile_fits(owner, met, asked, field, tile)
            }
            field, turn = contactic_rules.random_place(
                owner, met, asked, columns, now.hand, now.turn, True
            )
            laid = (field, contactic_rules.rotated(now.hand, turn))
            assert laid in legal if legal else field < 0
            tried_again += now.second
            laid_once += len(legal) > 0
            match.play(pick(match.legal(), random))
        mains, leftover, height, dead = pile_arrays(of_type(Contactic, match.position))
        first, second = match.position.points()
        end = (
            *board_arrays(of_type(Contactic, match.position)),
            0,
            *mains,
            leftover,
            height,
            dead,
            1,
        )
        assert contactic_rules.playout_margin_sum(*end) == first - second
        assert tried_again
        assert laid_once > 60
        assert not any(len(main) for main in mains)
        assert np.array_equal(
            dead, [len(one.dead) for one in of_type(Contactic, match.position).piles]
        )


@pytest.mark.long
def test_the_rival_of_contactic_joins_islands_and_keeps_its_time() -> None:
    from tests.tools.rivals.contactic import answer

    rivals.RIVALS["contactic"].sits_down()
    match = Match(CONTACTIC, seed=3)
    islands = "O:f5:0110 O:g5:0000 O:h5:1111 O:j5:0000 O:k5:1111 O:k6:0000 G:e6:0100 G:d6:1010"
    match._positions[0] = moment(islands, hand="1100", piles=("0000 1000 1111", "1000 1100 0000"))
    looks = count()
    move = answer(match, Level("timed", Limit(), 100.0), lambda: float(next(looks)))
    assert next(looks) == 101, "it stopped at the first look after that time"
    assert match.position.name(move)[:2] == "i5"
    assert answer(match, Level("deep", Limit()), DEFAULT_CLOCK) in match.legal()


def test_a_stopped_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        rivals, "numbered_winner", lambda key, terms, number, command: (number, number % 2)
    )
    assert rivals.play_rival(tmp_path, "flipop", 3, 0.5, workers=Workers(1)) == 0
    asked = []
    monkeypatch.setattr(
        rivals, "numbered_winner", lambda key, terms, number, command: asked.append(number)
    )
    assert rivals.rival_series(tmp_path, "flipop", 4, 0.5).missing() == [3]
    assert rivals.play_rival(tmp_path, "flipop", 3, 0.5, workers=Workers(1)) == 0
    assert not asked
    assert '"wins": 2, "draws": 0, "losses": 1' in capsys.readouterr().out
