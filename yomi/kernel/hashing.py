"""Hashes of small boards, by the finaliser of splitmix64."""

from numba import njit

from yomi.kernel.inline import inlined
from yomi.kernel.rng import U


@inlined
def mixed(x):
    """64 bits spread over all 64, one to one [Steele2014]."""
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


@njit(cache=True)
def grid_hash(cells, turn):
    """A hash of the cells of a grid and of who is to move."""
    total = mixed(U(turn + 1))
    for cell in cells.flat:
        total = mixed(total + U(cell + 1) * U(0x9E3779B97F4A7C15))
    return total
