"""Measures what the scores of reviews mean: the expected result from a position with a score.

`python -m tests.tools.strength.chances sample GAME COUNT FILE` continues a file of samples. A
sample is a random move of a match between two random levels from 1 to 6. From the positions before
and after the move, level 5 plays on against itself.

`python -m tests.tools.strength.chances fit FILE ...` prints for each file the points that explain
the results best by the logistic function (`EngineSpec.chance_points`), with the range in which the
likelihood is at most e^2 times lower. Then it prints the mean result of the player ahead, beside
the predicted one, in sixths of the samples by lead, and the mean result of certain wins.
"""

import json
import sys
from collections.abc import Generator, Sequence
from math import log
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple, TypeVar

from flipside.rules.arena.contest import Terms, level_move, opened_match
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import score_for
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis.analyst import analyse, reference_limit
from flipside.rules.engine.analysis.judgement import winning_chances
from flipside.rules.engine.analysis.review import CERTAIN_WIN
from flipside.rules.engine.search import LEVEL_BY_KEY, LEVELS, warm_up
from flipside.rules.match.match import Match

_RANDOM_PLIES, _PLAYOUTS = 4, 2

T = TypeVar("T")


class Sample(NamedTuple):
    """A position, its score in a review, and the results of matches that go on from it."""

    score: int
    """In points for the player who makes the move of the sample."""
    exact: bool
    result: float
    """The mean result for that player, 0 to 1."""
    ply: int


def _result_of(steps: Generator[None, None, T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def _measured(match: Match, mover: int, random: Random) -> Sample:
    """Return the score and the results of the last position of a match, for `mover`."""
    game, position = match.game, match.position
    info = _result_of(analyse(game, position, match.history(), reference_limit(game)))
    level, results = LEVEL_BY_KEY["level5"].fitted(game), []
    for _ in range(_PLAYOUTS):
        going = match.truncated(match.ply)
        while (result := going.result()) is None:
            going.play(level_move(going, level, random))
        results.append(0.5 if result.winner is None else float(result.winner == mover))
    return Sample(score_for(mover, position.turn, info.score), info.exact, mean(results), match.ply)


def sample(key: str, number: int) -> list[Sample]:
    """Return the positions before and after a random move of a match."""
    game, random = BY_KEY[key], Random(number)
    players = first, second = [random.choice(LEVELS[:6]).fitted(game) for _ in range(2)]
    match, _ = opened_match(game, Terms(first, second, {}, _RANDOM_PLIES), number)
    while match.result() is None:
        match.play(level_move(match, players[match.position.turn], random))
    plies = range(len(match.moves))
    ply = random.choice([ply for ply in plies if len(match.position_at(ply).moves()) > 1])
    both = [match.truncated(ply), match.truncated(ply + 1)]
    mover = match.position_at(ply).turn
    return [_measured(each, mover, random) for each in both if each.result() is None]


def _expected(score: int, points: float) -> float:
    """Return the expected result, 0 to 1."""
    return (1 + winning_chances(score, points)) / 2


def _log_likelihood(samples: Sequence[Sample], points: float) -> float:
    total = 0.0
    for each in samples:
        expected = min(0.9999, max(0.0001, _expected(each.score, points)))
        total += each.result * log(expected) + (1 - each.result) * log(1 - expected)
    return total


def print_fit(path: Path) -> None:
    """Print what a file of samples says."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    samples = [Sample(*each) for line in lines for each in line]
    open_ = sorted(
        (each for each in samples if abs(each.score) <= CERTAIN_WIN),
        key=lambda each: abs(each.score),
    )
    likelihoods = {
        points: _log_likelihood(open_, points) for points in (10 * 1.05**n for n in range(140))
    }
    best = max(likelihoods, key=lambda points: likelihoods[points])
    near = [points for points, value in likelihoods.items() if value > likelihoods[best] - 2]
    print(f"{path.stem}: {best:.0f} ({near[0]:.0f} to {near[-1]:.0f}), {len(samples)} samples")
    for place in range(6):
        part = open_[len(open_) * place // 6 : len(open_) * (place + 1) // 6]
        leads = [abs(each.score) for each in part]
        result = mean(each.result if each.score >= 0 else 1 - each.result for each in part)
        predicted = mean(_expected(lead, best) for lead in leads)
        print(f"  lead {leads[0]} to {leads[-1]}: {result:.2f}, predicted {predicted:.2f}")
    certain = [each for each in samples if abs(each.score) > CERTAIN_WIN]
    won = [each.result if each.score > 0 else 1 - each.result for each in certain]
    print(f"  {len(won)} certain wins: {mean(won or [1.0]):.2f}")


def main(words: Sequence[str]) -> None:
    """Continue a file of samples, or print what files say."""
    if words[0] == "fit":
        for name in words[1:]:
            print_fit(Path(name))
        return
    _, key, count, file = words
    for _ in warm_up(BY_KEY[key], Limit(uses_tablebase=True)):
        pass
    path = Path(file)
    done = len(path.read_text("utf-8").splitlines()) if path.exists() else 0
    for number in range(done, int(count)):
        line = json.dumps(sample(key, number))
        with path.open("a", encoding="utf-8") as lines:
            lines.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
