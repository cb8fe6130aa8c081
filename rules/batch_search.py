"""Alpha-beta over whole arrays of positions, for games that give BatchRules.

Along the expected line one position after the other is looked at with an open window; all
siblings of a move on it are then tested at once against the null window that it leaves.
Yields after every batch; knows no single game and no clock.
"""

from collections.abc import Generator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from rules.alpha_beta import noticed
from rules.batch_rules import UNFINISHED, Batch, BatchRules, Points
from rules.batch_table import BEYOND, Table
from rules.memory import FORCED
from rules.position import WIN, AnyGame, Move, Position
from rules.thought import Limit, Thought, Thoughts

BATCH = 256
"""Positions whose children are made at once: enough to keep the overhead small, few enough to be
done within two or three milliseconds."""

WHOLE = 1_000
"""A depth at which no position is judged: every line is followed to its end."""

ENDGAME = 7
"""Plies before the horizon reaches the end at which the search looks at all of the rest."""

WINDOW = 150
"""Points around the last value within which the next one is expected."""

Work = Generator[None, None, Points]


def thoughts(
    position: Position,
    game: AnyGame,
    rules: BatchRules,
    limit: Limit,
    random: Random,
    seen: Sequence[Position] = (),
    selective: bool = True,
) -> Thoughts:
    """As `search`, for positions that the rules cover. Without `selective` nothing is cut away by
    experience alone (ProbCut), so that values are those of plain alpha-beta."""
    return _Search(position, game, rules, limit, random, seen, selective).thoughts()


class _Search:
    """One search: its root, its limit and everything it remembers."""

    def __init__(
        self,
        root: Position,
        game: AnyGame,
        rules: BatchRules,
        limit: Limit,
        random: Random,
        seen: Sequence[Position],
        selective: bool,
    ) -> None:
        self.root, self.rules, self.limit, self.selective = root, rules, limit, selective
        self.moves: list[Move] = list(root.moves())
        looked_at = noticed(self.moves, limit.misses, random)
        self.order = np.array([self.moves.index(move) for move in looked_at], np.int64)
        """The moves of the root that are looked at, by number, equal ones in a random order."""
        self.table = Table()
        self.first: dict[int, int] = {}
        """By key, the number of the best child of positions on expected lines."""
        self.positions = 0
        self.repeated, self.verdicts = self._repetitions(game, seen)
        self.best = Thought(looked_at[0], game.judge(root), 0, 0, (looked_at[0],))

    def _repetitions(
        self, game: AnyGame, seen: Sequence[Position]
    ) -> tuple[NDArray[np.uint64], Points]:
        """The keys, in order, of positions that would stand for the third time, and their worth."""
        times: dict[Position, int] = {}
        for position in seen:
            times[position] = times.get(position, 0) + 1
        worth: dict[int, int] = {}
        for position, count in times.items():
            if count >= 2 and game.ending is not None and self.rules.covers(position):
                winner = game.ending.verdict(position, "repetition").winner
                key = int(self.rules.keys(self.rules.pack([position]))[0])
                worth[key] = 0 if winner is None else WIN if winner == position.turn else -WIN
        keys = sorted(worth)
        return np.array(keys, np.uint64), np.array([worth[key] for key in keys], np.int32)

    # -- deepening -------------------------------------------------------------------------------

    def thoughts(self) -> Thoughts:
        """Deepen ply by ply until nothing more can be learned or the limit is reached."""
        yield self.best
        if len(self.moves) == 1:
            return
        left = self.rules.plies_left(self.root)
        depth = 0
        while depth < self.limit.depth:
            depth += 1
            if left is not None and depth >= left - ENDGAME and self.limit.depth >= left:
                depth = WHOLE
            for _ in self._deepen(depth):
                yield self._now()
                if self.limit.positions is not None and self.positions >= self.limit.positions:
                    return
            yield self._now()
            if depth == WHOLE or abs(self.best.value) >= FORCED:
                return

    def _now(self) -> Thought:
        best = self.best
        return Thought(best.move, best.value, best.depth, self.positions, best.line)

    def _deepen(self, depth: int) -> Generator[None, None, None]:
        """One iteration, first within a narrow window round the last value."""
        root = self.rules.pack([self.root])
        alpha, beta = -BEYOND, BEYOND
        if depth > 3 and abs(self.best.value) < FORCED:
            alpha, beta = self.best.value - WINDOW, self.best.value + WINDOW
        while True:
            self.depth = depth
            value, _ = yield from self._line(root, depth, alpha, beta, 0)
            if value <= alpha > -BEYOND:
                alpha = -BEYOND
            elif value >= beta < BEYOND:
                beta = BEYOND
            else:
                return

    def _better(self, value: int, line: list[int]) -> None:
        """The root has a new best move."""
        position, moves = self.root, []
        for number in line:
            if position.result() is not None:
                break
            moves.append(position.moves()[number])
            position = position.play(moves[-1])
        depth = len(moves) if self.depth == WHOLE else self.depth
        self.best = Thought(moves[0], value, depth, self.positions, tuple(moves))

    # -- the expected line -----------------------------------------------------------------------

    def _line(
        self, one: Batch, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[None, None, tuple[int, list[int]]]:
        """The value of one position, exact within (alpha, beta), and the numbers of the moves
        expected from there."""
        known = self._ended(one, ply)
        if known is not None:
            return known, []
        children = self.rules.children(one).batch
        numbers = np.arange(children.shape[1]) if ply else self.order
        children = children[:, numbers]
        hopes = self._hopes(children, ply + 1)
        self.positions += len(numbers)
        yield
        key = int(self.rules.keys(one)[0])
        hopes[numbers == self.first.get(key, -1)] = BEYOND
        turn = np.argsort(-hopes, kind="stable")
        children, numbers = children[:, turn], numbers[turn]
        best, line = -BEYOND, [int(numbers[0])]
        left = np.arange(len(numbers))
        while len(left):
            chosen, left = int(left[0]), left[1:]
            if depth == 1:
                value, rest = -self._leaf(children[:, [chosen]], ply + 1), []
            else:
                value, rest = yield from self._line(
                    children[:, [chosen]], depth - 1, -beta, -alpha, ply + 1
                )
                value = -value
            if value > best:
                best, line = value, [int(numbers[chosen]), *rest]
                self.first[key] = line[0]
            if value > alpha:
                alpha = value
                if ply == 0:
                    self._better(value, line)
                if alpha >= beta:
                    break
            if len(left):
                bounds = np.full(len(left), -alpha, np.int32)
                values = yield from self._test(children[:, left], bounds, depth - 1, ply + 1)
                best = max(best, int(-values.min()))
                better = np.flatnonzero(values < -alpha)
                left = left[better[np.argsort(values[better], kind="stable")]]
        return best, line

    def _ended(self, one: Batch, ply: int) -> int | None:
        """The value of one position that is over or would stand for the third time."""
        value = int(self.rules.ends(one)[0])
        if ply and len(self.repeated):
            place = np.searchsorted(self.repeated, self.rules.keys(one))[0]
            if place < len(self.repeated) and self.repeated[place] == self.rules.keys(one)[0]:
                value = int(self.verdicts[place])
        if value == UNFINISHED:
            return None
        return value if abs(value) != WIN else (WIN - ply if value > 0 else ply - WIN)

    def _leaf(self, one: Batch, ply: int) -> int:
        return int(self._judged(one, ply)[0])

    # -- all siblings at once --------------------------------------------------------------------

    def _test(self, batch: Batch, bounds: Points, depth: int, ply: int) -> Work:
        """Whether each position is worth at least its bound: values that say so.

        A value at or above the bound is a lower bound of the true value, one below an upper bound.
        """
        if depth == 0:
            self.positions += batch.shape[1]
            values = self._judged(batch, ply)
            yield
            return values
        size = batch.shape[1]
        if size > BATCH:
            parts = []
            for start in range(0, size, BATCH):
                part = slice(start, start + BATCH)
                parts.append((yield from self._test(batch[:, part], bounds[part], depth, ply)))
            return np.concatenate(parts)
        if depth == 1:
            return (yield from self._last_ply(batch, bounds, ply))
        keys = self.rules.keys(batch)
        _, firsts, places = np.unique(
            keys ^ bounds.astype(np.uint64), return_index=True, return_inverse=True
        )
        if len(firsts) < size:
            values = yield from self._known(
                batch[:, firsts], keys[firsts], bounds[firsts], depth, ply
            )
            return values[places]
        return (yield from self._known(batch, keys, bounds, depth, ply))

    def _known(
        self, batch: Batch, keys: NDArray[np.uint64], bounds: Points, depth: int, ply: int
    ) -> Work:
        """The same for different positions: asks the table, tries those it does not know."""
        low, high = self.table.bounds(keys, depth, ply)
        values = np.where(low >= bounds, low, high)
        open_ = np.flatnonzero((low < bounds) & (high >= bounds))
        if len(open_):
            found, best = yield from self._expand(
                batch[:, open_], keys[open_], bounds[open_], depth, ply
            )
            values[open_] = found
            self.table.put(keys[open_], depth, ply, bounds[open_], found, best)
        return values

    def _last_ply(self, batch: Batch, bounds: Points, ply: int) -> Work:
        """The best of the children, judged."""
        children = self.rules.children(batch)
        hopes = self._hopes(children.batch, ply + 1)
        self.positions += len(hopes)
        yield
        return self._highest(batch, children.parent, hopes, ply)

    def _highest(self, batch: Batch, parent: NDArray[np.int64], hopes: Points, ply: int) -> Points:
        """Per position the highest hope of its children, or its worth if it has none."""
        starts = np.flatnonzero(np.diff(parent, prepend=-1))
        if len(starts) == batch.shape[1]:
            return np.maximum.reduceat(hopes, starts)
        values = _counted(self.rules.ends(batch), ply)
        if len(starts):
            values[parent[starts]] = np.maximum.reduceat(hopes, starts)
        return values

    def _expand(
        self, batch: Batch, keys: NDArray[np.uint64], bounds: Points, depth: int, ply: int
    ) -> Generator[None, None, tuple[Points, Points]]:
        """Try the children, the most hopeful first, until each position is settled; also the
        numbers of the best children."""
        children = self.rules.children(batch)
        parent = children.parent
        self.positions += len(parent)
        if depth < WHOLE // 2:
            hopes = self._hopes(children.batch, ply + 1)
        else:
            hopes = -100 * self.rules.replies(children.batch)
        yield
        size = batch.shape[1]
        counts = np.bincount(parent, minlength=size)
        starts = np.cumsum(counts) - counts
        values = np.full(size, -BEYOND, np.int32)
        best = np.zeros(size, np.int32)
        childless = counts == 0
        if childless.any():
            values[childless] = _counted(self.rules.ends(batch[:, childless]), ply)
        settled = childless
        if self.selective and depth < WHOLE // 2:
            self._cut(batch, bounds, depth, self._highest(batch, parent, hopes, ply), values)
            settled |= values > -BEYOND
        known = self.table.best(keys)
        remembered = np.flatnonzero((known >= 0) & (known < counts))
        hopes[starts[remembered] + known[remembered]] = BEYOND
        order = np.argsort((parent << 32) - hopes, kind="stable")
        place = np.arange(len(parent)) - starts[parent]
        tried, wave = 0, 1
        while True:
            now = np.flatnonzero((place >= tried) & (place < tried + wave) & ~settled[parent])
            if not len(now):
                return values, best
            chosen, owner = order[now], parent[now]
            found = yield from self._test(
                children.batch[:, chosen], 1 - bounds[owner], depth - 1, ply + 1
            )
            firsts = np.flatnonzero(np.diff(owner, prepend=-1))
            highest = np.maximum.reduceat(-found, firsts)
            owners = owner[firsts]
            number = place[chosen]
            raised = highest > values[owners]
            reached = np.zeros(size, np.int32)
            reached[owners] = highest
            is_best = np.flatnonzero(-found == reached[owner])[::-1]
            numbers = best.copy()
            numbers[owner[is_best]] = number[is_best]
            best[owners[raised]] = numbers[owners[raised]]
            values[owners] = np.maximum(values[owners], highest)
            settled = settled | (values >= bounds)
            tried += wave
            wave = 3 if tried == 1 else 64

    def _cut(
        self, batch: Batch, bounds: Points, depth: int, shallow: Points, values: Points
    ) -> None:
        """ProbCut: settle what a look of one ply makes nearly certain."""
        margin = self.rules.margins(batch, depth, 1)
        if margin is None:
            return
        above, below = shallow - margin >= bounds, shallow + margin < bounds
        values[above] = shallow[above] - margin[above]
        values[below] = shallow[below] + margin[below]

    # -- judging ---------------------------------------------------------------------------------

    def _hopes(self, children: Batch, ply: int) -> Points:
        """What each child promises to its parent."""
        return -self._judged(children, ply)

    def _judged(self, batch: Batch, ply: int) -> Points:
        """The judge's points; forced ends and third occurrences for what they are."""
        values = _counted(self.rules.values(batch), ply)
        if len(self.repeated):
            keys = self.rules.keys(batch)
            place = np.minimum(np.searchsorted(self.repeated, keys), len(self.repeated) - 1)
            again = self.repeated[place] == keys
            if again.any():
                values[again] = _counted(self.verdicts[place[again]], ply)
        return values


def _counted(values: Points, ply: int) -> Points:
    """Wins and losses less the plies to them."""
    forced = np.abs(values) == WIN
    if forced.any():
        values = np.where(forced, values - np.sign(values) * np.int32(ply), values)
    return values
