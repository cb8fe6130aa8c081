"""The one list of all games, in menu order."""

from rules.contactic import CONTACTIC
from rules.flipflop import FLIPFLOP
from rules.flipop import FLIPOP
from rules.othello import OTHELLO
from rules.position import AnyGame
from rules.switch import SWITCH

GAMES: tuple[AnyGame, ...] = (OTHELLO, FLIPFLOP, SWITCH, FLIPOP, CONTACTIC)

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
