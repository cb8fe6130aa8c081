"""All games, in menu order, and all match formats of other programs."""

from rules.contract.game import AnyGame
from rules.games.contactic import CONTACTIC
from rules.games.flipflop import FLIPFLOP
from rules.games.flipop import FLIPOP
from rules.games.othello import OTHELLO
from rules.games.othello import formats as othello_formats
from rules.games.switch import SWITCH
from rules.match.formats import Format

GAMES: tuple[AnyGame, ...] = (OTHELLO, FLIPFLOP, SWITCH, FLIPOP, CONTACTIC)

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}

FORMATS: tuple[Format, ...] = othello_formats.FORMATS
"""Match formats of other programs, in the order of detection."""
