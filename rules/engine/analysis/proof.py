"""Proofs: exact search to a given depth, without ProbCut.

Forced ends within the depth are certain; so is every value at the end of the match, and the result
of a game's own solver for a goal (`EngineSpec.exact_solvers`). Knows no single game.
"""

from collections.abc import Iterator, Sequence
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.search_api import Limit, SearchInfo, SearchInfos
from rules.contract.value import WIN, ply_adjusted
from rules.engine import alpha_beta
from rules.engine.analysis.analyst import value_of_end
from rules.engine.search import warm_up


def prove(
    position: Position, game: AnyGame, plies: int, seen: Sequence[Position], goal: str = ""
) -> SearchInfos:
    """Search an unfinished position; yields a SearchInfo at once and after each step, the last one
    certain for `plies` plies, 0 meaning to the end of the match.

    `seen` are the positions of the match so far, `goal` is that of the problem. Nothing may be
    hidden, unless the game has a solver for that goal.
    """
    moves, limit = position.moves(), Limit(depth=plies or Limit.depth, tablebase=True)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, moves)
        return
    for _ in warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    thinking = game.engine
    known = thinking.tablebase(position) if thinking.tablebase is not None else None
    if known is not None:
        best = max(moves, key=known.__getitem__)
        end = WIN - abs(known[best])
        yield SearchInfo(best, known[best], end if end < WIN // 2 else 0, len(moves), (best,))
        return
    if len(moves) == 1:
        yield from _forced(position, game, plies, seen)
        return
    rules = thinking.batch_rules() if thinking.batch_rules is not None else None
    if rules is None or not rules.covers(position):
        yield from alpha_beta.alpha_beta_search(position, game, limit, Random(0), seen)
        return
    from rules.engine.vector.search import vector_search as by_arrays

    # At the end of the match values are exact in any case, and ProbCut gets there sooner.
    yield from by_arrays(position, game, rules, limit, Random(0), seen, selective=not plies)


def _forced(position: Position, game: AnyGame, plies: int, seen: Sequence[Position]) -> SearchInfos:
    """The score of the only legal move, for which a search alone gives none."""
    move = position.moves()[0]
    for thought in prove_move(position, move, game, plies, seen):
        yield SearchInfo(move, thought.score, thought.depth, thought.nodes, thought.pv)


def prove_move(
    position: Position,
    move: Move,
    game: AnyGame,
    plies: int,
    seen: Sequence[Position],
    goal: str = "",
) -> Iterator[SearchInfo]:
    """Search for the score of a legal move for its mover; `plies` include that move. The last
    SearchInfo is certain."""
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, (move,))
        return
    then = position.play(move)
    if then.result() is not None:
        value = value_of_end(game, then, position.turn, 1)
        yield SearchInfo(move, value, 1, 1, (move,))
        return
    if plies == 1:
        value = game.engine.evaluate(then)
        yield SearchInfo(move, value if then.turn == position.turn else -value, 1, 1, (move,))
        return
    left = plies - 1 if plies else 0
    for found in prove(then, game, left, [*seen, then]):
        value = found.score if then.turn == position.turn else -found.score
        line = (move, *found.pv)
        yield SearchInfo(move, ply_adjusted(value, 1), found.depth + 1, found.nodes, line)


def prove_moves(
    position: Position, game: AnyGame, plies: int, seen: Sequence[Position], goal: str = ""
) -> dict[Move, int]:
    """The values of all legal moves for the mover, certain for `plies` plies."""
    values = {}
    for move in position.moves():
        for thought in prove_move(position, move, game, plies, seen, goal):
            values[move] = thought.score
    return values
