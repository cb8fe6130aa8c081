"""Texts that go to other programs, and come from them or from a person at the page."""

from collections.abc import Callable

import pygame

from game.services.platform.given_files import Given, given
from game.services.platform.sending import Bridge

_NONE = (pygame.error, AttributeError, NotImplementedError, OSError, TypeError, ValueError)
"""What pygame.scrap raises without a window or a clipboard, or for text it cannot carry."""


class Clipboard:
    """The desktop's clipboard, or what the page does in its place: it asks a person."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._copied: str | None = None
        self._take: Callable[[Given], None] | None = None
        self._then: Callable[[bool], None] | None = None

    def copy(self, text: str) -> bool:
        """Put a text on a desktop's clipboard; False if only this program can paste it."""
        self._copied = text
        try:
            pygame.scrap.put_text(text)
        except _NONE:
            return False
        return True

    def hand_over(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Put a text on the clipboard and tell `then` whether it is there. A browser may want a
        button of the page pressed for that; if nobody presses it, nothing is told."""
        if (js := self._bridge()) is None:
            then(self.copy(text))
        else:
            self._then = then
            js.copy(text, title, title, no)

    def paste(self) -> str | None:
        """The text on the clipboard, or else the one copied last; None if there is none."""
        try:
            text = pygame.scrap.get_text()
        except _NONE:
            return self._copied
        return text or self._copied

    def ask_text(self, title: str, yes: str, no: str, take: Callable[[Given], None]) -> None:
        """Give `take` the text to paste: at once, or when a person has put it, or files, into the
        page."""
        if (js := self._bridge()) is None:
            take(given(self.paste() or ""))
        else:
            self._take = take
            js.ask(title, yes, no)

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Let a person write one line into an input of the page, which brings a keyboard up, and
        give it to `take`; False on a desktop, where nobody is asked."""
        if (js := self._bridge()) is None:
            return False
        self._take = lambda answer: take(answer if isinstance(answer, str) else "")
        js.ask_line(title, now, str(longest), yes, no)
        return True

    def heard(self, kind: str, text: str) -> bool:
        """Give a text of the page to the `take` that waits for it, and the outcome of a copy to its
        `then`; False for any other message."""
        if kind == "text" and self._take is not None:
            take, self._take = self._take, None
            take(given(text))
        elif kind == "copied" and self._then is not None:
            then, self._then = self._then, None
            then(True)
        else:
            return False
        return True
