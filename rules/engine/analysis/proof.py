"""Proofs: exact search to a given depth, without ProbCut. Forced ends within the depth are certain;
so is every value at the end of the match, and the result of a game's own solver for a goal
(`EngineSpec.exact_solvers`). Knows no single game."""

from collections.abc import Iterator
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.history import History
from flipside.rules.contract.position import Move, Position, ply_adjusted, score_for
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos
from flipside.rules.engine.analysis.analyst import value_of_end
from flipside.rules.engine.search import tablebase_info, tree_search, warm_up


def prove(
    position: Position, game: AnyGame, plies: int, history: History, goal: str = ""
) -> SearchInfos:
    """Search an unfinished position; yields a SearchInfo at once and after each step. The last one
    is certain for `plies` plies; 0: to the end of the match. Nothing may be hidden, unless the game
    has a solver for the `goal`."""
    moves, limit = position.moves(), Limit(depth=plies or Limit.depth, tablebase=True)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, moves)
        return
    for _ in warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    known = tablebase_info(game, position, moves, history)
    if known is not None:
        yield known
        return
    if len(moves) == 1:  # for which a search gives no score
        yield from prove_move(position, moves[0], game, plies, history)
        return
    # At the end of the match values are exact in any case, and ProbCut gets there sooner.
    yield from tree_search(position, game, limit, Random(0), history, selective=not plies)


def prove_move(
    position: Position,
    move: Move,
    game: AnyGame,
    plies: int,
    history: History,
    goal: str = "",
) -> Iterator[SearchInfo]:
    """As `prove`, for the score of one legal move for its mover; `plies` include that move."""
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, (move,))
        return
    child, after = position.play(move), history.after(move)
    result = after.result()
    if result is not None:
        value = value_of_end(game, child, position.turn, 1, result)
        yield SearchInfo(move, value, 1, 1, (move,))
        return
    if plies == 1:
        value = score_for(position.turn, child.turn, game.engine.evaluate(child))
        yield SearchInfo(move, value, 1, 1, (move,))
        return
    left = plies - 1 if plies else 0
    for found in prove(child, game, left, after):
        value = score_for(position.turn, child.turn, found.score)
        pv = (move, *found.pv)
        yield SearchInfo(move, ply_adjusted(value, 1), found.depth + 1, found.nodes, pv)
