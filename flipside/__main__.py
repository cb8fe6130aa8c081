"""Starts Flipside: `flipside [--data FOLDER] [--verbose] [--log FILE] [LINK | FILE ...]`.

The exit code is 2 after a sentence about a missing requirement on standard error, 1 after a
repeated error, and 128 plus the number of a signal that ends the program. Older versions of Python
must be able to parse this file.
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
"""SDL drivers without a visible window, accepted only if an environment variable names them."""

_signals: "list[int]" = []
"""Received signals, which end the program."""


def main() -> int:
    """Read the command line, run until the window is closed, and return the exit code."""
    if sys.version_info < LEAST_PYTHON:
        return _fail("needs Python {}.{} or later.".format(*LEAST_PYTHON))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    from flipside.rules.streams import use_utf8

    use_utf8()
    arguments = _parse_arguments()
    missing = _missing() or _start_log(arguments.verbose, arguments.log)
    if missing:
        return _fail(missing)

    import pygame

    from flipside.game.saves.album import unsaved
    from flipside.game.window.app import App

    app = App(arguments.data, sources=arguments.sources)

    def end(number: int, frame: object) -> None:
        """End the program after the current frame, which may be saving a move."""
        if _signals:  # the second signal
            _end(number, frame)
        _signals.append(number)
        app.stack.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if _signals:  # an import has caught the exception of `_end`
        return 128 + _signals[0]
    try:
        with suppress(StopIteration):  # on a desktop nothing is awaited, so no event loop is needed
            app.run().send(None)
    except pygame.error as error:
        if app.stack.scenes:
            raise
        return _fail(f"cannot open a window: {error}.")
    if app.crashes.failed:
        return _fail("ends, as an error came back at once; what happened stands above.", 1)
    if not _signals:
        return 0
    app.services.storage.retry()
    unsaved_names = unsaved(app.services)
    if unsaved_names:
        _print_error("could not be saved and is lost: {}.".format(", ".join(unsaved_names)))
    return 128 + _signals[0]


def _parse_arguments() -> "Namespace":
    """Return the command line's arguments; end the program after `--help`, `--version`, errors."""
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
        "sources",
        nargs="*",
        default=[],
        metavar="LINK | FILE",
        help="a link to a match, or files with matches, to be shown",
    )
    return parser.parse_args()


def _missing() -> str:
    """Return a sentence about a missing requirement, or ""."""
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
    except pygame.error as error:
        return f"finds no screen to open a window on: {error}."
    driver_name = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if pygame.display.get_driver() in UNSEEN and not driver_name:
        display = os.environ.get("DISPLAY", "")
        return "finds no screen to open a window on" + (
            f"; DISPLAY is {display}." if display else "."
        )
    return ""


def _start_log(verbose: bool, file: str) -> str:
    """Log warnings and errors, with `verbose` everything, to standard error and `file`.

    Returns a sentence if `file` cannot be written, otherwise "".
    """
    import logging

    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if file:
        try:
            handlers.append(logging.FileHandler(file, encoding="utf-8"))
        except OSError as error:
            return f"cannot write the log {file}: {error.strerror}."
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(name)s: %(message)s" if verbose or file else "%(message)s",
        handlers=handlers,
    )
    return ""


@contextmanager
def _silence() -> Iterator[None]:
    """Discard standard error temporarily; libraries below SDL report a missing screen there."""
    try:
        stderr_copy = os.dup(2)
    except OSError:  # standard error does not exist
        yield
        return
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 2)
    os.close(null_device)
    try:
        yield
    finally:
        os.dup2(stderr_copy, 2)
        os.close(stderr_copy)


def _end(number: int, frame: object) -> None:
    """End the program at once."""
    _signals.append(number)
    sys.exit(128 + number)


def _fail(sentence: str, code: int = 2) -> int:
    _print_error(sentence)
    return code


def _print_error(sentence: str) -> None:
    if sys.stderr is not None:  # without it print would use stdout
        print("flipside: " + sentence, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
