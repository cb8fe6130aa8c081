"""Counts of moves in lists of matches: symmetric positions are one, and the work is sliced."""

from collections import Counter
from functools import partial
from itertools import count
from random import Random
from time import perf_counter

import pytest

from flipside.game.live_match.match_lists import MAX_COUNTED_PLIES, PlayedMoves
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Move
from flipside.rules.games.othello.openings import canonical, symmetric_cell
from flipside.rules.games.othello.position import Othello, position
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from tests.of_type import of_type

OTHELLO = BY_KEY["othello"]


def random_match(seed: int) -> Match:
    match, random = Match(OTHELLO), Random(seed)
    while match.result() is None:
        match.play(random.choice(list(match.legal())))
    return match


def listed(matches: list[Match]) -> list[ForeignMatch]:
    return [ForeignMatch(partial(match.truncated, len(match.moves))) for match in matches]


def counted(*lists: list[ForeignMatch]) -> PlayedMoves:
    played = PlayedMoves()
    for number, matches in enumerate(lists):
        played.add(str(number), matches)
    while not played.done:
        played.work(1.0, perf_counter)
    return played


def plain_key(match: Match, ply: int) -> tuple[object, ...]:
    """Return the smallest of the eight symmetric forms of a position and its move."""
    one = of_type(Othello, match.position_at(ply))
    sides = one.discs[one.turn], one.discs[1 - one.turn]
    return min(
        (canonical(sides, (way,))[0], *(symmetric_cell(cell, way) for cell in match.moves[ply]))
        for way in range(8)
    )


def test_numbers_are_those_of_plain_counting() -> None:
    matches = [random_match(seed) for seed in range(150)]
    played = counted(listed(matches[:100]), listed(matches[100:]))
    assert (played.count, played.total) == (150, 150)
    wanted = Counter(plain_key(match, ply) for match in matches for ply in range(MAX_COUNTED_PLIES))
    for match in matches[::10]:
        for ply in range(MAX_COUNTED_PLIES):
            counts = played.counts(OTHELLO, match.position_at(ply), match.legal(ply))
            (number,) = (count for moves, count in counts if match.moves[ply] in moves)
            assert number == wanted[plain_key(match, ply)]
            assert [count for _, count in counts] == sorted((n for _, n in counts), reverse=True)
        assert not played.counts(OTHELLO, match.position_at(55), match.legal(55))


@pytest.mark.parametrize("way", range(8))
def test_a_symmetry_is_the_same_position(way: int) -> None:
    matches = [random_match(seed) for seed in range(30)]
    played = counted(listed(matches))

    def image(bits: int) -> int:
        return sum(1 << symmetric_cell(cell, way) for cell in range(64) if bits >> cell & 1)

    for match in matches:
        for ply in (0, 3, 9):
            one = of_type(Othello, match.position_at(ply))
            other = position((image(one.discs[0]), image(one.discs[1])), one.turn, one.setup)
            counts = played.counts(OTHELLO, other, other.moves())
            there: Move = tuple(symmetric_cell(cell, way) for cell in match.moves[ply])
            assert any(there in moves for moves, _ in counts)
            plain = played.counts(OTHELLO, one, one.moves())
            assert [count for _, count in counts] == [count for _, count in plain]


def test_moves_that_a_symmetry_exchanges_are_one() -> None:
    played = counted(listed([random_match(seed) for seed in range(40)]))
    first = Match(OTHELLO)
    ((moves, count),) = played.counts(OTHELLO, first.position, first.legal())
    assert ([first.position.name(move) for move in moves], count) == (["d3", "c4", "f5", "e6"], 40)


def test_the_same_file_is_counted_once_and_damaged_matches_never() -> None:
    def damaged() -> Match:
        raise BadRecord("move")

    played = PlayedMoves()
    matches = [*listed([random_match(1)]), ForeignMatch(damaged)]
    for data in ("a", "a", b"b", b"b"):
        played.add(data, matches)
        while not played.done:
            played.work(1.0, perf_counter)
    first = Match(OTHELLO)
    assert [count for _, count in played.counts(OTHELLO, first.position, first.legal())] == [2]
    assert played.count == played.total == 4


def test_a_slice_is_short() -> None:
    played = PlayedMoves()
    played.add("many", listed([random_match(seed) for seed in range(300)]))
    looks, slices = count(), list[int]()
    while not played.done:
        before = next(looks)
        played.work(4, lambda: float(next(looks)))
        slices.append(next(looks) - before)
    assert len(slices) > 20
    assert max(slices) <= 8, "it looks at the clock after each short step"


def test_games_without_keys_have_no_numbers() -> None:
    match = Match(BY_KEY["switch"])
    played = counted(listed([match]))
    assert played.counts(match.game, match.position, match.legal()) == []
