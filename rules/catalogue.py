"""The one list of all games, in menu order."""

from rules.othello import OTHELLO
from rules.position import AnyGame
from rules.switch import SWITCH

GAMES: tuple[AnyGame, ...] = (OTHELLO, SWITCH)

COMING: tuple[str, ...] = ("flipflop", "flipop", "contactic")
"""Keys of boxes on the shelf that are still empty."""

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
