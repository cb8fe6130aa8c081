"""Weights of a trained evaluation: integers in a text file, read on first use. The file has the
word "weights", the count of numbers, their CRC-32 in hexadecimal, and the numbers."""

import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

WeightNumbers = Sequence[int]
"""`array("h")`: signed integers of two bytes."""

_WIDTH = 24


class BadWeights(ValueError):
    """A weights file is missing, damaged, or holds another count of numbers."""


class WeightsFile:
    """A weights file of exactly `size` numbers."""

    def __init__(self, path: Path, size: int) -> None:
        self.path, self.size = path, size

    @cached_property
    def numbers(self) -> WeightNumbers:
        """The numbers; raises BadWeights with a sentence if the file is missing or damaged."""
        try:
            return parse_weights(self.path.read_bytes(), self.size)
        except (OSError, BadWeights) as wrong:
            name = "/".join(self.path.parts[-2:])
            raise BadWeights(f"{name} is missing or damaged; install Flipside again") from wrong


def parse_weights(data: bytes, size: int) -> WeightNumbers:
    """The numbers in the bytes of a weights file; raises BadWeights for a wrong count or
    checksum."""
    words = data.decode("ascii", "replace").split()
    if words[:2] != ["weights", str(size)] or len(words) != size + 3:
        raise BadWeights(f"these are no {size} numbers")
    if words[2] != _checksum(words[3:]):
        raise BadWeights("the checksum is wrong")
    return array("h", map(int, words[3:]))


def weights_bytes(numbers: Iterable[int]) -> bytes:
    """The bytes of a weights file with these numbers, each of which fits two bytes."""
    words = [str(number) for number in numbers]
    lines = [" ".join(words[at : at + _WIDTH]) for at in range(0, len(words), _WIDTH)]
    head = f"weights {len(words)} {_checksum(words)}"
    return ("\n".join([head, *lines]) + "\n").encode("ascii")


def _checksum(words: Iterable[str]) -> str:
    return f"{zlib.crc32(' '.join(words).encode()):08x}"
