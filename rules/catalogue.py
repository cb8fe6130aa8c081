"""All games, in menu order, and all match formats of other programs."""

from flipside.rules.contract.game import AnyGame
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello import formats as othello_formats
from flipside.rules.games.switch import SWITCH
from flipside.rules.match.formats import Format

GAMES: tuple[AnyGame, ...] = (OTHELLO, FLIPFLOP, SWITCH, FLIPOP, CONTACTIC)

BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}

FORMATS: tuple[Format, ...] = othello_formats.FORMATS
"""Match formats of other programs, in the order of detection."""
