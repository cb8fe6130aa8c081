"""Tests of reading boards of Othello as other programs print them, and lists of problems. All
boards are asymmetric."""

from collections.abc import Callable
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.contract.diagram import write_position
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from tests.rules.games.othello.foreign import read_foreign

OTHELLO = BY_KEY["othello"]

ZEBRA = """
         a b c d e f g h

      1  O O O O O O O *      Black    Zebra          15. g5  h4
      2  O O O O O O * *               25:00          16. h3  g4
      3  O O O * O * * *                17 discs      17. h2  h5
      4  O O   * * * *                                18. g7
      5    O O O * * * O      White    Anna
      6            *                   24:12
      7                        (O)     22 discs
      8
"""

ZEBRA_EARLY = """
         a b c d e f g h

      1                       Black    Zebra           1. f5  d6
      2                                25:00           2. e6
      3                                 4 discs
      4        O *
      5        * * *          White    Anna
      6          O                     24:12
      7                        (O)      2 discs
      8
"""

ZEBRA_ALONE = """
   A B C D E F G H

1  O O O O O O O *
2  O O O O O O * *       Black
3  O O O * O * * *       17 discs
4  O O   * * * *
5    O O O * * * O
6            *
7                    (O) 22 discs
8
"""

ZEBRA_SIGNS = "OOOOOOOXOOOOOOXXOOOXOXXXOO-XXXX--OOOXXXO-----X------------------ O"

EDAX = """
  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:00.000       1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    4 discs   4 moves   2 |  |  |  |  |  |  |  |  | 2
3 - - - - - - - - 3                        3 |  |  |  |  |  |  |  |  | 3
4 - - - O * . - - 4  ply  3 (58 empties)   4 |  |  |  |()|##|  |  |  | 4
5 - - . * * * - - 5    White's turn (O)    5 |  |  |  |##|()| 1|  |  | 5
6 - - - . O . - - 6                        6 |  |  |  |  | 2|  |  |  | 6
7 - - - - - - - - 7    2 discs   4 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
"""

EDAX_PRINTED = """
  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2 O to move
3 - - - - - - - - 3
4 - - - O * . - - 4 O: discs =  2    moves =  3
5 - - . * * * - - 5 *: discs =  4    moves =  4
6 - - - . O . - - 6  empties = 58      ply =  2
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
"""

COUNTED = """
  a b c d e f g h
1 · · · · · · · ·
2 · · · · · · · ·
3 · · · · · · · ·   ● 4
4 · · · ○ ● · · ·   ○ 2
5 · · · ● ● ● · ·
6 · · · · ○ · · ·   ○ to move
7 · · · · · · · ·
8 · · · · · · · ·
"""

WIDE = """
\u3000ａｂｃｄｅｆｇｈ
１\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000
２\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000
３\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000
４\u3000\u3000\u3000○●\u3000\u3000\u3000
５\u3000\u3000\u3000●●●\u3000\u3000
６\u3000\u3000\u3000\u3000○\u3000\u3000\u3000
７\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000
８\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000
白番
"""

BOXES = """
   a  b  c  d  e  f  g  h
1 [ ][ ][ ][ ][ ][ ][ ][ ]
2 [ ][ ][ ][ ][ ][ ][ ][ ]
3 [ ][ ][ ][ ][ ][ ][ ][ ]   Black: 4
4 [ ][ ][ ][O][X][ ][ ][ ]   White: 2
5 [ ][ ][ ][X][X][X][ ][ ]
6 [ ][ ][ ][ ][O][ ][ ][ ]   White to move
7 [ ][ ][ ][ ][ ][ ][ ][ ]
8 [ ][ ][ ][ ][ ][ ][ ][ ]
"""

EARLY_SIGNS = "---------------------------OX------XXX------O------------------- O"


def found(text: str) -> list[ForeignMatch]:
    matches = read_foreign(text, FORMATS)
    assert matches is not None
    return list(matches)


def read(text: str) -> tuple[str, str]:
    """Return the first position and the moves of the only match."""
    (one,) = found(text)
    match = one.play()
    return match.start, " ".join(match.names())


def refused(text: str) -> str:
    with pytest.raises(BadRecord) as wrong:
        [one.play() for one in found(text)]
    return wrong.value.key


# -- printed boards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (ZEBRA, ZEBRA_SIGNS),
        (ZEBRA_ALONE, ZEBRA_SIGNS),
        (ZEBRA_ALONE.lstrip(), ZEBRA_SIGNS),
        (EDAX.replace("-", " ").lstrip(), EARLY_SIGNS),
        (ZEBRA_EARLY, EARLY_SIGNS),
        (ZEBRA_ALONE.replace("\n\n", "\n"), ZEBRA_SIGNS),
        (ZEBRA_ALONE.replace("*", "●").replace("O", "○"), ZEBRA_SIGNS),
        *((text, EARLY_SIGNS) for text in (EDAX, EDAX_PRINTED, COUNTED, WIDE, BOXES)),
    ],
)
def test_boards_as_programs_print_them(text: str, start: str) -> None:
    """Moves beside a board led to it, so they are not played."""
    assert read(text) == (start, "")
    if text is not WIDE:
        assert read("\n".join(line.rstrip() for line in text.split("\n"))) == (start, "")


def drawn(random: Random, position: str) -> str:
    """Return a position as a program might print it."""
    signs, side = position.split()
    black, white = random.choice(
        [
            ("*", "O"),
            ("X", "O"),
            ("x", "o"),
            ("B", "W"),
            ("●", "○"),
            ("#", "O"),
            ("@", "O"),
            ("X", "0"),
        ]
    )
    empty, gap = random.choice("  .-_·+"), random.choice([" ", " ", "  ", "|", " | "])
    before = random.choice([" ", "  "]) if "|" not in gap else gap.rstrip() + " " * (len(gap) > 1)
    margin, both = random.choice(["", "   ", "      "]), random.random() < 0.4
    full, sign = {"X": ("Black", black), "O": ("White", white)}[side]
    counts = [signs.count(one) for one in "XO"]
    beside, below = {
        0: ({2: "Black   Anna", 5: "White  Ben", 3: f"{counts[0]} discs", 7: f" ({sign}) 9"}, ""),
        1: ({2: f"{sign} to move", 4: f"*: discs = {counts[0]}", 5: f"O: discs = {counts[1]}"}, ""),
        2: ({}, f"Black: {counts[0]}  White: {counts[1]}\n{full} to move"),
        3: ({}, full),
        4: ({5: f"{full}'s turn", 2: "3 discs  4 moves", 8: "0:00.000"}, ""),
    }[random.randrange(5)]
    lines = []
    for row in range(1, 9):
        squares = gap.join(
            {"X": black, "O": white, "-": empty}[one] for one in signs[8 * row - 8 : 8 * row]
        )
        line = f"{margin}{row}{before}{squares}{' |' * ('|' in gap)}{f' {row}' * both}"
        lines.append(f"{line}      {beside[row]}" if row in beside else line)
    names = (" " * len(gap)).join(random.choice(("abcdefgh", "ABCDEFGH")))
    letters = f"{margin} {' ' * len(before)}{names}"
    place = random.randrange(3)
    lines = [
        *[letters] * (place < 2),
        *[""] * random.randrange(2),
        *lines,
        *[letters] * (place > 0),
    ]
    if random.random() < 0.3:
        lines = [line.rstrip() for line in lines]
    text = "\n".join([*lines, below])
    return text.strip() if random.random() < 0.2 else text


@pytest.mark.parametrize("seed", range(150))
def test_printed_boards_are_read_right_or_refused(seed: int) -> None:
    random, match = Random(seed), Match(OTHELLO)
    for _ in range(random.randint(2, 50)):
        match.play(random.choice(list(match.legal())))
        if match.result() is not None:
            match.goto_ply(match.ply - 1)
    position = str(write_position(OTHELLO, match.choices, match.position))
    text = drawn(random, position)
    try:
        (one,) = found(text)
    except BadRecord as wrong:
        if wrong.key != "position":
            raise
    else:
        assert (one.play().start, one.play().moves) == (position, [])


def test_most_printed_boards_are_read() -> None:
    """Only boards whose signs lost their places are refused."""
    refusals = 0
    for seed in range(60):
        try:
            assert read(drawn(Random(seed), ZEBRA_SIGNS)) == (ZEBRA_SIGNS, "")
        except BadRecord:
            refusals += 1
    assert refusals < 6


@pytest.mark.parametrize(
    "text",
    [
        ZEBRA_EARLY.lstrip(),
        "\n".join(f"{n} - - - O X - - - {n}   {n} - - - X O - - - {n}" for n in range(1, 9)),
        ZEBRA_EARLY.lstrip().replace("   25:00", "f5 25:00"),
        "  a b c d e f g h\n" + "\n".join(f"{n} r n b q k b n r" for n in range(8, 0, -1)),
        "  a b c d e f g h\n" + "\n".join(f"{n} ? * O" for n in range(1, 9)) + "\n1. f5 d6",
        ZEBRA.replace("         a b", "          a b"),
    ],
)
def test_a_board_that_is_not_certain_is_never_read_as_moves(text: str) -> None:
    assert refused(text) == "position"


# -- lists of problems -----------------------------------------------------------------------------

BOARD = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-"
"""A4 is black's best move, B2 the second, A3 the third. They are also legal in this order."""

FIRST = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"


@pytest.mark.parametrize("letters", [str.upper, str.lower])
@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ('"{b}", "X", 10, "A4", "B2", "A3"', '10, "A4", "B2", "A3"'),
        ('Case::new(2, "{b}", "X", 10, "A4", "B2", "A3"),', '10, "A4", "B2", "A3")'),
        ("{b},X,10,A4,B2,A3", "10,A4,B2,A3"),
        ("{b};X;10;A4;B2;A3", "10;A4;B2;A3"),
        ("{b}\tX\t10\tA4\tB2\tA3", "10 A4 B2 A3"),
        ("{b} X 10 A4 B2 A3", "10 A4 B2 A3"),
        ("{b} X A4 10 B2 0 A3 -6", "A4 10 B2 0 A3 -6"),
        ("{b} X A4 +10", "A4 +10"),
        ("{b} X A4 B2 A3", "A4 B2 A3"),
        ("{b} X A4, B2, A3", "A4, B2, A3"),
        ("{b} X a4/b2/a3", "a4/b2/a3"),
        ("{b} X 1. A4 2. B2 3. A3", "1. A4 2. B2 3. A3"),
        ("{b} X A4", "A4"),
        ("{b} X A4 !", "A4 !"),
        ('{b} X bm A4; id "FFO 41";', 'bm A4; id "FFO 41";'),
        ("{b} X; bm A4 B2; ce 10;", "bm A4 B2; ce 10;"),
        ("{b} X; A4:+10; B2:+0; A3:-6;", "A4:+10; B2:+0; A3:-6;"),
        ("{b} X; A4 B2 A3", "A4 B2 A3"),
        ("{b} X (A4, B2)", "(A4, B2)"),
        ("{b} X best=A4", "best=A4"),
        ("{b} X: A4 (+10)", "A4 (+10)"),
        ("{b} X -> A4 B2 (10)", "-> A4 B2 (10)"),
        ("{b} X % A4 B2", "A4 B2"),
        ("{b} black A4(10) B2(0)", "A4(10) B2(0)"),
        ("black,{b},10,A4,B2", "10,A4,B2"),
        ("A4,B2,A3,{b},X", "A4,B2,A3"),
        ("{b} * A4 B2 A3", "A4 B2 A3"),
    ],
)
def test_good_moves_beside_a_board_are_a_remark(
    line: str, remark: str, letters: Callable[[str], str]
) -> None:
    """Good moves are not played as moves of a match."""
    text = letters(line.format(b=BOARD))
    both = found(f"{text}\n{text}")
    assert [one.play().start for one in both] == [f"{BOARD} X"] * 2
    assert [one.play().moves for one in both] == [[], []]
    assert {one.play().comment.lower() for one in both} == {remark.lower()}
    assert both[0].place.lower() == remark.lower()


def test_a_head_of_columns_is_no_position() -> None:
    one, two = found(f"position,side,score,best\n{BOARD},X,10,A4\n{FIRST},X,18,G8")
    assert [one.place, two.place] == ["10,A4", "18,G8"]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("FFO #41: {b} X; A4:+10", "FFO #41, A4:+10"),
        ("Wing (C4) | {b} | X | A4", "Wing (C4), A4"),
        ('"Endgame, no. 3","{b}","X"', "Endgame, no. 3"),
        ("12. {b} X", ""),
        ("b) {b} X", ""),
        ("board = {b} player = X", ""),
        ("Black to move: {b}", ""),
    ],
)
def test_a_name_before_a_board_is_whole(line: str, place: str) -> None:
    (one,) = found(line.format(b=BOARD))
    assert (one.place, one.play().start) == (place, f"{BOARD} X")


def test_the_number_of_the_next_problem_is_no_score() -> None:
    one, two = found(f"1\n{BOARD} X\na4b2a3\n\n2\n{FIRST} X\n")
    assert (one.play().ply, two.play().ply) == (3, 0)


@pytest.mark.parametrize(
    "below",
    [
        "10\nA4 B2 A3",
        "A4, B2, A3",
        "A4 B2 A3",
        "A4 +10",
        "A4 +10\nB2 0",
        "1. A4\n2. B2\n3. A3",
        "10\nA4",
    ],
)
def test_moves_below_a_board_that_may_be_good_ones_are_refused(below: str) -> None:
    rows = "\n".join(BOARD[row : row + 8] for row in range(0, 64, 8))
    for text in (f"{BOARD} X\n{below}", f"{rows}\nX\n{below}"):
        assert refused(text) == "prose"


@pytest.mark.parametrize(
    ("moves", "played"),
    [
        ("a4b2a3", "a4 b2 a3"),
        ("A4B2", "a4 b2"),
        ("1. a4 b2 2. a3", "a4 b2 a3"),
        ("A4 B2 A3 B8", "a4 b2 a3 b8"),
        ("a4, b2, a3, b8", "a4 b2 a3 b8"),
    ],
)
@pytest.mark.parametrize("apart", [" ", "\n"])
def test_moves_that_follow_each_other_are_played(moves: str, played: str, apart: str) -> None:
    """The moves have no blanks, are numbered in pairs, or not all are legal at once."""
    assert read(f"{BOARD} X{apart}{moves}") == (f"{BOARD} X", played)
