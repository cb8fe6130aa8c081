"""Transposition table, killer moves and history heuristic of one search. Sources:
https://www.chessprogramming.org/Transposition_Table, .../Killer_Move and .../History_Heuristic.
Knows no single game and no clock; its size is bounded."""

from collections.abc import Sequence

from flipside.rules.contract.position import Move, Player
from flipside.rules.contract.value import FORCED, ply_adjusted

EXACT_DEPTH = 1_000
"""The depth of a score that rests on finished matches alone, so it holds at every depth."""

LOWER_BOUND, EXACT_BOUND, UPPER_BOUND = 0, 1, 2
"""Whether the true value is at least, exactly or at most the stored one."""

TTEntry = tuple[int, int, int, Move]
"""Depth, value, kind of bound and best move of a position."""

_TABLE_SIZE = 8_000
"""Entries; more hardly help, and take longer to free at the end of a search."""
NO_DEPTH = -1
"""The depth of an entry that has a best move alone, because the score depends on the path."""


class TranspositionTable:
    """The transposition table, with killer moves and history heuristic for move ordering. Keys are
    hashes. Stored positions would make Python's garbage collector pause for up to a tenth of a
    second; two positions with the same 61 bits are too unlikely to matter."""

    def __init__(self) -> None:
        self._young: dict[int, TTEntry] = {}
        self._old: dict[int, TTEntry] = {}
        self._killers: dict[int, tuple[Move, ...]] = {}
        self._history: tuple[dict[Move, int], dict[Move, int]] = ({}, {})

    def get(self, key: int, ply: int) -> TTEntry | None:
        """The entry of a position, or None; forced ends count from the root of the search."""
        known = self._young.get(key) or self._old.get(key)
        if known is None or abs(known[1]) < FORCED:
            return known
        depth, value, kind, move = known
        return depth, ply_adjusted(value, ply), kind, move

    def put(self, key: int, ply: int, entry: TTEntry) -> None:
        """Store a position; once the table is full, each new entry replaces an older one."""
        depth, value, kind, move = entry
        if abs(value) >= FORCED:
            entry = depth, ply_adjusted(value, -ply), kind, move
        if self._old:
            self._old.popitem()
        elif len(self._young) >= _TABLE_SIZE:
            self._old, self._young = self._young, {}
        self._young[key] = entry

    def reward(self, move: Move, player: Player, depth: int, ply: int) -> None:
        """Record a beta cutoff as killer move of this ply and in the history heuristic."""
        history = self._history[player]
        history[move] = history.get(move, 0) + depth * depth
        killers = self._killers.get(ply, ())
        if move not in killers:
            self._killers[ply] = (move, *killers[:1])

    def ordered(
        self, moves: Sequence[Move], player: Player, ply: int, first: Move | None
    ) -> Sequence[Move]:
        """Move ordering: `first` (the hash move), killer moves, then by history."""
        history = self._history[player]
        rest = sorted(moves, key=lambda move: history.get(move, 0), reverse=True)
        for move in reversed(self._killers.get(ply, ())):
            if move in rest:
                rest.remove(move)
                rest.insert(0, move)
        if first in rest:
            rest.remove(first)
            rest.insert(0, first)
        return rest
