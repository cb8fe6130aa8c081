"""A wheel is unpacked step by step, without what no program needs that runs."""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import pytest

from flipside.game.services.platform.gradual_import import _PART_BYTES, unpack_in_steps

LARGE = bytes(range(256)) * 2048
RUN = {"numpy/__init__.py": b"ONE = 1\n", "numpy/core/large.so": LARGE, "numpy/empty.py": b""}
REST = ("numpy/__init__.pyi", "numpy/core/tests/test_large.py", "numpy/core/include/numpy/a.h")


def wheel() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as files:
        files.mkdir("numpy")
        for name, content in {**RUN, **dict.fromkeys(REST, b"x")}.items():
            files.writestr(name, content)
    return packed.getvalue()


def test_it_holds_what_runs(tmp_path: Path) -> None:
    assert sum(1 for _ in unpack_in_steps(wheel(), tmp_path)) > len(LARGE) // _PART_BYTES
    found = {
        path.relative_to(tmp_path).as_posix(): path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    assert found == RUN


def test_a_damaged_wheel_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadZipFile):
        list(unpack_in_steps(wheel()[:-30], tmp_path))
