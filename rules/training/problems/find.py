"""Finds problems: plays matches and proves positions in which one move alone is right."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from flipside.rules.arena.contest import open_at_random, play_out, player_of
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.history import History
from flipside.rules.contract.position import plies_to_end, shuffled
from flipside.rules.engine.search import known_scores
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match
from flipside.rules.teaching.problems import Problem, problem_json
from flipside.rules.training.problems.players import solved_by_naive
from flipside.rules.training.problems.unique_moves import candidates

_PLAYERS = {
    "othello": (("level3", "level3"), ("level3", "level2"), ("level2", "level3")),
    "flipflop": (("level1", "level1"), ("level2", "level1"), ("level1", "level2")),
    "switch": (("level1", "level1"), ("level2", "level2")),
    "flipop": (("level1", "level1"), ("level2", "level2"), ("level2", "level1")),
    "contactic": (("level1", "level1"), ("level2", "level1")),
}
"""The players of the matches, in turn. People err like these, and weak ones leave many chances."""

_MATCH_OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "switch": [{}, {"setup": "windmill"}, {"setup": "ring"}],
    "flipflop": [{}, *[{"setup": "chess"}, {"setup": "random"}] * 3],
    "contactic": [{}, *[{"board": "13x13"}, {"board": "13x13", "mix": "proportional"}] * 3],
}
"""The options of the matches, in turn; other games have none."""

_OPENING_PLIES = 6

_LAST_PLIES = {
    "othello": (15,),
    "flipflop": (140, *[48] * 6),
    "switch": (40,),
    "flipop": (48,),
    "contactic": (100, *[5] * 6),
}
"""The last plies of a match that are searched, in turn as the options."""

_MATCH_PROBLEMS = 3

_FREQUENT = {("switch", "win", 3): 2, ("switch", "win", 5): 5}
"""Kinds of problems that are found too often: of so many matches one gives them."""

_LEAST_GAP_PLIES = 8
"""Least plies between two problems of one match."""


def problems_of_match(key: str, seed: int, number: int) -> list[dict[str, object]]:
    """The problems of match `number`, as JSON objects."""
    game = BY_KEY[key]
    random = Random(seed * 1_000_003 + number)
    several = _MATCH_OPTIONS.get(key, [{}])
    match = Match(game, several[number % len(several)], seed + number)
    taken: dict[int, Problem] = {}
    for one in _played(match, number, random, taken):
        frequent = number % _FREQUENT.get((key, one.goal, one.plies), 1) != 0
        known = (one.goal, one.plies) in {(other.goal, other.plies) for other in taken.values()}
        if not (frequent or known or _is_dull(match, one) or solved_by_naive(one)):
            taken[match.ply] = one
            if len(taken) == _MATCH_PROBLEMS:
                break
    return list(map(problem_json, taken.values()))


def _played(match: Match, number: int, random: Random, taken: Collection[int]) -> Iterator[Problem]:
    """Play a match between levels, and look for problems near its end, not near the plies `taken`
    meanwhile."""
    key = match.game.key
    open_at_random(match, _OPENING_PLIES, random)
    pairs, lasts = _PLAYERS[key], _LAST_PLIES[key]
    first, second = (player_of(word).fitted(match.game) for word in pairs[number % len(pairs)])
    play_out(match, (first, second), random)
    plies = range(_OPENING_PLIES, len(match.moves))[-lasts[number % len(lasts)] :]
    yield from candidates(
        match,
        (
            ply
            for ply in shuffled(plies, random)
            if all(abs(ply - at) >= _LEAST_GAP_PLIES for at in taken)
        ),
    )


def _is_dull(match: Match, problem: Problem) -> bool:
    """Whether the answer is a draw where nearly all else loses at once, or fills a line of seven
    while stones are laid."""
    position = match.position
    if isinstance(position, FlipFlop) and position.laying:
        return problem.goal == "hold" and problem.plies == 2
    if isinstance(position, PlayingPhase) and problem.goal == "draw":
        values = (
            known_scores(match.game, position, History(match.game.repetition, [position])) or {}
        )
        lengths = [plies_to_end(value) or 99 for value in values.values()]
        return 5 * sum(plies <= 2 for plies in lengths) > 4 * len(lengths)
    return False
