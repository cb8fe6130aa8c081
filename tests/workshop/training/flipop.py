"""How Flipop's numbers are trained: matches in compiled code, their ends as labels, regression."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.board import cells
from rules.game import AnyGame
from rules.games.flipop import FLIPOP
from rules.games.flipop import learned as form
from rules.games.flipop.batch import FlipopBatch
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.judge import judge as by_hand
from rules.games.flipop.position import EACH, Flipop, opening
from rules.thinking.weights import parsed, written
from rules.thought import Limit
from tests.workshop.training.course import Arrays

MATCHES = 8400
"""In a shard."""

DEPTH_FIRST, DEPTH, WILD, SHARE = 2, 4, 40, 0.3
"""Plies looked ahead, in the first round and later; plies by players of all kinds at the start, at
most; positions kept."""

FADE = 1.0
"""The lambda of TD: labels are the ends of matches, for looks of a judge that is wrong about shut
balls would confirm it."""

STARTS = 24
"""Positions from which the matches of a shard begin: the opening, and others with fewer balls."""

PLAYERS = 40
"""Of a shard, the present judge and his steady opponents included."""

SCALE = 180.0
"""Points that are odds of e to one."""

PASSES, RATE, PULL = 8, 0.1, 5.0
"""Of the regression; how much a number is pulled back in a pass, however often it is seen."""

Floats = NDArray[np.float64]


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = form.WEIGHTS.path
    shards = 12
    recent = 2
    pace = Limit(depth=4)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Positions as `batch`, whose labels are the mover's chances as they came out in the end;
        former candidates beside the file play too."""
        from tests.workshop.training import flipop_play as compiled

        random = np.random.default_rng([seed, number])
        present = shape(*RACER) if weights is None else numbers(weights.read_bytes())
        older = [] if weights is None else sorted(weights.parent.glob("*/candidate.bin"))
        former = [numbers(path.read_bytes()) for path in older]
        steady = [present, *(shape(*kind) for kind in (RACER, WAITER, BLOCKER)), *former]
        players = np.stack([*steady, *(mixed(steady, random) for _ in range(PLAYERS))])
        depth = DEPTH_FIRST if weights is None else DEPTH
        starts = [opening(), *(thinned(random) for _ in range(STARTS - 1))]
        found = [
            compiled.matches(
                MATCHES // STARTS, int(random.integers(2**31)), start,
                np.round(players).astype(np.int32), len(steady), depth, WILD, SHARE, FADE,
            )
            for start in FlipopBatch().pack(starts).T.copy()
        ]  # fmt: skip
        return {
            "batch": np.concatenate([batch for batch, _, _ in found]).T.copy(),
            "labels": np.concatenate([labels for _, labels, _ in found]),
        }

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Regression on the odds; a number that is seldom seen stays what it was, or what the
        coarse numbers of the fit say: a lead, what a state and what open ways are worth."""
        from tests.workshop.training import flipop_play as compiled
        from tests.workshop.training.descent import fitted

        data = [dict(np.load(path)) for path in shards]
        batch = np.concatenate([one["batch"] for one in data], axis=1)
        labels = np.concatenate([one["labels"] for one in data])
        found = compiled.columns(batch, FOLDED)
        begin = np.zeros(compiled.COARSE + compiled.COARSE_SIZE)
        if weights is not None:
            begin[: form.SIZE] = numbers(weights.read_bytes()) / SCALE
        counts = np.bincount(found[found >= 0].astype(np.int64), minlength=len(begin))
        signs = np.where(np.arange(compiled.COLUMNS) < compiled.OWN, 1, -1)
        pulls = PULL / np.maximum(counts, 1)
        learnt = fitted(found, signs, labels, begin, pulls, PASSES, RATE, len(shards))
        return written(np.round(SCALE * together(learnt)).astype(np.int64).tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop with those numbers."""
        found = None if data is None else parsed(data, form.SIZE)
        rules = FlipopBatch(found)
        judge = by_hand if found is None else partial(form.learned, found)
        return replace(FLIPOP, thinking=replace(FLIPOP.thinking, judge=judge, batch=lambda: rules))


def numbers(data: bytes) -> Floats:
    """The numbers of a file."""
    return np.array(parsed(data, form.SIZE), np.float64)


def together(learnt: Floats) -> Floats:
    """The numbers of the judge: those of the fit with the coarse ones put into them, left and right
    alike."""
    fine, coarse = learnt[: form.SIZE][FOLDED], learnt[form.SIZE :]
    lead, stands, ways = np.split(coarse, (EACH * EACH, EACH * EACH + len(form.STATES)))
    return fine + spread(lead.reshape(EACH, EACH), stands, ways.reshape(EACH, -1))


def spread(lead: Floats, stands: Floats, ways: Floats) -> Floats:
    """All numbers such that they say: a lead by own and enemy balls less one, what a state is
    worth to its side, and what open ways are worth to it by balls less one."""
    found = np.zeros(form.SIZE)
    balls = np.array(form.STATES)[:, 0] - 1
    both = lead[balls[:, None], balls] + stands[:, None] - stands
    found[: form.STANDS] = both.reshape(-1)
    rooms = ways[:, None, :, None] - ways[None, :, None, :]
    found[form.STANDS :][: form.ROOM] = rooms.reshape(-1)
    return found


# -- starts and players -------------------------------------------------------------------------

RACER = ((0, 100, 200, 300, 400), 30, 3, 30)
WAITER = ((49, 56, 32, 4, 0), 56, 4, 2)
BLOCKER = ((0, 60, 100, 120, 130), 120, 8, 10)
"""What balls still there cost, by their number less one; a shut ball; what an open way is worth,
and a step nearer to the exits."""


def shape(costs: Sequence[float], shut: float, way: float, step: float) -> Floats:
    """The numbers of a player to whom this is all that counts."""
    cost = np.array(costs, np.float64)
    states = np.array(form.STATES)
    ways = np.repeat(way * np.arange(form.MOST + 1.0)[None], EACH, axis=0)
    stands = -shut * (states[:, 1] - 0.5 * states[:, 2])
    found = spread(cost - cost[:, None], stands, ways)
    rows = np.arange(PITS) // SIDE
    places = found[form.STANDS + form.ROOM :][: form.PLACES].reshape(EACH, form.KINDS, PITS)
    places[:, 0] += step * rows
    places[:, 1] += step / 2
    return found


def thinned(random: np.random.Generator) -> Flipop:
    """The opening with any number of balls taken off, so that every lead is met."""
    start = opening()
    balls = [0, 0]
    for player in (0, 1):
        for pit in random.permutation(list(cells(start.balls[player])))[random.integers(EACH) :]:
            balls[player] |= 1 << int(pit)
    return replace(start, balls=(balls[0], balls[1]), turn=int(random.integers(2)))


def mixed(steady: Sequence[Floats], random: np.random.Generator) -> Floats:
    """Somebody between one of these and a player of any shape."""
    costs = np.cumsum(random.normal(40, 70, EACH)).tolist()
    step = random.normal(10, 15)
    other = shape(costs, random.normal(40, 50), random.normal(4, 6), step)
    share = random.random()
    found: Floats = share * steady[int(random.integers(len(steady)))] + (1 - share) * other
    return found


def _folded() -> NDArray[np.int32]:
    """Per number the first of those that mean the same, left and right exchanged."""
    index = np.arange(form.SIZE, dtype=np.int32)
    mirrored = index.copy()
    ends = np.cumsum((form.STANDS, form.ROOM, form.PLACES))
    pits = np.arange(PITS)
    other = pits // SIDE * SIDE + SIDE - 1 - pits % SIDE
    by_pit = index[ends[1] : ends[2]].reshape(-1, PITS)
    mirrored[ends[1] : ends[2]] = by_pit[:, other].reshape(-1)
    bits = np.array([int(f"{balls:05b}"[::-1], 2) for balls in range(32)])
    rows = index[ends[2] :].reshape(SIDE, 32, 32)
    mirrored[ends[2] :] = rows[:, bits][:, :, bits].reshape(-1)
    return np.minimum(index, mirrored)


FOLDED = _folded()
