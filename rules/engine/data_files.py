"""Data files of the engines, in the folders of their games: their paths and formats.

In a browser large files arrive after the first picture, so they may be missing.

A packed file, such as a tablebase, consists of a header line, the size and the CRC-32 of its
contents (four bytes each, little-endian), and the contents, compressed by zlib. A weights file is a
text: the word "weights", the count of numbers, their CRC-32 in hexadecimal, and the numbers.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import DataFile

_GAMES = Path(__file__).resolve().parents[1] / "games"


def path(key: str, name: str) -> Path:
    """Return the path of file `name` of the game with key `key`; the file may be missing."""
    return _GAMES / key / name


def is_here(key: str, name: str) -> bool:
    """Return whether the file exists."""
    return path(key, name).is_file()


def files_read(game: AnyGame, level: str) -> tuple[DataFile, ...]:
    """Return the data files that the game's engine reads at the level with key `level`."""
    group = "depth" if level.startswith("depth") else level
    return tuple(file for file in game.engine.data_files if {level, group} & {*file.levels})


def damaged(game: AnyGame, level: str) -> tuple[str, ...]:
    """Return the names of the damaged data files of a level."""
    return tuple(file.file_name for file in files_read(game, level) if file.damaged)


def missing(game: AnyGame, level: str) -> tuple[str, ...]:
    """Return the names of the data files of a level that do not exist yet."""
    return tuple(
        file.file_name for file in files_read(game, level) if not is_here(game.key, file.file_name)
    )


# -- packed files ----------------------------------------------------------------------------------

_T = TypeVar("_T")

ContentParser = Callable[[bytes], Generator[None, None, _T | None]]
"""Parses the content of a file in short steps; returns None if the content is damaged."""

STEP_BYTES = 1 << 19
"""The number of bytes unpacked between two yields: about a millisecond of work."""


def packed_file(line: bytes, raw: bytes) -> bytes:
    """Return the bytes of a packed file with header `line` (with newline) and content `raw`."""
    numbers = len(raw).to_bytes(4, "little") + zlib.crc32(raw).to_bytes(4, "little")
    return line + numbers + zlib.compress(raw, 9)


def unpack(line: bytes, size: int, content: bytes) -> Generator[None, None, bytearray | None]:
    """Return the `size` bytes in a packed file, None if damaged; yield after each STEP_BYTES."""
    begin = len(line) + 8
    numbers = [int.from_bytes(content[at : at + 4], "little") for at in (begin - 8, begin - 4)]
    if content[: len(line)] != line or numbers[0] != size:
        return None
    raw = bytearray()
    unpacker, rest, crc = zlib.decompressobj(), content[begin:], 0
    while len(raw) < size:
        try:
            piece = unpacker.decompress(rest, min(STEP_BYTES, size - len(raw)))
        except zlib.error:
            return None
        if not piece:
            return None
        rest = unpacker.unconsumed_tail
        raw += piece
        crc = zlib.crc32(piece, crc)
        yield
    return raw if crc == numbers[1] else None


class PackedFile(DataFile, Generic[_T]):
    """A packed file, read on first use."""

    def __init__(self, path: Path, parse: ContentParser[_T], levels: tuple[str, ...] = ()) -> None:
        super().__init__(path.name, levels)
        self.path, self._parse = path, parse
        self.content: _T | None = None
        """The result of `parse`; None until the file has been read."""
        self._slices: Iterator[None] | None = None

    def loading(self) -> Iterator[None]:
        """Read the file in steps of a millisecond or two, unless it has been read.

        Ends early if the file is missing or damaged. Only a missing file is tried again later.
        """
        while self.content is None and not self.damaged:
            if self._slices is None:
                self._slices = self._read()
            try:
                next(self._slices)
            except StopIteration:
                self._slices = None
                return
            yield

    def loaded(self) -> _T | None:
        """Read the rest of the file at once; return its content, or None if missing or damaged."""
        for _ in self.loading():
            pass
        return self.content

    def _read(self) -> Iterator[None]:
        try:
            content = self.path.read_bytes()
        except OSError:
            return
        yield
        self.content = yield from self._parse(content)
        if self.content is None:
            self.damaged = True
            if sys.stderr is not None:
                name = "/".join(self.path.parts[-2:])
                print(
                    f"{name} is damaged: the computer plays without it, and weaker.",
                    file=sys.stderr,
                )


# -- weights ---------------------------------------------------------------------------------------

WeightNumbers = Sequence[int]
"""`array("h")`: signed integers of two bytes."""

_WIDTH = 24


class BadWeights(ValueError):
    """A weights file is missing, damaged, or has the wrong count of numbers."""


class WeightsFile:
    """A weights file of exactly `size` numbers."""

    def __init__(self, path: Path, size: int) -> None:
        self.path, self.size = path, size

    @cached_property
    def numbers(self) -> WeightNumbers:
        """The numbers of the file; raises BadWeights if it is missing or damaged."""
        try:
            return parse_weights(self.path.read_bytes(), self.size)
        except (OSError, BadWeights) as wrong:
            name = "/".join(self.path.parts[-2:])
            raise BadWeights(f"{name} is missing or damaged; install Flipside again") from wrong


def parse_weights(data: bytes, size: int) -> WeightNumbers:
    """Return the numbers of a weights file; raises BadWeights for a wrong count or checksum."""
    words = data.decode("ascii", "replace").split()
    if words[:2] != ["weights", str(size)] or len(words) != size + 3:
        raise BadWeights(f"these are no {size} numbers")
    if words[2] != _checksum(words[3:]):
        raise BadWeights("the checksum is wrong")
    return array("h", map(int, words[3:]))


def weights_bytes(numbers: Iterable[int]) -> bytes:
    """Return the bytes of a weights file with these numbers; each must fit in two bytes."""
    words = [str(number) for number in numbers]
    lines = [" ".join(words[at : at + _WIDTH]) for at in range(0, len(words), _WIDTH)]
    head = f"weights {len(words)} {_checksum(words)}"
    return ("\n".join([head, *lines]) + "\n").encode("ascii")


def _checksum(words: Iterable[str]) -> str:
    return f"{zlib.crc32(' '.join(words).encode()):08x}"
