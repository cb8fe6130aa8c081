"""The landscape of Contactic: what grows with every tile is what one look at the board finds."""

from random import Random

import pytest

from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tile_map import tile_map_of
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.random_matches import play_on


@pytest.mark.parametrize("given", [{}, {"board": "15x7"}, {"referee": "off"}])
def test_what_grows_is_what_a_look_at_the_board_finds(given: dict[str, str]) -> None:
    """CT-5, CT-9: demands of all fields, none where a tile lies, and the islands of both."""
    match, random = Match(CONTACTIC, given, 3), Random(3)
    while match.result() is None and match.ply < 200:
        grown = of_type(Contactic, match.position).tile_map
        found = tile_map_of(grown.geometry, grown.tiles)
        assert found.demands == grown.demands
        assert [sorted(islands) for islands in found.islands] == [
            sorted(islands) for islands in grown.islands
        ]
        assert all(not found.demands[cell] for cell, tile in enumerate(grown.tiles) if tile)
        play_on(match, random)
    assert sum(map(bool, grown.tiles)) > 60
