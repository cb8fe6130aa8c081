"""Checks whether facts about moves are true, independent of the code that finds them."""

from collections.abc import Sequence

from flipside.rules.contract.position import Fact
from tests.rules.engine.fact_checks.case import GENERAL, Case
from tests.rules.engine.fact_checks.contactic import CONTACTIC
from tests.rules.engine.fact_checks.flipflop import FLIPFLOP
from tests.rules.engine.fact_checks.flipop import FLIPOP
from tests.rules.engine.fact_checks.othello import OTHELLO
from tests.rules.engine.fact_checks.switch import SWITCH

OWN = {
    "othello": OTHELLO,
    "flipflop": FLIPFLOP,
    "switch": SWITCH,
    "flipop": FLIPOP,
    "contactic": CONTACTIC,
}


def untrue(case: Case, facts: Sequence[Fact]) -> list[str]:
    """Return a sentence for every fact that is not true."""
    found = []
    for fact in facts:
        checks = GENERAL if fact.general else OWN[case.match.game.key]
        if not checks[fact.key](case, fact):
            name = case.position.name(case.move)
            found.append(f"{fact} of {name} after {' '.join(case.match.names())!r}")
    return found
