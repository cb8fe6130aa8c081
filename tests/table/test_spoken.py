"""A match in words: every cell against the position by code of its own, whole matches played by
typing and tapping what was said, and nothing said that is hidden."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from game.services.text import LANGUAGES, Text
from game.table.outlook import outlook_of
from game.table.seats import Human
from game.table.spoken import Spoken, Spot, spoken_of
from game.table.table import Table
from game.table.typed import enter, read_typed
from game.table.words import Words
from rules.catalogue import BY_KEY, GAMES
from rules.match import Match
from rules.position import PASS
from tests.rules.playing import pick
from tests.table.machine import Household, Machine, wait

PEOPLE = ("person", "person")

CASES = [
    *((game.key, {}) for game in GAMES),
    ("flipflop", {"setup": "chess"}),
    ("switch", {"setup": "placed"}),
    ("contactic", {"referee": "off"}),
]
"""Matches in which different things are to be said."""

case_name = lambda case: " ".join((case[0], *(f"{k}={v}" for k, v in case[1].items())))  # noqa: E731
each_case = pytest.mark.parametrize("case", CASES, ids=case_name)


@pytest.fixture
def home(tmp_path: Path) -> Household:
    return Household(tmp_path)


def spoken(match: Match, language: str = "en", aids: bool = False) -> Spoken:
    return Spoken(Words(Text(language, Machine()), match), Human(match.board, False), aids=aids)


def moments(case: tuple[str, dict[str, str]], plies: int = 130) -> Iterator[Match]:
    """Two random matches, seen after every ninth ply."""
    key, given = case
    for seed in (1, 2):
        match, random = Match(BY_KEY[key], given, seed), Random(seed)
        while match.result() is None and match.at < plies:
            if match.at % 9 == seed:
                yield match
            match.play(pick(match.legal(), random))
        yield match


# -- cells, by code of the test's own --------------------------------------------------------------

ABOVE, RIGHT, BELOW, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)
SIDES = {ABOVE: "above", RIGHT: "right", BELOW: "below", LEFT: "left"}
Letters = dict[tuple[int, int], str]


def letters(position) -> Letters:
    """The board as the command line shows it, by column and row."""
    return {
        (x, y): letter
        for y, line in enumerate(position.show()["board"])
        for x, letter in enumerate(line)
    }


def next_to(place: tuple[int, int], step: tuple[int, int]) -> tuple[int, int]:
    return place[0] + step[0], place[1] + step[1]


def sides(found: list[str]) -> str:
    """“above, right and below”."""
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def flood(board: Letters, place: tuple[int, int]) -> set[tuple[int, int]]:
    """The group of fields with the same letter, edge to edge."""
    group, left = {place}, [place]
    while left:
        here = left.pop()
        for step in SIDES:
            other = next_to(here, step)
            if other not in group and board.get(other) == board[place]:
                group.add(other)
                left.append(other)
    return group


def crossing(place: tuple[int, int], size: int) -> list[list[tuple[int, int]]]:
    """The row and the column of a field."""
    return [[(i, place[1]) for i in range(size)], [(place[0], i) for i in range(size)]]


def mover(match: Match) -> str:
    """The letter of the mover's stones."""
    return match.position.colours[match.position.turn][0].upper()


def named(place: tuple[int, int]) -> str:
    return f"{'abcdefghijklmno'[place[0]]}{place[1] + 1}"


def othello_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    said = {"X": "black", "O": "white", ".": "empty"}[board[place]]
    if board[place] != ".":
        return [said]
    own = "X" if match.position.colours[match.position.turn] == "black" else "O"
    turned = 0
    for step in product((-1, 0, 1), repeat=2):
        line, here = 0, next_to(place, step)
        while step != (0, 0) and board.get(here, ".") not in (".", own):
            line, here = line + 1, next_to(here, step)
        turned += line if line and board.get(here) == own else 0
    return [said, "legal", f"turns {turned}"] if turned else [said]


def flipflop_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    said = [{"D": "dark", "L": "light", ".": "empty"}[board[place]]]
    full = [
        line
        for line in crossing(place, 8)
        if len({board[other] for other in line}) == 1 and board[place] != "."
    ]
    banned = match.position.show()["banned"] == named(place)
    over = match.result() is not None
    if "." in board.values():
        said += ["legal"] if board[place] == "." and not over else []
    elif board[place] == "LD"[match.position.turn] and not banned and not over:
        said += ["legal"]
    said += ["in a full line"] if full else []
    return said + (["may not be chosen now"] if banned and not over else [])


def switch_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    said = [{"D": "dark", "L": "light", ".": "empty"}[board[place]]]
    if match.choices["setup"] == "placed" and match.position.colours is None:
        ways = [move for move in match.legal() if move[0] == place[1] * 5 + place[0]]
        if ways and match.result() is None:
            said += ["legal", f"moves: {len(ways)}"][: len(ways)]
    elif match.result() is None and board[place] == mover(match):
        targets = sum(letter == "." for letter in board.values())
        for line in crossing(place, 5):
            own = sum(board[other] == board[place] for other in line)
            enemies = sum(board[other] not in (board[place], ".") for other in line)
            targets += enemies if own > enemies else 0
        said += ["legal", f"moves: {targets}"] if targets > 1 else ["legal"]
    if board[place] != ".":
        said.append(f"group of {len(flood(board, place))}")
    return said


def flipop_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    said = [{"W": "white ball", "B": "black ball", ".": "empty"}[board[place]]]
    ways = [move for move in match.legal() if move and move[0] == place[1] * 5 + place[0]]
    if ways and match.result() is None:
        said += ["legal", f"moves: {len(ways)}"] if len(ways) > 1 else ["legal"]
        gone = sum(match.position.play(ways[0]).score()) - sum(match.position.score())
        said += [f"{gone} off the board"] if gone and len(ways) == 1 else []
    pairs = passages(match)
    lying = [SIDES[step] for step in SIDES if frozenset((place, next_to(place, step))) in pairs]
    said.append(f"door{'s' * (len(lying) > 1)} {sides(lying)}" if lying else "no door")
    said += ["exit for white"] if place[1] == 4 and 0 < place[0] < 4 else []
    return said + (["exit for black"] if place[1] == 0 and 0 < place[0] < 4 else [])


def passages(match: Match) -> list[frozenset[tuple[int, int]]]:
    """The pairs of pits between which a door lies."""
    found = []
    for y, line in enumerate(match.position.show()["doors"]):
        for x, letter in enumerate(line):
            nw, ne, sw, se = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
            pair = {"N": (nw, ne), "E": (ne, se), "S": (sw, se), "W": (nw, sw)}[letter]
            found.append(frozenset(pair))
    return found


def contactic_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    tiles = match.position.show()["tiles"]
    said = [{"O": "orange", "G": "green", "+": "neutral", ".": "empty"}[board[place]]]
    if named(place) in tiles:
        edges = [
            side
            for side, bit in zip(SIDES.values(), tiles[named(place)], strict=True)
            if bit == "1"
        ]
        told = {0: "all white", 4: "coloured all round"}.get(len(edges), f"coloured {sides(edges)}")
        return [*said, told, f"island of {len(flood(board, place))}"]
    if said == ["neutral"]:
        return said
    field = match.board.cell(named(place))
    ways = [move for move in match.legal() if move and move[0] == field]
    if ways and match.result() is None:
        said += ["legal", f"moves: {len(ways)}"] if len(ways) > 1 else ["legal"]
    asked: dict[str, list[str]] = {"colour": [], "white": []}
    for number, step in enumerate(SIDES):
        other = next_to(place, step)
        if board.get(other, ".") != ".":
            facing = tiles.get(named(other), "0000")[(number + 2) % 4]
            asked["colour" if facing == "0" else "white"].append(SIDES[step])
    return said + [f"asks for {what} {sides(where)}" for what, where in asked.items() if where]


WORDS = {
    "othello": othello_words,
    "flipflop": flipflop_words,
    "switch": switch_words,
    "flipop": flipop_words,
    "contactic": contactic_words,
}

DANGER = {
    "in the connection",
    "counter",
    "connected",
    "objection rejected",
    "largest orange island",
}
DANGER |= {"largest green island"}
"""What further marks say; `tests/rules` knows where they lie."""

TRACES = {"last move", "just turned", "just swung"}


@each_case
def test_every_field_is_said_as_it_is(case: tuple[str, dict[str, str]]) -> None:
    """What lies there, what a tap does, what the game remarks; nothing else and nothing twice."""
    for match in moments(case):
        board = letters(match.position)
        doors = passages(match) if case[0] == "flipop" else []
        rows = [row for row in spoken(match).rows() if row.kind == "board"]
        assert [row.name for row in rows] == [str(y + 1) for y in range(match.board.rows)]
        for y, row in enumerate(rows):
            for x, spot in enumerate(row.spots):
                name, *said = re.split(r", (?!(?:right|below)(?: and|,))", spot.words)
                assert spot.cell == match.board.cell(name) == y * match.board.columns + x
                expected = WORDS[case[0]](match, board, (x, y))
                assert [words for words in said if words not in DANGER | TRACES] == expected
                assert spot.legal == ("legal" in expected)
                assert not spot.tapped
                sides = "".join(
                    "01"[frozenset(((x, y), next_to((x, y), s))) in doors] for s in SIDES
                )
                assert spot.doors == (sides if doors else "")


@each_case
def test_the_last_move_is_marked(case: tuple[str, dict[str, str]]) -> None:
    """Where it was made, and every other field whose piece changed its colour."""
    for match in moments(case):
        if not match.at or match.moves[-1] == PASS:
            continue
        before, after = (match.position_at(ply).pieces() for ply in (match.at - 1, match.at))
        for row in spoken(match).rows():
            for spot in row.spots:
                if row.kind == "board":
                    made = spot.cell in match.moves[-1]
                    old, new = before[spot.cell], after[spot.cell]
                    turned = not made and bool(old and new) and old != new
                    assert spot.words.endswith(", last move") == made
                    assert spot.words.endswith(", just turned") == turned


# -- the whole -------------------------------------------------------------------------------------


def cells_of(match: Match, words: str) -> list[int]:
    """The cells named in words, those between the ends of a line included."""
    found: list[int] = []
    for first, last in re.findall(r"\b([a-o]\d+)(?: to ([a-o]\d+))?", words):
        cell, end = match.board.cell(first), match.board.cell(last or first)
        wide = match.board.columns
        across = (end % wide > cell % wide) - (end % wide < cell % wide)
        down = (end // wide > cell // wide) - (end // wide < cell // wide)
        found.append(cell)
        while cell != end:
            cell += across + down * wide
            found.append(cell)
    return found


@each_case
def test_the_position_is_said_whole(case: tuple[str, dict[str, str]]) -> None:
    """From what is said the board can be laid out anew; numbers are right."""
    for match in moments(case):
        pieces = match.position.pieces()[: match.board.columns * match.board.rows]
        said = spoken(match).whole()
        groups = [found for line in said if (found := re.match(r"([\w ]+), (\d+): (.*)\.$", line))]
        rest = dict(enumerate(pieces))
        for group in groups:
            name, count, named = group.groups()
            cells = cells_of(match, named)
            assert len(cells) == len(set(cells)) == int(count)
            found = {rest.pop(cell) for cell in cells}
            colours = {piece.colour if piece else "empty" for piece in found}
            assert colours == {name.lower()}
        assert set(rest.values()) <= {None}
        assert not rest or f"Empty: {len(rest)}." in said
        score = match.position.score()
        if score is not None:
            names = [colour.capitalize() for colour in match.position.colours]
            assert f"Score: {names[0]} {score[0]}, {names[1]} {score[1]}." in said
        if match.result() is None:
            assert "to move." in said[0]


def test_doors_and_their_swing_are_said() -> None:
    for match in moments(("flipop", {}), plies=60):
        said = spoken(match).whole()
        doors = next(line for line in said if line.startswith("Doors: "))
        heard = [frozenset(pair.split(" and ")) for pair in doors[7:-1].split("; ")]
        lying = [frozenset(map(named, pair)) for pair in passages(match)]
        assert sorted(map(sorted, heard)) == sorted(map(sorted, lying))
        hinges = next(row for row in spoken(match).rows() if row.kind == "hinge")
        for spot, pair in zip(hinges.spots, lying, strict=True):
            assert spot.words.split(",")[0] == "door between " + " and ".join(sorted(pair))
            assert not spot.legal


@pytest.mark.parametrize(
    ("key", "moves", "cell", "heard"),
    [
        (
            *("othello", "d3 c3 c4", "c3"),
            "c3, white. Right: d3, black. Below right: d4, black. Below: c4, black."
            " Empty: above, above right, below left, left and above left.",
        ),
        (
            *("flipflop", "a1 b1 a2 c1 a3 d1", "a1"),
            "a1, dark. Right: b1 to d1, light. Below: a2 to a3, dark.",
        ),
        (
            *("flipop", "c1-c2", "c1"),
            "c1, empty, no door, exit for black, last move. Right: d1, white ball, door below."
            " Below: c2, white ball, doors below and left."
            " Left: b1, white ball, door below.",
        ),
        (
            *("contactic", "", "f5"),
            "f5, empty, legal, asks for colour below. Below: f6, neutral."
            " Empty: above, right and left.",
        ),
    ],
)
def test_what_lies_around_a_field(key: str, moves: str, cell: str, heard: str) -> None:
    """Clockwise; in a line as far as it is the same; corners where the game has a use for them."""
    match = Match(BY_KEY[key], {}, 1)
    match.read_moves(moves)
    assert " ".join(spoken(match).around(match.board.cell(cell))) == heard


def test_fields_that_differ_in_nothing_are_said_together() -> None:
    """A stone of Flip-Flop turns as many as every other, so that number is left out."""
    match = Match(BY_KEY["flipflop"], {}, 1)
    match.read_moves("a1 b1")
    (said,) = spoken(match).possible()
    assert said.startswith("c1 to h1, a2 to h2, ")
    assert len(cells_of(match, said)) == 62
    othello = spoken(Match(BY_KEY["othello"], {}, 1))
    assert othello.possible() == tuple(f"{name}, turns 1." for name in ("d3", "c4", "f5", "e6"))


def spots(table: Table) -> list[Spot]:
    return [spot for row in spoken_of(table).rows() for spot in row.spots]


# -- matches played by ear -------------------------------------------------------------------------


def typed_at(table: Table, random: Random) -> str:
    """One of the moves that are said to be legal, written in one way or another."""
    name = pick(spoken_of(table).legal(), random).name
    ways = name, name.upper(), f"  {name} ", name.replace("-", " "), name.replace(":", " ")
    return pick(ways, random)


def tap_what_is_legal(table: Table, random: Random) -> None:
    """Tap cells that say they are legal until a move is made."""
    at = table.match.at
    while table.match.at == at:
        said = spots(table)
        assert all(spot.legal == ("legal" in spot.words.split(", ")) for spot in said)
        cell = pick([spot.cell for spot in said if spot.legal], random)
        change = table.tap(cell)
        assert change is not None
        assert change.said


@each_case
def test_a_match_is_played_by_what_is_said(
    home: Household, case: tuple[str, dict[str, str]]
) -> None:
    """Nothing but words is known: moves are typed or tapped, and whoever only listens to what
    happens knows what lies on every field."""
    table, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(7)
    match = table.match
    fields = range(match.board.columns * match.board.rows)
    while table.result is None and match.at < 150:
        before, at = match.position.pieces(), match.at
        if match.must_pass:
            heard = wait(table, lambda at=at: match.at > at)[-1].said  # type: ignore[misc]
            assert "has no move and passes" in heard[0]
            continue
        if match.at % 4:
            change = enter(table, typed_at(table, random))
            assert not isinstance(change, str), change
            after, mentioned = match.position.pieces(), set(cells_of(match, change.said[0]))
            changed = {cell for cell in fields if before[cell] != after[cell]}
            assert changed <= mentioned
            if table.result is None:
                assert any("to move" in said for said in change.said)
        else:
            tap_what_is_legal(table, random)
        assert match.at == at + 1
    if table.result is not None:
        assert outlook_of(table).result_words in spoken_of(table).whole()[0]
        assert spoken_of(table).legal() == ()
        assert enter(table, "a1") == "The match has ended."


def test_a_move_is_begun_by_typing_and_gone_on_with_by_tapping(home: Household) -> None:
    table = home.sit_down("flipop", PEOPLE, "c1-c2 c5-c4")
    begun = enter(table, "C2")
    assert not isinstance(begun, str)
    assert begun.said[0] == "c2."
    cell = table.match.board.cell("c2")
    assert table.taps == (cell,)
    spot = spoken_of(table).spot(cell)
    assert spot.tapped
    assert "begun" in spot.words
    following = begun.said[1].removeprefix("Next: ").rstrip(".").split(", ")
    assert following == [spot.name for spot in spots(table) if spot.legal]
    done = enter(table, following[0]) if len(following) == 1 else enter(table, "c2-b2")
    assert not isinstance(done, str)
    assert table.match.at == 3
    assert table.match.names()[-1].startswith("c2-")


def test_a_tile_is_heard_before_it_is_laid(home: Household) -> None:
    """Tapped again it lies another way, and what is said is what is laid."""
    table = home.sit_down("contactic", PEOPLE)
    fields: list[Spot] = []
    while not fields:
        enter(table, spoken_of(table).legal()[0].name)
        fields = [spot for spot in spots(table) if "moves: 2" in spot.words]
    assert any(re.match(r"Tile in hand, (all|coloured|two)", spot.words) for spot in spots(table))
    heard = []
    for _ in range(2):
        change = table.tap(fields[0].cell)
        assert change is not None
        lies = change.said[0].rstrip(".").split(", ", 1)[1]
        heard.append(lies)
        spot = spoken_of(table).spot(fields[0].cell)
        assert spot.tapped
        assert "begun" in spot.words
        assert lies in spot.words
    assert len(set(heard)) == 2
    lay = next(spot for spot in spots(table) if spot.name == "Lay")
    assert lay.words == "Lay, legal"
    done = table.tap(lay.cell)
    assert done is not None
    assert done.said[0].endswith(f", {heard[1]}.")


@pytest.mark.parametrize(
    ("key", "moves", "choices", "word", "answer"),
    [
        ("othello", "", {}, "", "Type a move, such as d3."),
        ("othello", "", {}, "castle", "“castle” is no move. Moves are written like this: d3."),
        ("othello", "", {}, "z9", "“z9” is no move. Moves are written like this: d3."),
        ("othello", "", {}, "d4", "There is a disc on this field already."),
        ("othello", "", {}, "a1", "A disc here would turn nothing, so it may not be laid."),
        ("othello", "", {}, "PASS", "You can move, so you cannot pass."),
        ("othello", "", {}, "d3 d3", "Not like that. Possible: d3."),
        ("othello", "", {}, "d3x", "Not like that. Possible: d3."),
        ("switch", "", {}, "b1", "This stone is not yours. Begin with one of your own."),
        ("switch", "", {}, "a1 c2", "Two stones change places only in the same row or column."),
        (
            "flipop",
            "",
            {},
            "b1-b3",
            "A ball rolls only into the next pit: up, down, left or right.",
        ),
        ("flipop", "", {}, "b1-b2-b3", None),
        ("contactic", "", {}, "a1", None),
        ("contactic", "", {}, "f5:0000", "Not like that. Possible: f5:1111."),
        ("contactic", "", {}, "f5 g6", "Not like that. Possible: f5:1111."),
        ("switch", "", {}, "a1-c1", "Not like that. Possible: a1-b1, a1-d1, a1-a2, a1-c3, a1-a4."),
    ],
)
def test_why_a_typed_text_is_no_move(
    home: Household, key: str, moves: str, choices: dict[str, str], word: str, answer: str | None
) -> None:
    """A sentence, and nothing is lost."""
    table = home.sit_down(key, PEOPLE, moves, **choices)
    said = enter(table, word)
    assert isinstance(said, str)
    assert answer is None or said == answer
    assert said.endswith(".")
    assert table.match.at == len(table.match.moves)
    assert not table.taps


@each_case
def test_any_text_is_answered(home: Household, case: tuple[str, dict[str, str]]) -> None:
    """Cells in any order, words of the game, and what nobody would write."""
    table, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(3)
    strange = [
        "",
        "  ",
        "-",
        "--",
        "pass",
        "passing",
        "a0",
        "a99",
        "é",
        "١",
        "{x}",
        "x" * 5000,
        "d3" * 400,
    ]
    for _ in range(12):
        names = [*table.match.board.names, ":", "-", "=", "1010", "D", "aussetzen"]
        for text in [
            *strange,
            *(" ".join(pick(names, random) for _ in range(n)) for n in (1, 2, 3, 4)),
        ]:
            typed = read_typed(table.words, text)
            assert (typed.move is not None) + bool(typed.taps) + bool(typed.refused) == 1, text
            if typed.move is not None:
                assert typed.move in table.match.legal()
            assert "{" not in typed.refused.replace("{x}", "")
        enter(table, typed_at(table, random))
        if table.result is not None:
            break


def test_nobody_moves_for_another(home: Household) -> None:
    table = home.sit_down("othello", ("level1", "person"))
    assert enter(table, "d3") == "It is not your turn."
    assert not any(spot.legal for spot in spots(table))


# -- languages, settings, secrets ------------------------------------------------------------------


@each_case
def test_every_language_says_everything(case: tuple[str, dict[str, str]]) -> None:
    for match in moments(case, plies=40):
        for language in LANGUAGES:
            words = Words(Text(language, Machine()), match)
            told = Spoken(words, Human(match.board, False))
            said = [
                *told.whole(),
                *(spot.words for row in told.rows() for spot in row.spots),
                *(row.name for row in told.rows()),
                *told.around(12),
                told.last(),
                told.why(0),
            ]
            if match.at % 2:
                said += [choice.words for choice in told.legal()]
            assert words.text.missing == set()
            assert not [words for words in said if re.search(r"[{}]|\.\w|, ,|\.\.|^,|,$|  ", words)]


def test_what_is_not_shown_is_not_said(home: Household) -> None:
    """Possible moves and help on the board, as the settings have them."""
    table = home.sit_down("flipflop", PEOPLE, setup="chess")
    table.settings.legal = "off"
    said = " ".join(spot.words for spot in spots(table))
    assert "legal" not in said
    match = Match(BY_KEY["flipflop"])
    match.read_moves("a1 a8 b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1")
    threat = "a1, dark, in a line that dark can fill with one move"
    assert spoken(match, aids=True).spot(0).words == threat
    assert spoken(match).spot(0).words == "a1, dark"


def test_hidden_tiles_are_never_told() -> None:
    """However the piles lie that nobody sees, the same is said."""
    for number, match in enumerate(moments(("contactic", {}), plies=40)):
        if match.result() is None:
            heard = []
            for other in (match.position, match.position.imagine(Random(number))):
                match._positions[match.at] = other
                told = spoken(match, aids=True)
                heard.append((told.rows(), told.whole(), told.legal(), told.around(60)))
            assert heard[0] == heard[1]
