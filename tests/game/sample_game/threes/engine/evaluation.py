"""The evaluation of Threes: discs in lines without a disc of the opponent."""

from flipside.rules.contract.position import Player
from flipside.rules.games.threes.position import LINES, Threes


def evaluate(position: Threes) -> int:
    """Return a score of the position for the player to move."""
    value = _open(position, position.turn) - _open(position, 1 - position.turn)
    return -value if position.avoid else value


def _open(position: Threes, player: Player) -> int:
    own, enemy = position.discs[player], position.discs[1 - player]
    return sum(30 * (line & own).bit_count() for line in LINES if not line & enemy)
