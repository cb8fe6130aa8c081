"""Tests of lists of openings and matches of Othello: names, and invalid lines."""

import json
from pathlib import Path

import pytest

from flipside.rules.catalogue import FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.record import BadRecord
from tests.rules.games.othello.foreign import read_foreign

NAMES = [
    "Diagonal - E3",
    "Wing (line 2)",
    "X",
    "Heath, Var. 56",
    "Tastet 2 Contre 1",
    "Country 9-on-the-edge",
    "Country ???",
    "Élyséenne d'E4 «F5»",
    "Škoda (č. 2) [x.y] v. 3.1",
    "C4: the best!",
    "Tiger #2",
    "III. Łódź / Kraków",
]
MOVES = ["F5d6C3", "C4c3D3", "f5 f6 e6", "F5 d6 C3 d3 C4", "1. f5 d6 2. c3", "F5D6C3"]


def found(text: str) -> list[ForeignMatch]:
    matches = read_foreign(text, FORMATS)
    assert matches is not None
    return list(matches)


def plain(moves: str) -> list[str]:
    squares = moves.lower().replace("1.", "").replace("2.", "").replace(" ", "")
    return [squares[at : at + 2] for at in range(0, len(squares), 2)]


@pytest.mark.parametrize(
    "form",
    [
        *(
            f"{{name}}{apart}{{moves}}"
            for apart in (" | ", "|", "\t", "; ", ";", ": ", ", ", " – ")
        ),
        *(f"{{moves}}{apart}{{name}}" for apart in (" | ", "|", "\t", "; ", ";", ", ", " # ")),
    ],
)
@pytest.mark.parametrize(
    "head", ["", "# Openings (C4, F5), 2024: name | moves\n\n", "// x\n% F5\n"]
)
def test_names_are_whole(form: str, head: str) -> None:
    lines = [
        (name, MOVES[at % len(MOVES) if name[0] != "C" else 0]) for at, name in enumerate(NAMES)
    ]
    text = head + "\n".join(form.format(name=name, moves=moves) for name, moves in lines)
    matches = found(text)
    assert [one.place for one in matches] == [name for name, _ in lines]
    assert [one.play().names() for one in matches] == [plain(moves) for _, moves in lines]


@pytest.mark.parametrize("form", ["{name} {moves}", "{moves} {name}"])
def test_a_blank_parts_names_from_moves_that_run_together(form: str) -> None:
    matches = found("\n".join(form.format(name=name, moves="F5d6C3") for name in NAMES))
    assert [one.place for one in matches] == NAMES
    assert {one.play().ply for one in matches} == {3}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            '"Diagonal, E3",F5d6C3\n"Wing ""x"" (line 2)",C4c3D3',
            ["Diagonal, E3", 'Wing "x" (line 2)'],
        ),
        ('"Diagonal (E3)": "F5d6C3",\n"Wing": "C4c3D3",', ["Diagonal (E3)", "Wing"]),
        ('("Diagonal (E3)", "F5d6C3"),\n["Wing", "C4c3D3"],', ["Diagonal (E3)", "Wing"]),
        (
            "| Name | Moves |\n|---|---|\n| Diagonal E3 | F5d6C3 |\n| Wing | C4c3D3 |",
            ["Diagonal E3", "Wing"],
        ),
        ("# NAME | MOVES | VALUE\nX | F5d6C3 | =\nHeath C4 | C4c3D3 | w+", ["X", "Heath C4, w+"]),
        ("1. Diagonal E3: F5d6C3\n2. Wing: C4c3D3", ["Diagonal E3", "Wing"]),
        ("Start | F5\nDiagonal E3 | F5d6C3\nE3 | C4c3D3", ["Start", "Diagonal E3", "E3"]),
        ("12.3.2020 A-B 38:26 f5d6c3\n13.3. C-D f5d6c3", ["12.3.2020 A-B 38:26", "13.3. C-D"]),
        ("Diagonal - E3 | F5d6C3", ["Diagonal - E3"]),
    ],
)
def test_lists_of_programs_and_people(text: str, names: list[str]) -> None:
    matches = found(text)
    assert [one.place for one in matches] == names
    for one in matches:
        one.play()


def test_results_beside_moves_are_no_names() -> None:
    (first, second) = found("Tiger E3 | F5d6C3 | 38-26\nCow | F5f6E6 | 30-34")
    assert (first.place, first.announced_points) == ("Tiger E3", (38, 26))
    assert (second.place, second.announced_points) == ("Cow", (30, 34))


@pytest.mark.parametrize("apart", [" | ", "\t", "; ", ": ", ", "])
@pytest.mark.parametrize("first", [True, False])
def test_wrong_lines_are_refused_one_by_one(apart: str, first: bool) -> None:
    """An invalid line is reported by its name or number. Comments are skipped."""

    def line(name: str, moves: str) -> str:
        return apart.join((name, moves) if first else (moves, name))

    lines = [
        "# C4 and others",
        line("Diagonal E3", "F5d6C3"),
        line("Bad C1", "F5d6E6"),
        line("Torn (C2)", "F5d6zz"),
        line("None at C4", "??"),
        line("Wing", "C4c3D3"),
    ]
    matches = found("\n".join(lines))
    assert len(matches) == 5
    assert [matches[at].play().ply for at in (0, 4)] == [3, 3]
    for at, said in (
        (1, ("move", "e6", 3)),
        (2, ("entry", lines[3], 4)),
        (3, ("entry", lines[4], 5)),
    ):
        with pytest.raises(BadRecord) as wrong:
            matches[at].play()
        assert (wrong.value.key, wrong.value.word, wrong.value.ply) == said
    assert matches[1].place == "Bad C1"


@pytest.mark.parametrize(
    "text",
    [
        "my B2B f5d6c3",
        "Tiger: F5d6C3, Cow: F5f6E6",
        "Meet at noon: d3 or c3",
        "Room a1: d3, c3",
        "Zug: f5d6a1",
    ],
)
def test_a_text_that_is_no_list_is_still_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not certain"):
        found(text)


def test_moves_with_headings_are_one_match() -> None:
    (one,) = found("Opening: f5 d6 c3\nMiddle: d3 c4 f4")
    assert one.play().ply == 6
    (one,) = found("Move 1: f5 d6\nMove 2: c3 d3")
    assert one.play().ply == 4


def test_the_command_line_tells_the_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(
        "# openings\nDiagonal - E3 | F5d6C3\nWing (line 2) | C4c3D3\nBad C1 | F5d6E6\n", "utf-8"
    )
    assert main(("read", str(file))) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["place"] for line in lines] == ["Diagonal - E3", "Wing (line 2)", "Bad C1"]
    assert [line.get("moves") for line in lines] == ["f5 d6 c3", "c4 c3 d3", None]
    assert lines[2]["error"] == "move 3, 'e6', is not legal here"
