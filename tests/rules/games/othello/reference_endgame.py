"""Othello played out to the last disc, written a second time: whole boards shifted by eight steps.

A position is two ints, the discs of the mover and of the enemy; bit 8 x row + column.
"""

ALL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
STEPS = ((1, NOT_A), (9, NOT_A), (8, ALL), (7, NOT_H), (-1, NOT_H), (-9, NOT_H), (-8, ALL),
         (-7, NOT_A))  # fmt: skip
"""By step, by how many bits it moves, and the columns it can reach."""

KEPT = 4
"""Positions with at least so many empty fields are cached."""


def stepped(discs: int, step: int, reached: int) -> int:
    return (discs << step if step > 0 else discs >> -step) & reached & ALL


def turned(own: int, enemy: int, disc: int) -> int:
    """Return the opposing discs that a disc there encloses (OT-2)."""
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
    """Return the final margin of the mover in hundredths of a disc; empty fields count for the
    winner."""
    mine, other = own.bit_count(), enemy.bit_count()
    if mine == other:
        return 0
    return 100 * (64 - 2 * other if mine > other else 2 * mine - 64)


class Ends:
    """Tests whether scores exceed bounds, with a cache."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[int, int]] = {}
        """The lowest and highest possible score of each position, as far as known."""

    def at_most(self, own: int, enemy: int, bound: int) -> bool:
        """Return whether the mover can win by at most `bound` hundredths of a disc."""
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
    """Return the legal moves as a bitboard."""
    found, empty = 0, ~(own | enemy) & ALL
    for step, reached in STEPS:
        line = stepped(own, step, reached) & enemy
        for _ in range(5):
            line |= stepped(line, step, reached) & enemy
        found |= stepped(line, step, reached) & empty
    return found
