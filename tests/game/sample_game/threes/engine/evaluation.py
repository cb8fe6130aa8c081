"""What is good in Threes: discs in lines that the other player has not entered."""

from flipside.rules.contract.position import Player
from flipside.rules.games.threes.position import LINES, Threes


def evaluate(position: Threes) -> int:
    """How good the position is for the mover; a guess made by hand."""
    value = _open(position, position.turn) - _open(position, 1 - position.turn)
    return -value if position.avoid else value


def _open(position: Threes, player: Player) -> int:
    own, enemy = position.discs[player], position.discs[1 - player]
    return sum(30 * (line & own).bit_count() for line in LINES if not line & enemy)
