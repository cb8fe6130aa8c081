"""Every cell in words, against the position by code of its own."""

import re
from itertools import product
from typing import Any

from flipside.rules.contract.position import PASS, Position
from flipside.rules.match.match import Match
from tests.game.speech.spoken_matches import (
    ABOVE,
    BELOW,
    LEFT,
    RIGHT,
    each_case,
    moments,
    named,
    passages,
    rows,
    spoken,
)

SIDES = {ABOVE: "above", RIGHT: "right", BELOW: "below", LEFT: "left"}
Letters = dict[tuple[int, int], str]


def letters(position: Position) -> Letters:
    """The board as the command line shows it, by column and row."""
    shown: Any = position.to_dict()
    return {
        (x, y): letter for y, line in enumerate(shown["board"]) for x, letter in enumerate(line)
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


def othello_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    said = {"X": "black", "O": "white", ".": "empty"}[board[place]]
    if board[place] != ".":
        return [said]
    own = "X" if match.position.colours[match.position.turn] == "black" else "O"
    turned = 0
    for step in product((-1, 0, 1), (-1, 0, 1)):
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
    banned = match.position.to_dict()["banned"] == named(place)
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
        gone = sum(match.position.play(ways[0]).points()) - sum(match.position.points())
        said += [f"{gone} off the board"] if gone and len(ways) == 1 else []
    pairs = passages(match)
    lying = [SIDES[step] for step in SIDES if frozenset((place, next_to(place, step))) in pairs]
    said.append(f"door{'s' * (len(lying) > 1)} {sides(lying)}" if lying else "no door")
    said += ["exit for white"] if place[1] == 4 and 0 < place[0] < 4 else []
    return said + (["exit for black"] if place[1] == 0 and 0 < place[0] < 4 else [])


def contactic_words(match: Match, board: Letters, place: tuple[int, int]) -> list[str]:
    shown: Any = match.position.to_dict()
    tiles = shown["tiles"]
    said = [{"O": "orange", "G": "green", "+": "neutral", ".": "empty"}[board[place]]]
    if named(place) in tiles:
        edges = [
            side
            for side, bit in zip(SIDES.values(), tiles[named(place)], strict=True)
            if bit == "1"
        ]
        told = {0: "white all round", 4: "coloured all round"}.get(
            len(edges), f"coloured {sides(edges)}"
        )
        return [*said, told, f"island of {len(flood(board, place))}"]
    if said == ["neutral"]:
        return said
    field = match.board.cell_named(named(place))
    ways = [move for move in match.legal() if move and move[0] == field]
    if ways and match.result() is None:
        said += ["legal", f"moves: {len(ways)}"] if len(ways) > 1 else ["legal"]
    asked: dict[str, list[str]] = {"colour": [], "white": []}
    for number, step in enumerate(SIDES):
        other = next_to(place, step)
        if board.get(other, ".") != ".":
            facing = tiles.get(named(other), "0000")[(number + 2) % 4]
            asked["colour" if facing == "0" else "white"].append(SIDES[step])
    if match.result() is not None:
        return said
    return said + [f"needs {what} {sides(where)}" for what, where in asked.items() if where]


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
        board_rows = [row for row in rows(spoken(match)) if row[0] == "board"]
        assert [name for _, name, _ in board_rows] == [str(y + 1) for y in range(match.board.rows)]
        for y, (_, _, spots) in enumerate(board_rows):
            for x, spot in enumerate(spots):
                name, *said = re.split(r", (?!(?:right|below)(?: and|,))", spot.words)
                assert spot.cell == match.board.cell_named(name) == y * match.board.columns + x
                expected = WORDS[case[0]](match, board, (x, y))
                assert [words for words in said if words not in DANGER | TRACES] == expected
                assert spot.legal == ("legal" in expected)
                sides = "".join(
                    "01"[frozenset(((x, y), next_to((x, y), s))) in doors] for s in SIDES
                )
                assert spot.doors == (sides if doors else "")


@each_case
def test_the_last_move_is_marked(case: tuple[str, dict[str, str]]) -> None:
    """Where it was made, and every other field whose piece changed its colour."""
    for match in moments(case):
        if not match.ply or match.moves[-1] == PASS:
            continue
        before, after = (match.position_at(ply).pieces() for ply in (match.ply - 1, match.ply))
        for kind, _, spots in rows(spoken(match)):
            for spot in spots:
                if kind == "board":
                    made = spot.cell in match.moves[-1]
                    old, new = before[spot.cell], after[spot.cell]
                    turned = not made and bool(old and new) and old != new
                    assert spot.words.endswith(", last move") == made
                    assert spot.words.endswith(", just turned") == turned
