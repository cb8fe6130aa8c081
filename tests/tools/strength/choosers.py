"""Measures what each part of Contactic's search wins: matches between two versions of the search.

`python -m tests.tools.strength.choosers all:no-replies:99:0.02:60` plays the first of two versions
against the second. The numbers are the depth in plies, the processor seconds of every move, and the
tiles to come when the match begins; the moves before are played quickly. Both matches of a pair
begin with the same moves, and the players swap sides. Each match is a line of JSON in `--folder`;
the same command continues an interrupted run.
"""

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, stdev
from unittest.mock import patch

from flipside.rules.arena.contest import Terms, level_move, opened_match, wilson_interval
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import History, Move
from flipside.rules.contract.search_api import Limit, SearchInfos
from flipside.rules.engine.search import LEVEL_BY_KEY, Level, tree_search, warm_up
from flipside.rules.games.contactic import CONTACTIC, custom_search
from flipside.rules.games.contactic.engine import counting, reply_search, sampling
from flipside.rules.games.contactic.position import Contactic

_QUICK = LEVEL_BY_KEY["level4"].fitted(CONTACTIC)
"""The level that plays the moves before a measured match."""

_CLOSE_POINTS = 2
"""The maximum margin of a quick match from which a position is taken, so that both can win."""

Search = Callable[[Contactic, Limit, Random, Sequence[Contactic]], SearchInfos | None]
Changes = dict[tuple[object, str], object]


def _sampling(
    position: Contactic, limit: Limit, random: Random, history: Sequence[Contactic]
) -> SearchInfos:
    """Search by sampling, even if nothing is hidden."""
    open_position = patch.object(Contactic, "nothing_hidden", lambda _: False)
    with open_position:
        infos = custom_search(position, limit, random, history)
    assert infos is not None
    return infos


def _counting_at_the_end(
    position: Contactic, limit: Limit, random: Random, history: Sequence[Contactic]
) -> SearchInfos:
    """Search for the best margin; exact if nothing is hidden."""
    if position.nothing_hidden():
        return counting.solve_end(position, position.moves())
    return _sampling(position, limit, random, history)


def _counting(
    position: Contactic, limit: Limit, random: Random, history: Sequence[Contactic]
) -> SearchInfos:
    """Search for the largest own island; exact if nothing is hidden."""
    solve = counting.solve_end if position.nothing_hidden() else counting.solve_join
    return solve(position, position.moves())


def _alpha_beta(
    position: Contactic, limit: Limit, random: Random, history: Sequence[Contactic]
) -> SearchInfos:
    """Search one deal of the hidden tiles by alpha-beta."""
    dealt = position.determinize(random)
    return tree_search(dealt, CONTACTIC, limit, random, History(None, [dealt]))


_NO_PLAYOUTS: Changes = {(sampling, "MAX_PLAYOUT_PLIES"): 0}
_NO_STATISTICS: Changes = {(sampling, "_SHARE_TILES"): (1_000, 1_001)}
_ONLY_STATISTICS: Changes = {(sampling, "_SHARE_TILES"): (-2, -1)}
_NO_FOLLOW_UPS: Changes = {
    (reply_search, "FOLLOW_UP_ROUND"): -1,
    (sampling, "_MAX_ROUNDS"): 10_000,
}
_NO_REPLIES: Changes = _NO_FOLLOW_UPS | {(reply_search, "FIRST_ROUNDS"): 10_000}

VERSIONS: dict[str, tuple[Search, Changes]] = {
    "all": (custom_search, {}),
    "no-alpha-beta": (_sampling, {}),
    "counting-for-alpha-beta": (_counting_at_the_end, {}),
    "no-playouts": (custom_search, _NO_PLAYOUTS),
    "no-statistics": (custom_search, _NO_STATISTICS),
    "no-evaluation": (custom_search, _ONLY_STATISTICS),
    "no-replies": (custom_search, _NO_REPLIES),
    "no-follow-ups": (custom_search, _NO_FOLLOW_UPS),
    "only-alpha-beta": (_alpha_beta, {}),
    "only-counting": (_counting, {}),
    "only-evaluation": (_sampling, _NO_PLAYOUTS | _NO_STATISTICS),
    "only-playouts": (_sampling, _NO_STATISTICS),
    "only-statistics": (_sampling, _ONLY_STATISTICS | _NO_REPLIES),
    "only-replies": (_sampling, _ONLY_STATISTICS),
}
"""The versions by name: a search, and what is patched in its modules."""


@contextmanager
def _changed(version: str) -> Iterator[AnyGame]:
    """Patch the search to this version, and yield the game with it."""
    search, changes = VERSIONS[version]
    with ExitStack() as stack:
        for (module, name), value in changes.items():
            stack.enter_context(patch.object(module, name, value))
        yield replace(CONTACTIC, engine=replace(CONTACTIC.engine, custom_search=search))


def tiles_to_come(position: Contactic) -> int:
    """Return the number of tiles that may still be laid."""
    piles = sum(len(pile.main) + len(pile.leftover) for pile in position.piles)
    return piles + (position.hand is not None)


@dataclass(frozen=True)
class Comparison:
    """Two versions of the search, and the parameters of their matches."""

    first: str
    second: str
    depth: int
    seconds: float
    """The processor seconds per move."""
    tiles: int
    """The maximum number of tiles to come when the match begins."""

    @classmethod
    def parsed(cls, text: str) -> "Comparison":
        """Return the comparison that a command line argument describes."""
        first, second, depth, seconds, tiles = text.split(":")
        return cls(first, second, int(depth), float(seconds), int(tiles))

    def margin(self, number: int, seed: int) -> int:
        """Play match `number`; return by how many points the first version won."""
        level = Level("measured", Limit(depth=self.depth), seconds=self.seconds)
        match_seed, moves = close_match(seed, number // 2)
        terms = Terms(level, level, seed=match_seed)
        match, random = opened_match(CONTACTIC, terms, number % 2)
        for move in moves:
            position = match.position
            assert isinstance(position, Contactic)
            if tiles_to_come(position) <= self.tiles:
                break
            match.play(move)
        swapped, versions = number % 2, (self.first, self.second)
        while match.result() is None:
            with _changed(versions[match.position.turn ^ swapped]) as game:
                match.play(level_move(match, level, random, None, game))
        first, second = match.position.points()
        return second - first if swapped else first - second


@cache
def close_match(seed: int, number: int) -> tuple[int, tuple[Move, ...]]:
    """Return the seed and the moves, after the random opening, of a close quick match."""
    start = close_match(seed, number - 1)[0] + 1 if number else seed
    for match_seed in count(start):
        match, random = opened_match(CONTACTIC, Terms(_QUICK, _QUICK, seed=match_seed), 0)
        begin = match.ply
        while match.result() is None:
            match.play(level_move(match, _QUICK, random))
        first, second = match.position.points()
        if abs(first - second) <= _CLOSE_POINTS:
            return match_seed, tuple(match.moves[begin:])
    raise AssertionError("there are always more seeds")


def summary(margins: Sequence[int]) -> str:
    """Return the results as a sentence, with the 95 % interval of the score."""
    wins, losses = sum(m > 0 for m in margins), sum(m < 0 for m in margins)
    draws = len(margins) - wins - losses
    score = (wins + draws / 2) / len(margins)
    low, high = wilson_interval(score, len(margins))
    pairs = [sum(margins[at : at + 2]) / 2 for at in range(0, len(margins) - 1, 2)]
    error = stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else math.nan
    return (
        f"{wins} won, {draws} drawn, {losses} lost: "
        f"{score:.0%} ({low:.0%} to {high:.0%}), {mean(margins):+.2f} ± {error:.2f} points"
    )


def main() -> None:
    """Play the missing matches of the comparisons on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("comparisons", nargs="+")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("build/choosers"))
    args = parser.parse_args()
    for _ in warm_up(CONTACTIC, Limit()):
        pass
    args.folder.mkdir(parents=True, exist_ok=True)
    for text in args.comparisons:
        comparison = Comparison.parsed(text)
        path = args.folder / f"{text.replace(':', '_')}_{args.seed}.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        margins = [json.loads(line)["margin"] for line in lines]
        with path.open("a", encoding="utf-8") as file:
            for number in range(len(margins), args.matches):
                margins.append(comparison.margin(number, args.seed))
                file.write(json.dumps({"match": number, "margin": margins[-1]}) + "\n")
                file.flush()
        print(f"{text}: {summary(margins)}", flush=True)


if __name__ == "__main__":
    main()
