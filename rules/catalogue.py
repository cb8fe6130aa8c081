"""The one list of all games, in menu order."""

from rules.flipflop import FLIPFLOP
from rules.flipop import FLIPOP
from rules.othello import OTHELLO
from rules.position import AnyGame

GAMES: tuple[AnyGame, ...] = (OTHELLO, FLIPFLOP, FLIPOP)

COMING: tuple[str, ...] = ("switch", "contactic")
"""Keys of boxes on the shelf that are still empty."""

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
