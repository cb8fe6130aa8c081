"""Facts about a move in Flip-Flop, and reasons why taps are illegal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Fact, Move, Player
from flipside.rules.games.flipflop.position import BOARD, CROSS, LINES, FlipFlop

_MANY_STONES = 5
"""Minimum number of stones of a colour in a line for a fact about them."""


def facts(position: FlipFlop, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, most important first."""
    cell, turn, after = move[0], position.turn, position.play(move)
    full = [line for line in LINES if not line & ~after.stones[turn]]
    if full:
        yield Fact("fills", where=_name(full[0]))
    if not after.outcome:
        yield from (_threats if after.laying else _switches)(position, after, turn)
    if position.laying:
        yield from _laid(position, after, cell)
        return
    longest = max(LINES, key=lambda line: (line & after.stones[turn]).bit_count())
    count = (longest & after.stones[turn]).bit_count()
    if _MANY_STONES <= count < 8:
        yield Fact("holds", count, _name(longest))
    yield Fact("gains", (CROSS[cell] & position.stones[1 - turn]).bit_count())


def _threats(position: FlipFlop, after: FlipFlop, turn: Player) -> Iterator[Fact]:
    """Yield a line that the move protects from the enemy, and a line that the mover threatens."""
    if position.setup.late:
        return
    danger = position.finishing(1 - turn)
    if danger and not after.finishing(1 - turn):
        yield Fact("stops_line", where=_name(danger[0][0]), ahead=1)
    mine = replace(after, turn=turn).finishing(turn)
    if mine:
        yield Fact("threatens", where=_name(mine[0][0]), ahead=2)


def _switches(position: FlipFlop, after: FlipFlop, turn: Player) -> Iterator[Fact]:
    """Yield "safe" if the enemy cannot win next, and "traps" if most of his replies lose.

    If no move lets the enemy win next, "safe" is left out.
    """
    if not _lost(after, 1 - turn) and any(
        _lost(position.play(move), 1 - turn) for move in position.moves()
    ):
        yield Fact("safe", ahead=1)
    replies = [_lost(after.play(reply), turn) for reply in after.moves()]
    if 2 * sum(replies) > len(replies):
        yield Fact("traps", ahead=2)


def _lost(there: FlipFlop, winner: Player) -> bool:
    """Return whether `winner` has won, or is to move and can fill a line."""
    if there.outcome is not None:
        return there.outcome.winner == winner
    return bool(there.finishing(winner))


def _laid(position: FlipFlop, after: FlipFlop, cell: Cell) -> Iterator[Fact]:
    """Yield the strong facts about the row and the column of a new stone, or else the best fact."""
    lines = sorted(
        (_line_fact(after, line, position.turn) for line in LINES if line >> cell & 1),
        key=lambda fact: _LAID_KEYS.index(fact.key),
    )
    yield from [fact for fact in lines if fact.key in _STRONG_KEYS] or lines[:1]


_STRONG_KEYS = ("breaks", "alone", "secures", "chance")
_LAID_KEYS = (*_STRONG_KEYS, "holds", "even", "majority", "opens", "limits")
"""Keys of the facts about a line with a new stone, the most important first."""


def _line_fact(after: FlipFlop, line: int, turn: Player) -> Fact:
    """Return the fact about a line in which the player `turn` has just laid a stone."""
    own = (line & after.stones[turn]).bit_count()
    enemy = (line & after.stones[1 - turn]).bit_count()
    where = _name(line)
    if own == 1 and enemy >= 2:
        return Fact("breaks", enemy, where)
    if own == 1 and not enemy:
        return Fact("opens", where=where)
    if not enemy:
        return Fact("alone", own, where)
    if own == 2:
        return Fact("secures", where=where)
    if enemy == 1 and own > 2:
        return Fact("chance", own, where)
    if own >= _MANY_STONES:
        return Fact("holds", own, where)
    if own + enemy == 8 and own % 2 == 0:
        return Fact("even", own, where)
    return Fact("majority", own, where) if own > enemy else Fact("limits", 8 - own, where)


def _name(line: int) -> str:
    first = (line & -line).bit_length() - 1
    return BOARD.names[first][1] if line >> first & 0xFF == 0xFF else BOARD.names[first][0]


def illegal_reason(position: FlipFlop, taps: Move) -> str:
    """Return the text key of the reason why the last tap is illegal (FF-1, FF-3, FF-4)."""
    if position.laying:
        return "taken"
    return "own" if position.stones[position.turn] >> taps[-1] & 1 else "banned"


def lessons_after_loss(positions: Sequence[FlipFlop], loser: Player) -> Iterator[str]:
    """Yield the lessons about why a player lost, the most fitting first."""
    before, last_chance = positions[-2], positions[-3:][0]
    if before.laying and len({taps for _, taps in last_chance.finishing(1 - loser)}) > 1:
        yield "fork"
    yield "block" if before.laying or before.turn == loser else "even"
