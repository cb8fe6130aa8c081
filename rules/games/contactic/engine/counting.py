"""What can be counted in Contactic, with nothing judged: the points at the end once the piles are
known, the island that a laying makes, and the one that it leaves to the opponent."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from rules.contract.board import Cell
from rules.contract.position import PASS, Move, Player
from rules.contract.search_api import SearchInfo, SearchInfos
from rules.games.contactic.landscape import Landscape
from rules.games.contactic.position import Contactic
from rules.games.contactic.table import largest
from rules.games.contactic.tiles import KINDS, TURNS

POINT = 100
"""Worth of a point, or of a tile of an island."""

STEP_POSITIONS = 8
"""Positions looked at between two yields: about 3 ms where every one is the last but one."""

_BEYOND = 1_000_000

Found = Generator[None, None, tuple[int, tuple[Move, ...]]]
"""The search of a value for a mover and of the moves that lead to it, in bites."""


def joins(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """After which of these moves the mover's largest island is largest."""
    player = position.turn

    def worth(move: Move) -> int:
        return POINT * largest(_after(position, move).islands[player]).bit_count()

    yield from _best(moves, worth)


def blocks(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """After which of these moves the largest island that the opponent can have by his next tile,
    whichever it is of those he may draw, is smallest; its tiles count against the mover."""
    enemy = 1 - position.turn
    fitting = _wherever(position, enemy)

    def worth(move: Move) -> int:
        return -POINT * _grown(_after(position, move), enemy, fitting)[0]

    yield from _best(moves, worth)


def _best(moves: Sequence[Move], worth: Callable[[Move], int]) -> SearchInfos:
    best = SearchInfo(moves[0], -_BEYOND, 1, 0, (moves[0],))
    for number, move in enumerate(moves, start=1):
        value = worth(move)
        if value > best.score:
            best = replace(best, move=move, score=value, pv=(move,))
        best = replace(best, nodes=number)
        yield best


def _after(position: Contactic, move: Move) -> Landscape:
    if len(move) < 2:
        return position.landscape
    return position.landscape.with_tile(move[0], position.tile_laid(move), position.turn)


def _wherever(position: Contactic, player: Player) -> bytes:
    """By demand, whether any tile can be laid there that a player who does not move may draw next
    (CT-3)."""
    piles, numbers = position.piles[player], position.setup.fitting.numbers
    if piles.main:
        kinds = zip(KINDS, piles.kinds(), strict=True)
        tiles = [turn for kind, number in kinds if number for turn in TURNS[kind]]
    else:
        tiles = [] if piles.empty() else [piles.drawn()[0]]
    return bytes(any(numbers[tile][demand] for tile in tiles) for demand in range(256))


def _grown(landscape: Landscape, player: Player, fitting: bytes) -> tuple[int, Cell | None]:
    """The size of a player's largest island after the laying that makes it largest, and the field;
    as it is if nothing fits. `fitting` says by demand whether a tile can be laid there."""
    own, around = landscape.islands[player], landscape.table.around
    size, best = largest(own).bit_count(), None
    near = [(around(island), island.bit_count()) for island in own]
    for field, fits in enumerate(landscape.demands.translate(fitting)):
        if fits:
            bit = 1 << field
            joined = 1 + sum(number for fields, number in near if fields & bit)
            if best is None or joined > size:
                size, best = max(size, joined), field
    return size, best


def ends(position: Contactic, moves: Sequence[Move]) -> SearchInfos:
    """Which of these moves leads to the most points more than the opponent's at the end of the
    match. Nothing may be hidden any more, and there must be a referee."""
    assert position.settled(), "something is hidden"
    assert position.setup.referee, "a tile may be laid wrongly"
    search, highest = _End(), -_BEYOND
    best = SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    for move in moves:
        looking = search.after(position, move, highest, _BEYOND, 0)
        while True:
            try:
                next(looking)
            except StopIteration as found:
                value, line = found.value
                break
            yield replace(best, nodes=search.positions)
        if value > highest:
            highest, best = value, SearchInfo(move, value, len(line), search.positions, line)
    yield replace(best, nodes=search.positions)


class _End:
    """One search to the end: alpha-beta, and what it remembers."""

    def __init__(self) -> None:
        self.positions = 0
        self.known: dict[int, tuple[int, int, tuple[Move, ...]]] = {}
        """By the hash of a position the least and the most that it can be worth, and the way."""
        self.good: dict[int, Move] = {}
        """By ply, the move that refuted what was tried last."""

    def after(self, position: Contactic, move: Move, alpha: int, beta: int, ply: int) -> Found:
        """What a move is worth to its mover: exact within (alpha, beta), else a bound."""
        then = position.play(move)
        if then.turn == position.turn:
            value, line = yield from self._value(then, alpha, beta, ply + 1)
        else:
            value, line = yield from self._value(then, -beta, -alpha, ply + 1)
            value = -value
        return value, (move, *line)

    def _value(self, position: Contactic, alpha: int, beta: int, ply: int) -> Found:
        self.positions += 1
        if self.positions % STEP_POSITIONS == 0:
            yield
        if position.hand is None:
            return _points(position), ()
        if all(piles.empty() for piles in position.piles):
            return _last(position)
        key = hash(position)
        least, most, line = self.known.get(key, (-_BEYOND, _BEYOND, ()))
        if least == most or least >= beta:
            return least, line
        if most <= alpha:
            return most, line
        best = -_BEYOND
        for move in self._ordered(position, ply):
            value, way = yield from self.after(position, move, max(alpha, best), beta, ply)
            if value > best:
                best, line = value, way
                if best >= beta:
                    self.good[ply] = move
                    break
        self.known[key] = best if best > alpha else -_BEYOND, best if best < beta else _BEYOND, line
        return best, line

    def _ordered(self, position: Contactic, ply: int) -> Sequence[Move]:
        """All moves, first the one that was good elsewhere."""
        moves, good = position.moves(), self.good.get(ply)
        if good is None or good not in moves:
            return moves
        return [good, *(move for move in moves if move != good)]


def _points(position: Contactic) -> int:
    """What the mover has more than his opponent, as it lies."""
    own, enemy = position.score()[position.turn], position.score()[1 - position.turn]
    return POINT * (own - enemy)


def _last(position: Contactic) -> tuple[int, tuple[Move, ...]]:
    """The value of the last tile of a match, and how it is laid. It dies if it fits nowhere."""
    landscape, player = position.landscape, position.turn
    numbers = position.setup.fitting.numbers[position.hand or 0]
    size, field = _grown(landscape, player, numbers)
    if field is None:
        return _points(position) - POINT, (PASS,) if position.second else (PASS, PASS)
    gained = size - largest(landscape.islands[player]).bit_count()
    laying = position.setup.table.layings[field][numbers[landscape.demands[field]]][0]
    return _points(position) + POINT * gained, (laying,)
