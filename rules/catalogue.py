"""The one list of all games, in menu order."""

from rules.contactic import CONTACTIC
from rules.othello import OTHELLO
from rules.position import AnyGame

GAMES: tuple[AnyGame, ...] = (OTHELLO, CONTACTIC)

COMING: tuple[str, ...] = ("flipflop", "switch", "flipop")
"""Keys of boxes on the shelf that are still empty."""

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
