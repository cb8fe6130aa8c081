"""Evaluation of Flip-Flop by hand: nearly full lines, odd lines on one's turn, safe switches.

A switch changes every other line by one stone. A mover whose lines hold odd numbers of his stones
can fill sevens; with even numbers he cannot. Dark switches first. So while laying, lines with few
gaps and hardly any light stone are dark's chances, and those of light only get in his way.

Points: 100 is about one stone. The weights were chosen by hand and confirmed in matches.
"""

from rules.contract.board import cells
from rules.games.flipflop.position import CROSS, LINES, FlipFlop, has_line

LINE_POINTS = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""Points of a complete line by the number of the mover's stones in it, while switching."""

RISK_POINTS = 3000
"""Points lost without a safe switch; half of it with one, a third with two, and so on."""

WIN_NEXT_POINTS = 10_000
"""Points for filling a line with the next tap, or for a full line that will count."""

_LAYING_POINTS = {
    (3, 0): 20,
    (4, 0): 60,
    (4, 1): 20,
    (5, 0): 380,
    (5, 1): 80,
    (6, 0): 510,
    (6, 1): 300,
    (7, 0): 350,
    (7, 1): 820,
    (0, 7): -170,
}
"""Points for dark of a line while laying, by the dark and the light stones in it."""

_LATE_POINTS = (0, 5, 15, 35, 70, 130, 240, 500, WIN_NEXT_POINTS)
"""Points of a line with stones of one colour only, where lines count late (FF-7)."""


def evaluate(position: FlipFlop) -> int:
    """The static evaluation for the mover in points."""
    return _laying(position) if position.laying else _switching(position)


def _switching(position: FlipFlop) -> int:
    if position.finishing(position.turn):
        return WIN_NEXT_POINTS
    own = position.stones[position.turn]
    lines = sum(LINE_POINTS[(line & own).bit_count()] for line in LINES)
    return lines - RISK_POINTS // (1 + safe_switches(position).bit_count())


def safe_switches(position: FlipFlop) -> int:
    """Bitboard of the switches after which the enemy cannot fill a line at once; an approximation.

    A line with six or seven enemy stones is dangerous where a switch turns one of the others.
    """
    own = position.stones[position.turn]
    switches = position.choice(position.turn)
    for line in LINES:
        others = line & own
        if others.bit_count() <= 2:
            for cell in cells(others):
                switches &= ~CROSS[cell] | line
    return switches


def _laying(position: FlipFlop) -> int:
    turn = position.turn
    own, enemy = position.stones[turn], position.stones[1 - turn]
    if not position.late:
        if position.finishing(turn):
            return WIN_NEXT_POINTS
        squares = 0
        for _, taps in position.finishing(1 - turn):
            squares |= taps
        if squares & (squares - 1):
            return -WIN_NEXT_POINTS
    elif has_line(own) and has_line(enemy):
        return WIN_NEXT_POINTS if turn == 1 else -WIN_NEXT_POINTS
    dark, light = position.stones
    lines = sum(
        laying_line_points((line & dark).bit_count(), (line & light).bit_count(), position.late)
        for line in LINES
    )
    return lines if turn == 0 else -lines


def laying_line_points(dark: int, light: int, late: bool) -> int:
    """Points for dark of a line while laying, by the numbers of stones in it."""
    if late and dark == 0:
        return -_LATE_POINTS[light]
    if late and light == 0:
        return _LATE_POINTS[dark]
    return _LAYING_POINTS.get((dark, light), 0)
