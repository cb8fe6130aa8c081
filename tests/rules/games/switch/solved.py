"""Shared by the tests of the tablebase of Switch: arrangements and their values."""

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random

import numpy as np

from flipside.rules.contract.position import WIN, Move
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.batch import joined
from flipside.rules.games.switch.engine.table import tablebase_scores
from flipside.rules.games.switch.position import PlayingPhase, Setup
from flipside.rules.training.solve_switch import HOMES, arrangements


def position_of(own: int, enemy: int) -> PlayingPhase:
    return PlayingPhase((own, enemy), 0, Setup(), 0)


def random_arrangements(count: int, seed: int) -> list[tuple[int, int]]:
    random, found = Random(seed), []
    for _ in range(count):
        cells = random.sample(range(25), 24)
        own, enemy = (sum(1 << cell for cell in half) for half in (cells[:12], cells[12:]))
        found.append((own, enemy))
    return found


def codes(arrangements: Iterable[tuple[int, int]]) -> list[int]:
    """Return the codes of arrangements of own and opposing stones in the tablebase."""
    own, enemy = np.array(list(arrangements), np.uint32).reshape(-1, 2).T
    found: list[int] = TABLE.loaded().values(own, enemy).tolist()
    return found


def code(own: int, enemy: int) -> int:
    return codes([(own, enemy)])[0]


def valued(position: PlayingPhase) -> Mapping[Move, int]:
    values = tablebase_scores(TABLE, position)
    assert values is not None
    return values


def successors(position: PlayingPhase) -> dict[Move, int | None]:
    """Return the value of every move by the rules and the values of its children;
    None for a draw."""
    found: dict[Move, int | None] = {}
    running: dict[Move, tuple[int, int]] = {}
    for move in position.moves():
        after = position.play(move)
        result = after.result()
        if result is not None:
            found[move] = WIN - 1 if result.winner == position.turn else 1 - WIN
        elif after.must_counter:
            found[move] = 2 - WIN
        else:
            running[move] = after.sides
    for move, value in zip(running, codes(running.values()), strict=True):
        plies = abs(value) - 1
        found[move] = None if not value else (1 if value < 0 else -1) * (WIN - 1 - plies)
    return found


@cache
def of_every_class() -> tuple[dict[str, int], dict[int, list[tuple[int, int]]]]:
    """Return the figures of RULES.md counted in the tablebase, and some unfinished arrangements for
    each code."""
    table = TABLE.loaded()
    found = dict.fromkeys(("all", "connected", "won", "lost", "drawn", "longest"), 0)
    examples: dict[int, list[tuple[int, int]]] = {}
    for gap, times in HOMES.items():
        own, enemy = map(np.concatenate, zip(*arrangements(gap), strict=True))
        values = table.values(own, enemy)
        running = ~(joined(own) | joined(enemy))
        won, lost, drawn = (running & here for here in (values > 0, values < 0, values == 0))
        for name, here in (("connected", ~running), ("won", won), ("lost", lost), ("drawn", drawn)):
            found[name] += times * int(np.count_nonzero(here))
        found["all"] += times * len(own)
        found["longest"] = max(found["longest"], int(values[won].max()) - 1)
        for one in np.unique(values[running]).tolist():
            some = np.flatnonzero(running & (values == one))[:3]
            pairs = zip(own[some].tolist(), enemy[some].tolist(), strict=True)
            examples.setdefault(one, []).extend(pairs)
    return found, examples
