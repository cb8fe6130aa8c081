"""Othello played out to the last disc, written a second time: whole boards shifted by eight steps.

A position is two ints, the discs of the mover and of the enemy; bit 8 x row + column.
"""

ALL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
STEPS = ((1, NOT_A), (9, NOT_A), (8, ALL), (7, NOT_H), (-1, NOT_H), (-9, NOT_H), (-8, ALL),
         (-7, NOT_A))  # fmt: skip
"""How far a step moves every bit, and the columns that it can reach."""

KEPT = 4
"""Empty fields from which on positions are remembered."""


def stepped(discs: int, step: int, reached: int) -> int:
    return (discs << step if step > 0 else discs >> -step) & reached & ALL


def turned(own: int, enemy: int, disc: int) -> int:
    """The enemy discs that are enclosed by a disc laid there (OT-2)."""
    found = 0
    for step, reached in STEPS:
        line, at = 0, stepped(disc, step, reached)
        while at & enemy:
            line |= at
            at = stepped(at, step, reached)
        if at & own:
            found |= line
    return found


def margin(own: int, enemy: int) -> int:
    """What the mover has won by where nobody can move: hundreds, empty fields to the winner."""
    mine, other = own.bit_count(), enemy.bit_count()
    if mine == other:
        return 0
    return 100 * (64 - 2 * other if mine > other else 2 * mine - 64)


class Ends:
    """Whether a position is worth no more than a bound, with all that has been found before."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[int, int]] = {}
        """The least and the most that a position is worth, as far as that is known."""

    def at_most(self, own: int, enemy: int, bound: int) -> bool:
        """Whether the mover cannot win by more than that many hundreds of a disc."""
        return not self._more(own, enemy, bound)

    def _more(self, own: int, enemy: int, bound: int) -> bool:
        empty = ~(own | enemy) & ALL
        deep = empty.bit_count() >= KEPT
        if deep:
            least, most = self.known.get((own, enemy), (-6400, 6400))
            if least > bound or most <= bound:
                return least > bound
        found = self._moved(own, enemy, empty, bound, deep)
        if deep:
            least, most = self.known.get((own, enemy), (-6400, 6400))
            if found:
                self.known[own, enemy] = max(least, bound + 1), most
            else:
                self.known[own, enemy] = least, min(most, bound)
        return found

    def _moved(self, own: int, enemy: int, empty: int, bound: int, deep: bool) -> bool:
        replies = []
        while empty:
            disc = empty & -empty
            empty ^= disc
            lines = turned(own, enemy, disc)
            if lines:
                replies.append((enemy & ~lines, own | lines | disc))
        if not replies:
            if not mobile(enemy, own):
                return margin(own, enemy) > bound
            return not self._more(enemy, own, -bound - 1)
        if deep:
            replies.sort(key=lambda sides: mobile(*sides).bit_count())
        return any(not self._more(*sides, -bound - 1) for sides in replies)


def mobile(own: int, enemy: int) -> int:
    """The fields on which the mover may lay a disc, and encloses something."""
    found, empty = 0, ~(own | enemy) & ALL
    for step, reached in STEPS:
        line = stepped(own, step, reached) & enemy
        for _ in range(5):
            line |= stepped(line, step, reached) & enemy
        found |= stepped(line, step, reached) & empty
    return found
