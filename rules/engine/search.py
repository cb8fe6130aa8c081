"""The entry to the engine: opening book, tablebase, own search, vector search or alpha-beta.

Callers iterate for as long as time allows and play the move of the last SearchInfo; dropping the
generator ends the search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING

from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.rng import shuffled
from rules.contract.search_api import Limit, SearchCache, SearchInfo, SearchInfos
from rules.contract.value import FORCED, WIN
from rules.engine import alpha_beta
from rules.engine.data import locate

if TYPE_CHECKING:
    from rules.contract.batch_rules import AnyBatchRules

_VECTOR_DEPTH = 4
"""Plies from which on levels with noise use the vector search too."""

_FORCED_WIN_DEPTH, _FORCED_WIN_PLIES = 3, 63
"""The depth from which on a search also looks for a forced win, and how many plies deep at least:
people see such wins, and a level that misses them never finishes the match."""

_BOOK_SPREAD_POINTS = 20
"""Points added to every book move's lead over the worst when one is drawn, so that the worst is
played too."""


def search(
    position: Position,
    game: AnyGame,
    limit: Limit,
    random: Random,
    seen: Sequence[Position] = (),
    kept: SearchCache | None = None,
) -> SearchInfos:
    """Search an unfinished position; yields a SearchInfo at once and after each short step.

    Ends by itself at the depth of the limit, at a forced end, or when only one move is legal.
    `seen` are the positions of the match so far, `kept` is shared by the searches of a match. The
    same Random gives the same result unless time cuts it short or `kept` holds something.
    """
    moves = shuffled(position.moves(), random)
    assert moves, "a search begins before the end of the match"
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) == 1:
        return
    thinking = game.engine
    good = (
        thinking.opening_book(position)
        if limit.opening_book and thinking.opening_book is not None
        else None
    )
    if good:
        move = _drawn(good, random)
        yield SearchInfo(move, good[move], 1, len(good), (move,))
        return
    for _ in warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    known = (
        thinking.tablebase(position) if limit.tablebase and thinking.tablebase is not None else None
    )
    if known is not None:
        best = max(moves, key=known.__getitem__)
        plies = WIN - abs(known[best])
        yield SearchInfo(best, known[best], plies if plies < WIN // 2 else 0, len(moves), (best,))
    elif (own := _own(game, position, limit, random, seen)) is not None:
        yield from own
    elif (rules := _batch(game, position, limit)) is not None:
        from rules.engine.vector.search import vector_search as by_arrays

        found = by_arrays(position, game, rules, limit, random, seen, kept=kept)
        if thinking.forced_win is None or limit.noise or limit.oversight_rate:
            yield from found
        else:
            far = (
                limit.depth
                if limit.depth < _FORCED_WIN_DEPTH
                else max(_FORCED_WIN_PLIES, limit.depth)
            )
            yield from _beside(found, thinking.forced_win(rules, position, far, seen), seen, kept)
    else:
        yield from alpha_beta.alpha_beta_search(position, game, limit, random, seen)


def _drawn(good: Mapping[Move, int], random: Random) -> Move:
    """One of these book moves by chance, a better one more often."""
    moves = sorted(good)
    weights = [good[move] - min(good.values()) + _BOOK_SPREAD_POINTS for move in moves]
    left = random.random() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    return moves[-1]


def _beside(
    thoughts: SearchInfos,
    wins: Iterator[SearchInfo | None],
    seen: Sequence[Position],
    kept: SearchCache | None,
) -> SearchInfos:
    """Run a search and the forced-win search by turns; a win that is found, or known from an
    earlier search, ends both."""
    going_on = None if kept is None else _going_on(kept, seen)
    if going_on is not None:
        yield going_on
        return
    last: SearchInfo | None = None
    for thought, won in zip_longest(thoughts, wins):
        last = thought or last
        assert last is not None, "a search yields at least one thought"
        if won is not None:
            if kept is not None and seen:
                kept.proven_win = list(seen), won
            yield replace(won, nodes=last.nodes + won.nodes)
            return
        if thought is None and abs(last.score) >= FORCED:
            return
        yield last


def _going_on(kept: SearchCache, seen: Sequence[Position]) -> SearchInfo | None:
    """The rest of a forced win, if the match has followed its principal variation so far."""
    before, won = kept.proven_win
    plies = len(seen) - len(before)
    if won is None or not 0 <= plies < len(won.pv) or list(seen[: len(before)]) != before:
        return None
    way = zip(won.pv, seen[len(before) - 1 :], seen[len(before) :], strict=False)
    if any(position.play(move) != after for move, position, after in way):
        return None
    line = won.pv[plies:]
    return replace(won, move=line[0], score=won.score + plies, depth=len(line), pv=line)


def warm_up(game: AnyGame, limit: Limit) -> Iterator[None]:
    """Load in short steps what a search needs; once it has ended, a search starts at once."""
    while not locate.arrays_here:
        yield
    if game.engine.warm_up is not None:
        yield from game.engine.warm_up()
    if game.engine.batch_rules is not None and _by_arrays(limit):
        game.engine.batch_rules()
        yield
        import rules.engine.vector.search  # noqa: F401


def _by_arrays(limit: Limit) -> bool:
    return not limit.noise or limit.depth >= _VECTOR_DEPTH


def _own(
    game: AnyGame, position: Position, limit: Limit, random: Random, seen: Sequence[Position]
) -> SearchInfos | None:
    """The game's own search; None where it has none, or not here."""
    thinker = game.engine.own_search
    return None if thinker is None else thinker(position, limit, random, seen)


def _batch(game: AnyGame, position: Position, limit: Limit) -> "AnyBatchRules | None":
    """The BatchRules for the vector search; None where alpha-beta over single positions is used:
    in phases the rules do not cover, and at weak levels, where it is as fast."""
    if game.engine.batch_rules is None or not _by_arrays(limit):
        return None
    rules = game.engine.batch_rules()
    return rules if rules.covers(position) else None
