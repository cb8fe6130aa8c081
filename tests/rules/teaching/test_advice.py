"""Tests that the advice in the manuals is true: by exact search, tablebase or evaluation. The
positions are the pictures beside the advice, and the moves are those in its text."""

from random import Random

import numpy as np
import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import WIN, Position, plies_to_end
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import search
from flipside.rules.games.contactic.tiles import ALL_DEMANDS, TILE_KINDS, TILE_ROTATIONS, tile_fits
from flipside.rules.games.flipflop.position import CROSS, LINES, FlipFlop
from flipside.rules.games.flipop.doors import BOARD_SIDE, WAY_BY_PITS
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.batch import joined
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.games.switch.stones import LINES as SWITCH_LINES
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.texts import LANGUAGES, texts_of


def pictured(key: str, name: str) -> Match:
    """Return the match of a picture that illustrates advice in every language."""
    table = texts_of(key)
    for language in LANGUAGES:
        assert any(step.get("picture") == name for step in table[language]["advice"])
    picture = table["pictures"][name]
    match = Match(BY_KEY[key], picture.get("options", {}), picture.get("seed", 0))
    match.read_moves(picture["moves"])
    return match


def worth(match: Match, position: Position, depth: int) -> int:
    """Return the score of a position for its mover, by a search of this depth."""
    *_, last = search(position, match.game, Limit(depth=depth), Random(1))
    return last.score


def after(match: Match, depth: int) -> dict[str, int]:
    """Return the score of each move for its mover, by name."""
    position = match.position
    played = {position.name(move): position.play(move) for move in position.moves()}
    return {
        name: -worth(match, then, depth)
        if (result := then.result()) is None
        else WIN * (1 if result.winner == position.turn else -1)
        for name, then in played.items()
    }


# -- Othello -----------------------------------------------------------------------------------


def test_othello_few_discs_may_be_ahead() -> None:
    match = pictured("othello", "few")
    assert match.position.points() == (8, 20)
    assert match.position.turn == 0
    assert worth(match, match.position, 8) > 500


@pytest.mark.parametrize(
    ("picture", "good", "bad", "margin"),
    [("quiet", "c6", "f6", 1000), ("diagonal", "f3", "g7", 1500)],
)
def test_othello_quiet_moves_and_none_beside_an_empty_corner(
    picture: str, good: str, bad: str, margin: int
) -> None:
    match = pictured("othello", picture)
    values = after(match, 5)
    assert max(values.values()) - values[good] < 100
    assert values[good] - values[bad] > margin


def test_othello_what_the_two_moves_do() -> None:
    """c6 flips one disc and f6 six. After g7 the corner h8 is open."""
    match = pictured("othello", "quiet")
    before = match.position.points()[0]
    turned = {}
    for name in ("c6", "f6"):
        then = match.position.play((match.board.cell_named(name),))
        turned[name] = before - then.points()[0]
    assert turned == {"c6": 1, "f6": 6}
    match = pictured("othello", "diagonal")
    match.read_moves("g7")
    assert (match.board.cell_named("h8"),) in match.position.moves()


# -- Flip-Flop ---------------------------------------------------------------------------------


def test_flipflop_a_field_where_two_lines_cross() -> None:
    match = pictured("flipflop", "cross")
    *_, last = search(match.position, match.game, Limit(depth=3), Random(1))
    assert match.position.name(last.move) == "d4"
    assert plies_to_end(last.score) == 3
    match.read_moves("d4")
    threats = {taps for _, taps in of_type(FlipFlop, match.position).finishing(0)}
    assert {1 << match.board.cell_named("h4"), 1 << match.board.cell_named("d8")} == threats


def test_flipflop_two_light_stones_keep_a_line_from_the_first_switch() -> None:
    """Dark can win only if a line has seven dark stones, and then mostly can."""
    random, sevens, filled = Random(2), 0, 0
    game = BY_KEY["flipflop"]
    for seed in range(200):
        match = Match(game, {"setup": "chess"}, seed)
        for _ in range(random.randrange(2, 8, 2)):
            moves = match.position.moves()
            if moves:
                match.play(moves[int(random.random() * len(moves))])
        if match.result() is not None:
            continue
        stones = of_type(FlipFlop, match.position).stones[0]
        counts = {(line & stones).bit_count() for line in LINES}
        wins = any(True for _ in of_type(FlipFlop, match.position).finishing(0))
        assert 7 in counts or not wins
        sevens += 7 in counts
        filled += wins
    assert filled > sevens / 2 > 2


def odd(position: Position, player: int) -> list[bool]:
    """Return for each line whether the player has an odd number of stones in it."""
    return [
        (line & of_type(FlipFlop, position).stones[player]).bit_count() % 2 == 1 for line in LINES
    ]


def test_flipflop_odd_and_even() -> None:
    """A switch changes the parity of all lines except its own two, for both players."""
    match = pictured("flipflop", "parity")
    position = match.position
    assert position.turn == 1
    even = {line for line, is_odd in zip(LINES, odd(position, 1), strict=True) if not is_odd}
    switch = 1 << match.board.cell_named("e4")
    assert even == {line for line in LINES if line & switch}
    for move in position.moves():
        then = position.play(move)
        for line, before, now in zip(LINES, odd(position, 1), odd(then, 1), strict=True):
            assert (before == now) == bool(line >> move[0] & 1)
        assert odd(then, 0) == odd(then, 1)


def test_flipflop_switches_in_even_lines_are_better() -> None:
    """The best switch between even lines has a better score than the best between odd lines."""
    game, random, better = BY_KEY["flipflop"], Random(3), []
    for seed in range(60):
        match = Match(game, {"setup": "random"}, seed)
        for _ in range(seed % 4):
            moves = match.position.moves()
            if moves:
                match.play(moves[int(random.random() * len(moves))])
        position = match.position
        if match.result() is not None or any(
            True for _ in of_type(FlipFlop, position).finishing(position.turn)
        ):
            continue
        found: dict[int, list[int]] = {0: [], 1: [], 2: []}
        numbers = odd(position, position.turn)
        for move in position.moves():
            crossing = [o for line, o in zip(LINES, numbers, strict=True) if line >> move[0] & 1]
            then = position.play(move)
            found[sum(crossing)].append(
                -game.engine.static_score(then) if then.result() is None else -WIN
            )
        if found[0] and found[2]:
            better.append(max(found[0]) > max(found[2]))
    assert len(better) > 20
    assert sum(better) > 0.8 * len(better)


def test_flipflop_switches_that_help_to_no_line() -> None:
    """The advised switches flip no single dark stone in the nearly full lines of the text."""
    position = of_type(FlipFlop, pictured("flipflop", "answer").position)
    dark, light = position.stones
    full = [line for line in LINES if (line & light).bit_count() >= 6]
    assert [(line & light).bit_count() for line in full] == [7, 6, 6, 6, 6]
    assert full == [LINES[number] for number in (0, 3, 5, 7, 8 + 3)]
    good = set()
    for move in position.moves():
        then = position.play(move)
        safe = then.result() is None and not then.finishing(1)
        crossing = CROSS[move[0]] & dark
        assert safe is not any(line & crossing and not line >> move[0] & 1 for line in full)
        if safe:
            good.add(position.name(move))
    assert {"a1", "h3", "a8"} < good
    assert len(good) == 11


# -- Switch ------------------------------------------------------------------------------------


def test_switch_corners_and_majorities() -> None:
    """By the tablebase, more own corners mean fewer wins, and more majorities mean more wins."""
    table = TABLE.loaded()
    cells = np.random.default_rng(4).permuted(np.tile(np.arange(25), (40_000, 1)), axis=1)
    bits = np.uint32(1) << cells.astype(np.uint32)
    own, enemy = bits[:, :12].sum(1, dtype=np.uint32), bits[:, 12:24].sum(1, dtype=np.uint32)
    open_still = ~joined(own) & ~joined(enemy)
    own, enemy = own[open_still], enemy[open_still]
    wins = table.values(own, enemy) > 0
    corners = np.bitwise_count(own & np.uint32(1 | 1 << 4 | 1 << 20 | 1 << 24))
    shares = [wins[corners == count].mean() for count in range(5)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 5 * shares[3]
    lines = sum(
        np.bitwise_count(own & np.uint32(line)) > np.bitwise_count(enemy & np.uint32(line))
        for line in SWITCH_LINES
    )
    shares = [wins[lines == count].mean() for count in range(3, 7)]
    assert shares == sorted(shares)


def test_switch_look_for_the_counter() -> None:
    match = pictured("switch", "look")
    known = match.game.engine.tablebase(match.position)
    values = {match.position.name(move): value for move, value in known.items()}
    assert values["a1-b1"] == WIN - 1
    assert values["b2-b1"] == 2 - WIN
    joining = []
    for move in match.position.moves():
        then = match.position.play(move)
        if joined(np.array([of_type(Switch, then).stones[0]], np.uint32))[0]:
            joining.append(match.position.name(move))
    assert sorted(joining) == ["a1-b1", "b2-b1", "b4-b1"]
    assert values["b4-b1"] == 2 - WIN
    match.read_moves("b2-b1")
    assert [
        match.position.name(move) for move in of_type(PlayingPhase, match.position).counters()
    ] == ["b2-d2"]


def test_switch_only_an_exchange_moves_enemy_stones() -> None:
    match = pictured("switch", "look")
    gap = match.board.cell_named("a2")
    for move in match.position.moves():
        then = match.position.play(move)
        stones = [of_type(Switch, one).stones[1] for one in (then, match.position)]
        assert (stones[0] == stones[1]) == (move[1] == gap)


# -- Flipop ------------------------------------------------------------------------------------


def test_flipop_corner_balls_wait_at_the_start() -> None:
    match = Match(BY_KEY["flipop"])
    starts = {match.board.names[move[0]] for move in match.position.moves()}
    assert starts == {"b1", "c1", "d1"}


def test_flipop_free_the_corners_early() -> None:
    match = pictured("flipop", "corner")
    for name, corner in (("b2-a2", "a1"), ("d2-e2", "e1")):
        doors = of_type(
            Flipop, match.position.play(tuple(map(match.board.cell_named, name.split("-"))))
        ).doors
        cell = match.board.cell_named(corner)
        assert not any(
            way.doors & of_type(Flipop, match.position).doors
            for way in WAY_BY_PITS.values()
            if way.source == cell
        )
        assert any(way.doors & doors for way in WAY_BY_PITS.values() if way.source == cell)


def test_flipop_a_door_goes_along() -> None:
    """After a move of one ball a door is beside it, in the direction of the move."""
    random, plain = Random(5), 0
    for seed in range(20):
        match = Match(BY_KEY["flipop"], {}, seed)
        while match.result() is None and match.ply < 40:
            moves = match.position.moves()
            move = moves[int(random.random() * len(moves))]
            match.play(move)
            if len(move) != 2:
                continue
            plain += 1
            straight = abs(move[1] - move[0])
            ways = [way for way in WAY_BY_PITS.values() if way.source == move[1]]
            aside = [way for way in ways if abs(way.target - move[1]) == BOARD_SIDE + 1 - straight]
            assert any(way.doors & of_type(Flipop, match.position).doors for way in aside)
    assert plain > 100


def test_flipop_come_from_the_side() -> None:
    match = pictured("flipop", "aside")
    move = tuple(map(match.board.cell_named, ("d3", "e3", "e4")))
    facts = {fact.key for fact in match.game.facts(match.position, move)}
    assert "pushes_back" in facts


# -- Contactic ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "field", "fact", "margin"),
    [("join", "g6", "joins", 200), ("wedge", "d9", "blocks", 100)],
)
def test_contactic_join_and_come_between(picture: str, field: str, fact: str, margin: int) -> None:
    match = pictured("contactic", picture)
    position, cell = match.position, match.board.cell_named(field)
    assert position.colours[position.turn] == "orange"
    values: dict[int, int] = {}
    for move in position.moves():
        value = -match.game.engine.static_score(position.play(move))
        values[move[0]] = max(value, values.get(move[0], -WIN))
    best = values.pop(cell)
    assert best - max(values.values()) > margin
    moves = [move for move in position.moves() if move[0] == cell]
    said = [{f.key: f.count for f in match.game.facts(position, move)} for move in moves]
    assert all(fact in facts for facts in said)
    assert picture != "join" or said[0]["island"] == 9


def test_contactic_how_many_kinds_fit_beside_so_many_tiles() -> None:
    counts: dict[int, set[int]] = {}
    for demand in ALL_DEMANDS:
        fitting = [
            kind
            for kind in TILE_KINDS
            if any(tile_fits(turn, demand) for turn in TILE_ROTATIONS[kind])
        ]
        counts.setdefault((demand >> 4).bit_count(), set()).add(len(fitting))
    assert counts == {1: {5}, 2: {3, 4}, 3: {2}, 4: {1}}


def test_contactic_plain_tiles_are_the_hardest_to_fit_in() -> None:
    """Tiles with four equal edges fit in the fewest places."""
    least = {
        kind: sum(any(tile_fits(turn, d) for turn in TILE_ROTATIONS[kind]) for d in ALL_DEMANDS)
        for kind in TILE_KINDS
    }
    hardest = sorted(least, key=least.__getitem__)[:2]
    assert set(hardest) == {0b0000, 0b1111}
    assert least[0b0000] < min(least[kind] for kind in TILE_KINDS if kind not in hardest)
