"""Computes the ratings of the levels (`rules/rating.py`) from results between them.

`python -m tests.tools.strength.level_ratings FILE ...` adds up the matches in files of
`python -m flipside.rules match --record FILE`, replaces these pairs in `level_results.json`
beside this file, and prints the ratings. Without files it prints the ratings of the stored results.

Source: R. A. Bradley and M. E. Terry, 1952. A draw counts as half a win. Each pair that has played
gets one more draw, because a pair in which one player won every match has no finite rating.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path

from flipside.rules.engine.search import LEVELS
from flipside.rules.rating import expected_score

RESULTS = Path(__file__).with_name("level_results.json")

ANCHOR, ANCHOR_RATING = "level2", 1000
"""A level with a fixed rating in every game; beginners sometimes beat it."""

_STEPS = 4_000
"""The number of steps to the ratings."""


Score = tuple[int, int, int]
"""Wins, draws and losses of the first player."""


def counts(paths: Iterable[Path]) -> dict[str, dict[str, Score]]:
    """Return the scores in files of series by game and pair, such as `level3 level2`."""
    scores: dict[str, dict[str, Score]] = defaultdict(dict)
    for path in paths:
        head, *rows = map(json.loads, path.read_text("utf-8").splitlines())
        pair = f"{head['first'].split()[0]} {head['second'].split()[0]}"
        winners = [row["winner"] for row in rows]
        wins, draws, losses = scores[head["game"]].get(pair, (0, 0, 0))
        scores[head["game"]][pair] = (
            wins + winners.count(0),
            draws + winners.count(None),
            losses + winners.count(1),
        )
    return scores


def fitted(scores: Mapping[str, Score]) -> dict[str, int]:
    """Return the ratings of the levels that explain the scores of a game best."""
    pairs = [(*pair.partition(" ")[::2], score) for pair, score in scores.items()]
    ratings = {name: 1000.0 for first, second, _ in pairs for name in (first, second)}
    for _ in range(_STEPS):
        surplus = dict.fromkeys(ratings, 0.0)
        weights = dict.fromkeys(ratings, 1e-9)
        for first, second, (wins, draws, losses) in pairs:
            played = wins + draws + losses + 1
            expected = expected_score(ratings[first], ratings[second])
            more = wins + (draws + 1) / 2 - played * expected
            for name, sign in ((first, 1), (second, -1)):
                surplus[name] += sign * more
                weights[name] += played * max(0.02, expected * (1 - expected))
        for name in ratings:
            # Newton's step, halved because both players of a pair move.
            ratings[name] += 0.5 * 173.7 * surplus[name] / weights[name]
    shift = ANCHOR_RATING - ratings[ANCHOR]
    names = [level.key for level in LEVELS]
    # A level is never weaker than the one before it; smaller figures are within the error.
    values = accumulate((round(ratings[name] + shift) for name in names), max)
    return dict(zip(names, values, strict=True))


def main(words: list[str]) -> None:
    """Print the table of ratings, after storing the results in files, if there are any."""
    if words:
        scores = json.loads(RESULTS.read_text("utf-8"))
        for game, of_game in counts(map(Path, words)).items():
            scores.setdefault(game, {}).update(of_game)
        text = json.dumps(scores, indent=1, sort_keys=True)
        RESULTS.write_text(text + "\n", "utf-8")
    for game, of_game in json.loads(RESULTS.read_text("utf-8")).items():
        print(game, tuple(fitted(of_game).values()))


if __name__ == "__main__":
    main(sys.argv[1:])
