"""Unpacks a wheel in short steps, so that no frame waits for all of it."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

_NOT_RUN = re.compile(r"/(?:tests|f2py|include)/|\.(?:pyi|pxd|h|a)$")
"""What no program needs that runs, by name: half of the files of numpy."""

_PART_BYTES = 1 << 17
"""Bytes that one step unpacks."""


def unpack_in_steps(wheel: bytes, folder: Path) -> Iterator[None]:
    """Unpack what a running program needs; raise BadZipFile or OSError if that is not possible."""
    with ZipFile(BytesIO(wheel)) as files:
        for one in files.infolist():
            if one.is_dir() or _NOT_RUN.search(one.filename):
                continue
            path = folder / one.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.open(one) as packed, path.open("wb") as out:
                out.truncate(one.file_size)  # memory is asked for once
                while part := packed.read(_PART_BYTES):
                    out.write(part)
                    yield
