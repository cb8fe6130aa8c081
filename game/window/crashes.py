"""Crash handling: after an error in a frame a report is saved, and the shelf comes back and says
so. Another error before the player has read that ends the program."""

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException

import pygame

from flipside.game.saves.export import ERROR_REPORT_SAVE
from flipside.game.scenes.common.dialog import Dialog, answer, hand_over
from flipside.game.services.plain import pasted
from flipside.game.window.scene_stack import SceneStack
from flipside.rules import VERSION
from flipside.rules.engine.data_files import BadWeights

_LOG = logging.getLogger("flipside")

_ROOT = Path(__file__).resolve().parents[2]

_MAX_CALLS = 60
"""Most calls of a traceback in a report; the innermost are kept."""

_MAX_REPORT_CHARS = 20_000
"""Longest report; its end is kept."""


class Crashes:
    """Calls the parts of the loop and handles their exceptions."""

    def __init__(self, stack: SceneStack, let_go: Callable[[], None]) -> None:
        """`let_go` drops all pointers that are down."""
        self._stack, self._let_go = stack, let_go
        self._dialog: Dialog | None = None
        """The dialog about the last error, until it is closed."""
        self.failed = False
        """Whether the program ends because of errors."""

    def attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; an error shows the shelf, or ends the program if the dialog about the last
        one is still open."""
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
                kept = stack.services.storage.save(ERROR_REPORT_SAVE, text, durable=False)
                self._let_go()
                stack.begin_again()
                said = stack.services.text
                bad_weights = isinstance(error, BadWeights)
                words = said.damage("crash.weights") if bad_weights else said("crash.words")
                self._dialog = self._told(words, text, kept)
                stack.open(self._dialog)
            except Exception as further:
                text = f"{text}\n{crash_report(further, [], stack.size)}"
                _LOG.error(text)
            else:
                return
        self.failed = True
        stack.quit()
        self._say_farewell(text)

    def _told(self, words: str, report: str, kept: bool) -> Dialog:
        """Return the dialog about an error, with the ways to get its report."""
        services, folder = self._stack.services, self._stack.services.storage.folder
        text, platform = services.text, services.platform
        copy = partial(hand_over, self._stack, text("crash.copy"), report, "crash")
        choices = [answer("copy", text("crash.copy"), "copy", act=copy)]
        where = text("crash.memory")
        if platform.files.downloads:
            file = "flipside-error-report.txt", "text/plain", report.encode("utf-8")
            save = partial(platform.files.download, *file)
            choices.append(answer("save", text("crash.save"), "share", act=save))
            where = text("crash.page")
        elif kept and folder is not None:
            where = text("crash.file", name=f"{ERROR_REPORT_SAVE}.txt", folder=folder)
        choices.append(answer("understood", text("dialog.understood"), look="primary"))
        return Dialog(self._stack, text("crash.title"), f"{words} {where}", choices)

    def _say_farewell(self, text: str) -> None:
        """Say that the program ends, without anything of ours that may be what fails."""
        services, words = self._stack.services, ""
        with suppress(Exception):
            words = services.text("crash.ended")
        services.platform.fail(text, words)


def crash_report(error: BaseException, scenes: list[str], size: tuple[int, int]) -> str:
    """Return a report: versions, platform, scenes and traceback, without the player's folders."""
    python = ".".join(map(str, sys.version_info[:3]))
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    told = TracebackException.from_exception(error, limit=-_MAX_CALLS, compact=True)
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
    for folder in (str(_ROOT), str(Path.home())):
        text = text.replace(folder, "~") if len(folder) > 1 else text
    return pasted(
        text if len(text) <= _MAX_REPORT_CHARS else f"{lines[0]}\n…{text[-_MAX_REPORT_CHARS:]}"
    )


def _shortened(stack: StackSummary) -> StackSummary:
    """Shorten the files of calls: ours start at the program's folder, others keep two names."""
    calls = []
    for call in stack:
        path = Path(call.filename)
        inside = path.is_relative_to(_ROOT) and "site-packages" not in path.parts
        name = path.relative_to(_ROOT) if inside else Path(*path.parts[-2:])
        calls.append(FrameSummary(name.as_posix(), call.lineno, call.name, line=call.line))
    return StackSummary.from_list(calls)
