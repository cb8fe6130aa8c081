"""Contactic: the box. Rules CT-1 to CT-12 of the rule sheets."""

from collections.abc import Iterator, Sequence
from random import Random

from rules.contract.board import Board
from rules.contract.game import Choices, Game, Option
from rules.contract.search_api import EngineSpec, Limit, SearchInfos
from rules.games.contactic.engine import counting
from rules.games.contactic.engine.weights import WEIGHTS, evaluate
from rules.games.contactic.facts import facts
from rules.games.contactic.position import Contactic, opening
from rules.games.contactic.refusals import refusal
from rules.games.contactic.remarks import move_remarks, remarks
from rules.games.contactic.table import SIZES, table
from rules.games.contactic.tiles import MIXES

OPTIONS = (
    Option("mix", tuple(MIXES)),
    Option("board", SIZES),
    Option("turn", ("on", "off")),
    Option("referee", ("on", "off"), people_only=("off",)),
    Option("first", ("lots", "orange", "green")),
)


def _board(choices: Choices) -> Board:
    return table(choices["board"], choices["referee"] == "on").board


def _thinker(
    position: Contactic, limit: Limit, random: Random, seen: Sequence[Contactic]
) -> SearchInfos | None:
    return thinker(position, limit, random, WEIGHTS.numbers())


def thinker(
    position: Contactic, limit: Limit, random: Random, numbers: Sequence[int] | None
) -> SearchInfos | None:
    """Sampling, with these numbers or by hand; with a referee alpha-beta does where one ply is
    looked at or nothing is hidden."""
    if position.setup.referee and (position.settled() or limit.depth < 2):
        return None
    from rules.games.contactic.engine.batch import judging
    from rules.games.contactic.engine.sampling import thoughts

    return thoughts(position, limit, random, judging(numbers))


def _prepare() -> Iterator[None]:
    yield
    import rules.games.contactic.engine.sampling  # noqa: F401


LIMITS = {
    "level2": Limit(depth=1, noise=600),
    "level3": Limit(depth=1, noise=200),
    "level4": Limit(depth=1, noise=80),
    "level5": Limit(depth=3, nodes=1_500),
    "level6": Limit(depth=3, nodes=4_000),
}
"""Looking further ahead tells little while the tiles are unknown; a steady eye tells much."""

COUNTED = {
    "win": counting.ends,
    "draw": counting.ends,
    "most": counting.ends,
    "join": counting.joins,
    "block": counting.blocks,
}
"""How problems are proved, by their goals."""


CONTACTIC = Game(
    key="contactic",
    options=OPTIONS,
    board=_board,
    opening=opening,
    engine=EngineSpec(
        evaluate=evaluate,
        own_search=_thinker,
        warm_up=_prepare,
        exact_solvers=COUNTED,
        limits=LIMITS,
    ),
    facts=facts,
    refusal=refusal,
    remarks=remarks,
    move_remarks=move_remarks,
    orthogonal_only=True,
)
