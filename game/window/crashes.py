"""Crash handling: after an error in a frame, a report is saved and the shelf opens with a dialog.

A second error while this dialog is open ends the program.
"""

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException

import pygame

from flipside.game.saves.export import ERROR_REPORT_SAVE
from flipside.game.scenes.common.dialog import Dialog, answer, copy_to_clipboard
from flipside.game.services.plain import pasted
from flipside.game.window.scene_stack import SceneStack
from flipside.rules import VERSION
from flipside.rules.engine.data_files import BadWeights

_LOG = logging.getLogger("flipside")

_ROOT = Path(__file__).resolve().parents[2]

_MAX_CALLS = 60
"""The maximum number of calls in a report; these are the innermost."""

_MAX_REPORT_CHARS = 20_000
"""The maximum length of a report; the rest is cut from its beginning."""


class Crashes:
    """Calls the parts of the loop, and handles their exceptions."""

    def __init__(self, stack: SceneStack, let_go: Callable[[], None]) -> None:
        """Make a handler; `let_go` drops all pointers that are down."""
        self._stack, self._let_go = stack, let_go
        self._dialog: Dialog | None = None
        """The last dialog about an error, or None."""
        self.failed: bool = False
        """Whether the program ends because of errors."""

    def attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; after an error, show the shelf with a dialog, or end the program.

        The program ends if the dialog about the previous error is still open.
        """
        if self.failed:
            return
        try:
            act()
        except Exception as error:
            self._recover(error)

    def _recover(self, error: Exception) -> None:
        stack = self._stack
        text = crash_report(error, [str(scene) for scene in stack.scenes], stack.size)
        _LOG.error(text)
        if self._dialog is None or self._dialog not in stack.scenes:
            try:
                saved_report = stack.services.storage.save(ERROR_REPORT_SAVE, text, durable=False)
                self._let_go()
                stack.restart()
                text_of = stack.services.text
                bad_weights = isinstance(error, BadWeights)
                sentence = (
                    text_of.damage("crash.weights") if bad_weights else text_of("crash.words")
                )
                self._dialog = self._error_dialog(sentence, text, saved_report)
                stack.open(self._dialog)
            except Exception as second_error:
                text = f"{text}\n{crash_report(second_error, [], stack.size)}"
                _LOG.error(text)
            else:
                return
        self.failed = True
        stack.quit()
        self._report_failure(text)

    def _error_dialog(self, sentence: str, report: str, saved: bool) -> Dialog:
        """Return a dialog about an error, in which the player can get the report."""
        services, folder = self._stack.services, self._stack.services.storage.folder
        text, platform = services.text, services.platform
        copy = partial(copy_to_clipboard, self._stack, text("crash.copy"), report, "crash")
        choices = [answer("copy", text("crash.copy"), "copy", act=copy)]
        where = text("crash.memory")
        if platform.files.downloads:
            file = "flipside-error-report.txt", "text/plain", report.encode("utf-8")
            save = partial(platform.files.download, *file)
            choices.append(answer("save", text("crash.save"), "share", act=save))
            where = text("crash.page")
        elif saved and folder is not None:
            where = text("crash.file", name=f"{ERROR_REPORT_SAVE}.txt", folder=folder)
        choices.append(answer("understood", text("dialog.understood"), look="primary"))
        return Dialog(self._stack, text("crash.title"), f"{sentence} {where}", choices)

    def _report_failure(self, text: str) -> None:
        """Report that the program ends, with as little code of Flipside as possible."""
        services, sentence = self._stack.services, ""
        with suppress(Exception):
            sentence = services.text("crash.ended")
        services.platform.fail(text, sentence)


def crash_report(error: BaseException, scenes: list[str], size: tuple[int, int]) -> str:
    """Return a report without the player's folders: versions, platform, scenes, traceback."""
    python = ".".join(map(str, sys.version_info[:3]))
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    trace = TracebackException.from_exception(error, limit=-_MAX_CALLS, compact=True)
    link: TracebackException | None = trace
    while link is not None:
        link.stack = _shortened(link.stack)
        link = link.__cause__ or link.__context__
    lines = (
        f"Flipside {VERSION}, {sys.platform}",
        f"Python {python}, pygame-ce {pygame.version.ver}, SDL {sdl}",
        f"Window {size[0]} x {size[1]}, scenes: {' > '.join(scenes)}",
        "".join(trace.format()),
    )
    text = "\n".join(lines)
    for folder in (str(_ROOT), str(Path.home())):
        text = text.replace(folder, "~") if len(folder) > 1 else text
    return pasted(
        text if len(text) <= _MAX_REPORT_CHARS else f"{lines[0]}\n…{text[-_MAX_REPORT_CHARS:]}"
    )


def _shortened(stack: StackSummary) -> StackSummary:
    """Return the calls with short paths: ours relative to the program, others with two parts."""
    calls = []
    for call in stack:
        path = Path(call.filename)
        inside = path.is_relative_to(_ROOT) and "site-packages" not in path.parts
        name = path.relative_to(_ROOT) if inside else Path(*path.parts[-2:])
        calls.append(FrameSummary(name.as_posix(), call.lineno, call.name, line=call.line))
    return StackSummary.from_list(calls)
