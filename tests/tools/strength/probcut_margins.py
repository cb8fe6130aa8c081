"""Measures how scores of one depth differ from those of smaller depths, for ProbCut's margins.

`python -m tests.tools.strength.probcut_margins GAME [COUNT [DEPTH]]` takes positions from the
matches in tests/positions, each one random move later, and searches without ProbCut. The seed is 1.
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, shuffled
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import warm_up
from flipside.rules.engine.vector.search import VectorSearch
from flipside.rules.match.match import Match

_POSITION_FILES = Path(__file__).resolve().parents[2] / "positions"
_LEAST_PLIES = 4
"""The minimum number of plies before a position."""


def measure_margins(key: str, count: int = 60, deepest: int = 8) -> None:
    """Print, by depth, mean and standard deviation of the differences to every smaller depth.

    Depth 0 is the static evaluation. Differences are in points.
    """
    game, random = BY_KEY[key], Random(1)
    for _ in warm_up(game, Limit()):
        pass
    found = [_values(match, game, deepest) for match in _matches(game, count, random)]
    values = np.array([row for row in found if max(map(abs, row)) < FORCED_WIN])
    print(f"{len(values)} of {count} positions, mean and deviation from depth 0, 1, 2 ...")
    for depth in range(1, deepest + 1):
        apart = values[:, depth, None] - values[:, :depth]
        rows = zip(apart.mean(axis=0), apart.std(axis=0), strict=True)
        print(f"depth {depth}:", *(f"{mean:+.0f} {deviation:.0f}," for mean, deviation in rows))


def _matches(game: AnyGame, count: int, random: Random) -> list[Match]:
    lines = (_POSITION_FILES / f"{game.key}.txt").read_text("utf-8").splitlines()
    found: list[Match] = []
    while len(found) < count:
        moves = lines[len(found) % len(lines)].split()
        match = Match(game)
        match.read_moves(
            " ".join(moves[: _LEAST_PLIES + int(random.random() * (len(moves) - _LEAST_PLIES))])
        )
        match.play(shuffled(match.legal(), random)[0])
        if match.result() is None and len(match.legal()) > 1:
            found.append(match)
    return found


def _values(match: Match, game: AnyGame, deepest: int) -> list[int]:
    assert game.engine.batch_rules is not None
    rules, values = game.engine.batch_rules(), [game.engine.static_score(match.position)]
    for depth in range(1, deepest + 1):
        limit = Limit(depth=depth)
        search = VectorSearch(match.position, game, rules, limit, Random(1), selective=False)
        *_, last = search.search_infos()
        values.append(last.score)
    return values


if __name__ == "__main__":
    measure_margins(sys.argv[1], *map(int, sys.argv[2:]))
