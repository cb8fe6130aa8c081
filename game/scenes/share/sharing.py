"""Gives a match to somebody: as a link, or as a QR code of that link. Where no page is published it
is the part of a link that holds the match."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from flipside.game.drawing.qr_code import MAX_CODE_BYTES
from flipside.game.scenes.common.dialog import Choice, Dialog, hand_over, tell
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.share.qr_code import CodePage
from flipside.game.services.services import Services
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import Record, record_text


def link_of(services: Services, match: Match, record: Record) -> str:
    """The address at which a match is seen, as it stands in a record; without one, what Flipside
    reads when it is pasted."""
    return f"{services.platform.links.address}#{fragment(match, record)}"


def copy_record(nav: Navigator, record: Record) -> None:
    """Put a match or a study as text into the clipboard, and tell it."""
    hand_over(nav, nav.services.text("play.copy"), record_text(record), "play")


def share_link(
    nav: Navigator,
    link: Callable[[], str],
    words: str = "",
    further: Sequence[Choice] = (),
    by_post: bool = False,
) -> None:
    """Ask in which way a link is given away; `words` are told besides. `link` is asked once it is;
    where it is empty nothing more is done."""
    text, links = nav.services.text, nav.services.platform.links
    kind = "share" if links.address else "share.text"

    def give(act: Callable[[str], None]) -> None:
        if made := link():
            act(made)

    def send(link: str) -> None:
        links.send(text("share.sent_title"), link)

    def copy(link: str) -> None:
        hand_over(nav, text(f"{kind}.copy"), link, kind)

    def code(link: str) -> None:
        if len(link) > MAX_CODE_BYTES:
            tell(nav, text("share.code"), text("share.too_long"))
        else:
            nav.open(CodePage(nav, link))

    ways = [Choice("copy", text(f"{kind}.copy"), "copy", "plain", partial(give, copy))]
    if links.address:
        ways.append(Choice("code", text("share.code"), "code", "plain", partial(give, code)))
        if links.can_send:
            send_it = Choice("send", text("share.send"), "share", "plain", partial(give, send))
            ways.insert(0, send_it)
    ways[0] = replace(ways[0], look="primary")
    about = text(f"{kind}.{'post_words' if by_post else 'words'}")
    nav.open(Dialog(nav, text("share.title"), f"{about} {words}".strip(), [*ways, *further]))
