"""Matches for tests: every game with every value of its options, played at random from seeds."""

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
"""Plies within which every match must end."""

UNCAPPED = 300
"""Plies after which a match without a cap is left as it is."""


def pick(items: Sequence[T], random: Random) -> T:
    return items[int(random.random() * len(items))]


REFERENCES: dict[str, Callable[[Any], int]] = {
    OTHELLO.key: othello.evaluate,
    FLIPFLOP.key: flipflop.evaluate,
    SWITCH.key: switch.evaluate,
    FLIPOP.key: flipop.evaluate,
}
"""Evaluations of single positions of the games that evaluate arrays."""


_ALIKE: dict[str, Callable[[], AnyBatchRules]] = {
    OTHELLO.key: cache(OthelloBatch),
    FLIPOP.key: cache(FlipopBatch),
}


def judged_alike(game: AnyGame) -> AnyGame:
    """The game with a reference, which evaluates single positions as its arrays are evaluated:
    Othello without patterns and Flipop without blocks."""
    engine = replace(
        game.engine,
        evaluate=REFERENCES.get(game.key, game.engine.evaluate),
        batch_rules=_ALIKE.get(game.key, game.engine.batch_rules),
    )
    return replace(game, engine=engine)


def by_single_positions(game: AnyGame) -> AnyGame:
    """The game as alpha-beta searches it, with its reference."""
    return replace(game, engine=replace(judged_alike(game).engine, batch_rules=None))


def variants(game: AnyGame) -> list[dict[str, str]]:
    """Every value of every option, beside the defaults of the others; the defaults first."""
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
    """The same choices with other options chosen at random, where they go together."""
    chosen = {option.key: pick(option.values, random) for option in game.options} | given
    try:
        return dict(game.choices(chosen))
    except BadChoice:
        return given


def bound(match: Match) -> int:
    """How long a test plays the match at most."""
    return UNCAPPED if match.choices.get("cap") == "off" else LONGEST


@cache
def endless(plies: int) -> str:
    """The moves of a match of Flip-Flop without a cap that has not ended after so many plies."""
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
    """The match, played on at random to its end or for that many plies."""
    for _ in range(min(plies, bound(match))):
        if match.result() is not None:
            break
        play_on(match, random)
    return match


def matches(game: AnyGame, given: dict[str, str], count: int) -> Iterator[tuple[Match, Random]]:
    """New matches and the chance to play them with; every other one with more options changed."""
    for number in range(count):
        random = Random(number)
        chosen = widened(game, given, random) if number % 2 else given
        yield Match(game, chosen, seed=number), random


@cache
def around_a_pass() -> tuple[str, str]:
    """The moves of a match of Othello before and after its first forced pass."""
    for seed in range(100):
        names = played(Match(OTHELLO), Random(seed)).names()
        if "pass" in names:
            at = names.index("pass")
            return " ".join(names[:at]), " ".join(names[at + 1 :])
    raise AssertionError("no match with a pass")
