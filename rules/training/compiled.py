"""What compiled code of all games shares: bits of uint64, and how numba compiles."""

import numpy as np
from numba import njit

_U = np.uint64
NONE, ONE = _U(0), _U(1)

NJIT_OPTIONS = {"cache": True, "nogil": True}


@njit(**NJIT_OPTIONS)
def popcount(x):
    """The number of set bits of a uint64."""
    x = x - ((x >> _U(1)) & _U(0x5555555555555555))
    x = (x & _U(0x3333333333333333)) + ((x >> _U(2)) & _U(0x3333333333333333))
    x = (x + (x >> _U(4))) & _U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * _U(0x0101010101010101)) >> _U(56))
