"""Sharing a match as a link, a QR code of the link, a picture, an animation or text.

If there is no published page, only the part of the link with the match is shared, as text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pygame

from flipside.game.saves.matches import Seats
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import (
    Dialog,
    answer,
    copy_to_clipboard,
    share_text,
    show_message,
)
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.share import match_picture
from flipside.game.services.plain import with_ellipses
from flipside.game.services.platform.platform import write_new_file
from flipside.game.services.readout import Part, heading
from flipside.game.services.services import Services
from flipside.game.services.storage.storage import NO_ROOM
from flipside.game.ui.containers import Column, Row, Space
from flipside.game.ui.widgets import Button, Canvas, Label, Widget
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import Record, record_text
from flipside.rules.match.study import Study

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
    """Ask how to share what `link` returns after the answer; "" shares nothing."""
    text, links = nav.services.text, nav.services.platform.links
    kind = "share" if links.address else "share.text"

    def give(act: Callable[[str], None]) -> None:
        if address := link():
            act(address)

    def send(link: str) -> None:
        share_text(nav, text("share.sent_title"), link, kind)

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
    wakes = True  # a camera may read the code

    def __init__(self, nav: Navigator, words: str) -> None:
        super().__init__(nav)
        self.code: Modules = modules(words)
        self.services.platform.say(self.text("share.code_words"))

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


# -- pictures and texts ----------------------------------------------------------------------------


_MAX_FOLDER_LETTERS = 16
"""The maximum number of letters that are shown of a folder's name."""


def share_moment(nav: Navigator, match: Match, seats: Seats, ply: int) -> None:
    """Share a match; the recipient first sees it after `ply` plies."""
    # The recipient only looks at the match: nothing must be sent by correspondence.
    record = replace(match.to_record(seats), ply=ply, correspondence=None)
    further = (export_choice(nav, match, seats, ply, rest="later"),)
    share_link(nav, lambda: link_of(nav.services, match, record), further=further)


def export_choice(
    nav: Navigator,
    match: Match,
    seats: Seats,
    ply: int,
    rest: str = "taken_back",
    study: Record | None = None,
) -> Command[Dialog]:
    """Return an answer that opens the exports of a match after `ply` plies.

    `rest` is the last part of the text key of the answer that includes later moves. `study` is a
    study that contains the match; formats with branches export all of it.
    """
    act = partial(offer_exports, nav, match, seats, ply, rest, study)
    return answer("picture", nav.services.text("pictures.title"), "picture", act=act)


def offer_exports(
    nav: Navigator,
    match: Match,
    seats: Seats,
    ply: int,
    rest: str = "taken_back",
    study: Record | None = None,
) -> None:
    """Open the dialog with the exports of a match; the arguments are those of `export_choice`."""
    whole = replay(match.to_record(), BY_KEY)  # a copy, because the match may continue
    whole.goto_ply(len(whole.moves))
    if ply == len(whole.moves):
        _offer(nav, whole, seats, study)
        return
    words = nav.services.text(f"pictures.{rest}")
    act = partial(_offer, nav, whole, seats, study, words)
    further = (answer("rest", words, "redo", act=act),)
    _offer(nav, whole.truncated(ply), seats, study, further=further)


def _offer(
    nav: Navigator,
    match: Match,
    seats: Seats,
    study: Record | None,
    words: str = "",
    further: Sequence[Command[Dialog]] = (),
) -> None:
    """Open a dialog with all exports of a match; `words` describe the exported part."""
    text, services = nav.services.text, nav.services

    def still() -> None:
        png = match_picture.png_file(
            lambda: match_picture.MatchPicture(services, match, seats).draw(plies)
        )
        nav.open(PictureProgress(nav, png, "png", match.game.key))

    def film(start: int) -> None:
        nav.open(
            PictureProgress(
                nav, match_picture.film_file(services, match, seats, start), "gif", match.game.key
            )
        )

    plies = len(match.moves)
    choices = [answer("still", text("pictures.still"), "picture", "primary", still)]
    if match_picture.has_pillow() and plies > match_picture.LAST_PLIES:
        last = text("pictures.last", count=match_picture.LAST_PLIES)
        choices.append(
            answer("last", last, "play", act=partial(film, plies - match_picture.LAST_PLIES))
        )
    if match_picture.has_pillow() and 0 < plies <= match_picture.MAX_FILM_PLIES:
        choices.append(answer("whole", text("pictures.whole"), "play", act=partial(film, 0)))
    if copies := _copies(nav, match, study):
        title = text("pictures.text")
        dialog = Dialog(nav, title, answers=copies)
        choices.append(answer("text", title, "copy", act=partial(nav.open, dialog)))
    choices += further
    if not match_picture.has_pillow():
        lacking = text(f"pictures.still_only.{services.platform.kind}")
        words = " ".join(filter(None, (words, lacking)))
    nav.open(Dialog(nav, text("pictures.title"), words, choices))


def _copies(nav: Navigator, match: Match, study: Record | None) -> list[Command[Dialog]]:
    """Return an answer for each format of other programs that can contain the match or study."""
    choices = []
    for file_format in FORMATS:
        if file_format.game != match.game.key:
            continue
        if study is not None and study.lines and file_format.write_study is not None:
            content = file_format.write_study(Study(replay(study, BY_KEY), study.lines))
        else:
            content = file_format.write(match) if file_format.write is not None else None
        if content:
            words = nav.services.text(f"pictures.copy_{file_format.key}")
            act = partial(copy_to_clipboard, nav, words, content, "play")
            choices.append(answer(f"copy-{file_format.key}", words, "copy", act=act))
    return choices


class PictureProgress(Dialog):
    """A dialog that is shown, and can be cancelled, while a picture is made."""

    def __init__(
        self, nav: Navigator, steps: Iterator[float | bytes], ending: str, game: str
    ) -> None:
        """Run `steps`, which yield the progress (0 to 1) and finally the file."""
        text = nav.services.text
        back = answer("back", text("dialog.back"))
        super().__init__(nav, text("pictures.title"), "", (back,))
        self._growing, self._ending, self._game = TimeSliced(steps), ending, game

    def _layout(self) -> None:
        self._body = self.text("pictures.making", share=self._percent())
        super()._layout()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Continue; when the file is complete, save it, or offer it in a browser."""
        before = self._percent()
        self._growing.work(self.services.slice_seconds, self.services.clock)
        if isinstance(self._growing.last, bytes):
            self._give(self._growing.last)
        elif self._percent() != before:
            self.update_layout()

    def _percent(self) -> int:
        progress = self._growing.last
        return round(100 * progress) if isinstance(progress, float) else 0

    def _give(self, data: bytes) -> None:
        platform, text, kind = self.services.platform, self.text, f"image/{self._ending}"
        name = f"Flipside {self._game} {platform.now().replace(':', '.')}.{self._ending}"
        self.nav.back()
        if platform.files.folder is not None:
            show_message(self.nav, self._name, self._save(platform.files.folder, name, data))
            return
        # A browser saves and sends files only after a tap.
        save = partial(platform.files.download, name, kind, data)
        send = partial(platform.files.send, name, kind, data)
        choices = [answer("save", text("pictures.save"), "picture", "primary", save)]
        if platform.files.can_send:
            choices.insert(0, answer("send", text("pictures.send"), "share", act=send))
        words = text("pictures.ready", size=text.decimal(len(data) / 1e6))
        platform.say(words)
        self.nav.open(Dialog(self.nav, self._name, words, choices))

    def _save(self, folder: Path, name: str, data: bytes) -> str:
        folder_name = with_ellipses(folder.name)[:_MAX_FOLDER_LETTERS]
        try:
            path = write_new_file(folder, name, data)
        except OSError as error:
            key = "no_room" if error.errno in NO_ROOM else "not_saved"
            return self.text(f"pictures.{key}", folder=folder_name)
        return self.text("pictures.saved", name=path.name, folder=folder_name)
