"""Crash handling: after an error in a frame a report is saved, and the shelf comes back and says
so. Another error before the player has read that ends the program."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException
from typing import Protocol

import pygame

from game.saves.export import ERROR_REPORT_SAVE
from game.scenes.common.dialog import Choice, Dialog, hand_over
from game.scenes.common.scene import Scene, Stage
from game.services.plain import pasted
from rules.version import VERSION

ROOT = Path(__file__).resolve().parents[2]

MOST_CALLS = 60
"""Calls of a traceback that stand in a report: the innermost."""

LONGEST = 20_000
"""Characters of a report: its end tells more than its beginning."""


class _App(Stage, Protocol):
    """What is asked of the program."""

    scenes: list[Scene]

    def begin_again(self) -> None:
        """Show the shelf and nothing else, whatever was there before."""


class Crashes:
    """Does the parts of the loop, and knows what to do when one of them raises."""

    def __init__(self, app: _App) -> None:
        self._app = app
        self._dialog: Dialog | None = None
        """What tells the last error, until it is closed."""
        self.failed = False
        """Whether the program ends because of errors."""

    def attempt(self, act: Callable[[], None]) -> None:
        """Do it; an error brings the shelf back, or ends the program if nobody read of the last."""
        if self.failed:
            return
        try:
            act()
        except Exception as error:
            self._recover(error)

    def _recover(self, error: Exception) -> None:
        app = self._app
        text = report(error, [type(scene).__name__ for scene in app.scenes], app.size)
        _complain(text)
        if self._dialog is None or self._dialog not in app.scenes:
            try:
                kept = app.services.storage.save(ERROR_REPORT_SAVE, text, precious=False)
                app.begin_again()
                self._dialog = self._told(text, kept)
                app.open(self._dialog)
            except Exception as further:
                text = f"{text}\n{report(further, [], app.size)}"
                _complain(text)
            else:
                return
        self.failed = True
        app.quit()
        self._say_farewell(text)

    def _told(self, report: str, kept: bool) -> Dialog:
        """What is said of an error, and the ways to get at its report."""
        services, folder = self._app.services, self._app.services.storage.folder
        text, page = services.text, services.page
        copy = partial(hand_over, self._app, text("crash.copy"), report, "crash")
        choices = [Choice("copy", text("crash.copy"), "copy", action=copy)]
        where = text("crash.memory")
        if page.in_browser:
            file = "flipside-error-report.txt", "text/plain", report.encode("utf-8")
            save = partial(page.files.download, *file)
            choices.append(Choice("save", text("crash.save"), "share", action=save))
            where = text("crash.page")
        elif kept and folder is not None:
            where = text("crash.file", name=f"{ERROR_REPORT_SAVE}.txt", folder=folder)
        choices.append(Choice("understood", text("dialog.understood"), look="primary"))
        return Dialog(self._app, text("crash.title"), f"{text('crash.words')} {where}", choices)

    def _say_farewell(self, text: str) -> None:
        """Say that the program ends, without anything of ours that may be what fails."""
        services = self._app.services
        if services.page.in_browser:
            services.page.fail(text)
        elif pygame.display.get_init() and pygame.display.get_driver() not in (
            "dummy",
            "offscreen",
        ):
            with suppress(Exception):
                pygame.display.message_box("Flipside", services.text("crash.ended"), "error")


def report(error: BaseException, scenes: list[str], size: tuple[int, int]) -> str:
    """What happened, where, in which program and on which platform, without folders of the person's
    machine."""
    python = ".".join(map(str, sys.version_info[:3]))
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    told = TracebackException.from_exception(error, limit=-MOST_CALLS, compact=True)
    part: TracebackException | None = told
    while part is not None:
        part.stack = _shortened(part.stack)
        part = part.__cause__ or part.__context__
    lines = (
        f"Flipside {VERSION}, {sys.platform}",
        f"Python {python}, pygame-ce {pygame.version.ver}, SDL {sdl}",
        f"Window {size[0]} x {size[1]}, scenes: {' > '.join(scenes)}",
        "".join(told.format()),
    )
    text = "\n".join(lines)
    for folder in (str(ROOT), str(Path.home())):
        text = text.replace(folder, "~") if len(folder) > 1 else text
    return pasted(text if len(text) <= LONGEST else f"{lines[0]}\n…{text[-LONGEST:]}")


def _shortened(stack: StackSummary) -> StackSummary:
    """The calls with the files of the program named from its own folder on, others by their last
    two names."""
    calls = []
    for call in stack:
        path = Path(call.filename)
        inside = path.is_relative_to(ROOT) and "site-packages" not in path.parts
        name = path.relative_to(ROOT) if inside else Path(*path.parts[-2:])
        calls.append(FrameSummary(name.as_posix(), call.lineno, call.name, line=call.line))
    return StackSummary.from_list(calls)


def _complain(text: str) -> None:
    """For those who read what a program writes: a console, or that of a browser."""
    if sys.stderr is not None:
        with suppress(Exception):
            print(text, file=sys.stderr)
