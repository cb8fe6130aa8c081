"""Shared by the tests of Contactic: positions from text, random matches, independent rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from flipside.rules.contract.position import Move
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import (
    OWNER_BITS,
    TILE_KINDS,
    Piles,
    tile_map_of,
    tile_name,
)

EVERY = [
    {},
    {"mix": "proportional"},
    {"board": "13x13"},
    {"board": "15x7"},
    {"board": "13x9"},
    {"turn": "off"},
    {"referee": "off"},
    {"referee": "off", "turn": "off", "board": "15x7"},
    {"first": "orange"},
    {"first": "green"},
]
"""Options with every value at least once."""

PLIES = 480
"""The maximum number of plies: two tries per tile, and an objection and a pass for each tile."""

every_option = pytest.mark.parametrize(
    "given", EVERY, ids=lambda given: ",".join(f"{k}={v}" for k, v in given.items()) or "default"
)


def opened(seed: int = 1, /, **given: str) -> Contactic:
    return CONTACTIC.opening(CONTACTIC.choices(given), Random(seed))


def moment(
    tiles: str = "",
    hand: str | None = None,
    mover: int = 0,
    piles: tuple[str, str] = ("", ""),
    leftover: tuple[str, str] = ("", ""),
    dead: tuple[str, str] = ("", ""),
    second: bool = False,
    **given: str,
) -> Contactic:
    """Return a position from tiles "O:f5:1010", piles "1010 0000" in the order of drawing, and
    leftover piles bottom first. Orange is player 0."""
    start = opened(**{"first": "orange", **given})
    table = start.setup.geometry
    lying = bytearray(start.tile_map.tiles)
    for word in tiles.split():
        letter, field, edges = word.split(":")
        lying[table.board.cell_named(field)] = OWNER_BITS["OG".index(letter)] + int(edges, 2)
    own, enemy = (
        Piles(*(bytes(int(tile, 2) for tile in pile[player].split()) for pile in kinds))
        for player in (0, 1)
        for kinds in [(piles, leftover, dead)]
    )
    return replace(
        start,
        tile_map=tile_map_of(table, bytes(lying)),
        turn=mover,
        hand=None if hand is None else int(hand, 2),
        second=second,
        piles=(own, enemy),
    )


def names(position: Contactic) -> list[str]:
    return [position.name(move) for move in position.moves()]


def played(position: Contactic, words: str) -> Contactic:
    """Return the position after these moves, which must be legal."""
    for word in words.split():
        legal = dict(zip(names(position), position.moves(), strict=True))
        assert word in legal, f"{word} is not among {list(legal)}"
        position = position.play(legal[word])
    return position


def chosen(position: Contactic, random: Random) -> Move:
    """Return a random move. Without referee, objections and passes are as probable as tiles."""
    moves = position.moves()
    short = [move for move in moves if len(move) < 2]
    if short and random.random() < 0.4:
        moves = short
    return moves[int(random.random() * len(moves))]


def walk(seed: int, **given: str) -> Iterator[tuple[Contactic, Move]]:
    """Yield the positions and moves of a random match, which must end."""
    position, random = opened(seed, **given), Random(seed + 1)
    for _ in range(PLIES):
        if position.result() is not None:
            return
        move = chosen(position, random)
        yield position, move
        position = position.play(move)
    raise AssertionError("the match does not end")


def last(seed: int, **given: str) -> Contactic:
    """Return the final position of a random match."""
    *_, (position, move) = walk(seed, **given)
    return position.play(move)


STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def all_tiles(position: Contactic) -> list[list[str]]:
    """Return the tiles of both players at the opening, in the order of drawing."""
    drawn = [[tile_name(tile) for tile in piles.main] for piles in position.piles]
    assert position.hand is not None
    drawn[0].insert(0, tile_name(position.hand))
    return drawn


class Naive:
    """Independent slow rules: tiles are strings N E S W, the board is a dict."""

    def __init__(self, start: Contactic, given: Mapping[str, str]) -> None:
        self.turning, self.referee = given["turn"] == "on", given["referee"] == "on"
        self.wide, self.high = (int(number) for number in given["board"].split("x"))
        centre = (self.wide // 2, self.high // 2)
        self.lying: dict[tuple[int, int], tuple[str, str]] = {centre: ("neutral", "0000")}
        self.seats = list(start.colours)
        self.main = [[tile_name(tile) for tile in piles.main] for piles in start.piles]
        self.leftover: list[list[str]] = [[], []]
        self.dead: list[list[str]] = [[], []]
        self.turn, self.second = 0, False
        self.objectable: tuple[int, int] | None = None
        assert start.hand is not None
        self.hand: str | None = tile_name(start.hand)

    def neighbours(self, field: tuple[int, int]) -> list[tuple[int, str]]:
        """Return side and facing edge of each tile beside a field."""
        found = []
        for side, (across, down) in enumerate(STEPS):
            other = (field[0] + across, field[1] + down)
            if other in self.lying:
                found.append((side, self.lying[other][1][(side + 2) % 4]))
        return found

    def fits(self, field: tuple[int, int], tile: str) -> bool:
        return all(tile[side] != edge for side, edge in self.neighbours(field))

    def turns(self, tile: str) -> set[str]:
        return {tile[-n:] + tile[:-n] for n in range(4)} if self.turning else {tile}

    def open(self) -> list[tuple[int, int]]:
        every = [(column, row) for column in range(self.wide) for row in range(self.high)]
        return [f for f in every if f not in self.lying and self.neighbours(f)]

    def legal(self) -> set[str]:
        touching = [(f, tile) for f in self.open() for tile in self.turns(self.hand or "")]
        fitting = [(f, tile) for f, tile in touching if tile and self.fits(f, tile)]
        layings = [] if not self.hand else fitting if self.referee else touching
        words = {f"{chr(97 + f[0])}{f[1] + 1}:{tile}" for f, tile in layings}
        if self.objectable:
            words.add("object")
        if not words or (not self.referee and not fitting):
            words.add("pass")
        return words

    def play(self, word: str) -> None:
        other = 1 - self.turn
        if word == "object":
            field = self.objectable
            assert field is not None
            self.objectable = None
            owner, tile = self.lying.pop(field)
            if self.fits(field, tile):
                self.lying[field] = (owner, tile)
            else:
                self.dead[other].append(tile)
            if self.hand:
                return
        elif word == "pass":
            self.objectable = None
            if self.hand:
                (self.dead if self.second else self.leftover)[self.turn].append(self.hand)
        else:
            field = (ord(word[0]) - 97, int(word.split(":")[0][1:]) - 1)
            self.lying[field] = (self.seats[self.turn], word.split(":")[1])
            self.objectable = None if self.referee else field
        self.hand = None
        can = [bool(self.main[player] or self.leftover[player]) for player in (0, 1)]
        if can[other] or self.objectable or not can[self.turn]:
            self.turn = other
        if can[self.turn]:
            self.second = not self.main[self.turn]
            self.hand = (
                self.leftover[self.turn].pop() if self.second else self.main[self.turn].pop(0)
            )

    def over(self) -> bool:
        return not self.hand and not self.objectable

    def points(self, player: int) -> int:
        mine = {field for field, (owner, _) in self.lying.items() if owner == self.seats[player]}
        best = 0
        while mine:
            flood = [mine.pop()]
            for column, row in flood:
                for across, down in STEPS:
                    near = (column + across, row + down)
                    if near in mine:
                        mine.remove(near)
                        flood.append(near)
            best = max(best, len(flood))
        return best - len(self.dead[player])

    def show(self) -> dict[str, object]:
        letters = {"orange": "O", "green": "G", "neutral": "+"}
        board = [
            "".join(
                letters[self.lying[column, row][0]] if (column, row) in self.lying else "."
                for column in range(self.wide)
            )
            for row in range(self.high)
        ]
        kinds = {
            colour: {tile_name(kind): 0 for kind in TILE_KINDS}
            | Counter(map(kind_of, self.main[player]))
            for player, colour in enumerate(self.seats)
        }
        return {
            "board": board,
            "tile": self.hand,
            "tiles": {
                f"{chr(97 + column)}{row + 1}": tile
                for (column, row), (owner, tile) in self.lying.items()
                if owner != "neutral"
            },
            "left": kinds,
            "leftover": dict(zip(self.seats, self.leftover, strict=True)),
            "dead": dict(zip(self.seats, self.dead, strict=True)),
        }


def kind_of(tile: str) -> str:
    return max(tile[n:] + tile[:n] for n in range(4))
