"""The Contactic game: its rules, options, levels and exact solvers (CT-1 to CT-12)."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from flipside.rules.contract.game import Game, Option
from flipside.rules.contract.search_api import EngineSpec, Limit, SearchInfos
from flipside.rules.games.contactic import facts
from flipside.rules.games.contactic.diagram import DIAGRAMS
from flipside.rules.games.contactic.engine import counting
from flipside.rules.games.contactic.position import Contactic, opening
from flipside.rules.games.contactic.tiles import BOARD_SIZES, MIXES, geometry

if TYPE_CHECKING:
    from flipside.rules.games.contactic.engine.batch import BatchEvaluation

OPTIONS = (
    Option("mix", tuple(MIXES)),
    Option("board", BOARD_SIZES),
    Option("turn", ("on", "off")),
    Option("referee", ("on", "off"), people_only=("off",)),
    Option("first", ("lots", "orange", "green"), opening_only=True),
)


def custom_search(
    position: Contactic,
    limit: Limit,
    random: Random,
    history: Sequence[Contactic],
    evaluation: "BatchEvaluation | None" = None,
) -> SearchInfos | None:
    """Return a search that samples deals of the hidden piles, or None.

    None means alpha-beta, for positions with a referee and nothing hidden. `evaluation` replaces
    the evaluation with the weights of the file.
    """
    if position.setup.referee and position.nothing_hidden():
        return None
    from flipside.rules.games.contactic.engine.sampling import sampling_search

    return sampling_search(position, limit, random, evaluation or _evaluation())


@cache
def _evaluation() -> "BatchEvaluation":
    from flipside.rules.games.contactic.engine.batch import WEIGHTS, batch_evaluation

    return batch_evaluation(WEIGHTS.numbers)


def _evaluate(position: Contactic) -> int:
    from flipside.rules.games.contactic.engine.batch import mover_score

    return mover_score(_evaluation(), position)


def _warm_up() -> Iterator[None]:
    yield
    import flipside.rules.games.contactic.engine.sampling  # noqa: F401


LIMITS = {
    "level2": Limit(depth=1, noise=600),
    "level3": Limit(depth=1, noise=200),
    "level4": Limit(depth=1, noise=80),
    "level5": Limit(depth=3, nodes=1_500),
    "level6": Limit(depth=3, nodes=4_000),
}
"""Limits per level. Depth helps little while tiles are unknown, low noise much."""

CONTACTIC = Game(
    key="contactic",
    options=OPTIONS,
    board=lambda choices: geometry(choices["board"], choices["referee"] == "on").board,
    opening=opening,
    engine=EngineSpec(
        chance_points=450,
        level_ratings=(535, 1000, 1554, 1766, 2004, 2048, 2527, 2588),
        evaluate=_evaluate,
        custom_search=custom_search,
        warm_up=_warm_up,
        exact_solvers={
            **dict.fromkeys(("win", "draw", "most"), counting.solve_end),
            "join": counting.solve_join,
            "block": counting.solve_block,
        },
        limits=LIMITS,
    ),
    facts=facts.facts,
    lessons_after_loss=facts.lessons_after_loss,
    illegal_reason=facts.illegal_reason,
    cell_descriptions=facts.cell_descriptions,
    move_descriptions=facts.move_remarks,
    orthogonal_only=True,
    diagrams=DIAGRAMS,
)
