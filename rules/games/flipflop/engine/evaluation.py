"""What is good in Flip-Flop: lines nearly full, odd lines on one's turn, safe switches.

A switch changes every other line by one stone. Whoever meets lines with an odd number of his
stones in them can fill sevens; whoever meets even ones cannot. Dark switches first: while laying,
lines with few gaps and hardly any light stone are his chances, and those of light only get in his
way. The weights are made by hand and held their own in matches between judges.
"""

from rules.contract.board import cells
from rules.games.flipflop.position import CROSS, LINES, FlipFlop, has_line

WORTH = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""Worth of a complete line by the number of the mover's stones in it, when switching."""

RISK = 3000
"""Loss of having no safe switch; half of it with one, a third with two, and so on."""

NEXT = 10_000
"""Worth of filling a line with the next tap, or of a line that stands and will count."""

CHANCES = {
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
"""Worth for dark of a line while laying, by the dark and the light stones in it."""

OPEN = (0, 5, 15, 35, 70, 130, 240, 500, NEXT)
"""Instead, where lines do not count while laying: of one with stones of one colour only."""


def evaluate(position: FlipFlop) -> int:
    """How good the position is for the mover; a guess made by hand, 100 is about one stone."""
    return _laying(position) if position.laying else _switching(position)


def _switching(position: FlipFlop) -> int:
    if position.finishing(position.turn):
        return NEXT
    own = position.stones[position.turn]
    lines = sum(WORTH[(line & own).bit_count()] for line in LINES)
    return lines - RISK // (1 + safe(position).bit_count())


def safe(position: FlipFlop) -> int:
    """The switches after which the enemy has no line to fill at once, leaving out a few rare ones.

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
            return NEXT
        fields = 0
        for _, taps in position.finishing(1 - turn):
            fields |= taps
        if fields & (fields - 1):
            return -NEXT
    elif has_line(own) and has_line(enemy):
        return NEXT if turn == 1 else -NEXT
    dark, light = position.stones
    lines = sum(
        growing((line & dark).bit_count(), (line & light).bit_count(), position.late)
        for line in LINES
    )
    return lines if turn == 0 else -lines


def growing(dark: int, light: int, late: bool) -> int:
    """Worth for dark of a line while laying, by the stones in it."""
    if late and dark == 0:
        return -OPEN[light]
    if late and light == 0:
        return OPEN[dark]
    return CHANCES.get((dark, light), 0)
