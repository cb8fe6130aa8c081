"""Files of numbers that a program has worked out: packed, and checked when they are read.

Such a file is a line that says what it holds, the size and the CRC-32 of the bytes (four bytes
each, low first), then the bytes, compressed by zlib.
"""

import zlib
from collections.abc import Generator

SLICE = 1 << 19
"""Bytes unpacked between two yields: about a millisecond."""


def packed(line: bytes, raw: bytes) -> bytes:
    """The content of the file that begins with this line and holds these bytes."""
    numbers = len(raw).to_bytes(4, "little") + zlib.crc32(raw).to_bytes(4, "little")
    return line + numbers + zlib.compress(raw, 9)


def unpacked(line: bytes, size: int, content: bytes) -> Generator[None, None, bytearray | None]:
    """The bytes in the content of a file, so many, in slices; None if it is damaged."""
    begin = len(line) + 8
    numbers = [int.from_bytes(content[at : at + 4], "little") for at in (begin - 8, begin - 4)]
    if content[: len(line)] != line or numbers[0] != size:
        return None
    found = bytearray()
    unpacker, rest, crc = zlib.decompressobj(), content[begin:], 0
    while len(found) < size:
        try:
            piece = unpacker.decompress(rest, min(SLICE, size - len(found)))
        except zlib.error:
            return None
        if not piece:
            return None
        rest = unpacker.unconsumed_tail
        found += piece
        crc = zlib.crc32(piece, crc)
        yield
    return found if crc == numbers[1] else None
