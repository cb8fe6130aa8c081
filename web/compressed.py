"""Compressed twins of files, for hosts that send them in the place of the files."""

import gzip
from pathlib import Path

from web.sources import SiteError


def _brotli(data: bytes) -> bytes:
    try:
        import brotli
    except ImportError as missing:
        raise SiteError("the package brotli is missing; the extra `dev` has it") from missing
    return bytes(brotli.compress(data))


def gzipped(data: bytes) -> bytes:
    """The same bytes for the same bytes, on every day."""
    return gzip.compress(data, mtime=0)


CODINGS = {".br": _brotli, ".gz": gzipped}
"""What compresses, by the ending of what it makes."""
MAX_PACKED_SHARE = 0.95
"""The most that a compressed file may have of the bytes."""


def compress(folder: Path) -> None:
    """Lay compressed twins beside the files that become smaller, the same bytes for the same files.

    They are in no list: a host sends them in the place of the files to whoever takes them.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for ending, coding in CODINGS.items():
            packed = coding(data)
            if len(packed) <= MAX_PACKED_SHARE * len(data):
                path.with_name(path.name + ending).write_bytes(packed)
