"""How much of the time that a controller has set a player may use. Reads no clock itself."""

from rules.position import Player

_MOVES_TO_COME = 20
"""The share of a move is the time left over this: less and less, but never all of it."""

_CAREFUL = 0.9
"""The part of its share that a move uses; the rest is for what happens beside thinking."""


class Times:
    """What time the controller has set, and what is left of it to each player."""

    def __init__(self, main: int = 0, period: int = 0, stones: int = 0) -> None:
        """Seconds for the match, then seconds for every so many moves; nothing set is no limit."""
        self.main, self.period, self.stones = main, period, stones
        self.limited = stones > 0 if period else main > 0
        self.renew()

    def renew(self) -> None:
        """A new match has the whole time."""
        start = (float(self.main), 0) if self.main else (float(self.period), self.stones)
        self.left = [start, start]

    def tell(self, player: Player, seconds: int, stones: int) -> None:
        """By the controller's count this is left: of the match, or for so many more moves."""
        self.limited = True
        self.left[player] = float(seconds), stones

    def share(self, player: Player) -> float | None:
        """Seconds for the next move, None for any number."""
        if not self.limited:
            return None
        seconds, stones = self.left[player]
        share = seconds / (stones or _MOVES_TO_COME)
        if not stones and self.stones:
            share = max(share, self.period / self.stones)
        return share * _CAREFUL

    def spend(self, player: Player, spent: float) -> None:
        """A move took so many seconds."""
        seconds, stones = self.left[player]
        seconds = max(0.0, seconds - spent)
        if stones > 1:
            self.left[player] = seconds, stones - 1
        elif stones or (not seconds and self.stones):
            self.left[player] = float(self.period), self.stones
        else:
            self.left[player] = seconds, 0
