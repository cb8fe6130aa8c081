"""Makes the files of positions beside it: moments of reasonable matches, for measuring search.

    python -m tests.positions.make othello flipflop ...

A player who sees two plies plays against himself after a few random moves; whatever is decided
within the next three plies is passed over.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from flipside.rules.arena.contest import level_move
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import FORCED_WIN
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import Level, search
from flipside.rules.match.match import Match

PLAYER = Level("maker", Limit(depth=2, noise=30))

Kind = tuple[dict[str, str], int, range]
"""Options, random plies at the start, and after how many plies, passes left out, it may stand."""

FILES: dict[str, tuple[Kind, ...]] = {
    "othello": (({}, 8, range(16, 41)),),
    "othello_12": (({}, 8, range(48, 49)),),
    "othello_14": (({}, 8, range(46, 47)),),
    "othello_16": (({}, 8, range(44, 45)),),
    "flipflop": (
        ({}, 6, range(12, 45)),
        ({}, 6, range(66, 90)),
        ({"setup": "chess"}, 4, range(8, 30)),
        ({"setup": "chess"}, 6, range(8, 30)),
    ),
    "flipop": (({}, 4, range(10, 60)),),
    "switch": (
        ({}, 6, range(10, 60)),
        ({"setup": "windmill"}, 6, range(10, 60)),
        ({"setup": "ring", "first": "light"}, 6, range(10, 60)),
    ),
}
"""By name of the file; its lines take the kinds in turn."""

LINES = 20


def lines(name: str) -> Iterator[str]:
    """The lines of a file, always the same while the computer plays the same."""
    kinds = FILES[name]
    game = name.partition("_")[0]
    for number in range(LINES):
        given, at_random, plies = kinds[number % len(kinds)]
        match = _found(game, given, at_random, plies, Random(f"{name} {number}"))
        yield " ".join([*(f"{k}={v}" for k, v in given.items()), *match.names()])


def _found(game: str, given: dict[str, str], at_random: int, plies: range, random: Random) -> Match:
    """A match that stands where something is still open."""
    while True:
        match = Match(BY_KEY[game], given)
        target = random.choice(plies)
        while match.result() is None:
            if sum(1 for move in match.moves if move) == target:
                if _is_open(match):
                    return match
                break
            if match.ply < at_random:
                match.play(random.choice(match.position.moves()))
            else:
                match.play(level_move(match, PLAYER, random))


def _is_open(match: Match) -> bool:
    if len(match.position.moves()) < 2:
        return False
    *_, last = search(match.position, match.game, Limit(depth=3), Random(0), match.history())
    return abs(last.score) < FORCED_WIN


if __name__ == "__main__":
    for name in sys.argv[1:]:
        text = "".join(line + "\n" for line in lines(name))
        (Path(__file__).parent / f"{name}.txt").write_text(text)
