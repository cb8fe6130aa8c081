"""Tests of `illegal_reason`: there is always a reason, with a text, and it is true."""

from collections.abc import Callable
from functools import lru_cache
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move
from flipside.rules.contract.story import Pieces
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.random_matches import bound, matches, pick, play_on, variants
from tests.texts import texts_of

SEEN = 40
"""The number of plies of each match that are tested."""

RARE = {"flipop": {"back", "swung", "again"}, "switch": {"connects"}, "contactic": {"no_tile"}}
"""Reasons that are rare in random matches; other tests cover them."""


def refused(match: Match, random: Random) -> dict[str, list[Move]]:
    """Return illegal taps by reason: first taps, and taps after the first cells of a move."""
    found: dict[str, list[Move]] = {}
    legal = match.legal()
    begun: list[Move] = [()]
    for count in range(1, 6):
        begun += [move[:count] for move in (pick(legal, random), pick(legal, random))
                  if len(move) > count]  # fmt: skip
    for taps in begun:
        going = {move[: len(taps) + 1] for move in legal} | {move[:1] for move in legal}
        for cell in range(len(match.board.names)):
            if (*taps, cell) in going or (cell,) in going:
                continue
            key = match.game.illegal_reason(match.position, (*taps, cell))
            found.setdefault(key, []).append((*taps, cell))
    return found


def words(key: str, language: str) -> dict[str, str]:
    found: dict[str, str] = texts_of(key)[language]["refused"]
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_tap_has_a_true_answer(game: AnyGame) -> None:
    """In random matches with all options, reasons have texts and are true. All texts occur."""
    met: set[str] = set()
    for given in variants(game):
        for match, random in matches(game, given, 2):
            while match.result() is None and len(match.moves) < min(SEEN, bound(match)):
                if not match.must_pass:
                    for key, taps in refused(match, random).items():
                        met.add(key)
                        check = TRUE.get((game.key, key))
                        assert check is None or all(check(match, one) for one in taps), (key, taps)
                play_on(match, random)
    assert met | RARE.get(game.key, set()) == set(words(game.key, "en"))


@lru_cache(1)
def pieces(match: Match, ply: int) -> Pieces:
    """Return the pieces at a ply, computed once for all taps."""
    return match.position_at(ply).pieces()


def colour(match: Match, cell: int) -> str | None:
    piece = pieces(match, match.ply)[cell]
    return piece.colour if piece is not None else None


def mine(match: Match) -> str:
    position = match.position
    return position.colours[position.turn]


def is_mine(match: Match, taps: Move) -> bool:
    return colour(match, taps[-1]) == mine(match)


def is_theirs(match: Match, taps: Move) -> bool:
    return colour(match, taps[-1]) not in (None, mine(match))


def is_taken(match: Match, taps: Move) -> bool:
    return colour(match, taps[-1]) is not None


def is_empty(match: Match, taps: Move) -> bool:
    return colour(match, taps[-1]) is None


def was_the_switch(match: Match, taps: Move) -> bool:
    return match.moves[match.ply - 1] == taps


def share_a_line(match: Match, taps: Move) -> list[list[int]]:
    """Return the rows and columns of the 5 x 5 board with both of the last two cells."""
    one, other = taps[-2:]
    lines = [[5 * n + m for m in range(5)] for n in range(5)]
    lines += [[5 * m + n for m in range(5)] for n in range(5)]
    return [line for line in lines if one in line and other in line]


def no_majority(match: Match, taps: Move) -> bool:
    (line,) = share_a_line(match, taps)
    held = [colour(match, cell) for cell in line]
    own = held.count(mine(match))
    return own <= 5 - held.count(None) - own


def neighbours(match: Match, taps: Move) -> int:
    """Return the number of tiles and neutral fields beside the last cell."""
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    beside = (match.board.neighbour(taps[-1], step) for step in steps)
    return sum(1 for cell in beside if cell is not None and colour(match, cell) is not None)


def way_apart(match: Match, taps: Move) -> bool:
    one, other = taps[-2:]
    return abs(one % 5 - other % 5) + abs(one // 5 - other // 5) != 1


def straight(taps: Move) -> bool:
    """Return whether a pushed ball would move in the direction of the push."""
    return taps[-1] - taps[-2] == taps[-2] - taps[-3]


def back(taps: Move) -> bool:
    return taps[-1] == taps[-3]


PASSAGES = {
    "N": ((0, 0), (0, 1)),
    "E": ((0, 1), (1, 1)),
    "S": ((1, 0), (1, 1)),
    "W": ((0, 0), (1, 0)),
}
"""The two pits at a door, by its direction: row and column from the pit north-west of the hinge."""

STEPS = {"N": -5, "E": 1, "S": 5, "W": -1}
"""The difference of cell numbers in the direction of a door."""


def doors_swing_elsewhere(match: Match, taps: Move) -> bool:
    """Return whether no door between the last two pits swings to the ball's target (FP-7)."""
    ways = set()
    for hinge in range(16):
        door = pieces(match, match.ply)[25 + hinge]
        assert door is not None
        points, corner = door.face[-1], 5 * (hinge // 4) + hinge % 4
        lies = {corner + 5 * row + column for row, column in PASSAGES[points]}
        if lies == set(taps[-3:-1]):
            ways.add(-STEPS[points])
    return bool(ways) and taps[-1] - taps[-2] not in ways


def may_object(match: Match) -> bool:
    return (match.board.cell_named("object"),) in match.legal()


TRUE: dict[tuple[str, str], Callable[[Match, Move], bool]] = {
    ("othello", "taken"): is_taken,
    ("othello", "turns_nothing"): is_empty,
    ("othello", "centre"): lambda match, taps: is_empty(match, taps) and match.ply < 4,
    ("flipflop", "taken"): is_taken,
    ("flipflop", "own"): is_mine,
    ("flipflop", "banned"): was_the_switch,
    ("switch", "taken"): is_taken,
    ("switch", "gap"): lambda match, taps: taps[-1] < 25 and is_empty(match, taps),
    ("switch", "chosen"): lambda match, taps: taps[-1] >= 25 and match.position.colours is not None,
    ("switch", "colour"): lambda match, taps: match.position.prompt() == "choose",
    ("switch", "field"): lambda match, taps: match.position.prompt() == "lay",
    ("switch", "theirs"): is_theirs,
    ("switch", "apart"): lambda match, taps: not share_a_line(match, taps),
    ("switch", "majority"): no_majority,
    ("switch", "neighbours"): lambda match, taps: not no_majority(match, taps),
    ("flipop", "empty"): is_empty,
    ("flipop", "theirs"): is_theirs,
    ("flipop", "stuck"): is_mine,
    ("flipop", "hemmed_in"): is_mine,
    ("flipop", "far"): way_apart,
    ("flipop", "back"): lambda match, taps: match.position.prompt() == "back",
    ("flipop", "sideways"): lambda match, taps: (
        match.choices["chain"] == "side" and (straight(taps) or back(taps))
    ),
    ("flipop", "door_side"): lambda match, taps: (
        match.choices["chain"] == "hinge" and doors_swing_elsewhere(match, taps)
    ),
    ("flipop", "not_back"): lambda match, taps: match.choices["chain"] == "free" and back(taps),
    ("contactic", "taken"): is_taken,
    ("contactic", "neutral"): is_taken,
    ("contactic", "apart"): lambda match, taps: not neighbours(match, taps),
    ("contactic", "no_objection"): lambda match, taps: not may_object(match),
    ("contactic", "no_tile"): lambda match, taps: match.position.prompt() == "object",
    ("contactic", "field"): lambda match, taps: match.position.prompt() != "object",
    ("contactic", "fits"): lambda match, taps: any(
        len(move) > 1 and of_type(Contactic, match.position).fits(move) for move in match.legal()
    ),
    ("contactic", "edges"): lambda match, taps: neighbours(match, taps) > 0,
    ("contactic", "as_drawn"): lambda match, taps: neighbours(match, taps) > 0,
}
"""The condition that must hold for each reason, computed only from the pieces."""


@pytest.mark.parametrize(
    ("moves", "taps", "key"),
    [
        ("", "a1", "stuck"),
        ("", "a5", "theirs"),
        ("", "c3", "empty"),
        ("", "ab12", "door"),
        ("", "c1 c3", "far"),
        ("", "c1 b1", "no_door"),
        ("c1-c2 c5-c4", "c2 c1", "no_door"),
        ("b1-b2 c5-c4 c1-c2 c4-c3", "c2 c3 c4", "sideways"),
        ("c1-c2 c5-c4 c2-c3 c4-c3-d3", "d3 c3", "back"),
        ("d1-d2 b5-b4 d2-c2 c5-c4", "c2 c1 b1", "swung"),
        ("b1-b2 b5-b4 c1-c2 c5-c4 c2-b2-b3", "c4 b4 b3", "pushed"),
        (
            "c1-c2 d5-d4 b1-b2 d4-e4 d1-d2 e4-e3 b2-c2-c1 c5-c4 c1-c2-b2 e3-d3 b2-c2-c3",
            "c4 c3 d3 d2 c2 c3",
            "again",
        ),
    ],
)
def test_why_a_ball_cannot_go_there(moves: str, taps: str, key: str) -> None:
    """FP-4, FP-6, FP-7, FP-8, FP-11."""
    match = Match(BY_KEY["flipop"])
    match.read_moves(moves)
    cells = tuple(match.board.cell_named(name) for name in taps.split())
    assert not any(move[: len(cells)] == cells for move in match.legal())
    assert match.game.illegal_reason(match.position, cells) == key


def test_no_stone_may_connect_all_twelve() -> None:
    """SW-11: no stone that is placed may complete a connection of all twelve."""
    match = Match(BY_KEY["switch"], {"setup": "placed"})
    match.read_moves("a1=D b1=D c1=D d1=D e1=D a2=D b2=D c2=D d2=D e2=D a3=D")
    dark, light = (match.board.cell_named(name) for name in ("dark", "light"))
    field = match.board.cell_named("b3")
    assert (field, light) in match.legal()
    assert (field, dark) not in match.legal()
    assert match.game.illegal_reason(match.position, (field, dark)) == "connects"


def test_who_has_no_tile_may_only_object() -> None:
    """CT-11: at the end of a match without referee, only an objection is possible."""
    random = Random(1)
    match = Match(BY_KEY["contactic"], {"referee": "off"}, 1)
    while match.position.prompt() != "object":
        play_on(match, random)
    assert set(refused(match, random)) == {"no_tile"}


def test_colours_that_were_chosen_are_not_chosen_again() -> None:
    """SW-10: colours cannot be chosen again, neither alone nor after a stone."""
    random = Random(1)
    match = Match(BY_KEY["switch"], {"setup": "placed"}, 1)
    while match.position.colours is None:
        play_on(match, random)
    dark, own = match.board.cell_named("dark"), match.legal()[0][0]
    for taps in ((dark,), (own, dark)):
        assert match.game.illegal_reason(match.position, taps) == "chosen"


def test_a_pushed_ball_follows_its_door() -> None:
    """FP-7: with `chain=hinge`, the ball may not go to d3, although d3 is at a right angle."""
    start = "WWW.W..W....B.......BB.BB EEWSNESSNNNSNWNW W"
    match = Match(BY_KEY["flipop"], {"chain": "hinge"}, 0, start)
    taps = tuple(match.board.cell_named(name) for name in ("c2", "c3", "d3"))
    assert match.game.illegal_reason(match.position, taps) == "door_side"
