"""Random matches for tests: every game, with every value of its options."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.batch_rules import AnyBatchRules
from flipside.rules.contract.game import AnyGame, BadChoice
from flipside.rules.contract.position import shuffled
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.engine.batch import OthelloBatch
from flipside.rules.games.switch import SWITCH
from flipside.rules.match.match import Match
from tests.rules.games.flipflop import reference_evaluation as flipflop
from tests.rules.games.flipop import reference_evaluation as flipop
from tests.rules.games.othello import reference_evaluation as othello
from tests.rules.games.switch import reference_evaluation as switch

T = TypeVar("T")

LONGEST = 1_500
"""The maximum number of plies of a match with a cap."""

UNCAPPED = 300
"""The number of plies after which a test stops a match without a cap."""


def pick(items: Sequence[T], random: Random) -> T:
    return items[int(random.random() * len(items))]


REFERENCES: dict[str, Callable[[Any], int]] = {
    OTHELLO.key: othello.evaluate,
    FLIPFLOP.key: flipflop.evaluate,
    SWITCH.key: switch.evaluate,
    FLIPOP.key: flipop.evaluate,
}
"""Reference evaluations of single positions for the games that evaluate arrays."""


_ALIKE: dict[str, Callable[[], AnyBatchRules]] = {
    OTHELLO.key: cache(OthelloBatch),
    FLIPOP.key: cache(FlipopBatch),
}


def judged_alike(game: AnyGame) -> AnyGame:
    """Return the game with its reference evaluation for single positions and the same evaluation
    for arrays: Othello without patterns and Flipop without blocks."""
    engine = replace(
        game.engine,
        evaluate=REFERENCES.get(game.key, game.engine.evaluate),
        batch_rules=_ALIKE.get(game.key, game.engine.batch_rules),
    )
    return replace(game, engine=engine)


def by_single_positions(game: AnyGame) -> AnyGame:
    """Return the game without BatchRules, so that alpha-beta searches it."""
    return replace(game, engine=replace(judged_alike(game).engine, batch_rules=None))


def variants(game: AnyGame) -> list[dict[str, str]]:
    """Return the defaults, and then each other value of each option."""
    found: list[dict[str, str]] = [{}]
    for option in game.options:
        found += [{option.key: value} for value in option.values[1:]]
    return found


Case = tuple[AnyGame, dict[str, str]]

CASES: list[Case] = [(game, given) for game in GAMES for given in variants(game)]


def case_name(case: Case) -> str:
    game, given = case
    return " ".join([game.key, *(f"{key}={value}" for key, value in given.items())])


def widened(game: AnyGame, given: dict[str, str], random: Random) -> dict[str, str]:
    """Return the choices with random values of other options, if these are possible."""
    chosen = {option.key: pick(option.values, random) for option in game.options} | given
    try:
        return dict(game.choices(chosen))
    except BadChoice:
        return given


def bound(match: Match) -> int:
    """Return the maximum number of plies that a test plays."""
    return UNCAPPED if match.choices.get("cap") == "off" else LONGEST


@cache
def endless(plies: int) -> str:
    """Return the moves of a match of Flip-Flop that has not ended after so many plies."""
    match, random = Match(FLIPFLOP, UNENDING), Random(1)
    while match.ply < plies:
        ply = match.ply
        for move in shuffled(match.position.moves(), random):
            match.play(move)
            if match.position.result() is None and match.occurrences() == 1:
                break
            match.goto_ply(ply)
        else:
            match.goto_ply(max(0, ply - 1 - int(random.random() * 30)))
    return " ".join(match.names()[:plies])


UNENDING = {"cap": "off"}


def play_on(match: Match, random: Random) -> None:
    match.play(pick(match.position.moves(), random))


def played(match: Match, random: Random, plies: int = LONGEST) -> Match:
    """Return the match after random moves, to its end or for `plies` plies."""
    for _ in range(min(plies, bound(match))):
        if match.result() is not None:
            break
        play_on(match, random)
    return match


def matches(game: AnyGame, given: dict[str, str], count: int) -> Iterator[tuple[Match, Random]]:
    """Yield new matches with random generators. Every second match has more options changed."""
    for number in range(count):
        random = Random(number)
        chosen = widened(game, given, random) if number % 2 else given
        yield Match(game, chosen, seed=number), random


@cache
def around_a_pass() -> tuple[str, str]:
    """Return the moves of a match of Othello before and after its first forced pass."""
    for seed in range(100):
        names = played(Match(OTHELLO), Random(seed)).names()
        if "pass" in names:
            at = names.index("pass")
            return " ".join(names[:at]), " ".join(names[at + 1 :])
    raise AssertionError("no match with a pass")
