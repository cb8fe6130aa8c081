"""Programs of the machine that some tests need; without them they skip, or fail in CI. And how long
tests wait for any program."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from subprocess import DEVNULL, Popen, TimeoutExpired
from typing import Any, NoReturn

import pytest

PATIENCE = 300.0
"""Seconds after which a program hangs, also on a slow machine that is busy with other tests."""


def lacking(reason: str) -> NoReturn:
    """Skip, or fail where these tests must run."""
    if os.environ.get("FLIPSIDE_BROWSER_REQUIRED"):
        pytest.fail(f"{reason}, and FLIPSIDE_BROWSER_REQUIRED is set")
    pytest.skip(reason)


def program(*names: str, beside: str = "") -> str:
    """The path of the first of these programs that is installed, also in folders of that form."""
    folders = os.pathsep.join([os.environ.get("PATH", ""), *glob(beside)])
    found = (path for name in names if (path := shutil.which(name, path=folders)))
    return next(found, None) or lacking(f"{names[0]} is not installed")


@contextmanager
def screen(size: tuple[int, int] = (1280, 1024)) -> Iterator[str]:
    """A screen of its own, by its name: what DISPLAY says."""
    reading, writing = os.pipe()
    pixels = f"{size[0]}x{size[1]}x24"
    command = [program("Xvfb"), "-displayfd", str(writing), "-screen", "0", pixels]
    process = Popen([*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=DEVNULL)
    os.close(writing)
    try:
        yield f":{os.read(reading, 16).decode().strip()}"
    finally:
        os.close(reading)
        ended(process)


def ended(process: "Popen[Any]") -> None:
    """End a program that was started here, if it has not ended by itself."""
    process.terminate()
    try:
        process.wait(10)
    except TimeoutExpired:
        process.kill()
        process.wait()
