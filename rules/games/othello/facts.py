"""Facts about a move in Othello, and reasons why taps are illegal."""

from collections.abc import Iterator, Sequence

from flipside.rules.contract.position import Fact, Move, Player
from flipside.rules.games.othello.position import (
    ALL,
    BOARD,
    CENTRE_CELLS,
    CORNER_CELLS,
    Othello,
    enclosed,
    legal,
    with_neighbours,
)

_CORNERS = sum(1 << cell for cell in CORNER_CELLS)


def facts(position: Othello, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, most important first; a pass has none."""
    if not move:
        return
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    if position.laying:
        yield from _centre(own, move)
        return
    if not position.setup.fewest:
        yield from _corners(position, move)
    flips = enclosed(own, enemy, move[0])
    if not flips & with_neighbours(~(own | enemy | 1 << move[0]) & ALL):
        yield Fact("inside")
    count = flips.bit_count()
    yield Fact("turns", count)
    lines = sum(1 for ray in BOARD.rays(move[0]) if ray and flips >> ray[0] & 1)
    if lines > 1:
        yield Fact("lines", lines)


def _centre(own: int, move: Move) -> Iterator[Fact]:
    """Yield whether the first two discs of a colour lie side by side or crosswise (OT-7)."""
    for other in CENTRE_CELLS:
        if own >> other & 1:
            straight = other // 8 == move[0] // 8 or other % 8 == move[0] % 8
            yield Fact("parallel" if straight else "crosswise")


def _corners(position: Othello, move: Move) -> Iterator[Fact]:
    """Yield whether the move takes a corner, or denies the enemy a corner."""
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    if move[0] in CORNER_CELLS:
        yield Fact("corner")
    if position.play(move).legal_squares & _CORNERS:
        return
    if legal(enemy, own) & _CORNERS & ~(1 << move[0]):
        yield Fact("keeps_corner", ahead=1)
    elif any(position.play(other).legal_squares & _CORNERS for other in position.moves()):
        yield Fact("no_corner", ahead=1)


def illegal_reason(position: Othello, taps: Move) -> str:
    """Return the text key of the reason why the last tap is illegal (OT-2, OT-7)."""
    if (position.discs[0] | position.discs[1]) >> taps[-1] & 1:
        return "taken"
    return "centre" if position.laying else "turns_nothing"


_MIDDLE = slice(12, 44)
"""The plies in which the numbers of moves are compared."""


def lessons_after_loss(positions: Sequence[Othello], loser: Player) -> Iterator[str]:
    """Yield the lessons about why a player lost, the most fitting first."""
    colours, last = positions[-1].colours, positions[-1].pieces()
    corners = [piece.colour for cell in CORNER_CELLS if (piece := last[cell]) is not None]
    if corners.count(colours[1 - loser]) >= corners.count(colours[loser]) + 2:
        yield "corners"
    counts = [0, 0]
    for position in positions[_MIDDLE]:
        counts[position.turn] += len(position.moves())
    if counts[1 - loser] > 1.2 * counts[loser]:
        yield "mobility"
    yield "parity"
