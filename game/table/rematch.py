"""Restart and rematch of the match on a table."""

from flipside.game.saves.matches import (
    PERSON,
    Plan,
    Saved,
    as_drawn,
    lots_decide,
    new_match,
    save_setup,
)
from flipside.game.services.services import Services
from flipside.game.table.table import Table
from flipside.rules.match.clock import full_clock


def restarted(services: Services, table: Table) -> Saved:
    """The same match from its beginning, with a new seed."""
    return new_match(services, table.game, _plan(table, swap=False))


def rematch(services: Services, table: Table, level: str = "") -> Saved:
    """A new match with the players swapped, or with new lots if these decide who begins (ALL-2). A
    computer gets `level` if one is given."""
    plan = _plan(table, swap=not lots_decide(table.match))
    if level:
        first, second = (word if word == PERSON else level for word in plan.seats)
        plan = plan._replace(seats=(first, second))
    save_setup(services, table.game, plan)
    return new_match(services, table.game, plan)


def _plan(table: Table, swap: bool) -> Plan:
    """The set-up of the match on the table; with `swap` the players change places."""
    match, clock = table.match, table.match.clock
    clock = clock and full_clock(clock.controls, clock.friendly)
    now = Plan(dict(match.choices), table.seats, clock, match.players, match.start)
    plan = as_drawn(match, now)
    return plan.swapped() if swap else plan
