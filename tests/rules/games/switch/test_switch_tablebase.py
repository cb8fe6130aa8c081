"""Tests of the tablebase scores of Switch, with the rules and the table."""

from dataclasses import replace
from random import Random

import pytest

from flipside.rules.contract.position import WIN, Move
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import search
from flipside.rules.games.switch import SWITCH, TABLE
from flipside.rules.games.switch.engine.table import tablebase_scores
from flipside.rules.games.switch.position import (
    ChoosingPhase,
    PlayingPhase,
    Setup,
    Switch,
    position_from_rows,
)
from flipside.rules.games.switch.stones import joined
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.switch.reference_evaluation import evaluate
from tests.rules.games.switch.solved import (
    code,
    of_every_class,
    position_of,
    random_arrangements,
    successors,
    valued,
)

BEFORE_COUNTER = (".LDDD", "LLLDD", "LLDLD", "LLLDD", "LLDDD")


def test_values_follow_from_the_moves(long: bool) -> None:
    """SW-2 to SW-8: an arrangement has the best value of its moves, including the distance. For
    every tenth, each move has the value of its child."""
    kinds = {"won": 0, "lost": 0, "drawn": 0}
    chosen = [one for some in of_every_class()[1].values() for one in some]
    chosen += random_arrangements(100_000 if long else 1_000, 2)
    for number, (own, enemy) in enumerate(chosen):
        position = position_of(own, enemy)
        if joined(own) or joined(enemy):
            continue
        children = successors(position)
        best = max(0 if value is None else value for value in children.values())
        value = code(own, enemy)
        if value:
            assert best == (WIN + 1 - value if value > 0 else -WIN - 1 - value)
        else:
            assert best == 0
        for move, found in valued(position).items() if number % 10 == 0 else ():
            assert found == children[move] or (children[move] is None and 0 <= found < 1000)
        kinds["won" if best > 0 else "lost" if best < 0 else "drawn"] += 1
    assert min(kinds.values()) > 50


@pytest.mark.parametrize("first", ["dark", "light"])
@pytest.mark.parametrize("setup", ["chess", "windmill", "ring"])
def test_setups_are_drawn(setup: str, first: str) -> None:
    """SW-9: all three setups are drawn for both colours."""
    position = of_type(Switch, Match(SWITCH, {"setup": setup, "first": first}).position)
    assert SWITCH.engine.tablebase is not None
    values = SWITCH.engine.tablebase(position)
    assert values is not None
    assert list(values) != []
    assert set(values) == set(position.moves())
    assert -1000 < max(values.values()) < 1000


def best_of(position: PlayingPhase) -> tuple[Move, int]:
    values = valued(position)
    move = max(values, key=lambda one: values[one])
    return move, values[move]


def test_perfect_against_perfect_takes_the_promised_plies(long: bool) -> None:
    """The winner wins in exactly the promised plies, and the loser loses as late as promised."""
    for value, some in of_every_class()[1].items():
        for own, enemy in (some if long else some[:2]) if value else []:
            position, plies = position_of(own, enemy), 0
            while position.result() is None:
                move, promised = best_of(position)
                assert WIN - abs(promised) == abs(value) - 1 - plies
                position, plies = position.play(move), plies + 1
            result = position.result()
            assert result is not None
            assert plies == abs(value) - 1
            assert result.winner == (0 if value > 0 else 1)


def test_perfect_against_search() -> None:
    """Against a search of three plies, won positions are won in time, and drawn positions are not
    lost."""
    examples = of_every_class()[1]
    random = Random(3)
    for value in (0, 4, 8, 16, 28):
        for own, enemy in examples[value][:2]:
            position = position_of(own, enemy)
            plies = 0
            while plies < 40 and position.result() is None:
                if position.turn == 0:
                    move, worth = best_of(position)
                    assert worth >= 0
                    position = position.play(move)
                else:
                    *_, thought = search(position, SWITCH, Limit(depth=3), random)
                    position = position.play(thought.move)
                plies += 1
            result = position.result()
            if value:
                assert result is not None
                assert plies <= value - 1
            assert result is None or result.winner == 0


def test_counters() -> None:
    """SW-7, SW-8: a player who must counter wins with every countermove, and loses with other
    moves."""
    before = position_from_rows(BEFORE_COUNTER, "dark", Setup())
    position = before.play((2, 7))
    assert position.must_counter
    values = valued(position)
    assert set(values) == set(position.moves())
    assert [move for move, value in values.items() if value == WIN - 1] == position.counters()
    assert {value for value in values.values() if value != WIN - 1} == {1 - WIN}
    assert valued(before)[2, 7] == 2 - WIN


def plain_key(position: PlayingPhase, move: Move) -> tuple[float, float, int]:
    """Return what orders drawn moves: how many replies lose, the risk after other replies, and the
    evaluation."""
    after = position.play(move)
    replies = successors(after)
    dangers = [
        value is not None and value < 0
        for reply, kept in replies.items()
        if kept is None
        for value in successors(after.play(reply)).values()
    ]
    lost = sum(1 for value in replies.values() if value is not None)
    return lost / len(replies), -sum(dangers) / len(dangers), -evaluate(after)


TIES = {
    "danger": (("DDLLD", "LLDLD", "DDLDL", "LDLL.", "DLLDD"), (0, 2), (0, 3)),
    "judge": (("LDLDL", "DDLDL", "DDDLD", "LLDDD", "L.LLL"), (1, 21), (3, 21)),
    "danger of two": (("DLDDD", "DLLLD", "DLLLL", "LDDLD", "DD.LL"), (4, 14), (4, 24)),
}
"""Boards with dark to move, a drawn move and a worse drawn move that differ only in this."""


@pytest.mark.parametrize("tie", TIES)
def test_ties_are_broken(tie: str) -> None:
    """If equally many replies lose, the safer move is better, then that with the
    better evaluation."""
    rows, better, worse = TIES[tie]
    position = position_from_rows(rows, "dark", Setup())
    values = valued(position)
    (share, danger, judged), other = plain_key(position, better), plain_key(position, worse)
    assert share == other[0]
    assert (danger > other[1], judged < other[2]) == (tie != "judge", tie != "judge")
    assert values[better] > values[worse]
    if tie == "danger of two":
        drawn = [move for move, value in values.items() if abs(value) < 1000]
        equal = [move for move in drawn if plain_key(position, move)[0] == share]
        assert sorted(equal) == [better, worse]


def test_drawn_moves_are_ordered() -> None:
    """Drawn moves after which more replies lose are better."""
    random, different = Random(4), 0
    for own, enemy in of_every_class()[1][0][:6]:
        position = position_of(own, enemy)
        values = valued(position)
        drawn = [move for move in values if abs(values[move]) < 1000]
        for _ in range(4):
            one, other = random.sample(drawn, 2)
            keys = plain_key(position, one), plain_key(position, other)
            assert (keys[0] < keys[1]) == (values[one] < values[other])
            assert (keys[0] == keys[1]) == (values[one] == values[other])
            assert abs(values[one] - 900 * keys[0][0]) < 40
            different += keys[0][0] != keys[1][0]
    assert different > 3


def test_only_the_usual_rules_are_known() -> None:
    """SW-4, SW-8, SW-10: the tablebase has no scores while stones are placed and colours chosen,
    with other options, after the end, and for impossible positions."""
    start = position_from_rows((".DDDD", "LLLLD", "LLDLD", "DLLDL", "DLDLD"), "dark", Setup())
    assert len(valued(start)) > 12
    assert tablebase_scores(TABLE, replace(start, setup=Setup(adjacent=True))) is None
    assert tablebase_scores(TABLE, replace(start, setup=Setup(counter=False))) is None
    assert tablebase_scores(TABLE, replace(start, setup=Setup(tie_break=True))) is None
    assert tablebase_scores(TABLE, replace(start, setup=Setup(placed=True))) == valued(start)
    laying = of_type(Switch, Match(SWITCH, {"setup": "placed"}).position)
    assert tablebase_scores(TABLE, laying) is None
    assert tablebase_scores(TABLE, ChoosingPhase(start.stones, 0, Setup(placed=True))) is None
    over = position_from_rows(BEFORE_COUNTER, "dark", Setup()).play((2, 7)).play((3, 0))
    assert over.result() is not None
    assert tablebase_scores(TABLE, over) is None
    connected = ("DDDDD", "LLLLD", ".LDDD", "LLDLL", "LLDDL")
    for first in ("dark", "light"):
        assert tablebase_scores(TABLE, position_from_rows(connected, first, Setup())) is None
    few = position_from_rows(("DL...", ".....", ".....", ".....", "....."), "dark", Setup())
    assert tablebase_scores(TABLE, few) is None
