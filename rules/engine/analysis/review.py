"""Review: the score and best move of every moment of a match, computed in slices.

First roughly, then as far as `reference_limit`, each time from the last moment to the first. The
results can be saved as text and continued later. Knows no pixels.
"""

from collections.abc import Generator, Iterator, Sequence

from rules.contract.position import Fact, Move, Player, Position
from rules.contract.search_api import Limit, SearchInfo
from rules.contract.value import FORCED, WIN, ply_adjusted
from rules.engine.analysis.analyst import Analyst, reference_limit, value_of_end
from rules.engine.analysis.explain import hides_information, move_facts
from rules.engine.analysis.move_cost import ROUGH_LIMIT, analyse, move_cost
from rules.engine.analysis.review_file import ReviewMoment, moments_text, parse_moments
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced
from rules.match.match import EARLY_REASONS, Match

CERTAIN_WIN = WIN // 4
"""A score beyond this is a certain win; every other one is far below."""

_GRAPH_EDGE = 0.88
"""How far from the middle of the graph a value stands that is no certain win, at most."""

_MAX_MISTAKES = 3
"""The largest losses that are pointed out, at most."""

_LEAST_LOSS = 0.05
"""Part of half the graph's height below which a loss is not pointed out."""

_TOLERATED_LOSS = 0.1
"""Part of a mistake's loss that another move may cost and still be something better."""

_ROUGH_SHARE = 0.2
"""Part of the work on a moment that is done when it is known roughly."""

_DRAWN = 1000
"""Exact values of drawn positions are smaller than this (`EngineSpec.tablebase`)."""


class Review:
    """The moments of one match, and the work still to be done on them."""

    def __init__(self, match: Match, text: str | None = None) -> None:
        """`text` is the output of `moments_text` for the same match; any other text is ignored."""
        self.match = match
        match.go(len(match.moves))
        result = match.result()
        self.ended = result is not None and result.reason not in EARLY_REASONS
        """Whether the match was played to its end."""
        self._hides = hides_information(match.position_at(0))
        self._last = 0
        """The value of that end, for player 0."""
        if result is not None and self.ended:
            self._last = _ended(match, result.winner)
        plies = range(len(match.moves) + (not self.ended))
        self.choice_plies = [ply for ply in plies if len(match.position_at(ply).moves()) > 1]
        """The plies after which there was something to choose."""
        self.moments: dict[int, ReviewMoment] = {}
        """What has been found, by ply."""
        if text is not None:
            self.moments |= parse_moments(text, match, self.choice_plies)
        self._optimism = 0
        """Points by which movers think too well of themselves."""
        self._usual = _GRAPH_LEAST_POINTS
        """The value that stands highest in the graph, or half as high where it never ends."""
        self._weigh()
        self._facts: dict[tuple[int, ReviewMoment], list[Fact]] = {}
        self._analyst = Analyst(match.game)
        self._slices = TimeSliced(self._thinking())
        self.done = False
        """Whether everything has been found."""

    # -- work --------------------------------------------------------------------------------------

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether another moment became known."""
        before = dict(self.moments)
        self.done = self._slices.work(budget, clock)
        return self.done or self.moments != before

    def _thinking(self) -> Iterator[None]:
        steady = reference_limit(self.match.game)
        for rough, limit in ((True, ROUGH_LIMIT), (False, steady)):
            for ply in reversed(self.choice_plies):
                known = self.moments.get(ply)
                if known is None or (known.rough and not rough):
                    yield from self._think(ply, limit, rough)

    def _think(self, ply: int, limit: Limit, rough: bool) -> Iterator[None]:
        match, position = self.match, self.match.position_at(ply)
        seen = [match.position_at(before) for before in range(ply + 1)]
        thought = yield from analyse(self._analyst, position, seen, limit)
        value, known = thought.score, self._known(position)
        if known and abs(value) < _DRAWN:
            value = 0
        loss = None
        played = match.moves[ply] if ply < len(match.moves) else thought.move
        if played != thought.move and not rough and hides_information(position):
            loss = yield from move_cost(self._analyst, position, thought.move, played)
        self.moments[ply] = ReviewMoment(
            value=value if position.turn == 0 else -value,
            rough=rough and not known,
            best=thought.move,
            pv=tuple(_names(position, thought.pv)),
            loss=loss,
        )
        self._weigh()

    def alternative_cost(
        self, ply: int, move: Move
    ) -> Generator[None, None, tuple[int, tuple[Move, ...]]]:
        """The cost of another move at a known ply against the best one, in points as of `loss`,
        and its principal variation; computed in short steps beside the review.

        The variation is empty where something is hidden.
        """
        analyst = Analyst(self.match.game)
        match, position = self.match, self.match.position_at(ply)
        moment, after = self.moments[ply], position.play(move)
        loss: int | None = None
        line: tuple[Move, ...] = ()
        if move == moment.best:
            loss = 0
        elif ply < len(match.moves) and move == match.moves[ply]:
            loss = self.loss(ply)
        elif hides_information(position):
            loss = yield from move_cost(analyst, position, moment.best, move)
        if hides_information(position):
            return loss or 0, line
        if after.result() is not None:
            value = value_of_end(match.game, after, position.turn, 1)
        else:
            seen = [match.position_at(before) for before in range(ply + 1)]
            thought = yield from analyse(
                analyst, after, [*seen, after], reference_limit(match.game)
            )
            same = after.turn == position.turn
            value = ply_adjusted(thought.score if same else -thought.score, 1)
            line = thought.pv
        if self._known(position) and abs(value) < _DRAWN:
            value = 0
        return max(0, self._sign(ply) * moment.value - value) if loss is None else loss, line

    def settled(self, ply: int) -> bool:
        """Whether more than a first look tells what the move after so many plies has cost."""
        return not self.rough(ply) and not self.rough(ply + 1)

    def small(self, ply: int, loss: int) -> bool:
        """Whether a loss after so many plies is too small to be pointed out, or small beside what
        the move made there cost."""
        before = self._fair(ply)
        after = before - self._sign(ply) * loss
        drop = abs(self.height(before) - self.height(after))
        return drop < _LEAST_LOSS or loss <= _TOLERATED_LOSS * self.loss(ply)

    def _known(self, position: Position) -> bool:
        """Whether the game knows the true value of a position."""
        perfect = self.match.game.engine.tablebase
        return perfect is not None and perfect(position) is not None

    def text(self) -> str:
        """Everything found so far, as text."""
        return moments_text(self.match, self.moments)

    # -- what was found ----------------------------------------------------------------------------

    def share(self) -> float:
        """How much of the work is done, 0 to 1."""
        done = sum(_ROUGH_SHARE if moment.rough else 1.0 for moment in self.moments.values())
        return done / len(self.choice_plies) if self.choice_plies else 1.0

    def value(self, ply: int) -> int | None:
        """The value after so many plies, in points for player 0; None while unknown."""
        last = len(self.match.moves)
        for later in range(ply, last + 1):
            if later in self.moments:
                return ply_adjusted(self._fair(later), later - ply)
            if later < last and len(self.match.position_at(later).moves()) > 1:
                return None
        return ply_adjusted(self._last, last - ply) if self.ended else None

    def _fair(self, ply: int) -> int:
        value = self.moments[ply].value
        return value if abs(value) > CERTAIN_WIN else value - self._sign(ply) * self._optimism

    def height(self, value: int) -> float:
        """Where a value stands in the graph: 1 for a sure win of player 0, -1 for one of player 1,
        0 for an even match."""
        if abs(value) > CERTAIN_WIN:
            return 1.0 if value > 0 else -1.0
        # Points at the end are what counts; a guess of ten is hardly more than one of five.
        if self.match.game.engine.terminal_score is None:
            return _GRAPH_EDGE * value / (abs(value) + self._usual)
        return max(-_GRAPH_EDGE, min(_GRAPH_EDGE, _GRAPH_EDGE * value / self._usual))

    def rough(self, ply: int) -> bool:
        """Whether the value after so many plies is only a first look."""
        later = next((p for p in range(ply, len(self.match.moves) + 1) if p in self.moments), None)
        return later is not None and self.moments[later].rough

    def certain(self, ply: int) -> bool:
        """Whether the game knows for certain what the moment after so many plies is worth."""
        return ply in self.moments and self._known(self.match.position_at(ply))

    def at_stake(self, ply: int) -> tuple[int, int]:
        """What the best move after so many plies and the one made are worth to their mover."""
        best = self._sign(ply) * self._fair(ply)
        return best, best - self.loss(ply)

    def loss(self, ply: int) -> int:
        """Points that the move made after so many plies cost its mover; 0 while nobody knows."""
        here, after = self.moments.get(ply), self.value(ply + 1)
        if here is None or after is None or here.best == self.match.moves[ply]:
            return 0
        if here.loss is not None:
            return here.loss
        return max(0, self._sign(ply) * (self._fair(ply) - after))

    def why(self, ply: int) -> list[Fact]:
        """Facts about the best move after so many plies, the most telling first."""
        moment = self.moments[ply]
        if (ply, moment) not in self._facts:
            position, value = self.match.position_at(ply), self._sign(ply) * moment.value
            thought = SearchInfo(moment.best, value, 0, 0, (moment.best,))
            known = thought if value >= FORCED else None
            self.match.go(ply)
            left = self.match.plies_left()
            self.match.go(len(self.match.moves))
            self._facts[ply, moment] = move_facts(
                self.match.game, position, moment.best, known, left
            )
        return self._facts[ply, moment]

    def pv_names(self, ply: int) -> list[str]:
        """The principal variation after so many plies by names, as far as it is legal."""
        position, names = self.match.position_at(ply), list[str]()
        for name in self.moments[ply].pv:
            found = [move for move in position.moves() if position.name(move) == name]
            if position.result() is not None or not found:
                break
            names.append(name)
            position = position.play(found[0])
        return names

    def mistakes(self) -> list[int]:
        """The plies of the moves that cost most in the graph, in the order of the match."""
        drops = []
        for ply in range(len(self.match.moves)):
            loss = self.loss(ply)
            if loss:
                before = self._fair(ply)
                after = before - self._sign(ply) * loss
                drops.append((abs(self.height(before) - self.height(after)), -ply))
        largest = sorted((drop for drop in drops if drop[0] >= _LEAST_LOSS), reverse=True)
        return sorted(-ply for _, ply in largest[:_MAX_MISTAKES])

    def _sign(self, ply: int) -> int:
        return 1 if self.match.position_at(ply).turn == 0 else -1

    def _weigh(self) -> None:
        """Recompute what depends on all moments, now that another one is known."""
        self._optimism = self._claimed() // 2
        found = sorted(abs(moment.value) for moment in self.moments.values())
        open_ones = [value for value in found if value <= CERTAIN_WIN] or [0]
        if self.match.game.engine.terminal_score is not None:
            self._usual = max(_GRAPH_LEAST_POINTS, open_ones[-1])
        else:
            self._usual = max(_GRAPH_LEAST_POINTS // 3, 2 * open_ones[len(open_ones) // 2])

    def _claimed(self) -> int:
        """Median of the points that two movers in a row claim together; where each sees only the
        own tile they cannot both be right."""
        if not self._hides:
            return 0
        claims = []
        for ply, moment in self.moments.items():
            after = self.moments.get(ply + 1)
            if after is not None and max(abs(moment.value), abs(after.value)) <= CERTAIN_WIN:
                claims.append(self._sign(ply) * moment.value + self._sign(ply + 1) * after.value)
        return sorted(claims)[len(claims) // 2] if claims else 0


_GRAPH_LEAST_POINTS = 300
"""Points to which the graph reaches at least: an even match shall look even."""


def _ended(match: Match, winner: Player | None) -> int:
    """The value of a match that has ended, for player 0."""
    position, worth = match.position, match.game.engine.terminal_score
    if worth is not None:
        return worth(position) if position.turn == 0 else -worth(position)
    return 0 if winner is None else WIN if winner == 0 else -WIN


def _names(position: Position, line: Sequence[Move]) -> Iterator[str]:
    """The names of moves made one after the other."""
    for move in line:
        if position.result() is not None or move not in position.moves():
            return
        yield position.name(move)
        position = position.play(move)
