"""Tests of the forced-win search of Flipop: long wins in which every reply is the only move."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from flipside.rules.contract.position import WIN, History, Move
from flipside.rules.contract.search_api import Limit, SearchCache, SearchInfo
from flipside.rules.engine.search import search
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.doors import BOARD_SIDE, COMPASS, PIT_COUNT, parse_doors
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.forced import forced_win
from flipside.rules.games.flipop.position import CAP_PLIES, Flipop, Setup
from flipside.rules.match.match import Match
from tests.rules.games.flipop.boards import beginning_with, drawn

ALONE = drawn("""
    . W . . B
     N N S W
    . . . . .
     N S S W
    . . . . .
     N W W S
    . . . W .
     S S S W
    . . . . .
""")
"""Two balls have a long way, and the opponent's last ball is shut in. The nearer ball must not
simply go first."""

RULES, STUCK = FlipopBatch(), ("pass", "ends", "exit")


def found(position: Flipop, depth: int = 99, history: History | None = None) -> SearchInfo | None:
    history = history or History(FLIPOP.repetition, [position])
    thoughts = list(forced_win(RULES, position, depth, history))
    assert thoughts[:-1] == [None] * len(thoughts[:-1])
    return thoughts[-1] if thoughts else None


def followed(match: Match, thought: SearchInfo) -> Iterator[Flipop]:
    """Yield the mover's positions along the line, checking that the opponent has no choice."""
    mover = match.position.turn
    for move in thought.pv:
        position = match.position
        assert isinstance(position, Flipop)
        if position.turn == mover:
            yield position
        else:
            assert list(position.moves()) == [move]
        match.play(move)
    result = match.result()
    assert result is not None
    assert (result.winner, result.reason) == (mover, "off")


def test_a_player_whose_opponent_is_shut_in_wins_at_once_how_long_it_may_take() -> None:
    """The search returns the win, which alpha-beta alone does not find."""
    thoughts = search(ALONE, FLIPOP, Limit(), Random(0))
    thought = next(thought for thought in islice(thoughts, 400) if thought.score > WIN - CAP_PLIES)
    assert thought.depth == len(thought.pv) == WIN - thought.score > 20
    assert len(list(followed(beginning_with(ALONE), thought))) == len(thought.pv) // 2 + 1


def test_a_win_that_was_found_is_played_to_its_end_in_no_time() -> None:
    """The cached win gives each further move at once. If the match leaves the line, the cache is
    not used."""
    match, kept = beginning_with(ALONE), SearchCache()
    win = found(ALONE)
    assert win is not None
    kept.proven_win = list(match.history()), win
    mover = match.position.turn
    for left in range(len(win.pv), 0, -2):
        if len(match.legal()) > 1:
            thoughts = search(match.position, FLIPOP, Limit(), Random(0), match.history(), kept)
            *_, thought = islice(thoughts, 8)
            assert (thought.move, thought.score) == (win.pv[-left], WIN - left)
        match.play(win.pv[-left])
        match.pass_if_forced()
        if left > 1 and match.position.turn != mover:
            match.play(match.legal()[0])
    result = match.result()
    assert result is not None
    assert result.winner == mover
    match = beginning_with(ALONE)
    match.play(next(move for move in match.legal() if move != win.pv[0]))
    match.play(match.legal()[0])
    thoughts = search(match.position, FLIPOP, Limit(), Random(0), match.history(), kept)
    *_, thought = islice(thoughts, 8)
    assert thought.score < WIN - CAP_PLIES


def test_a_long_line_is_told_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing sixty plies at once would be a visible pause."""
    plays: list[int] = []
    play = Flipop.play

    def counted(self: Flipop, move: Move) -> Flipop:
        plays[-1] += 1
        return play(self, move)

    monkeypatch.setattr(Flipop, "play", counted)
    plays.append(0)
    for _ in forced_win(RULES, ALONE, 99, History(FLIPOP.repetition, [ALONE])):
        plays.append(0)
    assert sum(plays) > 20
    assert max(plays) < 6


def test_no_win_is_claimed_beyond_the_cap_or_the_depth() -> None:
    thought = found(ALONE)
    assert thought is not None
    plies = len(thought.pv)
    assert found(ALONE, depth=plies) == thought
    assert found(ALONE, depth=plies - 1) is None
    assert found(ALONE, history=History(FLIPOP.repetition, [ALONE], plies, CAP_PLIES)) == thought
    assert found(ALONE, history=History(FLIPOP.repetition, [ALONE], plies - 2, CAP_PLIES)) is None


def test_no_win_goes_over_what_would_stand_for_the_third_time() -> None:
    thought = found(ALONE)
    assert thought is not None
    stood = list(followed(beginning_with(ALONE), thought))[1:]
    for position in stood:
        other = found(ALONE, history=History(FLIPOP.repetition, [position, ALONE, position, ALONE]))
        assert other is None or position not in followed(beginning_with(ALONE), other)


def least(position: Flipop, moves: int) -> int | None:
    """Return the plies of the shortest win in at most `moves` own moves with only
    replies, or None."""
    row, stood = [position], {position}
    for made in range(1, moves + 1):
        following = []
        for now in row:
            for move in now.moves():
                after = now.play(move)
                if not after.balls[now.turn]:
                    return 2 * made - 1
                if after.result() is None and len(after.moves()) == 1:
                    following.append(after.play(after.moves()[0]))
        row = [now for now in following if now.result() is None and now not in stood]
        stood.update(row)
    return None


def test_the_shortest_of_these_wins_is_found() -> None:
    """The wins agree with a search of single positions with few balls and all options."""
    random, won, none = Random(7), 0, 0
    while won < 40 or none < 40:
        pits = random.sample(range(BOARD_SIDE, PIT_COUNT - BOARD_SIDE), random.randint(2, 4))
        balls = tuple(sum(1 << pit for pit in pits[side::2]) for side in (0, 1))
        setup = Setup(random.choice(("side", "hinge", "free")), random.choice(STUCK))
        doors = parse_doors("".join(random.choices(COMPASS, k=16)))
        position = Flipop((balls[0], balls[1]), doors, random.randrange(2), 0, setup)
        if position.result() is None:
            plies, thought = least(position, 4), found(position, depth=7)
            assert (thought and thought.depth) == plies
            won, none = won + (plies is not None), none + (plies is None)
