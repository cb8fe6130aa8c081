"""Othello in compiled code for training: the moves and the final score.

A position is two bitboards, uint64, bit 8*row + column: the discs of the mover and of the enemy.
"""

import numpy as np
from numba import njit

from rules.training.compiled import NJIT_OPTIONS, NONE, ONE, popcount

_U = np.uint64
_INNER = _U(0x7E7E7E7E7E7E7E7E)


@njit(inline="always")
def _runs(through, start, shift):
    """The unbroken lines of `through` that begin next to `start`, in both directions of `shift`."""
    twice = shift + shift
    up, down = through & (start << shift), through & (start >> shift)
    up |= through & (up << shift)
    down |= through & (down >> shift)
    through_up = through & (through << shift)
    through_down = through_up >> shift
    up |= through_up & (up << twice)
    down |= through_down & (down >> twice)
    up |= through_up & (up << twice)
    down |= through_down & (down >> twice)
    return up, down


@njit(inline="always")
def _reached(through, own, shift):
    up, down = _runs(through, own, shift)
    return (up << shift) | (down >> shift)


@njit(inline="always")
def _enclosed(through, own, bit, shift):
    up, down = _runs(through, bit, shift)
    found = NONE
    if (up << shift) & own:
        found = up
    if (down >> shift) & own:
        found |= down
    return found


@njit(**NJIT_OPTIONS)
def legal_squares(own, enemy):
    """The squares, as bits, on which the mover may lay a disc (OT-4)."""
    inner = enemy & _INNER
    found = _reached(inner, own, _U(1)) | _reached(enemy, own, _U(8))
    found |= _reached(inner, own, _U(7)) | _reached(inner, own, _U(9))
    return found & ~(own | enemy)


@njit(**NJIT_OPTIONS)
def flipped_discs(own, enemy, bit):
    """The discs, as bits, that a disc laid on `bit` flips."""
    inner = enemy & _INNER
    found = _enclosed(inner, own, bit, _U(1)) | _enclosed(enemy, own, bit, _U(8))
    return found | _enclosed(inner, own, bit, _U(7)) | _enclosed(inner, own, bit, _U(9))


@njit(**NJIT_OPTIONS)
def final_score(own, enemy):
    """The final score for the mover in points; empty squares count for the winner."""
    mine, other = popcount(own), popcount(enemy)
    if mine > other:
        return 100 * (64 - 2 * other)
    if mine < other:
        return 100 * (2 * mine - 64)
    return 0


@njit(**NJIT_OPTIONS)
def child(own, enemy, number):
    """The position after the legal move with that index in the order of squares, enemy first."""
    squares = legal_squares(own, enemy)
    for _ in range(number):
        squares &= squares - ONE
    bit = squares & (~squares + ONE)
    flips = flipped_discs(own, enemy, bit)
    return enemy ^ flips, own | flips | bit
