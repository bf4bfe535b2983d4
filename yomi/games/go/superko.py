"""Which points may repeat a position, asked of the history, not of the points.

A stone that captures nothing changes the hash by its own, and that is a one-to-one function of point and colour. So
each earlier position names the one point at which a stone could bring it back, and looking for them all is one pass.
"""

from yomi.games.go.board import EMPTY, ONE, ZERO, opponent
from yomi.games.go.rules import SIMPLE, situation
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

BITS = 1 << 64
UNDO = tuple(U(pow(factor, -1, BITS)) for factor in (0x94D049BB133111EB, 0xBF58476D1CE4E5B9, 0x9E3779B97F4A7C15))


@inlined
def may_repeat(state):
    """Whether a move could bring back a position; as long as nothing left the board nothing can."""
    return state.superko != SIMPLE and (state.suicide != 0 or state.captured[0] + state.captured[1] > 0)


@inlined
def unmixed(x):
    """The number of which `mixed` makes `x`."""
    x = (x ^ (x >> U(31)) ^ (x >> U(62))) * UNDO[0]
    x = (x ^ (x >> U(27)) ^ (x >> U(54))) * UNDO[1]
    return x ^ (x >> U(30)) ^ (x >> U(60))


@inlined
def repeating_point(state, k, colour):
    """The empty point where a stone of `colour` that captures nothing brings back position `k` of the history, or 0."""
    stone = unmixed(situation(state, state.hash, opponent(colour)) ^ state.history[k]) * UNDO[2] - ONE
    p = stone >> U(2)
    if p >= U(len(state.colour)) or stone & U(3) != colour or state.colour[p] != EMPTY:
        return ZERO
    return p
