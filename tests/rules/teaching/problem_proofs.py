"""Independent proofs of the problems, without `rules.engine`. Forced ends are found with
Position.play. Othello has its own search. Switch uses its tablebase and the rules.
`problem_proofs_contactic` counts Contactic."""

from collections import Counter
from collections.abc import Callable, Iterator

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.position import FORCED_WIN, WIN, Move, Player, Position, Result
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.othello.position import Othello
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match
from flipside.rules.teaching import BadProblem, Problem
from tests.rules.games.othello.reference_endgame import Ends
from tests.rules.games.switch.solved import codes, successors
from tests.rules.teaching.problem_proofs_contactic import contactic

KEYS = tuple(game.key for game in GAMES)
"""The keys of the games with problems."""

PLAIN = 3
"""Wins in Switch of at most so many plies are proved without the tablebase."""


def faults(problem: Problem) -> list[str]:
    """Return sentences about everything in a problem that is not true."""
    try:
        match = problem.match()
    except BadProblem as wrong:
        return [str(wrong)]
    legal = {match.position.name(move) for move in match.legal()}
    if not set(problem.answers) < legal:
        return ["the answers are not some of the legal moves"]
    if len(set(problem.answers)) < len(problem.answers):
        return ["an answer is named twice"]
    return list(PROOFS.get(problem.game.key, forced)(problem, match))


# -- forced ends ---------------------------------------------------------------------------------


class Ahead:
    """A search of all moves and replies for forced ends. The third occurrence of a position in the
    match ends it. Other repetitions need no check, because a fastest win never repeats a position.
    """

    def __init__(self, match: Match) -> None:
        self.ending = match.game.repetition
        self.seen = Counter(match.history())
        self.known: dict[tuple[Position, Player], list[int]] = {}
        """The lowest number of plies known to win, and the highest known not to."""
        self.liked: Counter[Move] = Counter()
        """How often a move was decisive. Such moves are tried early."""

    def result(self, position: Position) -> Result | None:
        """Return the result if the match reaches that position, or None."""
        found, ending = position.result(), self.ending
        if found is not None or ending is None or self.seen[position] < 2:
            return found
        return None if ending.pending(position) else ending.verdict(position, "repetition")

    def wins(self, position: Position, player: Player, plies: int) -> bool:
        """Return whether `player` can force a win from that position within `plies` plies."""
        over = self.result(position)
        if over is not None:
            return over.winner == player
        if plies <= 0:
            return False
        known = self.known.setdefault((position, player), [99, 0])
        if known[0] <= plies or known[1] >= plies:
            return known[0] <= plies
        own = position.turn == player
        moves = sorted(position.moves(), key=self.liked.__getitem__, reverse=True)
        for move in moves:
            if self.wins(position.play(move), player, plies - 1) == own:
                self.liked[move] += 1
                break
        else:
            own = not own
        known[not own] = plies
        return own

    def winning(self, position: Position, player: Player, plies: int) -> set[str]:
        """Return the names of the moves with which `player` wins within `plies` plies."""
        if plies <= 0:
            return set()
        return {
            position.name(move)
            for move in position.moves()
            if self.wins(position.play(move), player, plies - 1)
        }


class LinesAhead(Ahead):
    """The search for Flip-Flop, which recognises wins in one ply by lines of seven stones."""

    def wins(self, position: Position, player: Player, plies: int) -> bool:
        """Return the value of `Ahead.wins`."""
        if plies != 1 or position.turn != player or self.result(position) is not None:
            return super().wins(position, player, plies)
        assert isinstance(position, FlipFlop)
        own, enemy = position.stones[player], position.stones[1 - player]
        for line in ROWS_AND_COLUMNS:
            others = [cell for cell in line if not own >> cell & 1]
            if len(others) != 1:
                continue
            if position.laying:
                if not enemy >> others[0] & 1:
                    return True
                continue
            crossing = next(one for one in ROWS_AND_COLUMNS if one != line and others[0] in one)
            switches = (cell for cell in crossing if cell != others[0])
            if any(enemy >> cell & 1 and cell != position.ban for cell in switches):
                return True
        return False


ROWS_AND_COLUMNS = [[8 * row + column for column in range(8)] for row in range(8)] + [
    [8 * row + column for row in range(8)] for column in range(8)
]


def forced(problem: Problem, match: Match) -> Iterator[str]:
    """Yield the faults of a problem with a forced end: a win, or moves that do not lose as soon."""
    lines = problem.game.key == "flipflop" and match.choices["lines"] == "always"
    ahead, position, plies = (LinesAhead if lines else Ahead)(match), match.position, problem.plies
    left = match.plies_left()
    if max(ahead.seen.values()) > 1:
        yield "repetition may end the match before that"
    if left is not None and left <= plies:
        yield "the cap may end the match before that"
    if problem.goal == "win":
        if problem.value != WIN - plies:
            yield "the value is not that of a win in so many plies"
        if sooner := ahead.winning(position, position.turn, plies - 1):
            yield f"sooner wins {sorted(sooner)}"
        right = ahead.winning(position, position.turn, plies)
    elif problem.goal == "hold":
        if problem.value:
            yield "there is a value where nothing is decided"
        enemy = 1 - position.turn
        names = {position.name(move) for move in match.legal()}
        if ahead.winning(position, enemy, plies - 2) == names - set(problem.answers):
            yield "the wrong moves lose sooner"
        right = names - ahead.winning(position, enemy, plies)
        if ahead.winning(position, position.turn, plies):
            yield "the mover wins"
        if ahead.winning(position, enemy, plies + 2).intersection(problem.answers):
            yield "the answer loses with the next move"
    else:
        yield f"nothing proves the goal {problem.goal}"
        return
    yield from _answers(problem, right)


def _answers(problem: Problem, right: set[str]) -> Iterator[str]:
    if set(problem.answers) != right:
        yield f"right is {sorted(right)}, not {sorted(problem.answers)}"


# -- switch --------------------------------------------------------------------------------------


def switch(problem: Problem, match: Match) -> Iterator[str]:
    """Yield the faults of a problem of Switch: the fastest win, or moves that do not lose."""
    position = match.position
    assert isinstance(position, PlayingPhase)
    values = {position.name(move): value for move, value in successors(position).items()}
    decided = [value for value in values.values() if value is not None]
    best = max((0 if value is None else value) for value in values.values())
    left = match.plies_left()
    longest = WIN - min(map(abs, decided), default=WIN)
    if left is not None and left < longest:
        yield "the cap may end the match before that"
    if _circles(match, longest):
        yield "the proof comes upon a position that has stood twice"
    if problem.goal == "win":
        if problem.value != best or problem.plies != WIN - best or best < FORCED_WIN:
            yield f"the value is {best} and not {problem.value}"
        yield from _answers(problem, {name for name, value in values.items() if value == best})
        if problem.plies <= PLAIN:
            yield from forced(problem, match)
    elif problem.goal == "draw":
        if problem.value or problem.plies or best:
            yield f"the value is {best} and not {problem.value}"
        yield from _answers(problem, {name for name, value in values.items() if value is None})
    else:
        yield f"nothing proves the goal {problem.goal}"


def _circles(match: Match, plies: int) -> bool:
    """Return whether a position that occurred twice is decided within `plies` plies. Only such a
    position can recur in a fastest win."""
    twice = [position for position, times in Counter(match.history()).items() if times >= 2]
    found = codes(position.sides for position in twice if isinstance(position, PlayingPhase))
    return any(0 < abs(code) <= plies for code in found)


# -- othello -------------------------------------------------------------------------------------


def othello(problem: Problem, match: Match) -> Iterator[str]:
    """Yield the faults of a problem of Othello, by the final margin with best play (OT-9)."""
    position, value, ends = match.position, problem.value, Ends()
    assert isinstance(position, Othello)
    wanted = {"win": 1, "draw": 0, "most": value}.get(problem.goal)
    if wanted is None or problem.plies:
        yield f"nothing proves the goal {problem.goal} in {problem.plies} plies"
        return
    if (problem.goal == "win" and value <= 0) or (problem.goal == "draw" and value):
        yield "the value does not reach the goal"
    right, best = set(), False
    for move in match.legal():
        name, after = position.name(move), position.play(move)
        sides = after.discs[after.turn], after.discs[1 - after.turn]
        at_least = ends.at_most(*sides, -wanted)
        if at_least:
            right.add(name)
            if not ends.at_most(*sides, -value - 1):
                best = best or ends.at_most(*sides, -value)
            else:
                yield f"{name} is worth more than {value}"
    if not best:
        yield f"no move is worth {value}"
    yield from _answers(problem, right)


PROOFS: dict[str, Callable[[Problem, Match], Iterator[str]]] = {
    "contactic": contactic,
    "othello": othello,
    "switch": switch,
}
"""The proofs by game. Other games use `forced`."""
