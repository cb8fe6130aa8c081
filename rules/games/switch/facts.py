"""Facts about a move in Switch, reasons why taps are illegal, and descriptions of stones."""

from collections.abc import Iterator, Sequence

from flipside.rules.contract.board import Cell, cells
from flipside.rules.contract.position import Description, Fact, Move, Player
from flipside.rules.games.switch.position import (
    COLOUR_CELLS,
    ChoosingPhase,
    LayingPhase,
    PlayingPhase,
    Switch,
)
from flipside.rules.games.switch.stones import (
    ALL,
    LINES,
    NEIGHBOURS,
    can_join,
    group,
    groups,
    joined,
    largest_group,
    legal,
    majority,
    moved,
)


def facts(position: Switch, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, most important first."""
    if isinstance(position, PlayingPhase):
        yield from _playing(position, move)
    elif isinstance(position, LayingPhase):
        yield from _laying(position, move)
    elif isinstance(position, ChoosingPhase):
        yield from _choosing(position, COLOUR_CELLS.index(move[0]))


def _playing(position: PlayingPhase, move: Move) -> Iterator[Fact]:
    own, enemy = position.sides
    after = position.play(move)
    mine, other = moved(own, enemy, move)
    if position.must_counter:
        if joined(mine) and not joined(other):
            yield Fact("counters")
    elif joined(mine) and not joined(other):
        yield from _connected(position, after)
    if not position.must_counter and not after.outcome and _stops(own, enemy, after):
        yield Fact("stops_joining", ahead=1)
    before, now = len(groups(own)), len(groups(mine))
    if 1 < now < before:
        yield Fact("groups", now)
    if largest_group(mine) > largest_group(own):
        yield Fact("grows", largest_group(mine))
    if len(groups(other)) > len(groups(enemy)):
        yield Fact("splits", len(groups(other)))
    lines = _lines(mine, other)
    if lines > _lines(own, enemy):
        yield Fact("majority", lines)


def _connected(position: PlayingPhase, after: PlayingPhase) -> Iterator[Fact]:
    """Yield the fact of a connection, and whether the enemy can counter it (SW-7)."""
    if not position.setup.counter or after.outcome:
        yield Fact("connects" if not position.setup.counter else "uncountered")
    else:
        yield Fact("counters_left", len(after.counters()))


def _stops(own: int, enemy: int, after: PlayingPhase) -> bool:
    """Return whether the enemy could connect through the gap before the move, but not after it."""
    if not can_join(enemy, ALL ^ own ^ enemy):
        return False
    his, mine = after.sides
    return not any(
        joined(moved(his, mine, reply)[0]) for reply in legal(his, mine, after.setup.adjacent)
    )


def _lines(own: int, enemy: int) -> int:
    return sum(1 for line in LINES if majority(own, enemy, line))


def _laying(position: LayingPhase, move: Move) -> Iterator[Fact]:
    """Yield facts about the neighbours of a new stone, and whether its player starts (SW-10)."""
    cell, colour = move[0], COLOUR_CELLS.index(move[1])
    if colour == 0 and position.left(0) == 1:
        yield Fact("starts")
    same = (NEIGHBOURS[cell] & position.stones[colour]).bit_count()
    other = (NEIGHBOURS[cell] & position.stones[1 - colour]).bit_count()
    if same:
        yield Fact("beside", same)
    if other:
        yield Fact("between", other)


def _choosing(position: ChoosingPhase, colour: int) -> Iterator[Fact]:
    """Yield the advantages of the chosen colour over the other."""
    own, enemy = position.stones[colour], position.stones[1 - colour]
    if _pairs(own) > _pairs(enemy):
        yield Fact("pairs", _pairs(own))
    if _lines(own, enemy) > _lines(enemy, own):
        yield Fact("majority", _lines(own, enemy))
    if largest_group(own) > largest_group(enemy):
        yield Fact("largest", largest_group(own))
    if len(groups(own)) < len(groups(enemy)):
        yield Fact("fewer_groups", len(groups(own)))


def _pairs(stones: int) -> int:
    return sum((NEIGHBOURS[cell] & stones).bit_count() for cell in cells(stones)) // 2


def illegal_reason(position: Switch, taps: Move) -> str:
    """Return the text key of the reason why the last tap is illegal (SW-2 to SW-4, SW-11)."""
    if isinstance(position, PlayingPhase):
        if taps[-1] in COLOUR_CELLS:
            return "chosen"
        if len(taps) > 1:
            return _second(position, taps)
        return "gap" if position.colour_on(taps[0]) is None else "theirs"
    if isinstance(position, ChoosingPhase):
        return "colour"
    assert isinstance(position, LayingPhase)
    if taps[-1] in COLOUR_CELLS:
        if len(taps) == 1:
            return "field"
        return "connects" if position.left(COLOUR_CELLS.index(taps[-1])) else "used"
    return "taken" if position.colour_on(taps[-1]) is not None else "connects"


def _second(position: PlayingPhase, taps: Move) -> str:
    """Return the text key of the reason why two stones may not be exchanged."""
    own, enemy = position.sides
    both = 1 << taps[0] | 1 << taps[1]
    lines = [line for line in LINES if not both & ~line]
    if not lines:
        return "apart"
    return "neighbours" if majority(own, enemy, lines[0]) else "majority"


def cell_descriptions(position: Switch, cell: Cell) -> Iterator[Description]:
    """Yield the size of the group of the stone on `cell`."""
    colour = position.colour_on(cell)
    if colour is not None:
        yield Description("group", group(1 << cell, position.stones[colour]).bit_count())


_MANY_GROUPS = 4
"""The number of groups from which a player has lost because of them."""


def lessons_after_loss(positions: Sequence[Switch], loser: Player) -> Iterator[str]:
    """Yield the lessons about why a player lost, the most fitting first."""
    before, last = positions[-2:]
    if joined(before.stones[loser]):
        yield "counter"
    elif len(groups(last.stones[loser])) >= _MANY_GROUPS:
        yield "groups"
    yield "safe"
