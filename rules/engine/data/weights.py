"""Weights of a trained evaluation: integers in a text file, read on first use.

The file has the word "weights", the count of numbers, their CRC-32 in hexadecimal, and the numbers.
"""

import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

WeightNumbers = Sequence[int]
"""`array("h")`: signed integers of two bytes."""

_WIDTH = 24
"""Numbers on a line."""


class BadWeights(ValueError):
    """A weights file is damaged or holds another count of numbers."""


class WeightsFile:
    """A weights file of exactly `size` numbers."""

    def __init__(self, path: Path, size: int) -> None:
        self.path, self.size = path, size
        self._numbers: WeightNumbers | None = None
        self._asked = False

    def numbers(self) -> WeightNumbers | None:
        """The numbers; None, after one report on stderr, if the file is missing or damaged."""
        if not self._asked:
            self._asked = True
            try:
                self._numbers = parse_weights(self.path.read_bytes(), self.size)
            except OSError:
                self._tell("is missing")
            except BadWeights:
                self._tell("is damaged")
        return self._numbers

    def _tell(self, what: str) -> None:
        name = "/".join(self.path.parts[-2:])
        print(f"{name} {what}: the computer judges by hand-made rules.", file=sys.stderr)


def parse_weights(data: bytes, size: int) -> WeightNumbers:
    """The numbers in the bytes of a weights file.

    Raises BadWeights for a wrong count, checksum or number.
    """
    words = data.decode("ascii", "replace").split()
    if words[:2] != ["weights", str(size)] or len(words) != size + 3:
        raise BadWeights(f"these are no {size} numbers")
    if words[2] != _checksum(words[3:]):
        raise BadWeights("the checksum is wrong")
    try:
        return array("h", map(int, words[3:]))
    except (ValueError, OverflowError):
        raise BadWeights("what is no number of two bytes stands there") from None


def weights_bytes(numbers: Iterable[int]) -> bytes:
    """The bytes of a weights file with these numbers, each of which fits two bytes."""
    words = [str(number) for number in numbers]
    lines = [" ".join(words[at : at + _WIDTH]) for at in range(0, len(words), _WIDTH)]
    head = f"weights {len(words)} {_checksum(words)}"
    return ("\n".join([head, *lines]) + "\n").encode("ascii")


def _checksum(words: Iterable[str]) -> str:
    return f"{zlib.crc32(' '.join(words).encode()):08x}"
