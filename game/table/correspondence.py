"""The correspondence of the match on a table: the absent player, the plies sent and received."""

from collections.abc import Callable
from dataclasses import replace

from game.table.change import Change
from game.table.incoming import continue_from, played_events
from rules.contract.position import Player
from rules.match.correspondence import Correspondence
from rules.match.match import Match


class CorrespondenceSeat:
    """The correspondence state of one match."""

    def __init__(
        self,
        match: Match,
        entropy: Callable[[], int],
        carry_out: Callable[[Callable[[], None]], Change],
    ) -> None:
        """`carry_out` changes the match by a function and saves it."""
        self._match = match
        self._entropy = entropy
        self._carry_out = carry_out

    @property
    def away(self) -> Player | None:
        """The player whose moves come by correspondence, or None."""
        return self._match.correspondence.away if self._match.correspondence is not None else None

    @property
    def awaits(self) -> bool:
        return self._match.position.turn == self.away and self._match.result() is None

    @property
    def sent(self) -> int:
        """The number of plies sent to the absent player; they cannot be undone."""
        post = self._match.correspondence
        return 0 if post is None or post.away is None else post.sent

    @property
    def unsent(self) -> bool:
        """Whether the match has moves or an end that were not sent to the absent player."""
        return self.away is not None and len(played_events(self._match)) > self.sent

    def begin(self, away: Player) -> Change:
        """Let `away` move elsewhere from now on. The clocks go, and undone moves are forgotten."""

        def send_away() -> None:
            self._match.forget_undone()
            self._match.clock, self._match.correspondence = None, self._post(away, 0)

        return self._carry_out(send_away)

    def send(self) -> bool:
        """Note that the match is sent as it is now; return False if it went on elsewhere."""

        def sent() -> None:
            self._match.correspondence = self._post(self.away, len(played_events(self._match)))

        return not self._carry_out(sent).elsewhere

    def take_in(self, there: Match) -> Change:
        """Continue the match from that of a link."""
        return self._carry_out(lambda: continue_from(self._match, there))

    def _post(self, away: Player | None, sent: int) -> Correspondence:
        post = self._match.correspondence or Correspondence(f"{self._entropy():08x}")
        return replace(post, away=away, sent=sent)
