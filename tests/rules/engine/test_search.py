"""Tests of the search: right scores, short steps, the same moves for the same seed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from flipside.rules.arena.contest import Terms, play_out, winner_of
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN, History, Position
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.alpha_beta import STEP_NODES
from flipside.rules.engine.search import LEVEL_BY_KEY, LEVELS, level_of, search
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.switch import SWITCH
from flipside.rules.match.match import Match
from tests.positions import positions
from tests.rules.engine.toy_game import ToyPosition, game_of, layered, made
from tests.rules.games.random_matches import by_single_positions, played

PLAIN = replace(OTHELLO, engine=replace(by_single_positions(OTHELLO).engine, terminal_score=None))
"""Othello searched by alpha-beta, in which only win, draw and loss count."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def thoughts(
    position: Position, game: AnyGame, limit: Limit, seed: int = 0, seen: Sequence[Position] = ()
) -> list[SearchInfo]:
    return list(
        search(position, game, limit, Random(seed), History(game.repetition, seen or [position]))
    )


def last(
    position: Position, game: AnyGame, limit: Limit, seed: int = 0, seen: Sequence[Position] = ()
) -> SearchInfo:
    return thoughts(position, game, limit, seed, seen)[-1]


def plain(position: Position, game: AnyGame, depth: int, ply: int = 0) -> int:
    """Return the minimax value of a position without pruning."""
    result = position.result()
    if result is not None:
        if result.winner is None:
            return 0
        return WIN - ply if result.winner == position.turn else ply - WIN
    if depth == 0:
        return game.engine.static_score(position)
    values = []
    for move in position.moves():
        child = position.play(move)
        value = plain(child, game, depth - 1, ply + 1)
        values.append(value if child.turn == position.turn else -value)
    return max(values)


def undecided(game: AnyGame, count: int, choices: int = 2) -> list[Match]:
    """Return random matches at positions with at least `choices` legal moves."""
    found: list[Match] = []
    seed = 0
    while len(found) < count:
        match = played(Match(game, seed=seed), Random(seed), plies=4 + 7 * seed % 50)
        if match.result() is None and len(match.position.moves()) >= choices:
            found.append(match)
        seed += 1
    return found


# -- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_alpha_beta_finds_what_looking_at_everything_finds(depth: int) -> None:
    for match in undecided(PLAIN, 8):
        thought = last(match.position, PLAIN, Limit(depth))
        assert thought.score == plain(match.position, PLAIN, thought.depth)
        after = match.position.play(thought.move)
        value = plain(after, PLAIN, thought.depth - 1, ply=1)
        assert thought.score == (value if after.turn == match.position.turn else -value)


@each_game
def test_alpha_beta_in_every_game(game: AnyGame) -> None:
    """Alpha-beta finds the minimax value in every game, with the same hidden information."""
    engine = replace(by_single_positions(game).engine, custom_search=None)
    game = replace(game, engine=engine)
    for match in undecided(game, 3):
        wide = len(match.position.moves()) > 20
        thought = last(match.position, game, Limit(1 if wide else 2), seed=4)
        imagined = match.position.determinize(Random(4))
        assert thought.score == plain(imagined, game, thought.depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6, 7])
def test_players_may_move_twice_in_a_row(depth: int) -> None:
    """The search does not assume that turns alternate or that there are no transpositions."""
    for seed in range(40):
        plan = layered(Random(seed))
        thought = last(ToyPosition(0, plan), game_of(plan), Limit(depth), seed)
        assert thought.score == plain(ToyPosition(0, plan), game_of(plan), thought.depth)


@pytest.mark.parametrize("depth", [3, 5])
def test_line_leads_to_the_value(depth: int) -> None:
    """The principal variation leads to a position with the score of the search."""
    for match in undecided(PLAIN, 8):
        thought = last(match.position, PLAIN, Limit(depth))
        assert thought.pv[0] == thought.move
        position = match.position
        for move in thought.pv:
            assert move in position.moves()
            position = position.play(move)
        ply = len(thought.pv)
        assert ply == thought.depth or position.result() is not None
        value = plain(position, PLAIN, 0, ply)
        assert thought.score == (value if position.turn == match.position.turn else -value)


def winning(game: AnyGame, count: int) -> list[Match]:
    """Return matches at positions in which some moves win at once and others do not."""
    found: list[Match] = []
    for seed in range(400):
        match = played(Match(game, seed=seed), Random(seed))
        if match.position.result() is not None:
            match.goto_ply(len(match.moves) - 1)
            wins = wins_at_once(match.position)
            if wins and len(wins) < len(match.position.moves()):
                found.append(match)
        if len(found) == count:
            break
    return found


def wins_at_once(position: Position) -> set[object]:
    results = {move: position.play(move).result() for move in position.moves()}
    return {move for move, result in results.items() if result and result.winner == position.turn}


def test_win_in_one_is_found_among_many_moves() -> None:
    """In this short match of Othello, White's last disc can be flipped."""
    match = Match(PLAIN)
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5")
    for limit in (Limit(1), Limit(4), *(level.limit for level in LEVELS[1:])):
        thought = last(match.position, PLAIN, limit)
        assert match.position.name(thought.move) == "c5"
        assert thought.score == WIN - 1


@each_game
def test_wins_in_one_are_found(game: AnyGame) -> None:
    """Depth 1 and a weak level with noise find wins in one ply."""
    for match in winning(game, 5):
        for limit in (Limit(1), LEVEL_BY_KEY["level2"].limit):
            thought = last(match.position, game, limit)
            assert thought.move in wins_at_once(match.position)


def test_the_weakest_level_takes_a_win_more_often_than_not() -> None:
    """The level overlooks some wins, so many seeds are counted."""
    one = Match(OTHELLO)
    one.read_moves("e6 f4 e3 f6 g5 d6 e7 f5")
    for match in (one, *winning(SWITCH, 3), *winning(FLIPOP, 3)):
        wins = wins_at_once(match.position)
        tries = [
            last(match.position, match.game, LEVELS[0].limit, seed).move in wins
            for seed in range(60)
        ]
        assert tries.count(True) > 30
        if match is one:
            assert tries.count(True) < 60, "there is but one such move, and it is not always seen"


def test_a_move_that_is_overlooked_is_not_made() -> None:
    """If all moves but one are dropped, any move may be the remaining one."""
    position = Match(OTHELLO).position
    blind = {last(position, OTHELLO, Limit(1, blunder_rate=1.0), seed).move for seed in range(60)}
    assert blind == set(position.moves())


def test_quick_wins_are_preferred_and_losses_delayed() -> None:
    """Node 0 is won by 1 in 3 plies and by 2 in 1 ply. Node 3 is lost by 6 at once, by 7 later."""
    ways = {0: [1, 2], 1: [4], 4: [5], 3: [6, 7], 7: [8], 8: [9]}
    turns = {1: 1, 3: 0, 4: 0, 6: 1, 7: 1, 8: 0}
    plan = made(ways, turns=turns, winners={2: 0, 5: 0, 6: 1, 9: 1})
    won = last(ToyPosition(0, plan), game_of(plan), Limit(9))
    assert (won.move, won.score) == ((2,), WIN - 1)
    lost = last(ToyPosition(3, plan), game_of(plan), Limit(9))
    assert (lost.move, lost.score) == ((7,), 3 - WIN)


# -- stopping ------------------------------------------------------------------------------------


def test_only_move_is_answered_at_once() -> None:
    plan = made({0: [1], 1: [2, 3], 2: [4]}, turns={1: 1})
    [thought] = thoughts(ToyPosition(0, plan), game_of(plan), Limit(9))
    assert thought.move == (1,)
    assert thought.nodes == 0


def test_forced_end_stops_the_search() -> None:
    match = Match(PLAIN)
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5")
    assert last(match.position, PLAIN, Limit(50)).depth == 1


def test_search_stops_where_there_is_nothing_more_to_see() -> None:
    """The search stops when it has reached the end of the match, even if it is a draw."""
    for seed in range(6):
        match = played(Match(PLAIN), Random(seed))
        match.goto_ply(max(0, len(match.moves) - 8))
        thought = last(match.position, PLAIN, Limit(99))
        assert thought.depth < 20
        assert thought.score == 0 or abs(thought.score) >= FORCED_WIN
    plan = made({0: [1, 2], 1: [3], 2: [3]}, turns={1: 1, 2: 1})
    assert last(ToyPosition(0, plan), game_of(plan), Limit(99)).depth == 2


@pytest.mark.parametrize("depth", [1, 3])
def test_depth_is_the_limit(depth: int) -> None:
    assert last(Match(OTHELLO).position, OTHELLO, Limit(depth)).depth == depth


def test_positions_are_a_limit() -> None:
    thought = last(Match(PLAIN).position, PLAIN, Limit(nodes=1_000))
    assert 1_000 <= thought.nodes <= 1_000 + STEP_NODES


# -- bites ---------------------------------------------------------------------------------------


@each_game
def test_first_thought_is_immediate_and_bites_are_small(game: AnyGame) -> None:
    """The first result has a legal move before any search. Each step searches few positions."""
    engine = replace(by_single_positions(game).engine, custom_search=None)
    game = replace(game, engine=engine)
    for match in undecided(game, 2):
        found = thoughts(match.position, game, Limit(2, noise=10, nodes=2_000))
        assert found[0].nodes == 0
        assert found[0].depth == 0
        for one, next_one in pairwise(found):
            assert 0 <= next_one.nodes - one.nodes <= STEP_NODES
        assert all(thought.move in match.position.moves() for thought in found)


# -- chance --------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("noise", [0, 300])
def test_same_seed_same_thoughts(game: AnyGame, noise: int) -> None:
    [match] = undecided(game, 1)
    limit = Limit(2, noise, nodes=1_000)
    assert thoughts(match.position, game, limit, 5) == thoughts(match.position, game, limit, 5)


def test_noise_changes_moves_but_stays_within_bounds() -> None:
    position = undecided(OTHELLO, 1, choices=6)[0].position
    exact = last(position, OTHELLO, Limit(1)).score
    noisy = [last(position, OTHELLO, Limit(1, noise=500), seed) for seed in range(40)]
    assert len({thought.move for thought in noisy}) > 1
    assert len({thought.score for thought in noisy}) > 10
    assert all(abs(thought.score - exact) <= 500 for thought in noisy)


def test_equal_moves_are_chosen_by_lot() -> None:
    """The four first moves of Othello are symmetric. Each of them is played by some seeds."""
    position = Match(OTHELLO).position
    assert len({last(position, OTHELLO, Limit(2), seed).move for seed in range(30)}) == 4


# -- levels --------------------------------------------------------------------------------------


def test_levels_are_ordered() -> None:
    assert [level.key for level in LEVELS] == [f"level{number}" for number in range(1, 9)]
    assert {level.key: level for level in LEVELS} == LEVEL_BY_KEY
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.limit.noise >= stronger.limit.noise
        assert weaker.limit.blunder_rate >= stronger.limit.blunder_rate
        assert (weaker.seconds or 0.0) <= (stronger.seconds or 0.0)
    for game in GAMES:
        assert 0 < LEVELS[0].fitted(game).limit.blunder_rate < 1, (
            "some moves are seen, some overlooked"
        )


def test_only_the_two_strongest_levels_are_timed() -> None:
    """The other levels must end by depth or nodes, so that they are the same on every machine."""
    assert [level.seconds for level in LEVELS] == [*([None] * 6), 1.0, 3.0]
    for level in LEVELS[:6]:
        assert level.limit.depth < 20 or level.limit.nodes is not None


def test_levels_are_known_by_their_names() -> None:
    for level in LEVELS:
        assert level_of(level.key) is level
    for depth in range(1, 21):
        fixed = level_of(f"depth{depth}")
        limit = Limit(depth, uses_opening_book=depth >= 6)
        assert (fixed.key, fixed.limit, fixed.seconds) == (f"depth{depth}", limit, None)
    for word in ("", "level", "level0", "level9", "depth", "depth0", "depth21", "depth07", "Easy"):
        with pytest.raises(KeyError):
            level_of(word)


def test_better_level_beats_a_weaker_one() -> None:
    """Some pairs of levels play Othello, because its matches are short and seldom drawn."""
    for weaker, stronger in [("level1", "level3"), ("level1", "level4"), ("level2", "level5")]:
        terms = Terms(LEVEL_BY_KEY[stronger], LEVEL_BY_KEY[weaker], seed=1)
        winners = [winner_of(OTHELLO, terms, number) for number in range(4)]
        assert winners.count(0) >= 3


@each_game
def test_level_plays_every_game_to_the_end(game: AnyGame) -> None:
    """The same seed gives the same match."""
    weakest = LEVELS[0]
    ends = []
    for _ in range(2):
        match = Match(game, seed=3)
        result = play_out(match, (weakest, weakest), Random(3))
        ends.append((result, match.moves))
    assert ends[0] == ends[1]
    assert ends[0][0] == match.result()


def test_search_changes_nothing() -> None:
    for game in GAMES:
        [match] = undecided(game, 1)
        seen = list(match.history())
        before = [(hash(position), position.pieces(), list(position.moves())) for position in seen]
        thoughts(match.position, game, Limit(2, nodes=500), seen=seen)
        assert seen == list(match.history())
        after = [(hash(position), position.pieces(), list(position.moves())) for position in seen]
        assert after == before


FILES = sorted(path.stem for path in (Path(__file__).parents[2] / "positions").glob("*.txt"))


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_an_open_position_and_no_two_are_the_same(name: str) -> None:
    matches = positions(name)
    assert len({match.position for match in matches}) == 20
    assert all(match.result() is None for match in matches)


@pytest.mark.parametrize("empty", [12, 14])
def test_endings_of_othello_have_so_many_empty_fields(empty: int) -> None:
    counts = {match.position.pieces().count(None) for match in positions(f"othello_{empty}")}
    assert counts == {empty}
