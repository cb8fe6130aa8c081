"""Tests of random fills of the board in Contactic: correct counts, best replies, and what the ends
predict."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.search import search
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.engine.batch import Array, boards_of
from flipside.rules.games.contactic.engine.reply_search import (
    FILLS_PER_ROUND,
    FIRST_ROUNDS,
    FOLLOW_UP_ROUND,
    FOLLOW_UP_SQUARES,
    REPLIES_PER_TILE,
    REPLY_SQUARES,
    STUCK_POINTS,
    TRUSTED_ROUNDS,
    ReplySearch,
    fill_statistics,
    random_fills,
)
from flipside.rules.games.contactic.engine.sampling import (
    CHUNK_LAYINGS,
    MAX_PLAYOUT_PLIES,
    boards_after,
    sensible_moves,
)
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS, Piles
from flipside.rules.games.contactic.tiles import largest_island as largest_of
from tests.rules.games.contactic.positions import every_option, moment, walk


def whole(work: Generator[int, None, tuple[Array, Array]]) -> tuple[Array, Array]:
    """Return the result of the generator."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            found: tuple[Array, Array] = ended.value
            return found


def columns_of(position: Contactic) -> int:
    return position.setup.geometry.board.columns


def lots_for(position: Contactic, number: int, seed: int = 1) -> Array:
    return random_fills(number, len(boards_of(position).empty), np.random.default_rng(seed))


def island(position: Contactic, player: int, fields: int) -> int:
    """Return the size of the player's largest island with these fields added."""
    table = position.setup.geometry
    return largest_of(table.islands_of(sum(position.tile_map.islands[player]) | fields)).bit_count()


def by_hand(position: Contactic, lots: Array) -> tuple[int, list[float]]:
    """Return who is ahead after one random fill, and what each empty field would add."""
    empty = [cell for cell, tile in enumerate(position.tile_map.tiles) if not tile]
    filled = [0, 0]
    for cell in empty:
        row, column = divmod(cell, columns_of(position))
        filled[0 if lots[row + 1] >> column & 1 else 1] |= 1 << cell
    size = [island(position, player, filled[player]) for player in (0, 1)]
    worth = [0.0] * len(position.tile_map.tiles)
    for cell in empty:
        player = 1 if filled[0] >> cell & 1 else 0
        worth[cell] = island(position, player, filled[player] | 1 << cell) - size[player]
    lost_tiles = [len(piles.leftover) + len(piles.dead) for piles in position.piles]
    return size[0] - size[1] - lost_tiles[0] + lost_tiles[1], worth


@every_option
def test_ends_count_as_positions_do(given: dict[str, str]) -> None:
    """CT-9, CT-10: the counts include islands that a field joins, each once."""
    for ply, (position, _) in enumerate(walk(5, **given)):
        if ply % 8 == 0:
            lots = lots_for(position, 1, ply)
            ahead, worth = whole(fill_statistics(boards_of(position), lots))
            expected, each = by_hand(position, lots[:, 0])
            assert ahead.tolist() == [expected]
            assert worth.reshape(-1).tolist() == each


def test_the_same_lots_for_every_move() -> None:
    """All moves are compared with the same random fills."""
    position = late(3)
    boards = boards_of(position).take(np.zeros(3, np.intp))
    ahead, worth = whole(fill_statistics(boards, lots_for(position, 9)))
    assert len(set(ahead.tolist())) == 1
    assert (worth == worth[:, :, :1]).all()


def test_lots_favour_nobody() -> None:
    """With exchanged sides and fills, the results are exchanged."""
    position = late(3)
    boards, lots = boards_of(position), lots_for(position, 9)
    ahead, worth = whole(fill_statistics(boards, lots))
    for pair in (boards.own, boards.largest, boards.lost_tiles):
        pair.reverse()
    other, same = whole(fill_statistics(boards, ~lots))
    assert other.tolist() == [-ahead[0]]
    assert (same == worth).all()


def late(seed: int, **given: str) -> Contactic:
    """Return a position with many moves, late enough for fills."""
    for position, _ in walk(seed, **given):
        to_come = sum(len(piles.main) + len(piles.leftover) for piles in position.piles)
        if 20 < to_come < 60 and len(sensible_moves(position)) > 4:
            return position
    raise AssertionError("no such position")


# -- replies -------------------------------------------------------------------------------------


def replied(position: Contactic, move: tuple[int, ...], worth: list[float]) -> float:
    """Return the score of the best reply to a move, by playing every reply with every tile."""
    piles = position.piles[1 - position.turn]
    kinds = piles.kinds() if piles.main else [0] * len(TILE_KINDS)
    total = 0.0
    for kind, number in zip(TILE_KINDS, kinds, strict=True):
        drawn = Piles(bytes((kind,)) + piles.main, piles.leftover, piles.dead)
        both = (position.piles[0], drawn) if position.turn == 0 else (drawn, position.piles[1])
        after = replace(position, piles=both).play(move)
        fields = [reply[0] for reply in after.moves() if len(reply) > 1]
        total += number * max([worth[field] for field in fields] + [STUCK_POINTS])
    return total / max(1, sum(kinds))


def test_replies_are_those_of_positions() -> None:
    """CT-5, CT-3: for each tile that the opponent may draw, the reply is the best field."""
    for position in (late(3), late(4)):
        moves = sensible_moves(position)
        search = ReplySearch(
            position, moves, boards_after(position, moves), np.random.default_rng(2)
        )
        for _ in range(FIRST_ROUNDS):
            _end(search.round())
        first, _ = search.values()
        assert np.isfinite(first).all()
        chance = np.random.default_rng(2)
        rows = len(boards_of(position).empty)
        lots = [random_fills(FILLS_PER_ROUND, rows, chance) for _ in range(FIRST_ROUNDS + 1)][-1]
        _end(search.round())
        found, expected = search.values()
        seemed = {move[0]: value for move, value in zip(moves, first, strict=True)}
        best = sorted(seemed, key=seemed.__getitem__)[-REPLY_SQUARES:]
        sign = 1 if position.turn == 0 else -1
        for number, move in enumerate(moves):
            if move[0] not in best:
                assert found[number] == -np.inf
                continue
            child = boards_after(position, [move])
            _, worth = whole(fill_statistics(child, lots))
            reply = replied(position, move, worth.reshape(-1).tolist())
            mine = (sign * search.lead_sum + search.square_values[move[0]]) / (FIRST_ROUNDS + 1)
            assert found[number] == pytest.approx(mine - reply)
            assert expected[number] == pytest.approx(mine - reply / 2)


def _end(work: Iterator[int]) -> None:
    for _ in work:
        pass


# -- what follows replies ------------------------------------------------------------------------


def with_next(position: Contactic, player: int, tile: int) -> Contactic:
    """Return the position in which the player draws this tile next."""
    piles = list(position.piles)
    own = piles[player]
    piles[player] = Piles(bytes((tile,)) + own.main, own.leftover, own.dead)
    return replace(position, piles=(piles[0], piles[1]))


def layings(position: Contactic) -> list[tuple[int, ...]]:
    return [move for move in position.moves() if len(move) > 1]


def following(
    position: Contactic, move: tuple[int, ...], tile: int, field: int, own: list[int]
) -> list[list[set[int]]]:
    """Return the fields on which each own tile fits after the reply, by rotation of the reply and
    own tile. A reply on no field is a pass."""
    before = with_next(position, 1 - position.turn, tile).play(move)
    replies = [reply for reply in layings(before) if reply[0] == field] or before.moves()
    found = []
    for reply in replies:
        after = [with_next(before, position.turn, kind).play(reply) for kind in own]
        found.append([{laying[0] for laying in layings(one)} for one in after])
    return found


@pytest.mark.parametrize(("seed", "given"), [(3, {}), (4, {"turn": "off"})])
def test_what_follows_is_that_of_positions(seed: int, given: dict[str, str]) -> None:
    """CT-5, CT-3: the best replies with each tile of the opponent, and where each own tile then
    fits, agree with positions. A tile that fits nowhere means a pass."""
    position = late(seed, **given)
    moves = sensible_moves(position)
    search = ReplySearch(position, moves, boards_after(position, moves), np.random.default_rng(2))
    while search.rounds < FOLLOW_UP_ROUND + TRUSTED_ROUNDS:
        _end(search.round())
        trusted = search.rounds == FOLLOW_UP_ROUND + TRUSTED_ROUNDS
        assert search.plies == (3 if trusted else 2 if search.rounds > FIRST_ROUNDS else 1)
    found, _ = search.values()
    chosen = [int(move) for move in search.closer[search.closest]]
    assert 1 < len({moves[move][0] for move in chosen}) <= FOLLOW_UP_SQUARES
    assert set(np.flatnonzero(np.isfinite(found)).tolist()) == set(chosen)
    own, theirs = search.own_draw, search.opponent_draw
    follow = search.follow_ups
    assert follow is not None
    fits = np.concatenate(follow.fits, axis=1)
    worth, replies = (
        follow.sums / follow.rounds,
        search.replies / (search.rounds - FIRST_ROUNDS),
    )
    for number, move in enumerate(chosen):
        value = search.sign * search.lead_sum + search.square_values[moves[move][0]]
        value /= search.rounds
        column = replies[:, search.reply_of[search.closest[number]]]
        for kind, (tile, chance) in enumerate(zip(theirs.tiles, theirs.chances, strict=True)):
            before = with_next(position, 1 - position.turn, int(tile)).play(moves[move])
            legal = {reply[0] for reply in layings(before)}
            entries = np.flatnonzero((follow.move == number) & (follow.tile == kind)).tolist()
            fields = [int(follow.square[entry]) for entry in entries]
            assert set(fields) <= legal if legal else fields == [-1]
            assert len(set(fields)) == max(1, min(REPLIES_PER_TILE, len(legal)))
            best = -np.inf
            for entry, field in zip(entries, fields, strict=True):
                seen = [set(np.flatnonzero(one).tolist()) for one in fits[:, entry].T]
                assert seen in following(
                    position, moves[move], int(tile), field, own.tiles.tolist()
                )
                follows = sum(
                    share
                    * max([worth[cell, follow.board[entry]] for cell in cells] + [STUCK_POINTS])
                    for cells, share in zip(seen, own.chances, strict=True)
                )
                best = max(best, (column[field] if legal else STUCK_POINTS) - follows)
            value -= chance * best
        assert found[move] == pytest.approx(value)


def choosing(position: Contactic) -> tuple[ReplySearch, Array, Array]:
    """Return the search one round after replies were chosen, with the values of moves and replies
    at that time."""
    moves = sensible_moves(position)
    search = ReplySearch(position, moves, boards_after(position, moves), np.random.default_rng(2))
    while search.rounds < FOLLOW_UP_ROUND:
        _end(search.round())
    seemed, replies = search.values()[0], search.replies / (FOLLOW_UP_ROUND - FIRST_ROUNDS)
    _end(search.round())
    return search, seemed, replies


def stuck() -> Contactic:
    """Return a position in which the opponent may draw a tile that fits nowhere, after any move."""
    return next(position for number, (position, _) in enumerate(walk(1)) if number == 97)


@pytest.mark.parametrize("position", [late(4), stuck()], ids=["late", "stuck"])
def test_boards_after_replies_are_those_of_positions(position: Contactic) -> None:
    """CT-9: the boards agree with the positions after the move and the reply or pass."""
    moves = sensible_moves(position)
    search, _, _ = choosing(position)
    follow = search.follow_ups
    assert follow is not None
    chosen = search.closer[search.closest]
    for entry in range(len(follow.move)):
        move, field = moves[chosen[follow.move[entry]]], int(follow.square[entry])
        tile = int(follow.opponent_draw.tiles[follow.tile[entry]])
        before = with_next(position, 1 - position.turn, tile).play(move)
        reply = next((one for one in layings(before) if one[0] == field), before.moves()[0])
        assert (field == -1) == (not layings(before))
        after = boards_of(before.play(reply))
        board = int(follow.board[entry])
        for player in (0, 1):
            assert (follow.boards.own[player][:, board] == after.own[player][:, 0]).all()
        assert (follow.boards.empty[:, board] == after.empty[:, 0]).all()
    assert (follow.square == -1).any() == (position == stuck())


def test_the_best_moves_and_replies_are_followed() -> None:
    """No other fitting field had a better value at that time."""
    search, seemed, replies = choosing(late(4))
    follow = search.follow_ups
    assert follow is not None
    followed = search.closer[search.closest]
    others = np.setdiff1d(search.closer, followed)
    best = [seemed[search.squares == field].max() for field in set(search.squares[followed])]
    assert len(best) == FOLLOW_UP_SQUARES
    assert min(best) >= seemed[others].max()
    for entry in range(len(follow.move)):
        number = search.closest[follow.move[entry]]
        worth = replies[:, search.reply_of[number]]
        fits = search.fits[:, number, follow.tile[entry]]
        assert fits[follow.square[entry]]
        assert worth[follow.square[entry]] >= np.sort(worth[fits])[-REPLIES_PER_TILE:][0]


# -- what the ends tell --------------------------------------------------------------------------

OPEN = (
    "G:h1:1100 G:i1:1000 O:i2:1010 O:f3:0000 G:i3:0010 O:f4:1111 G:g4:0110 G:i4:0001 G:e5:0110 "
    "O:g5:0000 O:h5:0111 G:i5:1110 G:j5:0000 O:k5:0011 G:d6:0010 O:e6:0101 O:g6:1001 G:h6:0111 "
    "O:i6:0010 G:j6:1111 O:k6:0000 O:c7:0000 O:d7:0111 O:e7:1100 O:f7:1100 G:g7:1110 O:h7:0000 "
    "O:i7:0101 G:j7:0000 G:k7:1111 O:a8:0101 O:b8:0000 O:c8:1111 G:d8:0100 G:e8:1110 G:f8:1110 "
    "G:g8:0000 G:h8:1101 O:i8:1010 O:j8:1111 G:k8:0000 O:c9:0000 G:d9:1101 O:e9:0110 O:f9:0100 "
    "O:g9:1010 O:h9:1101 O:i9:0100 G:j9:0000 G:k9:1111 O:b10:0000 O:c10:1101 G:d10:1100 "
    "G:e10:0100 O:g10:0000 O:h10:1111 G:i10:1000 G:j10:1001 G:k10:0101 O:c11:1010 G:d11:1111 "
    "G:e11:1000 G:f11:0101 O:g11:1000 O:h11:0001 G:i11:1101 G:k11:1000"
)
"""Green's largest island has 15 tiles, orange's islands have 14 and 12. In 96 matches with random
piles, orange won by 4.6 points on average."""

PILES = (
    "1000 " * 5 + "1100 " * 5 + "1010 " * 3 + "1110 " * 6 + "1111 " * 5,
    "0000 " * 3 + "1000 " + "1100 " * 5 + "1010 " * 8 + "1110 " * 2 + "1111 " * 6,
)


def test_islands_that_will_be_joined_are_worth_more_than_a_larger_one() -> None:
    """CT-9, CT-10: a search of a few plies still prefers green's island."""
    position = moment(OPEN, hand="1111", piles=PILES, leftover=("0000", "0000 0000"))
    for seed in (0, 1):
        near, far = (
            list(search(position, CONTACTIC, limit, Random(seed)))[-1].score
            for limit in (Limit(MAX_PLAYOUT_PLIES + 1, nodes=60_000), Limit(nodes=10_000))
        )
        assert near + 50 < far
        assert far > 60


def test_ends_come_of_public_counts_alone() -> None:
    """CT-3: the order of the hidden piles does not change the search."""
    position, limit = late(3), Limit(nodes=8_000)
    expected = list(search(position, CONTACTIC, limit, Random(7)))
    assert expected[-1].nodes >= 8_000
    for seed in range(2):
        other = position.determinize(Random(seed))
        assert other.piles != position.piles
        assert list(search(other, CONTACTIC, limit, Random(7))) == expected


def test_what_is_granted_is_used() -> None:
    """An unclear choice is searched to the node limit, in small steps."""
    for granted in (5_000, 20_000):
        found: list[SearchInfo] = list(search(late(3), CONTACTIC, Limit(nodes=granted), Random(1)))
        assert granted <= found[-1].nodes < granted + CHUNK_LAYINGS
        assert max(b.nodes - a.nodes for a, b in pairwise(found)) <= CHUNK_LAYINGS


@pytest.mark.parametrize("depth", [3, 12])
def test_no_end_beyond_the_depth(depth: int) -> None:
    """A fixed depth does not search further, so levels 2 to 6 do not see the end early."""
    limit = Limit(depth, nodes=60_000)
    found = list(search(late(3), CONTACTIC, limit, Random(1)))
    assert all(one.depth <= MAX_PLAYOUT_PLIES + 1 for one in found)
    same_without = list(search(late(3), CONTACTIC, replace(limit, depth=min(depth, 5)), Random(1)))
    assert found == same_without
