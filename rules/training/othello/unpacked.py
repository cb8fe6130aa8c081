"""Reads and writes the weights of Othello's file for the compiled evaluation and its training."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Points
from rules.games.othello.engine import patterns as form
from rules.games.othello.symmetry import symmetric_cell
from rules.training import course

Floats = NDArray[np.float64]


def compiled_weights(data: bytes) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The compiled evaluation from a file's content: weights by index, and scales by stage.

    Shapes (STAGES * STAGE_WEIGHTS,) and (STAGES,). Raises ValueError if `data` is damaged.
    """
    scales, _, weights = form.parse_patterns(file_bytes(data))
    return weights.astype(np.int16).take(weight_numbers(), axis=1).ravel(), scales.astype(np.int64)


def stage_weights(data: bytes) -> Floats:
    """The weights of a file in points, float64, shape (STAGES, sum(COUNTS)).

    Raises ValueError if `data` is damaged.
    """
    scales, _, weights = form.parse_patterns(file_bytes(data))
    found: Floats = weights.astype(np.float64) * scales[:, None]
    return found


def file_bytes(data: bytes) -> bytearray:
    """Unpack the content of a file; ValueError if it is damaged."""
    return course.unpacked_bytes(form.HEADER_LINE, form.PATTERN_FILE_BYTES, data)


def weight_numbers() -> NDArray[np.int32]:
    """The number of the weight of every index, int32, shape (STAGE_WEIGHTS,).

    Indices of all kinds are in a row, followed by mobility for either parity.
    """
    parts, begin = [], 0
    for kind, count in zip(form.PATTERN_CELLS, form.WEIGHT_COUNTS, strict=False):
        parts.append(begin + form.weight_of_index(kind))
        begin += count
    parts.append(begin + np.arange(2 * form.MOBILITY_WEIGHT_COUNT))
    return np.concatenate(parts).astype(np.int32)


def pattern_images(kind: str) -> list[tuple[int, ...]]:
    """The cells of the patterns of a kind, each pattern once."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for symmetry in range(8):
        cells = tuple(symmetric_cell(cell, symmetry) for cell in form.PATTERN_CELLS[kind])
        found.setdefault(frozenset(cells), cells)
    return list(found.values())


def pattern_bytes(scales: Points, margins: Points, weights: NDArray[np.int8]) -> bytes:
    """The unpacked content of a file.

    `scales` has shape (PATTERN_STAGES,), `margins` (PATTERN_STAGES, 2, PROBCUT_DEPTHS) with means
    and deviations in points, `weights` (PATTERN_STAGES, sum(WEIGHT_COUNTS)).
    """
    header = np.concatenate((scales, margins.ravel())).astype("<i2")
    return header.tobytes() + weights.astype(np.int8).tobytes()
