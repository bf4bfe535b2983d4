"""A transposition table that threads share without locks: what was found out about a position, by its key."""

import numpy as np
from numba import njit

from yomi.kernel.rng import SIGNED, U

UPPER, LOWER, EXACT = 1, 2, 3  # what a stored value is: a bound or the value
NO_MOVE = 32767


def new_table(megabytes: float) -> np.ndarray:
    """A table with room for a power of two of entries; its memory is taken now, not page by page during a search."""
    entries = 1 << max(10, int(megabytes * 1e6 / 16).bit_length() - 1)
    return np.full((entries, 2), U(0))


@njit(cache=True)
def probe(table, key):
    """The packed entry of a position, 0 if there is none; an entry torn by another thread is not found."""
    at = key & U(table.shape[0] - 1)
    data = table[at, 1]
    return data if table[at, 0] ^ data == key else U(0)


@njit(cache=True)
def store(table, key, move, value, depth, bound, age):
    """Keep what was found, unless something deeper of this search is there."""
    at = key & U(table.shape[0] - 1)
    old = table[at, 1]
    if old != U(0) and table[at, 0] ^ old != key and entry_age(old) == age and entry_depth(old) > depth + 2:
        return
    data = U(move) | U(value + 32768) << U(16) | U(depth + 64) << U(32) | U(bound) << U(40) | U(age) << U(42)
    table[at, 1] = data
    table[at, 0] = key ^ data


@njit(cache=True)
def entry_move(data):
    return SIGNED(data & U(0xFFFF))


@njit(cache=True)
def entry_value(data):
    return SIGNED((data >> U(16)) & U(0xFFFF)) - 32768


@njit(cache=True)
def entry_depth(data):
    return SIGNED((data >> U(32)) & U(0xFF)) - 64


@njit(cache=True)
def entry_bound(data):
    return SIGNED((data >> U(40)) & U(3))


@njit(cache=True)
def entry_age(data):
    return SIGNED((data >> U(42)) & U(0xFF))
