"""Small problems of every goal, for tests and pictures, most after a match of weak levels."""

from collections.abc import Mapping

from flipside.rules.catalogue import BY_KEY
from flipside.rules.teaching import Problem


def _problem(
    key: str,
    goal: str,
    plies: int,
    value: int,
    answer: str,
    seed: int,
    choices: Mapping[str, str],
    moves: str,
) -> Problem:
    return Problem(
        key=f"{key}-{goal}-{plies}",
        game=BY_KEY[key],
        choices=choices,
        seed=seed,
        moves=moves,
        goal=goal,
        plies=plies,
        value=value,
        answers=(answer,),
        grade=1,
        theme=_THEMES[key],
    )


_THEMES = {
    "othello": "sacrifice",
    "flipflop": "first_switch",
    "switch": "counterthreat",
    "flipop": "push_own",
    "contactic": "both",
}
"""A theme of each game with a long name."""


SMALL = {
    "flipflop-hold-2": _problem(
        "flipflop",
        "hold",
        2,
        -7_000,
        "b6",
        6,
        {},
        (
            "a7 h8 e2 a5 g8 g2 f1 g3 f6 f3 c5 a4 e6 f4 b4 a1 c7 f5 e7 h3 f7 d3 e3 d5 g6 a8 h1 d4 "
            "c2 d7 h6 a2 c3 e4 e8 b7 c6 h2 e5 f2 e1 b1 h7 g4 d8 d2 d6 c1 a6"
        ),
    ),
    "flipflop-win-1": _problem(
        "flipflop",
        "win",
        1,
        999_999,
        "b6",
        6,
        {},
        (
            "a7 h8 e2 a5 g8 g2 f1 g3 f6 f3 c5 a4 e6 f4 b4 a1 c7 f5 e7 h3 f7 d3 e3 d5 g6 a8 h1 d4 "
            "c2 d7 h6 a2 c3 e4 e8 b7 c6 h2 e5 f2 e1 b1 h7 g4 d8 d2 d6 c1 a6 b3"
        ),
    ),
    "flipflop-win-3": _problem(
        "flipflop",
        "win",
        3,
        999_997,
        "h2",
        7,
        {"setup": "chess"},
        (
            "b5 d5 c2 d1 f3 c4 b3 e4 b7 a2 d1 h2 d6 b6 g7 a2 f2 h1 f7 e1 e6 d6 e2 f7 a8 b4 f4 c5 "
            "c2 b8 e2 g5 d6 f7 c5 a2 f1 g5 e1 f5 d1 c1 b4 b1 e4 g1 e3"
        ),
    ),
    "flipop-hold-2": _problem(
        "flipop",
        "hold",
        2,
        306,
        "c5-c4-b4",
        18,
        {},
        (
            "d1-d2 d5-d4 d2-e2 c5-c4 c1-c2 c4-c3 b1-b2 d4-e4 e2-e1-d1 b5-b4 b2-a2 b4-a4 e1-d1-d2 "
            "e4-e3 a1-a2-b2 a5-a4-b4 a2-b2-b3 c3-c2-d2-d1-e1 b2-c2-c1 e3-d3 c2-c3 d3-d2-c2 "
            "e1-d1-d2-e2 e5-e4 c3-d3 e4-d4 d3-d4-e4 a4-b4-b5 d4-e4-e5 b5-b4-a4 b3-c3 a4-b4-b5 "
            "c3-c4 b4-c4-c3 d2-d3 c4-c3-b3 c2-c3-d3-d4 d3-d2 b3-c3-c4 e2-e3 d1-d2-e2 e3-d3 "
            "c3-c4-b4 e2-d2-d1 b4-b5-c5 c5-c4-d4-d5 d1-d2-e2 c4-b4 d4-d3-e3 e2-d2-d3-c3 "
            "d3-e3-e4-d4 e4-d4-d5 c3-c2 e5-d5 c2-d2-d3 b4-b3 d2-d3-c3 d5-d4-c4 d3-c3-c4-b4 b4-b5 "
            "c3-b3-b4 d4-c4-c5 b3-b4-a4 c4-c3 e3-e2 b5-a5 e2-d2 c3-c2 d2-c2-c1 a4-a5-b5 b4-c4 "
            "a5-b5-b4 c4-c3 b5-b4-a4 c3-d3 a4-b4-b5 c2-b2 b4-b5-a5 b2-b3 a5-b5-b4 d3-d4 "
            "b4-b5-c5-c4 b3-c3 c4-d4-d5 c3-c4"
        ),
    ),
    "flipop-hold-4": _problem(
        "flipop",
        "hold",
        4,
        512,
        "b3-b4",
        20,
        {},
        (
            "b1-b2 b5-b4 b2-a2 b4-c4 d1-d2 c5-c4-d4 a2-a1-b1 c4-c3 a1-b1-b2 c3-d3 d2-e2 d4-d3-c3 "
            "c1-c2 d3-c3-c2-b2-b1-c1 e2-e1-d1 d5-d4 e1-d1-d2 d4-e4 d2-d3 e4-e5-d5 b2-b1-a1 "
            "e5-d5-d4 d3-c3-c4 d4-c4-c5 a1-a2 c4-c3-b3 a2-b2 d5-d4 c1-b1-b2-c2-c1 c3-d3 b1-b2-a2 "
            "c5-c4 a2-a3 d4-d3-c3 a3-b3-b4 c4-b4-b5 b2-b3-a3 b4-a4 b3-b4 a5-a4-b4-b5 d1-d2 "
            "a4-b4-b5 d2-c2-c3-d3-d2 b4-b3 a3-b3-b2 b5-b4 c2-b2-b1 d3-c3-c2 b2-b3-c3-c4 "
            "c4-b4-b3-a3 c2-c3-d3 b4-b3-c3-c4 a3-b3-b2 c3-d3-d4 d4-c4-c3 d3-d2-c2 b3-c3-c4-b4 "
            "d2-c2-c3-d3 d3-e3 c2-c3-b3 e3-e4 b3-b2-c2 e4-d4 c3-c4-d4-d5 d4-d3 c4-b4-b5 d3-e3 "
            "b4-b3 e3-e4 b3-a3 e4-d4 a3-a2 d4-d3 a2-b2-b3 d3-c3 b3-b2-c2-c3-d3 d3-e3 c3-b3 e3-e4 "
            "b2-a2 e4-d4 a2-a3 d4-d3 b3-b4 d3-e3 b4-a4 e3-e2 a4-a3-b3 e2-d2 a3-b3-b2 d2-d3 c2-c3 "
            "d3-c3-c2 b3-c3-c2-d2 c2-d2-d3 c3-c2 d2-d3-e3 c2-b2-b3 d3-c3"
        ),
    ),
    "flipop-win-1": _problem(
        "flipop",
        "win",
        1,
        999_999,
        "c2-c1",
        14,
        {},
        (
            "d1-d2 b5-b4 d2-e2 d5-d4 c1-c2 d4-e4 e2-e1-d1 b4-a4 b1-b2 a4-a5-b5 b2-a2 e5-e4-d4 "
            "a2-a3 e4-d4-d5 a3-b3 d5-d4-c4 c2-c3 c4-c3-b3-b2 d1-e1-e2 c3-d3 a1-a2 a5-b5-b4 "
            "a2-b2-b3-c3 b4-b3-a3 e1-e2-d2 b3-b2-a2 e2-d2-d3-e3 b2-a2-a1 c3-d3-d4-e4 c5-c4 "
            "d4-c4-c5 b5-b4 c4-c5-b5 b4-c4 a3-b3 c4-c5 d2-d3-c3 c5-b5-b4 c3-b3-b4-c4 b5-b4-a4 "
            "d3-c3 b4-c4-c3-d3 a4-a3 c4-c5 d3-c3-c4 e4-e3-d3 c3-c4-b4 b4-b3-a3-a2-b2 a2-b2-b1 "
            "d3-e3-e4 a3-a4 e4-e5 a1-b1 e5-d5 b2-c2 b3-b2 b1-b2-a2 c5-b5 c4-d4 d5-d4-c4 a4-b4 "
            "a2-b2-b1 c2-b2-b1-c1 e3-e2 b4-b3 e2-d2 b2-b3-c3 d4-e4 c1-c2 e4-e3 b3-c3-c2-d2-d1 "
            "e3-d3 c2-c3-b3 d3-d2-e2 c4-c3-b3-b4 b5-b4-a4 e2-d2-d1 b4-c4 b3-a3 c4-c5 d2-d3 c5-b5 "
            "d3-d4 b5-b4 d4-c4 b4-c4-c5 a4-a3-b3 c4-c3-b3-b2 b2-c2 c3-c2-b2 b3-a3-a4"
        ),
    ),
    "flipop-win-3": _problem(
        "flipop",
        "win",
        3,
        999_997,
        "d3-d4",
        10,
        {},
        (
            "d1-d2 d5-d4 b1-b2 c5-c4 b2-a2 b5-b4 d2-e2 b4-a4 e1-e2-d2 a5-a4-b4 e2-d2-d1 a4-b4-b3 "
            "c1-c2 d4-e4 d1-d2-c2-c3 e5-e4-d4 c3-c4-b4-b5 e4-d4-d3 a1-a2-b2 b4-b5-c5 a2-a3 "
            "c5-b5-b4 b2-c2-c3 b4-b5-c5 a3-b3-b4 d4-d5 c3-d3-d4 b4-b3-a3 c2-c1 b5-a5 a3-b3-b4 "
            "d4-c4-c3 c1-d1 b4-b3-a3 c3-c4-b4 c5-b5 a3-b3-b2 b4-b5-c5 d2-d1-c1 c5-c4-b4 d1-c1-c2 "
            "c4-d4 d3-d4-e4 b2-a2 b3-c3 e4-e3 c2-c3-b3 d5-d4-e4 b3-b4-c4 d4-c4-c5 c1-c2 e3-d3 "
            "c3-c4-d4 a5-a4 b4-a4-a5 d4-c4-c5 c2-d2 d3-d2-c2 a4-a3 b5-c5 c2-d2-d3 c4-c3 "
            "d2-d3-c3-c2 c5-d5 d3-d4 d5-d4-e4-e5 a3-b3 c3-b3-b2 e5-d5 d4-c4 b2-b3-a3 a3-a2-b2 "
            "b3-b4 c4-b4-b5 e4-e3 b4-b3 e3-d3 b3-c3"
        ),
    ),
    "othello-draw": _problem(
        "othello",
        "draw",
        0,
        0,
        "h2",
        134,
        {},
        (
            "f5 f4 d3 f6 g6 c3 g4 f3 g5 e3 e6 h5 h3 h6 g3 c6 f2 h4 h7 e2 d2 e1 c1 c2 d1 b1 c4 c5 "
            "b4 d6 b3 a3 a5 a2 b5 f7 d7 c7 b6 d8 e7 a7 f8 f1 e8 g1 c8 b7 a8 a6 a4 b8 a1"
        ),
    ),
    "othello-most": _problem(
        "othello",
        "most",
        0,
        1_200,
        "b1",
        88,
        {},
        (
            "f5 f4 d3 d6 f6 c4 e3 e6 f3 g5 c3 g6 h5 d2 c6 e2 c5 h6 h7 f2 c2 g4 d7 c7 c8 b3 b4 d1 "
            "f7 d8 e8 e7 f8 a5 a3 b6 a6 a4 b5 b7 h4 a7 a8 b8 h3 g7 g1 f1 g2 h1 h8 g8 g3 h2"
        ),
    ),
    "othello-win": _problem(
        "othello",
        "win",
        0,
        200,
        "a8",
        86,
        {},
        (
            "f5 d6 c7 f4 d3 b8 f6 c4 e3 e6 f3 d2 e7 g4 g5 d7 c6 c5 c3 g3 g6 e8 h4 f2 f1 e2 h3 b4 "
            "e1 h5 h6 f7 b3 c2 d1 c1 b1 h2 h1 g1 g2 a2 a5 a3 g7 a1 f8 g8 h7 b2 d8 c8 h8 pass"
        ),
    ),
    "switch-draw": _problem(
        "switch",
        "draw",
        0,
        24,
        "e2-c2",
        2,
        {"setup": "ring"},
        ("d2-a2 c1-a1 b2-b1 c5-e5 d4-a4 b5-a5 e1-a1"),
    ),
    "switch-win-1": _problem(
        "switch",
        "win",
        1,
        999_999,
        "e1-d5",
        65,
        {"setup": "ring"},
        ("a1-c3 e4-e5 d3-a3 d5-a1 b2-b5 a2-d2"),
    ),
    "switch-win-3": _problem(
        "switch",
        "win",
        3,
        999_997,
        "b5-b4",
        75,
        {},
        ("e5-d5 e2-e1 b2-a2 e5-c3 d2-e5 c4-d2 a5-c4"),
    ),
    "switch-win-slow": _problem(
        "switch",
        "win",
        1,
        999_999,
        "a4-a2",
        55,
        {"setup": "windmill"},
        (
            "d1-d2 e4-e2 e5-d5 c2-b2 d4-b4 a3-c3 e4-a3 e2-e4 b4-b1 e4-e2 c2-c4 e5-e4 d2-d4 a2-e5 "
            "b5-b4 c3-a2"
        ),
    ),
}
"""Problems by game, goal and plies. In the one called slow, other moves win later."""
