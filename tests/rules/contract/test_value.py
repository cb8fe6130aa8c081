"""Values that tell of forced ends, and how soon these come."""

import pytest

from flipside.rules.contract.position import FORCED, WIN, moves_to_end, plies_to_end, ply_adjusted

EARLIER = [
    (WIN, 3, WIN - 3),
    (WIN - 5, 1, WIN - 6),
    (-WIN, 3, 3 - WIN),
    (5 - WIN, 1, 6 - WIN),
    (FORCED, 1, FORCED - 1),
    (-FORCED, 1, 1 - FORCED),
    (FORCED - 1, 3, FORCED - 1),
    (1 - FORCED, 3, 1 - FORCED),
    (0, 3, 0),
    (-70, 3, -70),
]


@pytest.mark.parametrize(("value", "plies", "earlier"), EARLIER)
def test_a_forced_end_is_farther_from_an_earlier_moment(
    value: int, plies: int, earlier: int
) -> None:
    assert ply_adjusted(value, plies) == earlier


@pytest.mark.parametrize("value", [WIN - 9, 9 - WIN, 70, -70, 0])
def test_sooner_and_later_undo_each_other(value: int) -> None:
    assert ply_adjusted(ply_adjusted(value, 4), -4) == value


ENDS = [
    (WIN - 1, 1, 1),
    (WIN - 2, 2, 1),
    (WIN - 3, 3, 2),
    (1 - WIN, 1, 1),
    (2 - WIN, 2, 1),
    (3 - WIN, 3, 2),
    (4 - WIN, 4, 2),
    (FORCED, WIN - FORCED, (WIN - FORCED) // 2),
    (FORCED - 1, None, None),
    (1 - FORCED, None, None),
    (0, None, None),
]


@pytest.mark.parametrize(("value", "plies", "moves"), ENDS)
def test_plies_and_own_moves_to_an_end(value: int, plies: int | None, moves: int | None) -> None:
    """Also where the opponent makes the last ply of a win."""
    assert plies_to_end(value) == plies
    assert moves_to_end(value) == moves
