"""What training tries out about Flipop: a hundred values, each of which says many numbers.

The numbers are those of `rules/games/flipop/learned.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rules.games.flipop import learned as form
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.position import EACH

Floats = NDArray[np.float64]
State = tuple[int, int, int]
"""Of a side, as `learned.STATES`."""


@dataclass(frozen=True)
class Value:
    """One of them."""

    name: str
    begin: float
    """What it is worth to a player who has learned nothing, in points."""
    tried: float
    """The standard deviation of what is tried."""
    numbers: Floats
    """What a point of it adds to each number, shape (SIZE,)."""


def values() -> list[Value]:
    """All of them."""
    found = [
        Value("on turn", 42, 15, _numbers(stands=lambda own, other: 1)),
        Value("all are shut", -30, 40, _stand(lambda own, other: own[0] == own[1] > 1)),
        Value("one that is shut can be freed", 37, 20, _stand(lambda own, other: own[2])),
        Value("the last against many", -30, 40, _stand(lambda own, other: _last(own, other, 4, 5))),
        Value("the last against few", 0, 40, _stand(lambda own, other: _last(own, other, 1, 2))),
        Value("two against many", 0, 30, _stand(lambda own, other: own[0] == 2 and other[0] >= 4)),
        Value("the last is shut for good", -120, 80, _stand(_lost)),
        Value("off while all others are shut", 450, 90, _stand(_home)),
        Value("off while the last other is left", 30, 20, _stand(_against_last)),
        Value("way", 18, 10, _room(lambda balls, ways: ways)),
        Value("way of few balls", 0, 10, _room(lambda balls, ways: ways * (balls <= 2))),
        Value("in the middle columns", 0, 20, _pits(lambda row, column: 1 <= column <= 3)),
        Value("in a corner", 0, 20, _pits(lambda row, column: row in ENDS and column in ENDS)),
        Value("few balls, by row", 0, 8, _pits(lambda row, column: row, few=True)),
        Value("can go ahead", 6, 15, _pits(lambda row, column: 1, kind=1)),
        Value("can go off", 6, 15, _pits(_before_exits, kind=1)),
    ]
    for balls, begin in ((4, 30.0), (3, 15.0), (2, -60.0), (1, -150.0)):
        found.append(Value(f"{balls} left", begin, 40, _left(balls)))
    for balls in range(1, EACH + 1):
        found.append(Value(f"shut, {balls} left", -150, 35, _shut(balls)))
    for most, begin in ((1, -15.0), (2, -15.0), (4, 0.0)):
        found.append(Value(f"at most {most} ways", begin, 25, _room(_at_most(most))))
    for row in range(1, SIDE):
        found.append(Value(f"in row {row + 1}", 3.0 * row, 20, _pits(_in_row(row))))
    for row in range(SIDE):
        found.append(Value(f"shut in row {row + 1}", 0, 30, _pits(_in_row(row), kind=2)))
    for row in range(SIDE - 1):
        found.append(Value(f"can go on from row {row + 1}", 0, 15, _pits(_in_row(row), kind=1)))
    for own, other in ((5, 3), (4, 2), (3, 1), (3, 2), (2, 1)):
        found.append(Value(f"{own} left against {other}", 0, 30, _stand(_against(own, other))))
    for balls in (2, 3, 4):
        found.append(Value(f"all but one of {balls} are shut", 0, 30, _stand(_but_one(balls))))
    found += [
        Value("freed, two left or one", 0, 25, _stand(lambda own, other: own[2] * (own[0] <= 2))),
        Value("no way", 0, 30, _room(_at_most(0))),
        Value("at most 7 ways", 0, 15, _room(_at_most(7))),
        Value("way of the last", 0, 12, _room(lambda balls, ways: ways * (balls == 1))),
        Value("beside an own one", 0, 10, _rows(lambda own, other: own & own << 1)),
        Value("beside an enemy", 0, 10, _rows(lambda own, other: own & (other << 1 | other >> 1))),
        Value("few balls go ahead", 0, 12, _pits(lambda row, column: 1, kind=1, few=True)),
        Value(
            "few balls in the middle",
            0,
            12,
            _pits(lambda row, column: 1 <= column <= 3, few=True),
        ),
    ]
    for balls in range(1, EACH + 1):
        found += [
            Value(f"a step home, {balls} left", 0, 12, _of_many(balls, 0, _steps)),
            Value(f"one step away, {balls} left", 0, 20, _of_many(balls, 0, _beside_exits)),
            Value(f"can go off, {balls} left", 0, 20, _of_many(balls, 1, _before_exits)),
        ]
    for kind, name in enumerate(("there", "ahead", "shut")):
        for row, aside in product(range(SIDE), range(SIDE // 2 + 1)):
            place = _pits(_in_place(row, aside), kind)
            found.append(Value(f"{name} in row {row + 1}, {aside} from the side", 0, 12, place))
    return found


ENDS = (0, SIDE - 1)


def _numbers(
    stands: Callable[[State, State], float] | None = None,
    room: Callable[[int, int], float] | None = None,
    places: Callable[[int, int, int], float] | None = None,
) -> Floats:
    """The numbers that say: so much for own and enemy states; for balls and the ways open to them,
    less the same of the enemy; for balls, kind and pit."""
    found = np.zeros(form.SIZE)
    if stands is not None:
        worth = [[stands(own, other) for other in form.STATES] for own in form.STATES]
        found[: form.STANDS] = np.array(worth, np.float64).reshape(-1)
    if room is not None:
        side = [[room(balls, ways) for ways in range(form.MOST + 1)] for balls in _BALLS]
        ways = np.array(side, np.float64)
        both = ways[:, None, :, None] - ways[None, :, None, :]
        found[form.STANDS :][: form.ROOM] = both.reshape(-1)
    if places is not None:
        pits = [
            [[places(balls, kind, pit) for pit in range(PITS)] for kind in range(form.KINDS)]
            for balls in _BALLS
        ]
        start = form.STANDS + form.ROOM
        found[start : start + form.PLACES] = np.array(pits, np.float64).reshape(-1)
    return found


_BALLS = range(1, EACH + 1)


def _stand(worth: Callable[[State, State], float]) -> Floats:
    """What a state is worth to its side against the other's, less what that is worth to the
    other."""
    return _numbers(stands=lambda own, other: float(worth(own, other)) - float(worth(other, own)))


def _left(balls: int) -> Floats:
    return _stand(lambda own, other: own[0] == balls)


def _shut(balls: int) -> Floats:
    return _stand(lambda own, other: own[1] * (own[0] == balls))


def _last(own: State, other: State, least: int, most: int) -> bool:
    return own[0] == 1 and least <= other[0] <= most


def _lost(own: State, other: State) -> bool:
    return own == (1, 1, 0) != other


def _home(own: State, other: State) -> int:
    """Balls off while all of the other are shut in for good."""
    return (EACH - own[0]) * (other[1] == other[0] and other[2] == 0)


def _against_last(own: State, other: State) -> int:
    return (EACH - own[0]) * (other[0] == 1)


def _room(worth: Callable[[int, int], float]) -> Floats:
    return _numbers(room=worth)


def _against(own: int, other: int) -> Callable[[State, State], float]:
    return lambda one, two: float((one[0], two[0]) == (own, other))


def _but_one(balls: int) -> Callable[[State, State], float]:
    return lambda own, other: float(own[:2] == (balls, balls - 1))


def _rows(found: Callable[[int, int], int]) -> Floats:
    """What is worth by the bits that are found in own and enemy balls of a row, less those of the
    enemy."""
    numbers = np.zeros(form.SIZE)
    bits = [[found(own, other).bit_count() for other in range(32)] for own in range(32)]
    both = np.array(bits, np.float64)
    numbers[-form.ROWS :] = np.tile((both - both.T).reshape(-1), SIDE)
    return numbers


def _at_most(most: int) -> Callable[[int, int], float]:
    return lambda balls, ways: float(ways <= most)


def _in_row(row: int) -> Callable[[int, int], float]:
    return lambda here, column: float(here == row)


def _in_place(row: int, aside: int) -> Callable[[int, int], float]:
    """In a row, so many columns from the nearer side."""
    return lambda here, column: float((here, min(column, SIDE - 1 - column)) == (row, aside))


def _pits(worth: Callable[[int, int], float], kind: int = 0, few: bool = False) -> Floats:
    """What a ball of that kind is worth by row and column; with `few`, of one or two balls."""
    return _numbers(
        places=lambda balls, this, pit: float(
            this == kind and not (few and balls > 2) and worth(*divmod(pit, SIDE))
        )
    )


def _of_many(balls: int, kind: int, worth: Callable[[int, int], float]) -> Floats:
    """What a ball of that kind is worth by row and column while so many are left."""
    return _numbers(
        places=lambda left, this, pit: float(
            (left, this) == (balls, kind) and worth(*divmod(pit, SIDE))
        )
    )


def _steps(row: int, column: int) -> int:
    """By how many steps a ball is nearer to an exit than the farthest one."""
    return row + (0 < column < SIDE - 1)


def _before_exits(row: int, column: int) -> bool:
    return row == SIDE - 2 and 0 < column < SIDE - 1


def _beside_exits(row: int, column: int) -> bool:
    return row == SIDE - 1 or _before_exits(row, column)


VALUES = values()
NUMBERS = np.array([value.numbers for value in VALUES])
"""Shape (values, SIZE)."""

BEGIN, TRIED = (np.array([getattr(one, what) for one in VALUES]) for what in ("begin", "tried"))


# -- players of other shapes ---------------------------------------------------------------------


def player(worths: Mapping[str, float]) -> Floats:
    """The numbers of somebody to whom nothing else counts."""
    names = [value.name for value in VALUES]
    given = np.zeros(len(names))
    for name, worth in worths.items():
        given[names.index(name)] = worth
    found: Floats = given @ NUMBERS
    return found


def _shape(off: tuple[float, ...], shut: float, way: float, step: float) -> dict[str, float]:
    """By what one to four balls off are worth, a shut ball, an open way and a step ahead."""
    found: dict[str, float] = {"way": way}
    found |= {f"{EACH - 1 - number} left": worth for number, worth in enumerate(off)}
    found |= {f"shut, {balls} left": -shut for balls in _BALLS}
    return found | {f"in row {row + 1}": step * row for row in range(1, SIDE)}


RACER = player(_shape((100, 200, 300, 400), 30, 3, 30))
BLOCKER = player(_shape((10, 30, 70, 130), 120, 8, 10))
"""Opponents that stay what they are, so that what beats all kinds is learned."""


def waiter(random: np.random.Generator) -> Floats:
    """The numbers of somebody who waits: a ball off is worth little and the last ones cost, a shut
    one costs much, steps ahead hardly count. By how much is left to chance."""
    off = random.normal((-4, -32, -56, -49), (15, 20, 30, 40))
    shut, way, step = (random.uniform(*span) for span in ((25, 80), (1, 8), (0, 8)))
    return player(_shape(tuple(off), shut, way, step))
