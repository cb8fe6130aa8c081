"""The rival of Othello: the alpha-beta search of the package `rust-reversi` (the extra `rivals`).

Its evaluation is the number of legal moves (mobility).
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from flipside.rules.contract.position import PASS, Move
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.match import Match

if TYPE_CHECKING:
    from tests.tools.rivals.player import RivalPlayer


def new_player() -> "RivalPlayer":
    """Return the player for one match; it has no state."""
    return _answer


@cache
def _rival(depth: int) -> Any:
    import rust_reversi

    return rust_reversi.AlphaBetaSearch(rust_reversi.LegalNumEvaluator(), depth, 10_000)


def _answer(match: Match, level: Level, clock: SecondsClock) -> Move:
    """Return the rival's move. Square 0 of the rival is our bit 63."""
    import rust_reversi

    position = match.position
    assert isinstance(position, Othello)
    if not position.legal_squares:
        return PASS
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    board = rust_reversi.Board()
    turn = rust_reversi.Turn.BLACK if position.turn == 0 else rust_reversi.Turn.WHITE
    board.set_board(own, enemy, turn)
    return (63 - _rival(level.limit.depth).get_move(board),)
