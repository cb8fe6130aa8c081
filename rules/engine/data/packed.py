"""Packed data files, such as tablebases and opening books, compressed and checked by CRC-32. A file
is a header line, the size and the CRC-32 of the bytes (four bytes each, little-endian), then the
bytes, compressed by zlib."""

import zlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from flipside.rules.engine.data import locate

_T = TypeVar("_T")

ContentParser = Callable[[bytes], Generator[None, None, _T | None]]
"""Parses the content of a file in short steps; returns None if it is damaged."""

STEP_BYTES = 1 << 19
"""Bytes unpacked between two yields, about a millisecond of work."""


def packed_file(line: bytes, raw: bytes) -> bytes:
    """The content of a packed file with header `line` (with its newline) and bytes `raw`."""
    numbers = len(raw).to_bytes(4, "little") + zlib.crc32(raw).to_bytes(4, "little")
    return line + numbers + zlib.compress(raw, 9)


def unpack(line: bytes, size: int, content: bytes) -> Generator[None, None, bytearray | None]:
    """Unpack `size` bytes from a packed file, yielding after each STEP_BYTES; None if damaged."""
    begin = len(line) + 8
    numbers = [int.from_bytes(content[at : at + 4], "little") for at in (begin - 8, begin - 4)]
    if content[: len(line)] != line or numbers[0] != size:
        return None
    found = bytearray()
    unpacker, rest, crc = zlib.decompressobj(), content[begin:], 0
    while len(found) < size:
        try:
            piece = unpacker.decompress(rest, min(STEP_BYTES, size - len(found)))
        except zlib.error:
            return None
        if not piece:
            return None
        rest = unpacker.unconsumed_tail
        found += piece
        crc = zlib.crc32(piece, crc)
        yield
    return found if crc == numbers[1] else None


class PackedFile(Generic[_T]):
    """A packed file, read on first use."""

    def __init__(self, path: Path, parse: ContentParser[_T]) -> None:
        self.path, self._parse = path, parse
        self.content: _T | None = None
        """What `parse` makes of the file; None until it has been read."""
        self._slices: Iterator[None] | None = None

    def loading(self) -> Iterator[None]:
        """Read the file unless it has been read, yielding after each piece of a millisecond or two.
        If the file cannot be read, it ends early. The next call looks for a missing file again, but
        does not read one of `locate.DAMAGED` again."""
        while self.content is None and self.path not in locate.DAMAGED:
            if self._slices is None:
                self._slices = self._read()
            try:
                next(self._slices)
            except StopIteration:
                self._slices = None
                return
            yield

    def loaded(self) -> _T | None:
        """Read the rest of the file at once; its content, or None if it cannot be read."""
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
            locate.found_damaged(self.path)
