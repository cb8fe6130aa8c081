"""All games, in menu order, and all match formats of other programs."""

import copyreg
from collections.abc import Callable

from flipside.rules.contract.game import AnyGame, Game
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


def game_of_key(key: str) -> AnyGame:
    """Return the game with key `key`; KeyError if there is none. Pickles store games by key."""
    return BY_KEY[key]


def _by_key(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    if BY_KEY.get(game.key) is not game:
        raise TypeError(f"only games of the catalogue can be pickled; {game.key!r} is none")
    return game_of_key, (game.key,)


copyreg.pickle(Game, _by_key)  # games contain functions, which cannot be pickled
