"""A correspondence match on the table: who is away, which plies were sent, what comes back."""

from collections.abc import Callable
from dataclasses import replace

from game.table.change import Change
from game.table.incoming import line, take_in
from rules.contract.position import Player
from rules.match.correspondence import Correspondence
from rules.match.match import Match


class CorrespondenceSeat:
    """One match, of which another player may know."""

    def __init__(
        self,
        match: Match,
        entropy: Callable[[], int],
        carry_out: Callable[[Callable[[], None]], Change],
    ) -> None:
        """`carry_out` does something with the match and saves it."""
        self._match = match
        self._entropy = entropy
        self._carry_out = carry_out

    @property
    def away(self) -> Player | None:
        """The player whose moves come by correspondence, or None."""
        return self._match.correspondence.away if self._match.correspondence is not None else None

    @property
    def awaits(self) -> bool:
        """Whether the next move comes by correspondence."""
        return self._match.position.turn == self.away and self._match.result() is None

    @property
    def sent(self) -> int:
        """How many plies that player knows; they cannot be undone."""
        post = self._match.correspondence
        return 0 if post is None or post.away is None else post.sent

    @property
    def unsent(self) -> bool:
        """Whether something stands here that the player who is away does not know."""
        return self.away is not None and len(line(self._match)) > self.sent

    def begin(self, away: Player) -> Change:
        """Let a player move elsewhere from here on. Time does not count any more, and what was
        taken back is forgotten."""

        def send_away() -> None:
            self._match.forget_undone()
            self._match.clock, self._match.correspondence = None, self._post(away, 0)

        return self._carry_out(send_away)

    def send(self) -> bool:
        """The match goes out as it stands, known by an id; not if it went on elsewhere."""

        def sent() -> None:
            self._match.correspondence = self._post(self.away, len(line(self._match)))

        return not self._carry_out(sent).elsewhere

    def take_in(self, there: Match) -> Change:
        """Play on as the other one has, who moves elsewhere from here on."""
        return self._carry_out(lambda: take_in(self._match, there))

    def _post(self, away: Player | None, sent: int) -> Correspondence:
        post = self._match.correspondence or Correspondence(f"{self._entropy():08x}")
        return replace(post, away=away, sent=sent)
