"""Tests of matches and positions of Othello in JSON. All data of a file is used or refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.contract.diagram import write_position
from flipside.rules.match.any_text import read_any
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

ROWS = [
    *("--------", "--------", "----X---", "---XXO--"),
    *("---OX---", "--------", "--------", "--------"),
]
SIGNS = "".join(ROWS)
"""A board on which f3 is legal only for white."""

SQUARES = [f"{'abcdefgh'[at % 8]}{at // 8 + 1}" for at in range(64)]


def by_sign(**words: str | int | None) -> list[str | int | None]:
    """Return the squares in other words."""
    return [words[{"-": "none", "X": "black", "O": "white"}[sign]] for sign in SIGNS]


def rows_of(cells: list[str | int | None]) -> list[list[str | int | None]]:
    return [cells[at : at + 8] for at in range(0, 64, 8)]


def found(value: object) -> list[ForeignMatch]:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return list(read_any(text, FORMATS, BY_KEY) or ())


def read(value: object) -> tuple[str, str]:
    """Return the first position and the moves of the only match."""
    (one,) = found(value)
    match = one.play()
    return match.start, " ".join(match.names())


def refused(value: object) -> tuple[str, str]:
    with pytest.raises(BadRecord) as wrong:
        [one.play() for one in found(value)]
    return wrong.value.key, wrong.value.word


WORDS = by_sign(none="", black="black", white="white")

BOARDS: list[object] = [
    ROWS,
    SIGNS,
    f"{SIGNS} O",
    "\n".join(ROWS),
    "/".join(ROWS),
    [row.replace("-", " ") for row in ROWS],
    [row.replace("-", ".").lower() for row in ROWS],
    [" ".join(row) for row in ROWS],
    [list(row) for row in ROWS],
    list(SIGNS),
    rows_of(WORDS),
    WORDS,
    rows_of(by_sign(none=None, black="B", white="W")),
    rows_of(by_sign(none="empty", black="BLACK", white="WHITE")),
    rows_of(by_sign(none="·", black="●", white="○")),
    dict(zip(SQUARES, by_sign(none="empty", black="black", white="white"), strict=True)),
    {name.upper(): word for name, word in zip(SQUARES, WORDS, strict=True) if word},
    {"black": ["e3", "d4", "e4", "e5"], "white": ["d5", "F4"]},
    {"squares": ROWS},
]


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
@pytest.mark.parametrize("key", ["position", "board", "squares", "start"])
def test_boards_in_any_form(key: str, board: object) -> None:
    assert read({key: board, "turn": "white", "moves": ["F3"]}) == (f"{SIGNS} O", "f3")
    assert read({"turn": "white", key: board}) == (f"{SIGNS} O", "")


@pytest.mark.parametrize(
    "key", ["turn", "player", "to_move", "toMove", "side", "sideToMove", "currentPlayer", "next"]
)
def test_the_side_under_any_key(key: str) -> None:
    for word in ("white", "White", "O", "o", "w", "W", "○"):
        assert read({"board": ROWS, key: word, "moves": "f3"}) == (f"{SIGNS} O", "f3")
    for word in ("black", "X", "x", "b", "*", "●"):
        assert read({"board": ROWS, key: word}) == (f"{SIGNS} X", "")
        assert refused({"board": ROWS, key: word, "moves": "f3"})[0] == "move"
    for code in (1, 2, 0, -1, "1", True, False, "Anna"):
        assert refused({"board": ROWS, key: code}) == ("position", "")


@pytest.mark.parametrize(
    "value",
    [
        {"state": {"board": ROWS, "turn": "white"}, "moves": ["f3"]},
        {"game": {"board": {"cells": ROWS, "turn": "white"}}, "moves": ["f3"]},
        {"start": {"board": ROWS, "turn": "white"}, "moves": ["f3"]},
        {"board": ROWS, "turn": "white", "moves": [{"move": "f3", "player": "white"}]},
        {"board": ROWS, "turn": "white", "initial": ROWS, "moves": ["f3"]},
    ],
)
def test_objects_in_objects(value: object) -> None:
    assert read(value) == (f"{SIGNS} O", "f3")


def after(moves: str, start: str = "") -> tuple[list[str], str]:
    """Return the rows after these moves, and the player to move."""
    match = Match(BY_KEY["othello"], {}, 0, start)
    match.read_moves(moves)
    signs = str(write_position(match.game, match.choices, match.position)).split()[0]
    rows = [signs[at : at + 8] for at in range(0, 64, 8)]
    return rows, ("black", "white")[match.position.turn]


def test_a_board_may_be_the_last_one() -> None:
    rows, side = after("f5 d6 c3")
    moves = ["f5", "d6", "c3"]
    assert read({"board": rows, "turn": side, "moves": moves}) == ("", "f5 d6 c3")
    assert read({"board": rows, "history": moves}) == ("", "f5 d6 c3")
    assert refused({"board": rows, "turn": "black", "moves": moves})[0] == "move"
    last, _ = after("f3", f"{SIGNS} O")
    both = {"startPosition": ROWS, "finalPosition": last, "turn": "white", "moves": ["f3"]}
    assert read(both) == (f"{SIGNS} O", "f3")
    assert refused(both | {"finalPosition": rows}) == ("position", "")
    assert refused({"position": ROWS, "board": rows}) == ("position", "")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"board": ROWS, "turn": "white", "moves": [[2, 5]]}, ("data", "JSON")),
        ({"board": ROWS, "turn": "white", "moves": [{"row": 2, "col": 5}]}, ("data", "JSON")),
        ({"board": ROWS, "turn": "white", "moves": {"1": "f3"}}, ("data", "JSON")),
        ({"board": ROWS, "turn": "white", "moves": ["a1"]}, ("move", "a1")),
        ({"board": ROWS, "turn": "white", "moves": ["f3 hello"]}, ("move", "f3 hello")),
        ({"board": f"{SIGNS} X", "turn": "white"}, ("line", "turn: white")),
        ({"board": ROWS, "turn": "black", "side": "white"}, ("line", "turn: black")),
        ({"turn": "white", "moves": "f5d6"}, ("line", "turn: white")),
        ({"turn": "white", "moves": []}, ("line", "turn: white")),
        ({"board": ROWS[:7], "turn": "white"}, ("position", "")),
        ({"board": [*ROWS, ROWS[0]], "turn": "white"}, ("position", "")),
        ({"board": SIGNS[:60], "turn": "white"}, ("position", "")),
        ({"board": rows_of(by_sign(none=0, black=1, white=2)), "turn": "white"}, ("position", "")),
        ({"board": by_sign(none="0", black="1", white="2"), "turn": "white"}, ("position", "")),
        ({"board": by_sign(none="0", black="X", white="O"), "turn": "white"}, ("position", "")),
        ({"position": "abc", "moves": ["f5"]}, ("position", "")),
        ({"position": 12345, "moves": ["f5"]}, ("position", "")),
        ({"position": {"x": 1}, "moves": ["f5"]}, ("position", "")),
        ({"anything": [[0] * 8] * 8, "moves": ["f5"]}, ("position", "")),
        ({"fen": "8/8/8/3pP3/3Pp3/8/8/8 w"}, ("position", "")),
        ({"black": ["d5", "e4"], "white": ["d4", "e5"], "turn": "black"}, ("position", "")),
        ({"black": 34628173824, "white": 68853694464, "turn": "black"}, ("position", "")),
        ({"board": ROWS, "isBlackTurn": False}, ("position", "")),
        ({"moves": "f5", "game": {"moves": "d3"}}, ("data", "JSON")),
        ({"moves": ["f5", "-", "d6"]}, ("move", "pass")),
        ({"moves": [{"square": "f5", "player": "white"}]}, ("move", "f5")),
        ({"best": ["f5", "d6"], "comment": "x"}, ("data", "JSON")),
        ({"a": 1}, ("data", "JSON")),
        ([1, 2], ("data", "JSON")),
        ([], ("data", "JSON")),
        ({}, ("data", "JSON")),
    ],
)
def test_what_cannot_be_read_is_refused(value: object, said: tuple[str, str]) -> None:
    assert refused(value) == said


def test_a_board_under_an_unknown_key_is_the_board() -> None:
    assert read({"moves": ["f3"], "turn": "white", "xyz": ROWS}) == (f"{SIGNS} O", "f3")


@pytest.mark.parametrize("empty", [None, "", [], {}, "startpos", "standard"])
def test_a_board_that_is_not_given_is_the_usual_one(empty: object) -> None:
    assert read({"board": empty, "moves": ["f5"]}) == ("", "f5")


def test_all_else_is_the_remark() -> None:
    (one,) = found(
        {
            "board": ROWS,
            "turn": "white",
            "score": 2,
            "best": ["f3", "c6"],
            "id": "a; b",
            "none": None,
        }
    )
    match = one.play()
    assert match.moves == []
    assert match.comment == one.place == 'score: 2; best: ["f3", "c6"]; id: a; b'
    (one,) = found({"moves": "f5", "rating": {"black": 1500}, "event": "WOC", "date": 2019})
    assert (one.place, one.play().comment) == ("WOC, 2019", 'rating: {"black": 1500}')


def test_moves_beside_a_score_may_be_good_ones() -> None:
    match = Match(BY_KEY["othello"], {}, 0, f"{SIGNS} O")
    names = [match.position.name(move) for move in match.legal()]
    for moves in (names, names[:2]):
        given = {"board": ROWS, "turn": "white", "score": 4, "moves": moves}
        assert refused(given) == ("prose", "")
    assert refused({"board": ROWS, "turn": "white", "moves": names}) == ("prose", "")


def test_names_and_results() -> None:
    for players in (
        {"black": "Anna (x)", "white": "Ben [y]"},
        {"players": ["Anna (x)", "Ben [y]"]},
        {"players": {"black": "Anna (x)", "white": {"name": "Ben [y]"}}},
        {"black_player": "Anna (x)", "whiteName": "Ben [y]"},
    ):
        (one,) = found({"moves": "f5d6", "result": "38-26", **players})
        assert (one.players, one.announced_points) == (("Anna (x)", "Ben [y]"), (38, 26))


@pytest.mark.parametrize(
    "value",
    [
        {"Wing (C4)": "C4c3D3", 'Diagonal - "E3"': "F5d6C3"},
        [["Wing (C4)", "C4c3D3"], ["F5d6C3", 'Diagonal - "E3"']],
        [
            {"name": "Wing (C4)", "moves": "C4c3D3"},
            {"opening": 'Diagonal - "E3"', "moves": "F5d6C3"},
        ],
    ],
)
def test_lists_of_openings(value: object) -> None:
    matches = found(value)
    assert [one.place for one in matches] == ["Wing (C4)", 'Diagonal - "E3"']
    assert [one.play().names() for one in matches] == [["c4", "c3", "d3"], ["f5", "d6", "c3"]]


@pytest.mark.parametrize("dump", [json.dumps, lambda all_: "\n".join(map(json.dumps, all_))])
def test_one_of_several_is_refused_alone(dump: Callable[[object], str]) -> None:
    matches = found(
        dump(
            [
                {"moves": "f5d6"},
                {"game": "chess", "moves": "e4e5"},
                {"board": ROWS, "turn": "white"},
                {"x": 1},
                {"board": ROWS[:5], "turn": "white"},
            ]
        )
    )
    keys = [one.wrong and (one.wrong.key, one.wrong.word) for one in matches]
    assert keys == [None, ("game", "chess"), None, ("data", "JSON"), ("position", "")]
    assert matches[2].play().start == f"{SIGNS} O"


@pytest.mark.parametrize(
    "board",
    [
        {"startFen": "8/8/8/8"},
        {"bitboard": {"black": "0x10", "white": "0x8"}},
        {"bitboards": [34628173824, 68853694464]},
        {"starting": "-X"},
        {"black_discs": [28, 35], "white_discs": [27, 36]},
        {"initialFEN": "3ox3/3xo3"},
        {"begin_position": [[0, 1], [1, 0]]},
    ],
)
def test_a_board_in_another_form_is_not_dropped(board: dict[str, object]) -> None:
    """Its moves would give another match from the usual start."""
    with pytest.raises(BadRecord) as wrong:
        found({**board, "moves": ["f5"]})
    assert wrong.value.key == "position"


@pytest.mark.parametrize(
    "more",
    [
        *({"boardSize": 8}, {"board_size": "8"}, {"started": "2024-05-01"}, {"setup": "Standard"}),
        *({"startPosition": "default"}, {"leaderboard": ["Anna", "Bob"]}, {"board_number": 3}),
    ],
)
def test_what_is_no_board_stays_a_remark(more: dict[str, object]) -> None:
    (one,) = found({**more, "moves": ["f5"]})
    assert one.play().names() == ["f5"]


# -- what the command line wrote -------------------------------------------------------------------


def written(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = tmp_path / "a.txt"
    file.write_text(record_text(record), "utf-8")
    assert main(("read", str(file))) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "game othello\noptions start=parallel goal=fewest\nmoves c3\n",
        f"game othello\nposition {SIGNS} O\nmoves f3\n",
        "game othello\nfirst-name Anna [x]\nmoves d3 c3 c4\nline 2 b3\nline 1 e3 f4\n",
        "game othello\ngave-up 1\nmoves d3 c3 c4\n",
        "game flipflop\noptions setup=chess\nseed 3\nmoves h1 h5\n",
        "game contactic\nseed 5\n",
    ],
)
def test_what_read_writes_is_read_again(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Matches of every game are read again, with options, branches and a resignation."""
    record = parse_record(f"Flipside 1\n{text}")
    (one,) = found(written(record, tmp_path, capsys))
    match = one.play()
    assert one.record is not None
    assert (match.names(), match.start) == (record.moves.split(), record.start)
    assert (match.game.key, match.seed, one.players) == (record.game, record.seed, record.players)
    assert record.choices.items() <= match.choices.items()
    assert (one.record.lines, one.record.resigned) == (record.lines, record.resigned)


def test_a_line_with_an_error_is_refused_alone() -> None:
    lines = [
        '{"number": 1, "players": ["", ""], "place": "", "said": null, "game": "othello", '
        '"options": {}, "seed": 0, "moves": "f5", "result": null, "contradicts": false}',
        '{"number": 2, "players": ["", ""], "place": "Bad C1", "said": null, "error": "x"}',
    ]
    first, second = found("\n".join(lines))
    assert first.play().names() == ["f5"]
    assert second.wrong is not None
    assert (second.wrong.key, second.wrong.ply, second.place) == ("entry", 2, "Bad C1")
