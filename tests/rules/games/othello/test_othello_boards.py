"""Tests of positions of Othello in formats of other programs. Colours and side are never exchanged.
All boards are asymmetric."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import PASS
from flipside.rules.games.othello.formats import write_board
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.any_text import read_any
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match, identity, replay
from flipside.rules.match.record import MAX_COMMENT_LETTERS, BadRecord, parse_record, record_text
from tests.of_type import of_type
from tests.rules.games.othello.foreign import read_foreign
from tests.rules.games.random_positions import random_starts

OTHELLO = BY_KEY["othello"]
SIGNS = "-----------------X---------OX------XO-------OX------------------"
"""A board on which white and black have different moves."""

ROWS = [SIGNS[row : row + 8] for row in range(0, 64, 8)]
STARRED = " ".join(row.replace("X", "*") for row in ROWS)


def found(text: str) -> list[ForeignMatch]:
    matches = read_foreign(text, FORMATS)
    assert matches is not None
    return list(matches)


def only(text: str) -> Match:
    (one,) = found(text)
    return one.play()


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(BadRecord) as wrong:
        [one.play() for one in found(text)]
    return wrong.value.key, wrong.value.word


def drawn(side: str) -> str:
    """Return a board as Edax and the Generic Game Server print it."""
    rows = [f"{number} {' '.join(row)} {number}" for number, row in enumerate(ROWS, start=1)]
    rows[1] += f"  {side} to move" if side else ""
    return "\n".join(["  A B C D E F G H", *rows, "  A B C D E F G H"])


def forms(side: str) -> list[str]:
    """Return one position in every readable form."""
    star = {"X": "*", "O": "O"}[side]
    word = {"X": "black", "O": "white"}[side]
    letters = {"X": "b", "O": "w"}
    stones = {
        key: "".join(
            f"[{'abcdefgh'[c % 8]}{'abcdefgh'[c // 8]}]" for c in range(64) if SIGNS[c] == s
        )
        for key, s in (("AB", "X"), ("AW", "O"))
    }
    colour = {"X": "B", "O": "W"}[side]
    pipes = "\n".join(f"{n}|{'|'.join(row)}|" for n, row in enumerate(ROWS, start=1))
    emoji = "\n".join(ROWS).translate({45: "🟩", 88: "⚫\ufe0f", 79: "⚪\ufe0f"})
    return [
        f"{SIGNS} {side}",
        f"{SIGNS}{side}",
        f"Mine:\n{SIGNS} {side}",
        f"{SIGNS.lower()} {side.lower()}",
        f"{SIGNS.replace('-', '.').replace('X', 'b').replace('O', 'w')} {letters[side]}",
        f"{SIGNS}\n{word} to move",
        "\n".join([*ROWS, side]),
        "\r\n".join([*ROWS, f"{word.capitalize()} to play"]),
        "\n".join(["--------", ""]) + f"\n{word}\n" + "\n".join([*ROWS, side]),
        f"[8 {STARRED} {star}]",
        f"8 {STARRED} {star}",
        drawn(star),
        "\n".join(f"| {line}" for line in f"{drawn('')}\n\n{star} to move".splitlines()),
        f"{pipes}\n{star} to move",
        f"{emoji}\n{word}",
        "\n".join(ROWS).replace("X", "b").replace("O", "w") + f" {letters[side]}",
        f"```\n{chr(10).join(ROWS)}\n```\n{word.capitalize()}'s turn",
        f'"{SIGNS} {side}"',
        f"{SIGNS} {side};",
        f"{SIGNS} {side}; d3:+4; e3:-2; % from a book",
        f"(;GM[Othello]PB[a]PW[b]TY[8r]BO[8 {STARRED} {star}];)",
        f"(;GM[Othello]TY[s8r18]BO[8 {STARRED.replace('O', '0')} {star}];)",
        f"(;GM[2]FF[4]SZ[8]AB{stones['AB']}AW{stones['AW']}PL[{colour}])",
        f"(;GM[2]AB[aa:hh];AE[aa:hh]AB{stones['AB']}AW{stones['AW']};PL[{colour}])",
        json.dumps({"moves": [], "position": f"{SIGNS} {side}"}),
        f"Flipside 1\ngame othello\nposition {SIGNS} {side}\n",
    ]


@pytest.mark.parametrize("side", ["X", "O"])
def test_every_form_is_the_same_position(side: str) -> None:
    """The discs keep their colours, and the mover is the same."""
    for text in forms(side):
        matches = read_any(text, FORMATS, BY_KEY)
        assert matches is not None, text
        (one,) = matches
        match = one.play()
        assert (match.start, match.moves) == (f"{SIGNS} {side}", []), text
        position = of_type(Othello, match.position)
        assert position.colours[position.turn] == {"X": "black", "O": "white"}[side]
        assert position.pieces()[17] == position.pieces()[28]
        assert position.points() == (4, 3)


def test_the_usual_beginning_is_no_position() -> None:
    board = "-" * 27 + "OX------XO" + "-" * 27
    stars = board.replace("X", "*")
    for text in (
        f"{board} X",
        f"{board} X\nf5d6c3",
        f"[8 {stars} *]",
        f"(;GM[Othello]BO[8 {stars} *];)",
        "(;GM[2]AB[ed][de]AW[dd][ee])",
        "(;GM[2]PL[B])",
    ):
        assert only(text).start == ""
    assert only(f"{board} X\nf5d6c3").names() == ["f5", "d6", "c3"]
    assert only("-" * 27 + "OO------XX" + "-" * 27 + " X").choices["start"] == "parallel"
    assert only(f"{board} O").start == f"{board} O"


def test_moves_follow_a_board() -> None:
    start = Match(OTHELLO, {}, 0, f"{SIGNS} O")
    for _ in range(6):
        start.play(start.legal()[0])
    moves = "".join(name for name in start.names() if name != "pass")
    numbered = " ".join(f"{n}. {name}" for n, name in enumerate(start.names(), start=1))
    for text in (
        f"{SIGNS} O {moves}",
        f"{SIGNS} O\n{moves}",
        "\n".join([*ROWS, "O", moves[:4], moves[4:]]),
        f"[8 {STARRED} O]\n{numbered}",
        f"{drawn('O')}\n\n{moves.upper()}",
    ):
        assert only(text).moves == start.moves, text
    two = found(f"{SIGNS} O\n{moves}\n\n{SIGNS} X\n")
    assert [(one.play().start[-1], len(one.play().moves)) for one in two] == [("O", 6), ("X", 0)]


def test_a_side_that_is_not_told_is_the_one_that_fits() -> None:
    """A missing side is inferred from moves, legal moves, or the number of discs."""
    assert only(SIGNS).start == f"{SIGNS} O"  # seven discs
    assert only("\n".join(ROWS)).start == f"{SIGNS} O"
    black = Match(OTHELLO, {}, 0, f"{SIGNS} X")
    white = {black.position.name(move) for move in Match(OTHELLO, {}, 0, f"{SIGNS} O").legal()}
    move = next(name for move in black.legal() if (name := black.position.name(move)) not in white)
    assert only(f"{SIGNS}\n{move}").start == f"{SIGNS} X"
    lone = "XXO-----" + "-" * 56
    assert only(lone).start == f"{lone} X"


def test_obf_files_are_lists() -> None:
    """Values and comments stay with their positions. Comment lines and empty lines are skipped."""
    lines = ["% 79 positions", ""]
    starts = [text for _, text in random_starts(OTHELLO, {}, 79)]
    for number, text in enumerate(starts):
        lines.append(f"{text}; a1:+{number}; b2:-2; % number {number}")
    matches = found("\n".join(lines))
    assert [one.play().start for one in matches] == starts
    assert matches[7].place == matches[7].play().comment == "a1:+7; b2:-2; % number 7"
    assert len(found("\n".join(lines * 100))) == 7_900


def test_values_are_no_moves() -> None:
    for rest in ("X; d3:+4; % 7", "X % d3:+4", "X d3:+4", "O; % 46", "O;"):
        (one,) = found(f"{SIGNS} {rest}")
        assert one.play().moves == []
        assert one.play().start == f"{SIGNS} {rest[0]}"
    assert one.place == ""
    assert found(f"{SIGNS} O; % 46")[0].place == "46"


@pytest.mark.parametrize("rest", ["", "d3:+2;", "d3:+2; c4:-14; % best d3", "% 46", "% move d3"])
def test_values_and_remarks_are_written_again(rest: str) -> None:
    """Values and comments also survive records and links, and with the first position only."""
    line, write = f"{SIGNS} X; {rest}".rstrip(), write_board
    match = only(line)
    assert write(match) == line
    assert write(replay(parse_record(record_text(match.to_record())), BY_KEY)) == line
    assert write(read_link(f"#{fragment(match, match.to_record())}", BY_KEY)[0]) == line
    assert write(match.truncated(0)) == line
    match.play(match.legal()[0])
    assert rest not in str(write(match)) or not rest


def test_a_remark_that_is_too_long_is_cut_and_no_link_breaks() -> None:
    match = only(f"{SIGNS} X; % {''.join(chr(0x20000 + n) for n in range(900))}")
    assert len(match.comment) == MAX_COMMENT_LETTERS
    again, _ = read_link(f"#{fragment(match, match.to_record())}", BY_KEY)
    assert (again.start, again.comment) == (match.start, "")
    assert identity(again) == identity(match)


def test_a_pair_of_ggf_matches() -> None:
    """A synchronised pair begins with a 2 and has exchanged colours."""
    pair = (
        f"2 (;GM[Othello]PB[a]PW[b]TY[s8r18]RE[-4.000]BO[8 {STARRED} O]W[pass];)"
        f"(;GM[Othello]PB[b]PW[a]TY[s8r18]RE[+4.000]BO[8 {STARRED} *];)"
    )
    first, second = found(pair)
    assert (first.players, second.players) == (("a", "b"), ("b", "a"))
    assert second.play().start == f"{SIGNS} X"
    with pytest.raises(BadRecord, match="pass"):
        first.play()


def test_ggf_goes_on_where_white_begins() -> None:
    match = Match(OTHELLO, {}, 0, f"{SIGNS} O")
    words = []
    for _ in range(8):
        words.append(f"{'BW'[match.position.turn]}[{match.position.name(match.legal()[-1])}//0.01]")
        match.play(match.legal()[-1])
    read = only(f"(;GM[Othello]BO[8 {STARRED} O]{''.join(words)};)")
    assert (read.start, read.moves) == (match.start, match.moves)


@pytest.mark.parametrize("word", ["ggf", "sgf", "obf", "transcript"])
def test_what_is_written_is_read(word: str) -> None:
    """Random positions keep start, moves and names. `.obf` contains only the position."""
    write = next(one.write for one in FORMATS if one.key == word)
    assert write is not None
    cases = [match for match, _ in random_starts(OTHELLO, {}, 30)] + [Match(OTHELLO)]
    for match in cases:
        random = Random(match.seed)
        for _ in range(random.randint(0, 12)):
            if match.result() is None:
                match.play(random.choice(list(match.legal())))
        match.players = ("Ann]a", "Bo\\b")
        text = write(match)
        assert text is not None
        if word == "obf" and match.result() is not None:
            continue
        if word == "transcript" and not (match.start or match.moves):
            continue
        read = only(text)
        if word == "obf":
            assert read.position == match.position
            continue
        while read.pass_if_forced():
            pass
        while match.pass_if_forced():
            pass
        assert (read.start, read.moves) == (match.start, match.moves), text
        assert word != "sgf" or read.players == match.players


def test_the_opening_may_be_laid_from_any_of_its_positions() -> None:
    """OT-7: such positions are read only as position texts, and not written where they would mean
    something else."""
    whole = Match(OTHELLO, {"start": "open"})
    whole.read_moves("d4 e4 d5 e5")
    for ply in range(4):
        text = str(write_position(OTHELLO, whole.choices, whole.position_at(ply)))
        assert text.endswith("XO"[ply % 2 == 0] + " opening")
        match = only(text)
        assert match.start == text
        match.read_moves(" ".join(whole.names()[ply:]))
        assert match.position.pieces() == whole.position.pieces()
        assert match.position.colours == ("black", "white")
        assert match.position.turn == 1
        assert replay(match.to_record(), BY_KEY).position == match.position
        match.goto_ply(0)
        assert all(one.write is None or one.write(match) is None for one in FORMATS)
        assert match.legal(len(match.moves)) == whole.legal()
    assert str(write_position(OTHELLO, whole.choices, whole.position)).endswith(" O")
    assert refused(f"{'-' * 63}X O opening")[0] == "fault"


def test_nothing_is_written_that_means_something_else() -> None:
    for key, choices in (("sgf", {"goal": "fewest"}), ("obf", {"goal": "fewest"}),
                       ("sgf", {"start": "open"}), ("obf", {"start": "open"})):  # fmt: skip
        write = next(one.write for one in FORMATS if one.key == key)
        assert write is not None
        assert write(Match(OTHELLO, choices)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{SIGNS}-- X", ("position", "")),
        (f"X {SIGNS}", ("position", "")),
        (f"{SIGNS} X\n{SIGNS[:50]} X", ("entry", f"{SIGNS[:50]} X"[:40])),
        ("\n".join(ROWS[:7]), ("position", "")),
        ("\n".join([*ROWS, ROWS[3]]), ("position", "")),
        ("--------\n" + "\n".join([*ROWS, "X"]), ("position", "")),
        (SIGNS.translate({45: "0", 88: "1", 79: "2"}), ("position", "")),
        (f"{'X' * 30}{'-' * 34} X", ("fault", "The match would already be over in this position.")),
        (f"{SIGNS} X\na1", ("move", "a1")),
        (f"{SIGNS} X\nplayed in room a1 and then d3", ("prose", "")),
    ],
)
def test_refusals_are_true(text: str, said: tuple[str, str]) -> None:
    assert refused(text) == said


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("-.XO*o \n8[]|;%ab1:f5"), max_size=700))
@example("-" * 100_000)
@example(("- " * 63 + "\n") * 500)
@example("| - " * 50_000)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadRecord):
        for one in (read_foreign(text, FORMATS) or ())[:3]:
            one.play()


def test_rulers_are_no_boards() -> None:
    assert refused("--------\nf5d6c3\n--------\n") == ("move", "pass")  # taken for a pass
    assert read_foreign("-" * 64, FORMATS) is None


def test_a_forced_pass_at_the_start() -> None:
    """OT-4."""
    board = "XXO-----" + "-" * 56
    match = only(f"{board} O\nd1")
    assert match.moves[0] == PASS
    assert match.names() == ["pass", "d1"]


def test_the_command_line_reads_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.obf"
    file.write_text(f"{SIGNS} O; d3:+2;\n{SIGNS} X;\n", "utf-8")
    assert main(("read", str(file))) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["position"] for line in lines] == [f"{SIGNS} O", f"{SIGNS} X"]
    assert lines[0]["place"] == "d3:+2;"
    assert main(("write", "obf", str(file))) == 0
    assert capsys.readouterr().out == f"{SIGNS} O; d3:+2;\n{SIGNS} X;\n"
    assert main(("show", "othello", "--position", f"{SIGNS} O")) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == "white"
    assert main(("show", "othello", "--position", SIGNS)) == 2
    assert "who moves" in capsys.readouterr().err
    assert main(("write", "flipside", str(file))) == 0
    assert f"position {SIGNS} O\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        " (X)",
        " (X to move)",
        " side=X",
        "/X",
        "; black to move",
        " Black to move and win",
        " X +4",
        " Schwarz",
        " Schwarz am Zug",
        "\nSide to move: black",
        "\nNext: black",
        "\nnext player: X",
        "\nBlack moves",
        "\nblack to play and win",
        "\nIt is black's turn",
        "\n(black to move)",
        "\n% X to move",
        "\nX: 4 O: 3 turn=X",
        "\nČerný je na tahu",
    ],
)
def test_a_side_in_other_words_is_never_swapped(words: str) -> None:
    """The text says that black is to move, although white would be inferred."""
    assert only(SIGNS + words).start == f"{SIGNS} X"
    if words.startswith("\n"):
        assert only("\n".join(ROWS) + words).start == f"{SIGNS} X"


def test_sides_may_stand_above_the_boards() -> None:
    board = "\n".join(ROWS)
    for text in (
        f"Turn: black\n{board}\nwhite\n{board}\nBlack to move\n{board}",
        f"{board}\nblack\n{board}\nwhite to move\n{board}\nX",
        f"Problems\n{board}\nblack\n\n{board}\nTurn: white\n\n{board}\nX to play",
    ):
        assert "".join(one.play().start[-1] for one in found(text)) == "XOX", text


def test_rows_may_be_parted_in_one_line() -> None:
    for text in ("/".join(ROWS), ",".join(ROWS), "/".join(ROWS) + "/", "\u00a0".join(ROWS)):
        assert only(f"{text} X").start == f"{SIGNS} X"
    assert only("[8 " + "\n".join(STARRED.split()) + " *]").start == f"{SIGNS} X"


@pytest.mark.parametrize(
    "text",
    [
        f"{SIGNS[:63]} O",
        " ".join([*ROWS[:7], ROWS[7][:7], "O"]),
        "\n".join([*ROWS[:7], ROWS[7][:7]]) + " O",
        f"{SIGNS} 1",
        f"{SIGNS} S;",
        f"{SIGNS}\nplayed by white",
    ],
)
def test_a_side_is_no_disc_and_never_guessed_against_words(text: str) -> None:
    assert refused(text) == ("position", "")


@pytest.mark.parametrize(
    "torn",
    [
        f"{SIGNS[:63]} O; f5:+2",
        f"{SIGNS}- X;",
        f"{SIGNS[:40]}?{SIGNS[41:]} X;",
        f"{SIGNS} S;",
        f"{SIGNS[:20]} X; a1:+3",
        "\n".join(ROWS[:7]),
    ],
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_torn_board_of_a_list_is_named_and_the_others_are_read(torn: str, at: int) -> None:
    lines = [f"{SIGNS} X; e3:+2", f"{SIGNS} O;"]
    lines.insert(at, torn)
    found = read_any("% remark\n\n" + "\n".join(lines), FORMATS, BY_KEY) or ()
    assert len(found) == 3
    with pytest.raises(BadRecord) as wrong:
        found[at].play()
    first = torn.splitlines()[0]
    said = wrong.value
    assert said is found[at].wrong
    assert (said.key, said.word, said.ply) == ("entry", first[:40], at + 3)
    sides = [one.play().start[-1] for place, one in enumerate(found) if place != at]
    assert sides == ["X", "O"]


LATTICE = "\n  +-+-+-+-+-+-+-+-+\n"


@pytest.mark.parametrize(
    "text",
    [
        LATTICE.join(f"{n} |{'|'.join(row)}|" for n, row in enumerate(ROWS, 1)) + "\nblack",
        "\n".join(f"> {row}" for row in [*ROWS, "X"]),
        "\n".join([*ROWS, "Schwarz zieht"]),
        f'"{SIGNS}" "X"',
        f"board = {SIGNS} player = X",
    ],
)
def test_boards_as_programs_and_people_write_them(text: str) -> None:
    assert only(text).start == f"{SIGNS} X"


BLANK = [row.replace("-", " ") for row in ROWS]
BOX = "├─┼─┼─┼─┼─┼─┼─┼─┤"


@pytest.mark.parametrize(
    "text",
    [
        "\n".join([*(f"|{row}|" for row in BLANK), "X"]),
        "\n".join([*(f"| {' | '.join(row)} |" for row in BLANK), "Black to move"]),
        "\n".join([f"│{'│'.join(row)}│\n{BOX}" for row in BLANK] + ["Black to move"]),
        "| | a | b | c | d | e | f | g | h |\n|---|---|---|---|---|---|---|---|---|\n"
        + "\n".join(f"| {n} | {' | '.join(row)} |" for n, row in enumerate(BLANK, 1))
        + "\nBlack to move",
        f"board = {[list(row) for row in ROWS]}  # black to move",
        f"board = {[list(row) for row in BLANK]}  # black to move",
        str([list(row) for row in BLANK]).replace("],", "],\n") + "\nturn = 'X'",
        json.dumps({"board": ROWS, "turn": "black"}),
        json.dumps({"turn": "black", "board": ROWS}),
        json.dumps({"board": ROWS, "turn": "black"}, indent=1),
        "\n".join(",".join(row) for row in ROWS) + "\nblack",
        *(
            "\n".join(f"{sign} {line}" for line in [*rows, "black to move"])
            for sign in ("#", "//", "--", ";", "%")
            for rows in (ROWS, [" ".join(row) for row in ROWS])
        ),
        "/*\n" + "\n".join(f" * {' '.join(row)}" for row in ROWS) + "\n */\nBlack to move",
    ],
)
def test_boards_in_frames_lists_and_comments(text: str) -> None:
    assert only(text).start == f"{SIGNS} X"


def table(cell: str, signs: dict[str, str], head: str = "") -> str:
    """Return the board as an HTML table."""
    rows = ("".join(cell.format(signs.get(sign, sign)) for sign in row) for row in ROWS)
    return f"<table>{head}\n<tr>{'</tr> <tr>'.join(rows)}</tr></table>\n<p>Black to move</p>"


LETTERS = "  a b c d e f g h\n"
PLACED = [f"{n} {' '.join(row)}" for n, row in enumerate(BLANK, 1)]


@pytest.mark.parametrize(
    "text",
    [
        table("<td>{}</td>", {}),
        table("<td>{}</td>", {"-": ""}),
        table('<td class="square"><b>{}</b></td>\n', {"-": "&nbsp;", "X": "&#9679;", "O": "○"}),
        table("<TD>{}", {}, f"<tr>{''.join(f'<th>{letter}</th>' for letter in 'abcdefgh')}</tr>"),
        f"<html><body><h1>Diagram</h1>{table('<td>{}</td>', {})}</body></html>",
        *(
            "\n".join(sign.join(square.strip() for square in row) for row in BLANK) + "\nblack"
            for sign in "\t,;"
        ),
        "\n".join(f"|{'|'.join(row)}|" for row in ROWS) + "\nBlack to move",
        "\n".join([*BLANK, "Black to move"]),
        "Diagram 3\n\n" + "\n".join([*BLANK, "", "Black to move"]),
        LETTERS + "\n".join([*PLACED, "Black to move"]),
        LETTERS + "\n".join([*(row.rstrip() for row in PLACED), "Black to move"]),
        "  abcdefgh\n" + "\n".join([*(f"{n} {row}" for n, row in enumerate(BLANK, 1)), "black"]),
    ],
)
def test_boards_in_tables_and_with_blanks_for_empty_squares(text: str) -> None:
    assert only(text).start == f"{SIGNS} X"


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(row.strip() for row in BLANK),
        "\n".join(BLANK).strip(),
        "\n".join(BLANK[1:]),
        "\n".join([BLANK[0], *(row.rstrip() for row in BLANK[1:]), "Black to move"]),
        "\n".join(row.lstrip() if n == 3 else row for n, row in enumerate(BLANK)).strip("\n")[9:],
        LETTERS.lstrip() + "\n".join(PLACED),
        "  abcdefgh\n" + "\n".join(PLACED),
        "  abcdefgh\n" + "\n".join(f"{n} {row.rstrip()}" for n, row in enumerate(BLANK, 1)),
        *(
            "\n".join(made(row) if n == 3 else row for n, row in enumerate(BLANK))
            for made in (str.lstrip, str.rstrip)
        ),
        table("<td>{}</td>", {}).replace("<td>X</td>", "<td>X</td><td></td>", 1),
        "\n".join([*map(" ".join, ROWS[:4]), " ".join(ROWS[4]) + " X", *map(" ".join, ROWS[5:])]),
    ],
)
def test_blanks_that_are_not_certain_are_refused_as_a_position(text: str) -> None:
    """Copying from a page loses blanks at the edges."""
    assert refused(text) == ("position", "")


@pytest.mark.parametrize("disc", ['<td class="{}"></td>', '<td><img src="{}.png"></td>'])
def test_a_table_of_pictures_is_refused_as_a_page(disc: str) -> None:
    assert refused(table(disc, {}))[0] == "page"


def test_signs_of_a_comment_are_no_discs_and_name_no_side() -> None:
    comment = "\n".join(f" * {' '.join(row)}" for row in ROWS)
    assert only(f"/*\n{comment}\n */").start == f"{SIGNS} O"
    hashes = "\n".join(" ".join(row.replace("X", "#").replace("-", ".")) for row in ROWS)
    assert only(f"{hashes}\nX").start == f"{SIGNS} X"


@pytest.mark.parametrize(("colour", "side"), [("Black", "X"), ("White", "O")])
def test_a_side_may_stand_before_a_board_in_its_line(colour: str, side: str) -> None:
    assert only(f"{colour} to move: {SIGNS}").start == f"{SIGNS} {side}"


@pytest.mark.parametrize("label", ["{})", "({})"])
def test_a_label_before_a_board_is_no_side(label: str) -> None:
    for letter in "abowx":
        assert only(f"{label.format(letter)} {SIGNS}").start == f"{SIGNS} O"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"board": ROWS, "turn": 1}),
        json.dumps({"player": 2, "board": ROWS}),
        json.dumps({"board": ROWS, "toMove": -1}, indent=1),
        f"turn = -1\nboard = {ROWS}",
        json.dumps({"board": ROWS, "isBlackTurn": False}),
        str([[{"-": 0, "X": 1, "O": -1}[sign] for sign in row] for row in ROWS]),
        "\n".join(" ".join({"-": "0", "X": "1", "O": "2"}[sign] for sign in row) for row in ROWS),
    ],
)
def test_what_only_another_program_knows_is_not_guessed(text: str) -> None:
    """The texts have numbers for colours and for the side to move."""
    assert refused(text)[0] == "position"


def test_rows_that_are_numbered_from_below_are_turned_round() -> None:
    for rows in (
        [f"{8 - n} {row}" for n, row in enumerate(ROWS)],
        [f"{row} {8 - n}" for n, row in enumerate(ROWS)],
    ):
        assert only("\n".join([*rows, "X"])).start == f"{''.join(reversed(ROWS))} X"


def test_a_ruler_is_no_torn_board() -> None:
    for ruler in ("-" * 30, "+---+" * 6, "- - " * 12):
        found = read_any(f"{ruler}\n{SIGNS} X;\n{ruler}\n{SIGNS} O;\n{ruler}", FORMATS, BY_KEY)
        assert [one.play().start[-1] for one in found or ()] == ["X", "O"]


def test_an_empty_board_with_a_side_is_a_position() -> None:
    """The position would be over at once. Without a side, 64 dashes are a separator."""
    assert refused(f"{'-' * 64} X")[0] == "fault"


def test_sgf_rectangles_and_sides() -> None:
    rest = "AW[dd][dc]PL[W])"
    assert only(f"(;GM[2]AB[cc:aa]{rest}").start == only(f"(;GM[2]AB[aa:cc]{rest}").start
    assert refused("(;GM[2]AB[de][ed]AW[dd][ee]PL[green])") == ("line", "PL[green]")
    assert refused("(;GM[2]AB[de][ed]AW[dd][ee];B[fe];W[f")[1].endswith(";W[f")


@pytest.mark.parametrize("size", ["8", "8r", "s8r18", " 8\r\n"])
def test_ggf_boards_tell_the_size_or_the_type(size: str) -> None:
    assert only(f"(;GM[Othello]TY[8r]BO[{size} {STARRED} O];)").start == f"{SIGNS} O"
