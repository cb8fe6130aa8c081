"""Gives a match to somebody: as a link, or as a QR code of that link."""

from collections.abc import Callable, Sequence

from game.drawing.qr_code import MAX_CODE_BYTES
from game.scenes.common.dialog import Choice, Dialog, hand_over, tell
from game.scenes.common.stage import Stage
from game.scenes.share.qr_code import CodePage
from game.services.services import Services
from rules.match.link import fragment
from rules.match.match import Match
from rules.match.record import Record, record_text


def link_of(services: Services, match: Match, record: Record) -> str:
    """The address at which a match is seen, as it stands in a record."""
    return f"{services.page.links.address}#{fragment(match, record)}"


def copy_record(stage: Stage, record: Record) -> None:
    """Put a match or a study as text into the clipboard, and tell it."""
    hand_over(stage, stage.services.text("play.copy"), record_text(record), "play")


class Sharing(Dialog):
    """The ways in which a link is given away."""

    def __init__(
        self,
        stage: Stage,
        link: Callable[[], str],
        words: str = "",
        further: Sequence[Choice] = (),
    ) -> None:
        """`link` is asked once it is given away; where it is empty nothing more is done."""
        text, links = stage.services.text, stage.services.page.links
        shares, words = links.can_send, words or text("share.words")
        if not links.leads_somewhere:
            words += f" {text('share.nowhere')}"
        send = Choice("send", text("share.send"), "share", "primary", self._send)
        copy = Choice("copy", text("share.copy"), "copy", "plain" if shares else "primary",
                      self._copy)  # fmt: skip
        code = Choice("code", text("share.code"), "code", action=self._code)
        choices = (*((send,) if shares else ()), copy, code, *further)
        super().__init__(stage, text("share.title"), words, choices)
        self._link = link

    def _send(self) -> None:
        if link := self._link():
            self.services.page.links.send(self.text("share.sent_title"), link)

    def _copy(self) -> None:
        if link := self._link():
            hand_over(self.stage, self.text("share.copy"), link, "share")

    def _code(self) -> None:
        if not (link := self._link()):
            return
        if len(link) > MAX_CODE_BYTES:
            tell(self.stage, self.text("share.code"), self.text("share.too_long"))
        else:
            self.stage.open(CodePage(self.stage, link))
