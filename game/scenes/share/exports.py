"""Exports a match as a picture, as an animation, or as text for other programs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from flipside.game.saves.matches import Seats
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer, copy_to_clipboard, show_message
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.share.match_picture import (
    LAST_PLIES,
    MAX_FILM_PLIES,
    MatchPicture,
    film_file,
    has_pillow,
    png_file,
)
from flipside.game.scenes.share.sharing import link_of, share_link
from flipside.game.services.plain import with_ellipses
from flipside.game.services.platform.platform import write_new_file
from flipside.game.services.storage.storage import NO_ROOM
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import Record
from flipside.rules.match.study import Study

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
        png = png_file(lambda: MatchPicture(services, match, seats).draw(plies))
        nav.open(PictureProgress(nav, png, "png", match.game.key))

    def film(start: int) -> None:
        nav.open(
            PictureProgress(nav, film_file(services, match, seats, start), "gif", match.game.key)
        )

    plies = len(match.moves)
    choices = [answer("still", text("pictures.still"), "picture", "primary", still)]
    if has_pillow() and plies > LAST_PLIES:
        last = text("pictures.last", count=LAST_PLIES)
        choices.append(answer("last", last, "play", act=partial(film, plies - LAST_PLIES)))
    if has_pillow() and 0 < plies <= MAX_FILM_PLIES:
        choices.append(answer("whole", text("pictures.whole"), "play", act=partial(film, 0)))
    if copies := _copies(nav, match, study):
        title = text("pictures.text")
        dialog = Dialog(nav, title, answers=copies)
        choices.append(answer("text", title, "copy", act=partial(nav.open, dialog)))
    choices += further
    if not has_pillow():
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
