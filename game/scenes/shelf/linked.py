"""A match from a link, which can be continued, reviewed or copied.

It is not saved before the player continues it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flipside.game.live_match.correspondence import KnownMatch, find_known, own_match
from flipside.game.live_match.match_text import MatchText
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.progress import save_new_match
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.share.sharing import copy_record
from flipside.game.scenes.shelf.album import going_words, open_review
from flipside.game.ui.containers import Row
from flipside.game.ui.widgets import Canvas, Widget
from flipside.rules.contract.position import Player


class Linked(Dialog):
    """A dialog with the match of a link."""

    def __init__(self, nav: Navigator, there: StoredMatch, here: KnownMatch | None) -> None:
        text = nav.services.text
        self._there, self._here = there, here
        head, below = going_words(text, there, "")
        sentence = text(f"link.{here.news if here is not None else 'new'}")
        if here is not None and here.brings_own:
            sentence += f" {text('link.yours')}"
        if there.match.clock is not None and there.match.result() is None:
            sentence += f" {text('post.no_clocks')}"
        look_at = ("explore.title", "branch") if there.lines else ("play.review", "graph")
        choices = (
            *self._ways_on(nav),
            answer("review", text(look_at[0]), look_at[1], act=self._review),
            answer("copy", text("play.copy"), "copy", act=self._copy),
        )
        super().__init__(nav, head, f"{sentence} {below}", choices, columns=2)

    def _ways_on(self, nav: Navigator) -> list[Command[Dialog]]:
        text, here, match = nav.services.text, self._here, self._there.match
        ways = []
        if here is not None:
            key = "link.go_on" if here.news == "goes_on" else "link.go_there"
            ways.append(answer("go-on", text(key), "play", "primary", self._go_on))
        if match.result() is not None or (here is not None and here.news != "contradicts"):
            return ways
        post, match_text = match.correspondence, MatchText(text, match)
        first = match.position.turn if post is None or post.away is None else post.away
        for player in (first, 1 - first):
            words = text("link.play_as", colour=match_text.colour(player))
            look = "primary" if not ways else "plain"
            act = partial(self._play, player)
            ways.append(answer(f"play-as-{player}", words, "person", look, act))
        return [*ways, answer("play-here", text("link.play_here"), "play",
                              act=partial(self._play, None))]  # fmt: skip

    def _further(self) -> Sequence[Widget]:
        width = min(220, self.size[1] / 3 / self.theme.unit)
        paint = miniature(self.theme, self._there.match, self.services.settings.aids)
        return [Row([Canvas(paint, 1.0, width=width)], align_x=0.5)]

    def _go_on(self) -> None:
        here = self._here
        assert here is not None
        if not here.saved.name:
            open_review(self.nav, here.saved)
            return
        self.nav.home()
        play = PlaySession(self.nav, here.saved)
        self.nav.open(BoardScene(play))
        if here.news == "goes_on":
            play.show(play.live_match.correspondence.take_in(self._there.match))

    def _play(self, player: Player | None) -> None:
        stored_match = own_match(self.services, self._there, player)
        if save_new_match(self.services, stored_match):
            self.nav.home()
            self.nav.open(BoardScene(PlaySession(self.nav, stored_match)))

    def _review(self) -> None:
        open_review(self.nav, self._there, self._there.match.ply)

    def _copy(self) -> None:
        there = self._there
        record = replace(there.match.to_record(there.seats), lines=there.lines)
        copy_record(self.nav, record)


def open_link(nav: Navigator, there: StoredMatch) -> None:
    """Show the match of a link."""
    nav.open(Linked(nav, there, find_known(nav.services, there.match)))
