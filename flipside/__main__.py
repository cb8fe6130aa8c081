"""Starts Flipside: `flipside [--data FOLDER] [--verbose] [--log FILE] [LINK | FILE ...]`.

What is missing here is said in one sentence on standard error, with exit code 2; an error that
comes back at once ends the program with 1. A signal that ends the program ends it quietly, with 128
and its number. An older Python must be able to read this file.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

LEAST_PYTHON = 3, 11

UNSEEN = "offscreen", "dummy"
"""Drivers of SDL that show nothing; accepted only if the environment names one."""

_ended: "list[int]" = []
"""Signals received that end the program."""


def main() -> int:
    """Read the command line, run until the window is closed, and return the exit code."""
    if sys.version_info < LEAST_PYTHON:
        return _complain("needs Python {}.{} or later.".format(*LEAST_PYTHON))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    from flipside.rules.streams import use_utf8

    use_utf8()
    arguments = _parse_arguments()
    missing = _missing() or _start_log(arguments.verbose, arguments.log)
    if missing:
        return _complain(missing)

    import pygame

    from flipside.game.saves.album import unsaved
    from flipside.game.window.app import App

    app = App(arguments.data, sources=arguments.given)

    def end(number: int, frame: object) -> None:
        """A frame is finished first, and with it a move that is being saved."""
        if _ended:  # asked twice
            _end(number, frame)
        _ended.append(number)
        app.stack.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if _ended:  # some module that was being imported went on all the same
        return 128 + _ended[0]
    try:
        with suppress(StopIteration):  # it waits for nothing here, and so needs no event loop
            app.run().send(None)
    except pygame.error as trouble:
        if app.stack.scenes:
            raise
        return _complain(f"cannot open a window: {trouble}.")
    if app.crashes.failed:
        return _complain("ends, as an error came back at once; what happened stands above.", 1)
    if not _ended:
        return 0
    app.services.storage.retry()
    lost = unsaved(app.services)
    if lost:
        _tell("could not be saved and is lost: {}.".format(", ".join(lost)))
    return 128 + _ended[0]


def _parse_arguments() -> "Namespace":
    """Read the command line; ends the program after `--help`, `--version` and what is wrong."""
    import argparse
    from pathlib import Path

    from flipside.rules import VERSION

    parser = argparse.ArgumentParser(
        prog="flipside", description="Five board games in which sides are turned."
    )
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="keep saved matches and settings in this folder"
    )
    parser.add_argument("--verbose", action="store_true", help="say what the program does")
    parser.add_argument("--log", default="", metavar="FILE", help="write that into a file as well")
    parser.add_argument("--version", action="version", version=f"Flipside {VERSION}")
    parser.add_argument(
        "given",
        nargs="*",
        default=[],
        metavar="LINK | FILE",
        help="a link to a match, or files with matches, to be shown",
    )
    return parser.parse_args()


def _missing() -> str:
    """Return why the game cannot run here, in a sentence; "" if it can."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from importlib.util import find_spec

    install = f"{os.path.basename(sys.executable)} -m pip install"
    try:
        import pygame
    except ImportError:
        return f"needs pygame-ce, which is not installed: {install} pygame-ce"
    if not getattr(pygame, "IS_CE", False):
        return f"needs pygame-ce in the place of pygame: {install} pygame-ce"
    for name in ("filelock", "numpy", "platformdirs", "segno"):
        if find_spec(name) is None:
            return f"needs {name}, which is not installed: {install} {name}"
    try:
        with _silence():
            pygame.display.init()
    except pygame.error as trouble:
        return f"finds no screen to open a window on: {trouble}."
    named = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if pygame.display.get_driver() in UNSEEN and not named:
        display = os.environ.get("DISPLAY", "")
        return "finds no screen to open a window on" + (
            f"; DISPLAY is {display}." if display else "."
        )
    return ""


def _start_log(verbose: bool, file: str) -> str:
    """Log warnings and errors, with `verbose` all, to standard error and `file`; return why that
    file cannot be written, "" if it can."""
    import logging

    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if file:
        try:
            handlers.append(logging.FileHandler(file, encoding="utf-8"))
        except OSError as wrong:
            return f"cannot write the log {file}: {wrong.strerror}."
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(name)s: %(message)s" if verbose or file else "%(message)s",
        handlers=handlers,
    )
    return ""


@contextmanager
def _silence() -> Iterator[None]:
    """Close standard error meanwhile: libraries below SDL complain there of a missing screen."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _end(number: int, frame: object) -> None:
    """A signal ends the program at once."""
    _ended.append(number)
    sys.exit(128 + number)


def _complain(sentence: str, code: int = 2) -> int:
    _tell(sentence)
    return code


def _tell(sentence: str) -> None:
    if sys.stderr is not None:  # without it print would use stdout
        print("flipside: " + sentence, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
