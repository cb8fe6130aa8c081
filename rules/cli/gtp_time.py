"""Time management for GTP: seconds for a move by the controller's time settings. Reads no clock."""

from flipside.rules.contract.position import Player

_MOVES_TO_COME = 20
"""The time left is divided by this for one move, so it never runs out."""

_CAREFUL = 0.9
"""Part of its share that a move uses; the rest is for everything but search."""


class ControllerTime:
    """The time settings of the controller, and each player's time left in seconds."""

    def __init__(self, main: float = 0, period: float = 0, stones: int = 0) -> None:
        """`main` seconds for the match, then `period` seconds for every `stones` moves (Canadian
        byo-yomi); all 0: no limit."""
        self.main, self.period, self.stones = main, period, stones
        self.left: list[tuple[float, int] | None] = [None, None]
        """Seconds, and for how many moves, 0 for all; None for no limit."""
        for player in (0, 1):
            self.renew(player)

    def renew(self, player: Player) -> None:
        """Give that player the full time, as in a new match."""
        limited = self.stones > 0 if self.period else self.main > 0
        whole = (float(self.main), 0) if self.main else (float(self.period), self.stones)
        self.left[player] = whole if limited else None

    def tell(self, player: Player, seconds: float, stones: int) -> None:
        """Set the time left by the controller's count, for `stones` more moves, 0 for all."""
        self.left[player] = seconds, stones

    def share(self, player: Player) -> float | None:
        """Seconds for the next move; None for no limit."""
        left = self.left[player]
        if left is None:
            return None
        seconds, stones = left
        share = seconds / (stones or _MOVES_TO_COME)
        if not stones and self.stones:
            share = max(share, self.period / self.stones)
        return share * _CAREFUL

    def spend(self, player: Player, spent: float) -> None:
        """Take the `spent` seconds of a move off the player's time."""
        left = self.left[player]
        if left is None:
            return
        seconds, stones = left
        seconds = max(0.0, seconds - spent)
        if stones > 1:
            self.left[player] = seconds, stones - 1
        elif stones or (not seconds and self.stones):
            self.left[player] = float(self.period), self.stones
        else:
            self.left[player] = seconds, 0
