"""Fits the evaluation of Flipop's rival to results of self-play.

`python -m rules.training.rivals.flipop_fit` plays rounds of matches and prints weights for
flipop_search.py. Each round plays with the weights of the last, fitted to the last three rounds.
"""

import sys

import numpy as np

from rules.games.flipop.position import opening
from rules.training.rivals import flipop_search as engine
from rules.training.rivals.flipop import Waiter, position_words
from rules.training.rivals.flipop_rules import write_moves

_ROUNDS, _ROUND_MATCHES, _DEPTH = 5, 700, 5
_OPENING_PLIES, _RANDOM_SHARE, _MAX_PLIES = (4, 14), 0.05, 400
"""Range of random plies at the start; chance of a later one, 0 to 1; most plies of a match."""

_UNITS = np.eye(engine.FEATURE_COUNT, dtype=np.int64)
"""Weights by which the evaluation is a single feature."""

_LOGIT_POINTS = 100
"""Points that mean odds of e to 1."""


def main():
    """Play, fit and print round after round."""
    random, rounds, rival = np.random.default_rng(1), [], Waiter()
    for number in range(_ROUNDS):
        played = [play_match(rival, random) for _ in range(_ROUND_MATCHES)]
        rounds.append([np.concatenate(parts) for parts in zip(*played, strict=True)])
        rows, ends = (np.concatenate(parts) for parts in zip(*rounds[-3:], strict=True))
        rival.weights = np.round(_LOGIT_POINTS * fit_weights(rows, ends)).astype(np.int64)
        print(number + 1, len(rows), rival.weights.tolist(), flush=True)


def play_match(rival, random):
    """Play a match; returns features, float64, shape (n, FEATURE_COUNT), and results, shape (n,).

    A result is 1 if the mover won, 0 if it lost, 0.5 for a draw.
    """
    now, quiet, early, seen = (
        tuple(position_words(opening())),
        0,
        random.integers(*_OPENING_PLIES),
        {},
    )
    rows, movers = [], []
    for ply in range(_MAX_PLIES):
        seen[now] = seen.get(now, 0) + 1
        if not now[0] or not now[1] or quiet == engine.CAP or seen[now] == 3:
            break
        made = write_moves(rival.stack[0], *now)
        if not made:
            now, quiet = (*now[:3], 0, 0, 1 - now[5]), quiet + 1
            if not write_moves(rival.stack[0], *now):
                break
            continue
        if ply < early or random.random() < _RANDOM_SHARE:
            chosen = rival.stack[0, random.integers(made)]
        else:
            rows.append([engine.evaluate(*now[:3], now[5], one) for one in _UNITS])
            movers.append(now[5])
            for depth in range(1, _DEPTH + 1):
                path, _ = rival.search(now, depth, 1 << 62, quiet, rival.line[:0])
            made = write_moves(rival.stack[0], *now)
            chosen = next(one for one in rival.stack[0, :made] if one[5] == path)
        after = (*(int(word) for word in chosen[:5]), 1 - now[5])
        quiet = quiet + 1 if _balls(after) == _balls(now) else 0
        now = after
    lead = now[1].bit_count() - now[0].bit_count()
    ends = np.array([0.5 + np.sign(-lead if mover else lead) / 2 for mover in movers])
    return np.array(rows, np.float64).reshape(-1, engine.FEATURE_COUNT), ends


def fit_weights(rows, ends):
    """Weights of a logistic regression by Newton's method, float64, shape (FEATURE_COUNT,).

    `rows`, `ends`: as from `play_match`.
    """
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
