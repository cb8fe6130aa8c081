"""The match after this one: the same from its beginning, or a rematch."""

from game.table.needs import Needs
from game.table.saves import Saved, Seats, as_drawn, by_lot, new_match, save_setup
from game.table.table import Table


def restarted(services: Needs, table: Table) -> Saved:
    """The same match from its beginning, with a new seed."""
    return _anew(services, table, as_drawn(table.match, table.seats))


def rematch(services: Needs, table: Table) -> Saved:
    """A new match with the seats swapped, or with lots drawn anew where these decide who begins
    (ALL-2)."""
    seats = as_drawn(table.match, table.seats)
    if by_lot(table.game, table.match.choices) is None:
        seats = seats[1], seats[0]
    save_setup(services, table.game, dict(table.match.choices), seats)
    return _anew(services, table, seats)


def _anew(services: Needs, table: Table, seats: Seats) -> Saved:
    """A new match with a new seed; where lots are drawn, the seats are by colour."""
    match = new_match(services, table.game, dict(table.match.choices))
    return Saved(match, as_drawn(match, seats))
