"""Exact solvers for problems of Contactic; their scores count tiles or points."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import lru_cache

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, Player
from flipside.rules.contract.search_api import SearchInfo, SearchInfos
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS, TILE_ROTATIONS, TileMap, largest_island

_POINT = 100
"""Score for one point, or for one tile of an island."""

_STEP_POSITIONS = 8
"""Positions searched between two yields: about 3 ms one ply before the end."""

_BEYOND = 1_000_000

_ScoreSearch = Generator[SearchInfo, None, tuple[int, tuple[Move, ...]]]
"""A search that yields between steps and returns the mover's score and principal variation."""


def solve_join(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """Find the move that gives the mover the largest possible island; the score is 100 per tile."""
    player = position.turn

    def score_of(move: Move) -> int:
        return _POINT * largest_island(_after(position, move).islands[player]).bit_count()

    yield from _best(moves, score_of)


def solve_block(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """Find the move that keeps the opponent's largest island smallest, whatever tile is drawn next.

    The score is -100 per tile of that island.
    """
    opponent = 1 - position.turn
    fitting = _fitting_any(position, opponent)

    def score_of(move: Move) -> int:
        return -_POINT * _largest_after(_after(position, move), opponent, fitting)[0]

    yield from _best(moves, score_of)


def _best(moves: Sequence[Move], score_of: Callable[[Move], int]) -> SearchInfos:
    best = SearchInfo(moves[0], -_BEYOND, 1, 0, (moves[0],))
    for number, move in enumerate(moves, start=1):
        value = score_of(move)
        if value > best.score:
            best = replace(best, move=move, score=value, pv=(move,))
        best = replace(best, nodes=number)
        yield best


def _after(position: Contactic, move: Move) -> TileMap:
    if len(move) < 2:
        return position.tile_map
    return position.tile_map.with_tile(move[0], position.tile_laid(move), position.turn)


@lru_cache(maxsize=1)  # all moves of a position are solved before the next position
def _fitting_any(position: Contactic, player: Player) -> bytes:
    """Return 1 for each demand that fits a tile which `player` may draw next, else 0 (CT-3)."""
    piles, counts = position.piles[player], position.setup.fitting.counts
    if piles.main:
        kinds = zip(TILE_KINDS, piles.kinds(), strict=True)
        tiles = [tile for kind, number in kinds if number for tile in TILE_ROTATIONS[kind]]
    else:
        tiles = [] if piles.empty() else [piles.drawn()[0]]
    return bytes(any(counts[tile][demand] for tile in tiles) for demand in range(256))


def _largest_after(tile_map: TileMap, player: Player, fitting: bytes) -> tuple[int, Cell | None]:
    """Return the size of `player`'s largest island after the best laying, and the laying's square.

    `fitting` has a nonzero byte for each demand that the tile fits. The square is None if the tile
    fits nowhere.
    """
    own, around = tile_map.islands[player], tile_map.geometry.around
    size, best = largest_island(own).bit_count(), None
    near = [(around(island), island.bit_count()) for island in own]
    for square, fits in enumerate(tile_map.demands.translate(fitting)):
        if fits:
            bit = 1 << square
            new_size = 1 + sum(number for squares, number in near if squares & bit)
            if best is None or new_size > size:
                size, best = max(size, new_size), square
    return size, best


def solve_end(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """Find the move that leads to the highest margin at the end of the match.

    The score is 100 per point. Raises AssertionError if anything is hidden or there is no referee.
    """
    assert position.nothing_hidden(), "something is hidden"
    assert position.setup.referee, "a tile may be laid wrongly"
    search, highest = _EndSearch(moves[0]), -_BEYOND
    for move in moves:
        value, pv = yield from search.after(position, move, highest, _BEYOND, 0)
        if value > highest:
            highest, search.best = value, SearchInfo(move, value, len(pv), search.nodes, pv)
    yield search.now()


class _EndSearch:
    """Alpha-beta search to the end of a match with a transposition table and killer moves."""

    def __init__(self, first: Move) -> None:
        self.best = SearchInfo(first, 0, 0, 0, (first,))
        """The best move found so far."""
        self.nodes = 0
        self.bounds: dict[int, tuple[int, int, tuple[Move, ...]]] = {}
        """By hash of a position: lower bound, upper bound, principal variation."""
        self.killers: dict[int, Move] = {}
        """By ply, the move that caused the last cutoff."""

    def now(self) -> SearchInfo:
        """Return the best move and the number of nodes searched so far."""
        return replace(self.best, nodes=self.nodes)

    def after(
        self, position: Contactic, move: Move, alpha: int, beta: int, ply: int
    ) -> _ScoreSearch:
        """Return the mover's score of `move`; outside of `alpha` to `beta`, a fail-soft bound."""
        child = position.play(move)
        if child.turn == position.turn:
            value, pv = yield from self._value(child, alpha, beta, ply + 1)
        else:
            value, pv = yield from self._value(child, -beta, -alpha, ply + 1)
            value = -value
        return value, (move, *pv)

    def _value(self, position: Contactic, alpha: int, beta: int, ply: int) -> _ScoreSearch:
        self.nodes += 1
        if self.nodes % _STEP_POSITIONS == 0:
            yield self.now()
        if position.hand is None:
            return _points(position), ()
        if all(piles.empty() for piles in position.piles):
            return _last(position)
        key = hash(position)
        least, most, pv = self.bounds.get(key, (-_BEYOND, _BEYOND, ()))
        if least == most or least >= beta:
            return least, pv
        if most <= alpha:
            return most, pv
        best = -_BEYOND
        for move in self._ordered(position, ply):
            value, variation = yield from self.after(position, move, max(alpha, best), beta, ply)
            if value > best:
                best, pv = value, variation
                if best >= beta:
                    self.killers[ply] = move
                    break
        self.bounds[key] = best if best > alpha else -_BEYOND, best if best < beta else _BEYOND, pv
        return best, pv

    def _ordered(self, position: Contactic, ply: int) -> Sequence[Move]:
        moves, killer = position.moves(), self.killers.get(ply)
        if killer is None or killer not in moves:
            return moves
        return [killer, *(move for move in moves if move != killer)]


def _points(position: Contactic) -> int:
    points = position.points()
    return _POINT * (points[position.turn] - points[1 - position.turn])


def _last(position: Contactic) -> tuple[int, tuple[Move, ...]]:
    """Return the mover's score and the principal variation if only the tile in hand is left.

    A tile that fits nowhere dies after its second try.
    """
    tile_map, player = position.tile_map, position.turn
    counts = position.setup.fitting.counts[position.hand or 0]
    size, square = _largest_after(tile_map, player, counts)
    if square is None:
        return _points(position) - _POINT, (PASS,) if position.second else (PASS, PASS)
    gain = size - largest_island(tile_map.islands[player]).bit_count()
    laying = position.setup.geometry.layings[square][counts[tile_map.demands[square]]][0]
    return _points(position) + _POINT * gain, (laying,)
