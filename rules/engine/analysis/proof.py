"""What a position is worth as far as some plies, with nothing cut away by experience alone.

Forced ends within these plies are certain; so is every value at the end of the match, and what a
game counts itself for a goal (`Thinking.counted`). Knows no single game.
"""

from collections.abc import Iterator, Sequence
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.search_api import Limit, Thought, Thoughts
from rules.contract.value import WIN, sooner
from rules.engine import alpha_beta
from rules.engine.analysis.analyst import value_of_end
from rules.engine.search import prepare


def proof(
    position: Position, game: AnyGame, plies: int, seen: Sequence[Position], goal: str = ""
) -> Thoughts:
    """Thoughts about a position that is not over, the first at once, one more after each bite; the
    last one is certain as far as `plies` plies, 0 meaning to the end of the match.

    `seen` are the positions of the match so far, `goal` is that of the problem. Nothing that is
    hidden may be left, unless the game itself counts for that goal.
    """
    moves, limit = position.moves(), Limit(depth=plies or Limit.depth, perfect=True)
    yield Thought(moves[0], 0, 0, 0, (moves[0],))
    if goal in game.thinking.counted:
        yield from game.thinking.counted[goal](position, moves)
        return
    for _ in prepare(game, limit):
        yield Thought(moves[0], 0, 0, 0, (moves[0],))
    thinking = game.thinking
    known = thinking.perfect(position) if thinking.perfect is not None else None
    if known is not None:
        best = max(moves, key=known.__getitem__)
        end = WIN - abs(known[best])
        yield Thought(best, known[best], end if end < WIN // 2 else 0, len(moves), (best,))
        return
    if len(moves) == 1:
        yield from _forced(position, game, plies, seen)
        return
    rules = thinking.batch() if thinking.batch is not None else None
    if rules is None or not rules.covers(position):
        yield from alpha_beta.thoughts(position, game, limit, Random(0), seen)
        return
    from rules.engine.vector.search import thoughts as by_arrays

    # An end of the match is exact anyhow, and experience shows the way to it.
    yield from by_arrays(position, game, rules, limit, Random(0), seen, selective=not plies)


def _forced(position: Position, game: AnyGame, plies: int, seen: Sequence[Position]) -> Thoughts:
    """A search says nothing where there is no choice: what comes of the only move."""
    move = position.moves()[0]
    for thought in after(position, move, game, plies, seen):
        yield Thought(move, thought.value, thought.depth, thought.positions, thought.line)


def after(
    position: Position,
    move: Move,
    game: AnyGame,
    plies: int,
    seen: Sequence[Position],
    goal: str = "",
) -> Iterator[Thought]:
    """Thoughts about what a legal move is worth to its mover, of the plies that one included; the
    last one is certain."""
    if goal in game.thinking.counted:
        yield from game.thinking.counted[goal](position, (move,))
        return
    then = position.play(move)
    if then.result() is not None:
        value = value_of_end(game, then, position.turn, 1)
        yield Thought(move, value, 1, 1, (move,))
        return
    if plies == 1:
        value = game.thinking.judge(then)
        yield Thought(move, value if then.turn == position.turn else -value, 1, 1, (move,))
        return
    left = plies - 1 if plies else 0
    for found in proof(then, game, left, [*seen, then]):
        value = found.value if then.turn == position.turn else -found.value
        line = (move, *found.line)
        yield Thought(move, sooner(value, 1), found.depth + 1, found.positions, line)


def proved(
    position: Position, game: AnyGame, plies: int, seen: Sequence[Position], goal: str = ""
) -> dict[Move, int]:
    """The values of all legal moves for the mover, certain as far as so many plies."""
    values = {}
    for move in position.moves():
        for thought in after(position, move, game, plies, seen, goal):
            values[move] = thought.value
    return values
