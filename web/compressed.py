"""Compressed twins of files, for hosts that send them in the place of the files."""

import gzip
from pathlib import Path

from web.sources import BuildError


def _brotli(data: bytes) -> bytes:
    try:
        import brotli
    except ImportError as missing:
        raise BuildError("the package brotli is missing; the extra `dev` has it") from missing
    return bytes(brotli.compress(data))


def gzipped(data: bytes) -> bytes:
    """Compress with gzip; equal bytes give equal bytes, whatever the date."""
    return gzip.compress(data, mtime=0)


CODINGS = {".br": _brotli, ".gz": gzipped}
"""Compressors by the suffix of the files they make."""
MAX_PACKED_SHARE = 0.95
"""Largest share of the bytes that a compressed file may have."""


def compress(folder: Path) -> None:
    """Lay compressed twins beside the files that become smaller, the same bytes for the same files.

    They are in no list: a host sends them instead of the files to browsers that accept them.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for ending, coding in CODINGS.items():
            packed = coding(data)
            if len(packed) <= MAX_PACKED_SHARE * len(data):
                path.with_name(path.name + ending).write_bytes(packed)
