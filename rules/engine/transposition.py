"""What one search remembers: values of positions, good moves, and where it has been.

Knows no single game and no clock; its size is bounded.
"""

from collections.abc import Callable, Iterable, Sequence

from rules.contract.position import Move, Player, Position, Result
from rules.contract.value import FORCED, ply_adjusted

EXACT_DEPTH = 1_000
"""The depth of a value that rests on finished matches alone and so holds at every depth."""

LOWER_BOUND, EXACT_BOUND, UPPER_BOUND = 0, 1, 2
"""Whether the true value is at least, exactly or at most the one remembered."""

TTEntry = tuple[int, int, int, Move]
"""Depth, value, kind of bound and best move of a position."""

_TABLE_SIZE = 8_000
"""Entries; more would hardly help, and take longer to forget at the end of a search."""
_NO_DEPTH = -1


class TranspositionTable:
    """Values by position, and the moves that were good elsewhere in the tree.

    Positions are known by their hash alone. Kept as objects, they would make Python's garbage
    collector stop for up to a tenth of a second; that two of them share 61 bits will not happen.
    """

    def __init__(self) -> None:
        self._young: dict[int, TTEntry] = {}
        self._old: dict[int, TTEntry] = {}
        self._killers: dict[int, tuple[Move, ...]] = {}
        self._history: tuple[dict[Move, int], dict[Move, int]] = ({}, {})

    def get(self, position: Position, ply: int) -> TTEntry | None:
        """What is known of a position, forced ends counted from the root of the search."""
        key = hash(position)
        known = self._young.get(key) or self._old.get(key)
        if known is None or abs(known[1]) < FORCED:
            return known
        depth, value, kind, move = known
        return depth, ply_adjusted(value, ply), kind, move

    def put(self, position: Position, ply: int, entry: TTEntry) -> None:
        """Remember a position; once the table is full, one older is forgotten for each new one."""
        depth, value, kind, move = entry
        if abs(value) >= FORCED:
            entry = depth, ply_adjusted(value, -ply), kind, move
        if self._old:
            self._old.popitem()
        elif len(self._young) >= _TABLE_SIZE:
            self._old, self._young = self._young, {}
        self._young[hash(position)] = entry

    def put_move(self, position: Position, move: Move) -> None:
        """Remember only which move was best, where the value does not hold elsewhere."""
        self.put(position, 0, (_NO_DEPTH, 0, EXACT_BOUND, move))

    def reward(self, move: Move, player: Player, depth: int, ply: int) -> None:
        """The move refuted a position: it is tried early in others."""
        history = self._history[player]
        history[move] = history.get(move, 0) + depth * depth
        killers = self._killers.get(ply, ())
        if move not in killers:
            self._killers[ply] = (move, *killers[:1])

    def ordered(
        self, moves: Sequence[Move], player: Player, ply: int, first: Move | None
    ) -> Sequence[Move]:
        """The moves, those in front that are likely to be best: `first`, killers, history."""
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


class RepetitionHistory:
    """Where the match and the present line of a search have been (ALL-3)."""

    def __init__(
        self,
        verdict: Callable[[Position, str], Result],
        root: Position,
        seen: Iterable[Position],
    ) -> None:
        self._verdict = verdict
        self._before: dict[Position, int] = {}
        for position in seen:
            self._before[position] = self._before.get(position, 0) + 1
        self._before[root] = max(0, self._before.get(root, 0) - 1)
        self._way: set[Position] = set()

    def enter(self, position: Position) -> None:
        """The line goes on from here; the root is entered first."""
        self._way.add(position)

    def leave(self, position: Position) -> None:
        """All lines from here have been looked at."""
        self._way.remove(position)

    def times(self, position: Position) -> int:
        """How many times the position stood before: in the match and on the line."""
        return self._before.get(position, 0) + (position in self._way)

    def on_line(self, position: Position) -> bool:
        """Whether the line leads back to where it has been."""
        return position in self._way

    def verdict(self, position: Position) -> Result:
        """How the match ends if it goes round in this circle until the third time."""
        return self._verdict(position, "repetition")
