"""Trains Othello's patterns, measures the margins for ProbCut, and makes the opening book.

The book contains the official start, and all positions reached from it by book moves.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.arena.pool import Workers, run_tasks
from flipside.rules.contract.batch_rules import AnyBatchRules, Batch
from flipside.rules.contract.board import cells
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import packed_file
from flipside.rules.games.othello import LEARNED, OTHELLO
from flipside.rules.games.othello.engine import patterns as form
from flipside.rules.games.othello.engine.batch import OthelloBatch
from flipside.rules.games.othello.engine.batch import legal as legal_squares
from flipside.rules.games.othello.openings import BOOK_PATH, Discs, canonical, symmetric_cell
from flipside.rules.games.othello.position import BOARD, enclosed, legal, opening
from flipside.rules.training import learning

MARGIN_POSITIONS, MARGIN_DEPTH = 300, 8
"""The number of positions per phase for measuring margins, and the maximum depth."""

_DEVIATION_GROWTH = 1.1
"""At higher depths, the deviation is assumed to grow by this factor per two plies."""

_DECIDED_POINTS = 3000
"""Positions with a higher score (100 is one disc) are not used for the margins."""

_MAX_SCALE = 10
"""The maximum scale of a phase: the points per unit of its weights in the file."""

BOOK_PLIES = 12
"""The depth of the book in plies."""

SEARCH_PLIES = 12
"""The depth of the searches for book moves."""

BOOK_LOSS_POINTS = 80
"""How much worse than the best move a book move may be, in points (100 is one disc)."""

_PHASE_WEIGHTS = sum(form.WEIGHT_COUNTS)
_MOBILITY_START = _PHASE_WEIGHTS - 2 * form.MOBILITY_WEIGHT_COUNT


def pattern_images(kind: str) -> list[tuple[int, ...]]:
    """Return the cells of each different pattern that is symmetric to the pattern `kind`."""
    images: dict[frozenset[int], tuple[int, ...]] = {}
    for symmetry in range(8):
        cells = tuple(symmetric_cell(cell, symmetry) for cell in form.PATTERN_CELLS[kind])
        images.setdefault(frozenset(cells), cells)
    return list(images.values())


_PATTERNS = [
    (number, cells)
    for number, kind in enumerate(form.PATTERN_CELLS)
    for cells in pattern_images(kind)
]
_DIGITS = np.zeros((64, len(_PATTERNS)), np.float32)
"""What a disc of the mover adds to the index of each pattern, shape (64, patterns)."""
for _column, (_, _cells) in enumerate(_PATTERNS):
    _DIGITS[list(_cells), _column] = 3.0 ** np.arange(len(_cells))

_INDEX_STARTS = np.array([sum(form.INDEX_COUNTS[:number]) for number, _ in _PATTERNS], np.int32)
_NUMBERS = np.concatenate(
    [
        sum(form.WEIGHT_COUNTS[:number]) + form.weight_of_index(kind)
        for number, kind in enumerate(form.PATTERN_CELLS)
    ]
).astype(np.int32)
"""The weight of every pattern index within a phase, in the order of the kinds."""


class OthelloCourse(learning.BatchCourse):
    """The Course of Othello. The initial weights are 0."""

    game = OTHELLO
    weights = LEARNED.path
    moves = BOOK_PATH
    shards = 16
    pace = Limit(depth=2)
    self_play = learning.SelfPlay(logit_points=2500.0, blunder_rate=0.1, td_lambda=0.7, depth=2)
    opening_plies = 25
    step_points = 4.0

    def read(self, data: bytes | None) -> NDArray[Any]:
        """Return the weights in a patterns file."""
        if data is None:
            return np.zeros(form.GAME_PHASES * _PHASE_WEIGHTS, np.float32)
        scales, _, weights = form.parse_patterns(file_bytes(data))
        return np.multiply(weights, scales[:, None], dtype=np.float32).ravel()

    def written(self, weights: NDArray[Any]) -> bytes:
        """Return the bytes of a patterns file without margins."""
        phases = weights.reshape(form.GAME_PHASES, _PHASE_WEIGHTS)
        scales = np.clip(np.ceil(np.abs(phases).max(axis=1) / 127), 1, _MAX_SCALE)
        small = np.clip(np.round(phases / scales[:, None]), -127, 127)
        margins = np.zeros((form.GAME_PHASES, 2, form.PROBCUT_DEPTHS))
        return packed_file(form.HEADER_LINE, pattern_bytes(scales, margins, small))

    def rules(self, data: bytes | None) -> AnyBatchRules:
        """Return the rules of Othello with the weights of a file."""
        return OthelloBatch(
            None if data is None else learning.built(form.Patterns(file_bytes(data)))
        )

    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        """Return the indices of the weights of 46 patterns and of the mobility, shape (47, n)."""
        own, enemy = (
            np.unpackbits(side.copy().view(np.uint8), bitorder="little").reshape(-1, 64)
            for side in batch[:2]
        )
        indices = ((own + 2 * enemy).astype(np.float32) @ _DIGITS).astype(np.int32)
        discs = np.bitwise_count(batch[0] | batch[1]).astype(np.int32)
        moves = np.bitwise_count(legal_squares(batch[0], batch[1]))
        mobility = np.minimum(moves, form.MOBILITY_WEIGHT_COUNT - 1).astype(np.int32)
        mobility += form.MOBILITY_WEIGHT_COUNT * (discs & 1) + _MOBILITY_START
        numbers = np.concatenate((_NUMBERS[(indices + _INDEX_STARTS).T], mobility[None]))
        return numbers + _PHASE_WEIGHTS * form.PHASE_BY_DISCS[discs]

    def margins(self, data: bytes) -> bytes:
        """Measure margins for ProbCut with the evaluation in `data`; return the file with them.

        A margin is the mean and the standard deviation, by phase and depth, of the score of that
        depth minus the score of its shallow search (M. Buro, ProbCut, 1995).
        """
        rules, batch = self.rules(data), self.play(0, 1, data)["batch"]
        phases = form.PHASE_BY_DISCS[np.bitwise_count(batch[0] | batch[1])]
        margins = np.zeros((form.GAME_PHASES, 2, form.PROBCUT_DEPTHS))
        for phase in range(form.GAME_PHASES - 1, -1, -1):
            some = np.flatnonzero(phases == phase)[:MARGIN_POSITIONS]
            values = [
                learning.deep_scores(OTHELLO, rules, batch[:, some], n)
                for n in range(1, MARGIN_DEPTH + 1)
            ]
            for depth in range(2, MARGIN_DEPTH + 1):
                look = values[form.probcut_plies(depth) - 1]
                above = (values[depth - 1] - look)[np.abs(look) < _DECIDED_POINTS]
                if len(above):
                    margins[phase, :, depth - 2] = above.mean(), above.std()
            print(f"phase {phase}: {np.round(margins[phase, :, : MARGIN_DEPTH - 1])}", flush=True)
        for column in range(MARGIN_DEPTH - 1, form.PROBCUT_DEPTHS):
            margins[:, :, column] = margins[:, :, column - 2] * (1.0, _DEVIATION_GROWTH)
        scales, _, weights = form.parse_patterns(file_bytes(data))
        return packed_file(form.HEADER_LINE, pattern_bytes(scales, np.round(margins), weights))

    def book(self, workers: Workers) -> str:
        """Return the text of `book.txt`, computed with the evaluation in Othello's folder."""
        task = partial(good_moves, self.weights.read_bytes())
        start = opening("official", 0, False)
        ply = {canonical(start.discs)[0]}
        lines: list[str] = []
        for number in range(BOOK_PLIES):
            tasks = [partial(task, sides) for sides in sorted(ply)]
            answers = dict(answer() for _, answer in run_tasks(tasks, workers))
            ply = set()
            for sides, moves in sorted(answers.items()):
                lines.append(book_line(sides, moves))
                ply |= set(_after(sides, moves))
            print(f"{number + 1} plies: {len(lines)} positions", file=sys.stderr, flush=True)
        return "\n".join(lines) + "\n"


def file_bytes(data: bytes) -> bytearray:
    """Return the unpacked content of a patterns file; ValueError if it is damaged."""
    return learning.unpacked_bytes(form.HEADER_LINE, form.PATTERN_FILE_BYTES, data)


def pattern_bytes(scales: NDArray[Any], margins: NDArray[Any], weights: NDArray[Any]) -> bytes:
    """Return the content of a patterns file; `patterns.parse_patterns` defines the shapes."""
    header = np.concatenate((scales, margins.ravel())).astype("<i2")
    return header.tobytes() + weights.astype(np.int8).tobytes()


# -- opening book --------------------------------------------------------------------------------


def _after(sides: Discs, moves: dict[int, int]) -> Iterator[Discs]:
    """Yield the canonical position after each of `moves`, unless the opponent must pass."""
    for cell in moves:
        flips = enclosed(*sides, cell)
        own, enemy = sides[1] & ~flips, sides[0] | flips | 1 << cell
        if legal(own, enemy):
            yield canonical((own, enemy))[0]


@cache
def _rules(weights: bytes) -> AnyBatchRules:
    return OthelloCourse().rules(weights)


def good_moves(weights: bytes, sides: Discs) -> tuple[Discs, dict[int, int]]:
    """Return the position and its book moves: scores in points by cell."""
    rules = _rules(weights)
    children = rules.children(np.array(sides, np.uint64)[:, None]).batch
    values = (-learning.deep_scores(OTHELLO, rules, children, SEARCH_PLIES - 1)).tolist()
    least = max(values) - BOOK_LOSS_POINTS
    pairs = zip(cells(legal(*sides)), values, strict=True)
    return sides, {cell: value for cell, value in pairs if value >= least}


def book_line(sides: Discs, moves: Mapping[int, int]) -> str:
    """Return the line of the book for a position and its moves."""
    words = [f"{BOARD.names[cell]}={value}" for cell, value in sorted(moves.items())]
    return " ".join([f"{sides[0]:x}", f"{sides[1]:x}", *words])
