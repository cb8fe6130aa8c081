"""Othello in compiled code for training: the moves and the score at the end.

A position is two words, the mover's discs and the enemy's, bits as in
rules/games/othello/position.py.
"""

import numpy as np
from numba import njit

_U = np.uint64
NONE, ONE = _U(0), _U(1)
_INNER = _U(0x7E7E7E7E7E7E7E7E)

FLAGS = {"cache": True, "nogil": True}


@njit(**FLAGS)
def popcount(x):
    x = x - ((x >> _U(1)) & _U(0x5555555555555555))
    x = (x & _U(0x3333333333333333)) + ((x >> _U(2)) & _U(0x3333333333333333))
    x = (x + (x >> _U(4))) & _U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * _U(0x0101010101010101)) >> _U(56))


@njit(inline="always")
def _runs(through, start, shift):
    """The discs of unbroken rows through these that begin beside the start, up and down."""
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


@njit(**FLAGS)
def legal(own, enemy):
    """The fields on which the mover may lay a disc."""
    inner = enemy & _INNER
    found = _reached(inner, own, _U(1)) | _reached(enemy, own, _U(8))
    found |= _reached(inner, own, _U(7)) | _reached(inner, own, _U(9))
    return found & ~(own | enemy)


@njit(**FLAGS)
def turned(own, enemy, bit):
    """The discs that a disc laid there turns."""
    inner = enemy & _INNER
    found = _enclosed(inner, own, bit, _U(1)) | _enclosed(enemy, own, bit, _U(8))
    return found | _enclosed(inner, own, bit, _U(7)) | _enclosed(inner, own, bit, _U(9))


@njit(**FLAGS)
def final(own, enemy):
    """The margin at the end, empty fields to the winner."""
    mine, other = popcount(own), popcount(enemy)
    if mine > other:
        return 100 * (64 - 2 * other)
    if mine < other:
        return 100 * (2 * mine - 64)
    return 0


@njit(**FLAGS)
def child(own, enemy, number):
    """The position after the move of that number, in the order of the fields."""
    fields = legal(own, enemy)
    for _ in range(number):
        fields &= fields - ONE
    bit = fields & (~fields + ONE)
    flips = turned(own, enemy, bit)
    return enemy ^ flips, own | flips | bit
