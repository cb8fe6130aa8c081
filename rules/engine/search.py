"""The entry point of the engine: the levels of the computer, and the choice of the search.

Callers play the move of the last SearchInfo. To stop a search, they drop the iterator.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from random import Random
from typing import TYPE_CHECKING

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    History,
    Move,
    Position,
    plies_to_end,
    shuffled,
)
from flipside.rules.contract.search_api import Limit, SearchCache, SearchInfo, SearchInfos
from flipside.rules.engine import alpha_beta

if TYPE_CHECKING:
    from flipside.rules.contract.batch_rules import AnyBatchRules
    from flipside.rules.engine.vector.solve import Bounds


@dataclass(frozen=True)
class Level:
    """A strength of the computer player."""

    key: str
    limit: Limit
    seconds: float | None = None
    """The time limit of a move, enforced by the caller; None: equal strength on every machine."""

    def fitted(self, game: AnyGame) -> "Level":
        """Return the level with the game's own limit for it, if there is one."""
        return replace(self, limit=game.engine.limits.get(self.key, self.limit))

    def new_cache(self) -> SearchCache | None:
        """Return a SearchCache; None without a time limit, so that only the position matters."""
        return None if self.seconds is None else SearchCache()


LEVELS = (
    Level("level1", Limit(depth=1, noise=1600, blunder_rate=0.3)),
    Level("level2", Limit(depth=1, noise=600)),
    Level("level3", Limit(depth=2, noise=500)),
    Level("level4", Limit(depth=3, noise=100)),
    Level("level5", Limit(depth=4)),
    Level("level6", Limit(depth=6)),
    Level("level7", Limit(uses_tablebase=True, uses_opening_book=True), seconds=1.0),
    Level("level8", Limit(uses_tablebase=True, uses_opening_book=True), seconds=3.0),
)

LEVEL_BY_KEY = {level.key: level for level in LEVELS}


def level_rating(game: AnyGame, word: str) -> int | None:
    """Return the rating of a level in a game; None for a fixed depth or a game without ratings."""
    keys = [level.key for level in LEVELS]
    return dict(zip(keys, game.engine.level_ratings, strict=False)).get(word)


FIXED_DEPTHS = range(1, 21)
"""The fixed depths in plies that players can choose; their keys are `depth1`, `depth2` ..."""

_BOOK_DEPTH = 6
"""The lowest fixed depth that uses the opening book. The book does not weaken play there."""


def level_of(word: str) -> Level:
    """Return the level or fixed depth with key `word`; raise KeyError for other words."""
    if word.startswith("depth") and word[5:] in map(str, FIXED_DEPTHS):
        depth = int(word[5:])
        return Level(word, Limit(depth=depth, uses_opening_book=depth >= _BOOK_DEPTH))
    return LEVEL_BY_KEY[word]


_FORCED_WIN_DEPTH, _FORCED_WIN_PLIES = 3, 63
"""At this depth and above, searches also look for forced wins, at least so many plies deep. People
see such wins. A level that misses them does not finish its matches."""

_BOOK_SPREAD_POINTS = 20
"""Points added to the weight of every book move, so that the worst one is also possible."""


def search(
    position: Position,
    game: AnyGame,
    limit: Limit,
    random: Random,
    history: History | None = None,
    cache: SearchCache | None = None,
) -> SearchInfos:
    """Search an unfinished position; yield a SearchInfo at once and after each short step.

    The search stops at the limit, at a forced end, or if only one move is legal. `history` is the
    match so far. `cache` is shared by the searches of a match. With an empty cache, the same Random
    gives the same result if the search is not stopped.
    """
    history = history or History(game.repetition, [position])
    moves = shuffled(position.moves(), random)
    assert moves, "a search begins before the end of the match"
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) == 1:
        return
    engine = game.engine
    book = engine.opening_book if limit.uses_opening_book else None
    if book is not None and (book_moves := book(position)):
        move = _draw_book_move(book_moves, random)
        yield SearchInfo(move, book_moves[move], 1, len(book_moves), (move,))
        return
    for _ in warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    own = engine.custom_search
    if (
        limit.uses_tablebase
        and (info := tablebase_info(game, position, moves, history)) is not None
    ):
        yield info
    elif own is not None and (infos := own(position, limit, random, history)) is not None:
        yield from infos
    else:
        infos = tree_search(position, game, limit, random, history, cache=cache)
        rules = _batch_rules(game, limit.noise)
        if rules is None or engine.forced_win is None or limit.noise or limit.blunder_rate:
            yield from infos
            return
        win_plies = limit.depth
        if win_plies >= _FORCED_WIN_DEPTH:
            win_plies = max(win_plies, _FORCED_WIN_PLIES)
        wins = engine.forced_win(rules, position, win_plies, history)
        yield from _with_forced_win(infos, wins, history, cache)


def tree_search(
    position: Position,
    game: AnyGame,
    limit: Limit,
    random: Random,
    history: History,
    selective: bool = True,
    cache: SearchCache | None = None,
) -> SearchInfos:
    """Run the vector search in games with BatchRules, else alpha-beta over single positions.

    With `selective`, the vector search prunes by margins (ProbCut).
    """
    rules = _batch_rules(game, limit.noise)
    if rules is None:
        return alpha_beta.AlphaBetaSearch(position, game, limit, random, history).search_infos()
    from flipside.rules.engine.vector.search import VectorSearch

    search = VectorSearch(position, game, rules, limit, random, history, selective, cache)
    return search.search_infos()


def known_scores(game: AnyGame, position: Position, history: History) -> Mapping[Move, int] | None:
    """Return the tablebase scores of all legal moves; None if the tablebase lacks the position.

    A move scores 0 if the cap comes before its forced end, if it ends the match by repetition, or
    if it wins but a reply to it can end the match by repetition (ALL-3).
    """
    exact = game.engine.tablebase(position) if game.engine.tablebase is not None else None
    if exact is None:
        return None
    twice = {before for before, times in Counter(history).items() if times > 1}
    latest, left = max(plies_to_end(score) or 0 for score in exact.values()), history.plies_to_cap
    if not twice and (left is None or latest <= left):
        return exact
    return {
        move: 0 if _is_forestalled(history.extended(move), score, twice) else score
        for move, score in exact.items()
    }


def _is_forestalled(after: History, score: int, twice: Set[Position]) -> bool:
    """Return whether cap or repetition ends the match before the forced end in `score`."""
    # A pending ply after the cap does not delay a win: the previous mover had another move.
    plies, left = plies_to_end(score), after.plies_to_cap
    if plies is not None and left is not None and plies - 1 > left:
        return True
    replies = after[-1].moves() if twice and FORCED_WIN <= score < WIN - 1 else ()
    ends = (after, *(after.extended(reply) for reply in replies))
    return any(end[-1] in twice and end.result() is not None for end in ends)


def tablebase_info(
    game: AnyGame, position: Position, moves: Sequence[Move], history: History
) -> SearchInfo | None:
    """Return the first best move by the tablebase; None if it lacks the position."""
    exact = known_scores(game, position, history)
    if exact is None:
        return None
    best = max(moves, key=exact.__getitem__)
    plies = plies_to_end(exact[best]) or 0
    return SearchInfo(best, exact[best], plies, len(moves), (best,), exact=True)


def _draw_book_move(book: Mapping[Move, int], random: Random) -> Move:
    """Return a random book move. Moves with higher scores are more probable."""
    moves, least = sorted(book), min(book.values())
    ends = list(accumulate(book[move] - least + _BOOK_SPREAD_POINTS for move in moves))
    return moves[bisect_right(ends, random.random() * ends[-1])]


def _with_forced_win(
    infos: SearchInfos,
    wins: Iterator[SearchInfo | None],
    history: History,
    cache: SearchCache | None,
) -> SearchInfos:
    """Alternate the steps of a search and of the forced-win search; a forced win ends both."""
    rest = None if cache is None else _rest_of_win(cache, history)
    if rest is not None:
        yield rest
        return
    last: SearchInfo | None = None
    for info, win in zip_longest(infos, wins):
        last = info or last
        assert last is not None, "a search yields at least once"
        if win is not None:
            if cache is not None:
                cache.proven_win = list(history), win
            yield replace(win, nodes=last.nodes + win.nodes)
            return
        if info is None and (last.exact or abs(last.score) >= FORCED_WIN):
            return
        yield last


def _rest_of_win(cache: SearchCache, history: History) -> SearchInfo | None:
    """Return the rest of the cached win if the match has followed its principal variation."""
    before, win = cache.proven_win
    plies = len(history) - len(before)
    if win is None or not 0 <= plies < len(win.pv) or list(history[: len(before)]) != before:
        return None
    steps = zip(win.pv, history[len(before) - 1 :], history[len(before) :], strict=False)
    if any(position.play(move) != after for move, position, after in steps):
        return None
    pv = win.pv[plies:]
    return replace(win, move=pv[0], score=win.score + plies, depth=len(pv), pv=pv)


def warm_up(game: AnyGame, limit: Limit) -> Iterator[None]:
    """Load the data and modules that a search needs, in short steps."""
    if game.engine.warm_up is not None:
        yield from game.engine.warm_up()
    if game.engine.batch_rules is not None:
        import flipside.rules.contract.batch_rules  # imports numpy

        yield
        _batch_rules(game, limit.noise)
        yield
        import flipside.rules.engine.vector.search  # noqa: F401


def plies_left(game: AnyGame, position: Position) -> float:
    """Return the maximum number of plies to the end; infinite if unbounded or unknown."""
    rules = _batch_rules(game)
    left = None if rules is None else rules.plies_left(position)
    return math.inf if left is None else left


def solved_moves(
    game: AnyGame, position: Position, guesses: Mapping[Move, int]
) -> "Iterator[dict[Move, Bounds] | None]":
    """Call `vector.solve.solve_moves` with the rules of the game; `plies_left` must be finite."""
    from flipside.rules.engine.vector.solve import solve_moves

    rules = _batch_rules(game)
    assert rules is not None, "the end is in reach"
    return solve_moves(position, game, rules, guesses)


def exact_end(
    position: Position, game: AnyGame, history: History, info: SearchInfo
) -> Iterator[SearchInfo | None]:
    """Call `vector.solve.find_exact_end`; yield nothing in games without BatchRules."""
    rules = _batch_rules(game)
    if rules is not None:
        from flipside.rules.engine.vector.solve import find_exact_end

        yield from find_exact_end(position, game, rules, history, info)


def _batch_rules(game: AnyGame, noise: int = 0) -> "AnyBatchRules | None":
    """Return the BatchRules for a search with noise `noise`; None in games without them."""
    if game.engine.batch_rules is None:
        return None
    rules = game.engine.batch_rules()
    return rules.noisy() if noise else rules
