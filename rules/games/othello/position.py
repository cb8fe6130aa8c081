"""Rules of Othello on two bitboards: bit 8*row+column, a1 is bit 0.

A diagram has 64 squares, the player to move, and whether the first discs are being laid (OT-7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from flipside.rules.contract.board import Cell, cells, grid, halves
from flipside.rules.contract.diagram import NOTHING, DiagramChoice, DiagramRules, PositionDiagram
from flipside.rules.contract.position import PASS, Move, Player, Position, Result
from flipside.rules.contract.story import Beat, Flip, Piece, Pieces, Place, Slide, Story
from flipside.rules.games import english_faults

BOARD = grid(8, 8, star_points=((2.0, 2.0), (6.0, 2.0), (2.0, 6.0), (6.0, 6.0)))
ALL = (1 << 64) - 1
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
"""Bitboard of columns b to g; lines end at the left and right edge."""

CENTRE_CELLS = tuple(BOARD.cell_named(name) for name in ("d4", "e4", "d5", "e5"))
CORNER_CELLS = tuple(BOARD.cell_named(name) for name in ("a1", "h8", "h1", "a8"))


@dataclass(frozen=True, slots=True)
class Setup:
    """Options of a match."""

    colours: tuple[str, str] = ("black", "white")
    fewest: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Othello(Position):
    """A position: bitboards of player 0 and player 1, and the player to move."""

    discs: tuple[int, int]
    turn: Player = field()
    legal_squares: int = field(compare=False)
    """Bitboard of the squares where the mover may lay a disc; derived from the other fields."""
    setup: Setup = field(compare=False)

    def __hash__(self) -> int:
        return hash((halves(self.discs), self.turn))

    @property
    def colours(self) -> tuple[str, str]:
        """Colours of player 0 and 1: black first, or white first with `start=open` (OT-7)."""
        return self.setup.colours

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of player 0 and 1 in texts: X for black, O for white."""
        return tuple("X" if colour == "black" else "O" for colour in self.colours)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves in bit order; a pass if only the enemy can move (OT-4)."""
        if self.legal_squares:
            return [(cell,) for cell in cells(self.legal_squares)]
        return [PASS] if self._enemy_squares() else []

    def play(self, move: Move) -> "Othello":
        """Return the position after a legal move, with enclosed discs turned (OT-2, OT-3)."""
        own, enemy = self.discs[self.turn], self.discs[1 - self.turn]
        if move:
            flips = 0 if self.laying else enclosed(own, enemy, move[0])
            own |= flips | 1 << move[0]
            enemy &= ~flips
        discs = (own, enemy) if self.turn == 0 else (enemy, own)
        return position(discs, 1 - self.turn, self.setup)

    @property
    def laying(self) -> bool:
        """Whether the four opening discs of `start=open` are still being laid (OT-7)."""
        return self.setup.open and (self.discs[0] | self.discs[1]).bit_count() < 4

    def result(self) -> Result | None:
        """Return the result by discs (OT-5, OT-11) if neither player can move (OT-4), else None."""
        if self.legal_squares or self._enemy_squares():
            return None
        first, second = self.points()
        if first == second:
            return Result(None, "equal")
        winner = 0 if (first > second) != self.setup.fewest else 1
        return Result(winner, "fewer" if self.setup.fewest else "more")

    def _enemy_squares(self) -> int:
        return legal(self.discs[1 - self.turn], self.discs[self.turn])

    def pieces(self) -> Pieces:
        """Return the disc on each square, or None."""
        return BOARD.laid(self.discs, (None, *(Piece(colour, "disc") for colour in self.colours)))

    def points(self) -> tuple[int, int]:
        """Return the numbers of discs of player 0 and 1."""
        return self.discs[0].bit_count(), self.discs[1].bit_count()

    def prompt(self) -> str:
        """Return the text key of the mover's task."""
        return "centre" if self.laying else "lay"

    def story(self, move: Move) -> Story:
        """Return two beats: the disc is laid, then the enclosed discs turn, nearest first."""
        if not move:
            return ()
        own, enemy = (Piece(self.colours[player], "disc") for player in (self.turn, 1 - self.turn))
        placement: Beat = (Place(move[0], own),)
        if self.laying:
            return (placement,)
        flips = enclosed(self.discs[self.turn], self.discs[1 - self.turn], move[0])
        wave: Beat = tuple(
            Flip(cell, enemy, own, after=BOARD.distance(cell, move[0]) - 1) for cell in cells(flips)
        )
        return placement, wave

    def name(self, move: Move) -> str:
        """Return the name of the square, or "pass"."""
        return BOARD.names[move[0]] if move else "pass"

    def to_dict(self) -> dict[str, object]:
        """Return the board for JSON: eight rows of X (black), O (white) and dots."""
        return {"board": BOARD.lines(BOARD.laid(self.discs, (".", *self.signs)))}


def counted(position: Othello) -> Story:
    """Return one beat that sorts the discs for counting.

    The discs of player 0 fill the rows from the top, those of player 1 from the bottom. Where
    possible, two discs swap places. Then discs move to empty squares, and then to those left.
    """
    out, gaps = list[list[int]](), list[list[int]]()
    for discs, squares in zip(position.discs, (range(64), range(63, -1, -1)), strict=True):
        own = set(cells(discs))
        rows = squares[: len(own)]
        out.append(sorted(own.difference(rows)))
        gaps.append([cell for cell in rows if cell not in own])
    there_and_back = zip(
        [cell for cell in gaps[0] if cell in out[1]],
        [cell for cell in out[0] if cell in gaps[1]],
        strict=False,
    )
    swaps = list(there_and_back)
    beat = [slide for here, there in swaps for slide in (Slide(there, here), Slide(here, there))]
    swapped, left = {cell for pair in swaps for cell in pair}, list[Slide]()
    for sources, targets in zip(out, gaps, strict=True):
        rest = ([cell for cell in each if cell not in swapped] for each in (sources, targets))
        left += map(Slide, *rest)
    occupied = {cell for sources in out for cell in sources}
    beat += sorted(left, key=lambda slide: slide.target in occupied)
    return (tuple(beat),) if beat else ()


def position(discs: tuple[int, int], turn: Player, setup: Setup) -> Othello:
    """Return the position with these bitboards of player 0 and player 1, and its legal squares."""
    both = discs[0] | discs[1]
    if setup.open and both.bit_count() < 4:
        squares = sum(1 << cell for cell in CENTRE_CELLS) & ~both
    else:
        squares = legal(discs[turn], discs[1 - turn])
    return Othello(discs, turn, squares, setup)


def opening(start: str, corners: int, fewest: bool) -> Othello:
    """Return the first position of a match.

    `start` is "official" (OT-6), "open" (OT-7) or "parallel" (OT-8). The second player gets
    `corners` discs, 0 to 4, in the order of OT-10.
    """
    if start == "open":
        return position((0, 0), 0, Setup(("white", "black"), fewest, open=True))
    north_west, north_east, south_west, south_east = (1 << cell for cell in CENTRE_CELLS)
    if start == "official":
        black, white = north_east | south_west, north_west | south_east
    else:
        black, white = south_west | south_east, north_west | north_east
    white |= sum(1 << cell for cell in CORNER_CELLS[:corners])
    return position((black, white), 0, Setup(fewest=fewest))


def legal(own: int, enemy: int) -> int:
    """Return the bitboard of the squares where a disc of `own` encloses one of `enemy` (OT-2).

    Source: https://www.chessprogramming.org/Dumb7Fill
    """
    squares = 0
    for shift, through in (
        (1, enemy & INNER_COLUMNS),
        (8, enemy),
        (7, enemy & INNER_COLUMNS),
        (9, enemy & INNER_COLUMNS),
    ):
        up = through & own << shift
        down = through & own >> shift
        up |= through & up << shift
        down |= through & down >> shift
        up |= through & up << shift
        down |= through & down >> shift
        up |= through & up << shift
        down |= through & down >> shift
        up |= through & up << shift
        down |= through & down >> shift
        up |= through & up << shift
        down |= through & down >> shift
        squares |= up << shift | down >> shift
    return squares & ~(own | enemy) & ALL


def _longer(rays: Sequence[tuple[Cell, ...]]) -> tuple[int, ...]:
    """Return bitboards of the rays with at least two cells."""
    return tuple(sum(1 << cell for cell in ray) for ray in rays if len(ray) >= 2)


_RAYS = tuple(
    (_longer(rays[2:6]), _longer(rays[6:] + rays[:2])) for rays in map(BOARD.rays, range(64))
)
"""By cell, its rays towards higher bits (east to south-west) and those towards lower bits."""


def enclosed(own: int, enemy: int, cell: int) -> int:
    """Return the bitboard of the enemy discs that a disc of `own` laid on `cell` turns (OT-2).

    On each ray these are the enemy discs before the first own disc, and no others (OT-3).
    """
    flips = 0
    higher, lower = _RAYS[cell]
    for ray in higher:
        other = ray & ~enemy
        end = other & -other
        if end & own:
            flips |= ray & (end - 1)
    for ray in lower:
        other = ray & ~enemy
        if other:
            end = 1 << other.bit_length() - 1
            if end & own:
                flips |= ray & -(end << 1)
    return flips


_NOT_FIRST, _NOT_LAST = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F


def with_neighbours(squares: Any) -> Any:
    """Return `squares` and all their neighbours; a bitboard, or an array of bitboards."""
    sideways = squares | (squares & _NOT_LAST) << 1 | (squares & _NOT_FIRST) >> 1
    return (sideways | sideways << 8 | sideways >> 8) & ALL


COLOUR_SIGNS = "XO"
"""The signs of black and white in texts; "-" is an empty square."""

ALIASES = {"*": "X", "b": "X", "@": "X", "●": "X", "⚫": "X", "w": "O", "○": "O", "⚪": "O"} | {
    **dict.fromkeys(".+_,·", "-"),
    "black": "X",
    "white": "O",
}
"""Signs and words of other programs. There are no digits, because their meaning differs."""

_LAYING = "opening"

_PIECES = {"X": Piece("black", "disc"), "O": Piece("white", "disc")}


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Othello:
    discs = diagram.bits("X"), diagram.bits("O")
    turn = COLOUR_SIGNS.index(diagram.field_at(0))
    laying = diagram.field_at(1) == _LAYING
    return position(discs, turn, Setup(fewest=choices["goal"] == "fewest", open=laying))


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    """Return the choices of an editor.

    The phase can be chosen only if up to three discs lie on the board, all in the centre.
    """
    discs = {cell for cell, sign in enumerate(diagram.symbols) if sign != "-"}
    phases = (NOTHING, _LAYING) if discs < set(CENTRE_CELLS) else (NOTHING,)
    return DiagramChoice("turn", tuple(COLOUR_SIGNS), "turn"), DiagramChoice("phase", phases)


def _diagram(position: Othello) -> PositionDiagram:
    signs = BOARD.laid(position.discs, ("-", *position.signs))
    phase = _LAYING if position.laying else NOTHING
    return PositionDiagram("".join(signs), (position.signs[position.turn], phase))


DIAGRAMS = DiagramRules(
    cell_symbols=lambda choices: (("-", "X", "O"),) * 64,
    piece_of=lambda cell, sign: _PIECES.get(sign),
    choices=_choices,
    position=_position,
    diagram=_diagram,
    aliases=ALIASES,
    sentences=partial(english_faults, "othello"),
)
