"""Matches of Flip-Flop in compiled code, searched for forced ends at every ply.

Boards are bitboards as in `rules.games.flipflop.position`, uint64: the mover's stones, then the
opponent's. `banned` is the cell of the last switch, -1 for none.
"""

import numpy as np
from numba import njit, types

from rules.games.flipflop.position import CROSS, LINES

NJIT_OPTIONS = {"cache": True, "nogil": True}
_U = np.uint64
_ONE, _NONE, _ALL = _U(1), _U(0), _U(0xFFFFFFFFFFFFFFFF)
_LINES = np.array(LINES, np.uint64)
_CROSS = np.array(CROSS, np.uint64)
_FINISHING = np.array(
    [
        [_CROSS[cell] & ~_LINES[line] if LINES[line] >> cell & 1 else 0 for cell in range(64)]
        for line in range(16)
    ],
    np.uint64,
)
"""The switches that turn the stone of a cell and leave the rest of a line through it alone."""

WIN_PLIES, HOLD_PLIES = 5, 4
FEW_WIN_PLIES, FEW_HOLD_PLIES = 9, 8
"""Most plies of a win and of a defence that are looked for; the second with few taps."""

_FEW_TAPS = 8
"""Most taps of a position with few taps."""

_FORCED = types.boolean(types.uint64, types.uint64, types.int64, types.int64)


@njit(**NJIT_OPTIONS)
def _bit_index(bit):
    at = 0
    while bit > _ONE:
        bit >>= _ONE
        at += 1
    return at


@njit(**NJIT_OPTIONS)
def _popcount(x):
    count = 0
    while x:
        x &= x - _ONE
        count += 1
    return count


@njit(**NJIT_OPTIONS)
def fills_line(stones):
    """Whether the stones fill a row or a column."""
    for line in _LINES:  # noqa: SIM110 - numba compiles no generator
        if not line & ~stones:
            return True
    return False


@njit(**NJIT_OPTIONS)
def finishes(own, enemy, banned):
    """Whether the mover can fill a line at once."""
    laying = own | enemy != _ALL
    free = enemy
    if banned >= 0:
        free &= ~(_ONE << _U(banned))
    for number in range(16):
        missing = _LINES[number] & ~own
        if not missing & (missing - _ONE):
            if laying:
                if not missing & enemy:
                    return True
            elif _FINISHING[number, _bit_index(missing)] & free:
                return True
    return False


@njit(**NJIT_OPTIONS)
def choices(own, enemy, banned):
    """The cells, as bits, that the mover may tap."""
    if own | enemy != _ALL:
        return ~(own | enemy)
    if banned >= 0:
        return enemy & ~(_ONE << _U(banned))
    return enemy


@njit(**NJIT_OPTIONS)
def after(own, enemy, cell):
    """The mover's and the opponent's stones after a tap, and the banned cell."""
    if own | enemy != _ALL:
        return own | (_ONE << _U(cell)), enemy, -1
    return own ^ _CROSS[cell], enemy ^ _CROSS[cell], cell


@njit(_FORCED, **NJIT_OPTIONS)
def wins(own, enemy, banned, plies):
    """Whether the mover can force a line within so many plies."""
    if finishes(own, enemy, banned):
        return True
    if plies < 3:
        return False
    taps = choices(own, enemy, banned)
    while taps:
        bit = taps & (~taps + _ONE)
        taps ^= bit
        mine, other, ban = after(own, enemy, _bit_index(bit))
        if fills_line(other) or finishes(other, mine, ban):
            continue
        # The opponent cannot win at once: does each of his taps lose?
        replies, lost = choices(other, mine, ban), True
        while replies and lost:
            reply = replies & (~replies + _ONE)
            replies ^= reply
            theirs, ours, later = after(other, mine, _bit_index(reply))
            lost = fills_line(ours) or wins(ours, theirs, later, plies - 2)
        if lost:
            return True
    return False


@njit(**NJIT_OPTIONS)
def single(own, enemy, banned):
    """The plies of a win (positive) or of a defence (negative) with one right tap; 0 if none.

    A win in one move counts as none.
    """
    if finishes(own, enemy, banned):
        return 0
    few = _popcount(choices(own, enemy, banned)) <= _FEW_TAPS
    for plies in range(3, (FEW_WIN_PLIES if few else WIN_PLIES) + 1, 2):
        if wins(own, enemy, banned, plies):
            return plies if _right(own, enemy, banned, plies, True) == 1 else 0
    for plies in range(2, (FEW_HOLD_PLIES if few else HOLD_PLIES) + 1, 2):
        right = _right(own, enemy, banned, plies, False)
        if right == 1:
            return -plies if _right(own, enemy, banned, plies + 2, False) == 1 else 0
        if right == 0:
            return 0
    return 0


@njit(**NJIT_OPTIONS)
def _right(own, enemy, banned, plies, to_win):
    """The number of taps, at most 2, that win, or do not lose, within so many plies."""
    taps, right = choices(own, enemy, banned), 0
    while taps and right < 2:
        bit = taps & (~taps + _ONE)
        taps ^= bit
        mine, other, ban = after(own, enemy, _bit_index(bit))
        if fills_line(other):
            continue
        if to_win:
            replies, good = choices(other, mine, ban), not finishes(other, mine, ban)
            while replies and good:
                reply = replies & (~replies + _ONE)
                replies ^= reply
                theirs, ours, later = after(other, mine, _bit_index(reply))
                good = fills_line(ours) or wins(ours, theirs, later, plies - 2)
        else:
            good = not wins(other, mine, ban, plies - 1)
        right += good
    return right


@njit(**NJIT_OPTIONS)
def _promise(own, enemy):
    """How full the lines are: own ones count for the mover, the opponent's against him."""
    laying, total = own | enemy != _ALL, 0
    for line in _LINES:
        mine, other = _popcount(line & own), _popcount(line & enemy)
        if not laying or not other:
            total += mine * mine * mine
        if not laying or not mine:
            total -= other * other * other
    return total


@njit(**NJIT_OPTIONS)
def played(own, enemy, plies, quiet, looks, seed):
    """Play a match by the fullness of lines: the taps, int64, and what `single` says before each.

    Nobody ends it. Its first `quiet` plies are not searched. `looks`: by player, the number of taps
    that he compares.
    """
    np.random.seed(seed)
    taps = np.zeros(plies, np.int64)
    said = np.zeros(plies, np.int64)
    banned = -1
    for ply in range(plies):
        free = choices(own, enemy, banned)
        if ply >= quiet:
            said[ply] = single(own, enemy, banned)
        best, chosen = -(10**9), -1
        for _ in range(looks[ply & 1]):
            pick = np.random.randint(_popcount(free))
            bits = free
            for _skip in range(pick):
                bits &= bits - _ONE
            cell = _bit_index(bits & (~bits + _ONE))
            mine, other, ban = after(own, enemy, cell)
            if fills_line(mine) or fills_line(other):
                continue
            promise = _promise(mine, other)
            if finishes(other, mine, ban):
                promise -= 400
            if promise > best:
                best, chosen = promise, cell
        if chosen < 0:
            return taps[:ply], said[:ply]
        taps[ply] = chosen
        own, enemy, banned = after(own, enemy, chosen)
        own, enemy = enemy, own
    return taps, said
