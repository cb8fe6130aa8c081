"""The weights of Othello's file as the compiled evaluation and its training read them."""

import numpy as np
from numpy.typing import NDArray

from rules.games.othello.engine import patterns as form
from rules.training import course

Floats = NDArray[np.float64]


def spread(data: bytes) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The compiled judge: the weights of a file by index, stages in a row, and their scales."""
    scales, _, weights = form.parse_patterns(bytes_of(data))
    return weights.astype(np.int16).take(numbers(), axis=1).ravel(), scales.astype(np.int64)


def learned(data: bytes) -> Floats:
    """The weights of a file in hundredths of a disc, by stage and number."""
    scales, _, weights = form.parse_patterns(bytes_of(data))
    found: Floats = weights.astype(np.float64) * scales[:, None]
    return found


def bytes_of(data: bytes) -> bytearray:
    """What the content of a file unpacks to."""
    return course.bytes_of(form.HEADER_LINE, form.PATTERN_FILE_BYTES, data)


def numbers() -> NDArray[np.int32]:
    """The number of the weight of every index of every kind in a row, and of every mobility with
    either parity."""
    parts, begin = [], 0
    for kind, count in zip(form.PATTERN_CELLS, form.WEIGHT_COUNTS, strict=False):
        parts.append(begin + form.weight_of_index(kind))
        begin += count
    parts.append(begin + np.arange(2 * form.MOBILITY_WEIGHT_COUNT))
    return np.concatenate(parts).astype(np.int32)
