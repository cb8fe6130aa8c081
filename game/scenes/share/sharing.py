"""Sharing a match as a link, or as a QR code of the link.

If there is no published page, only the part of the link with the match is shared, as text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import pygame

from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer, copy_to_clipboard, show_message
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.services.readout import Part, heading
from flipside.game.services.services import Services
from flipside.game.ui.containers import Column, Row, Space
from flipside.game.ui.widgets import Button, Canvas, Label, Widget
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import Record, record_text

MAX_CODE_BYTES = 1_200
"""The maximum length of a text whose QR code a phone can read."""

_QUIET_MODULES = 4
"""The width of the light margin around a QR code, in modules."""

_LIGHT, _DARK = (255, 255, 255), (0, 0, 0)

Modules = Sequence[Sequence[int]]
"""The rows of a QR code; a dark module is 1."""


def modules(text: str) -> Modules:
    """Return the smallest QR code of a text, with the best error correction of this size."""
    from segno import encoder  # the import takes a while, and codes are rarely used

    code = encoder.encode(text, error="l", micro=False)  # type: ignore[no-untyped-call]
    return cast(Modules, code.matrix)


def paint_code(surface: pygame.Surface, place: pygame.Rect, code: Modules) -> None:
    """Paint a QR code in the middle of a square; all modules have the same whole size in pixels."""
    surface.fill(_LIGHT, place)
    side = max(1, place.width // (len(code) + 2 * _QUIET_MODULES))
    left, top = (edge - side * len(code) // 2 for edge in place.center)
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if dark:
                surface.fill(_DARK, (left + x * side, top + y * side, side, side))


def link_of(services: Services, match: Match, record: Record) -> str:
    """Return the link to a match in a record; without a published page, only its fragment."""
    return f"{services.platform.links.address}#{fragment(match, record)}"


def copy_record(nav: Navigator, record: Record) -> None:
    """Copy a match or a study as text, and confirm it."""
    copy_to_clipboard(nav, nav.services.text("play.copy"), record_text(record), "play")


def share_link(
    nav: Navigator,
    link: Callable[[], str],
    words: str = "",
    further: Sequence[Command[Dialog]] = (),
    by_post: bool = False,
) -> None:
    """Ask how to share a link.

    `link` is called after the answer; if it returns "", nothing is shared.
    """
    text, links = nav.services.text, nav.services.platform.links
    kind = "share" if links.address else "share.text"

    def give(act: Callable[[str], None]) -> None:
        if address := link():
            act(address)

    def send(link: str) -> None:
        links.send(text("share.sent_title"), link)

    def copy(link: str) -> None:
        copy_to_clipboard(nav, text(f"{kind}.copy"), link, kind)

    def code(link: str) -> None:
        if len(link) > MAX_CODE_BYTES:
            show_message(nav, text("share.code"), text("share.too_long"))
        else:
            nav.open(CodeScene(nav, link))

    ways = [answer("copy", text(f"{kind}.copy"), "copy", "plain", partial(give, copy))]
    if links.address:
        ways.append(answer("code", text("share.code"), "code", "plain", partial(give, code)))
        if links.can_send:
            send_it = answer("send", text("share.send"), "share", "plain", partial(give, send))
            ways.insert(0, send_it)
    ways[0] = replace(ways[0], look="primary")
    about = text(f"{kind}.{'post_words' if by_post else 'words'}")
    nav.open(Dialog(nav, text("share.title"), f"{about} {words}".strip(), [*ways, *further]))


_BACK_SPACE = 64
"""CSS pixels above or beside the QR code, for the "back" button."""


class CodeScene(Scene):
    """The page of a QR code, for the camera of another device."""

    name_key = "share.code"

    def __init__(self, nav: Navigator, words: str) -> None:
        super().__init__(nav)
        self.code: Modules = modules(words)
        self.services.platform.say(self.text("share.code_words"))

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on: always, because a camera may read the code."""
        return True

    def _layout(self) -> None:
        theme, head = self.theme, self.theme.px(_BACK_SPACE)
        sheet = self._safe_sheet()
        width, height, upright = sheet.width, sheet.height, sheet.height >= sheet.width
        side = min(width, height - head) if upright else min(height, width - head)
        spare = width - side - head
        words = Label(self.text("share.code_words"))
        wide, high = (width - head, head) if upright else (spare // 2 + head, height - head)
        room = wide - theme.px(16)
        fits = room >= theme.px(120) and words.height_for(theme, room) <= high - theme.px(16)
        labels: list[Widget] = [words] if fits else [Space()]
        back = Button("back", self.leave, icon="back", look="quiet", width=48, height=48,
                      accessible_name=self.text("dialog.back"))  # fmt: skip
        code = Canvas(partial(paint_code, code=self.code), 1.0, width=side / theme.unit)
        below = Column([Row([code], align_x=0.5)], fills=True, align_y=0.5)
        whole: Widget = Column([8, Row([8, back, *labels, 8]), 8, below])
        if not upright:
            beside = Column([8, Row([back]), *labels], width=room / theme.unit, fills=True)
            whole = Row([8, beside, 8, code])
        self.sheets = [sheet.fill(whole)]

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout and a heading, because the page itself shows none."""
        yield heading(self.text(self.name_key))
        yield from super().parts()
