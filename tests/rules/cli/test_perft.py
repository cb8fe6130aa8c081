"""Known numbers of move sequences: rules that count right to this depth are right."""

from random import Random

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.cli.commands import perft
from flipside.rules.contract.game import AnyGame

# Per game: the options, and the numbers for 1, 2, 3 ... plies.
Row = tuple[dict[str, str], tuple[int, ...]]
NUMBERS: dict[str, tuple[Row, ...]] = {
    "othello": (
        ({}, (4, 12, 56, 244, 1396, 8200, 55092, 390216)),
        ({"start": "open"}, (4, 12, 24, 24, 96, 320, 1536)),
    ),
    "flipflop": (({"setup": "chess"}, (32, 960, 30144)),),
    "switch": (
        ({"setup": "chess", "first": "dark"}, (36, 1248, 46160)),
        ({"setup": "chess", "first": "light"}, (36, 1264)),
        ({"setup": "windmill", "first": "dark"}, (36, 1256)),
    ),
    "flipop": (
        ({"chain": "side"}, (3, 9, 33, 122, 704, 4065)),
        ({"chain": "hinge"}, (3, 9, 33, 121, 593, 2895)),
        ({"chain": "free"}, (3, 9, 33, 123, 859)),
    ),
    "contactic": (),
}
"""Of Contactic there are none: its moves depend on the seed."""

CASES = [
    pytest.param(game, given, numbers, id=f"{game.key} {given or ''}")
    for game in GAMES
    for given, numbers in NUMBERS[game.key]
]


@pytest.mark.parametrize(("game", "given", "numbers"), CASES)
def test_numbers_of_sequences(
    game: AnyGame, given: dict[str, str], numbers: tuple[int, ...]
) -> None:
    start = game.opening(game.choices(given), Random(0))
    assert tuple(perft(start, depth) for depth in range(1, len(numbers) + 1)) == numbers


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_plies_are_one_sequence(game: AnyGame) -> None:
    assert perft(game.opening(game.choices({}), Random(0)), 0) == 1
