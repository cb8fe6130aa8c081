"""Fits the evaluation of Flipop's rival to the results of self-play.

`python -m rules.arena.rivals.flipop_fit` plays round after round, each with the weights of the
last, and prints weights for flipop_search.py; a round knows the matches of the two before it too.
"""

import sys

import numpy as np

from rules.arena.rivals import flipop_search as engine
from rules.arena.rivals.flipop import Waiter, words
from rules.arena.rivals.flipop_rules import moves
from rules.games.flipop.position import opening

ROUNDS, MATCHES, DEPTH = 5, 700, 5
OPENING, STRAY, LONGEST = (4, 14), 0.05, 400
"""Random plies at the start, the chance of one later, the longest match."""

POINTS = 100
"""Of odds of e to 1."""


def main():
    """Fit and print, round after round."""
    random, rounds, rival = np.random.default_rng(1), [], Waiter()
    for number in range(ROUNDS):
        played = [match(rival, random) for _ in range(MATCHES)]
        rounds.append([np.concatenate(parts) for parts in zip(*played, strict=True)])
        rows, ends = (np.concatenate(parts) for parts in zip(*rounds[-3:], strict=True))
        rival.weights = np.round(POINTS * fitted(rows, ends)).astype(np.int64)
        print(number + 1, len(rows), rival.weights.tolist(), flush=True)


def match(rival, random):
    """Features of the positions of one match, shape (n, FEATURES), and whether their movers won."""
    now, quiet, early, seen = tuple(words(opening())), 0, random.integers(*OPENING), {}
    rows, movers = [], []
    for ply in range(LONGEST):
        seen[now] = seen.get(now, 0) + 1
        if not now[0] or not now[1] or quiet == engine.CAP or seen[now] == 3:
            break
        made = moves(rival.stack[0], *now)
        if not made:
            now, quiet = (*now[:3], 0, 0, 1 - now[5]), quiet + 1
            if not moves(rival.stack[0], *now):
                break
            continue
        if ply < early or random.random() < STRAY:
            chosen = rival.stack[0, random.integers(made)]
        else:
            row = np.zeros(engine.FEATURES, np.int64)
            engine.features(*now[:3], now[5], row)
            rows.append(row)
            movers.append(now[5])
            for depth in range(1, DEPTH + 1):
                path, _ = rival.search(now, depth, 1 << 62, quiet, rival.line[:0])
            made = moves(rival.stack[0], *now)
            chosen = next(one for one in rival.stack[0, :made] if one[5] == path)
        after = (*(int(word) for word in chosen[:5]), 1 - now[5])
        quiet = quiet + 1 if _balls(after) == _balls(now) else 0
        now = after
    lead = now[1].bit_count() - now[0].bit_count()
    ends = np.array([0.5 + np.sign(-lead if mover else lead) / 2 for mover in movers])
    return np.array(rows, np.float64).reshape(-1, engine.FEATURES), ends


def fitted(rows, ends):
    """Weights of a logistic regression, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (ends - chance) - 0.1 * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + 0.1 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def _balls(now):
    return now[0].bit_count() + now[1].bit_count()


if __name__ == "__main__":
    sys.exit(main())
