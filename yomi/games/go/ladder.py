"""Reads ladders: whether a chain that is left one liberty after each of its moves gets away.

Stones of the ladder are only marked in `colour` and taken back afterwards; chains keep the liberties they had, so a
reply elsewhere (a capture far away, a snapback) is not seen. The attacker always takes the liberty from which the chain
would gain more. Where in doubt the chain gets away.
"""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

FREE = 3  # liberties with which a chain is out of a ladder


@inlined
def is_marked(state, p):
    """Whether the stone at `p` is only marked: the list of empty points still has it."""
    k = U(state.place[p])
    return k < U(state.free) and U(state.empty[k]) == p


@inlined
def mark(state, p, colour, marks):
    """Mark a stone of the ladder; return the number of marks."""
    state.colour[p] = colour
    state.marked[marks] = p
    return marks + 1


@njit(cache=True)
def extension(state, head, p):
    """(n, a, b): the liberties that a chain without others gets by extending to `p`, FREE if it joins or captures."""
    colour, w = U(state.colour[head]), stride(state)
    a = b = ZERO
    count = 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = U(state.colour[q])
        if stone == EMPTY:
            count += 1
            a, b = q, a
        elif (stone == colour or stone == opponent(colour)) and not is_marked(state, q):
            other = U(state.chain[q])
            if other != head and in_atari(state.liberties[other]) == (stone != colour):
                return FREE, a, b  # friends with room, or an attacker to take
    return count, a, b


@njit(cache=True)
def runs_free(state, head, exit_):
    """Whether the chain at `head`, in atari, gets away by extending to its last liberty."""
    colour, marks = U(state.colour[head]), 0
    count, a, b = extension(state, head, exit_)
    while count == 2 and marks + 2 <= len(state.marked):
        marks = mark(state, exit_, colour, marks)
        if extension(state, head, a)[0] < extension(state, head, b)[0]:
            a, b = b, a
        if not holds(state, a, b, opponent(colour)):
            break
        marks = mark(state, a, opponent(colour), marks)
        exit_ = b
        count, a, b = extension(state, head, exit_)
    for k in range(marks):
        state.colour[U(state.marked[k])] = EMPTY
    return count >= 2


@njit(cache=True)
def is_caught(state, head, attack, exit_):
    """Whether taking one of a chain's two liberties catches it, as it must run to the other."""
    enemy = opponent(U(state.colour[head]))
    if not holds(state, attack, exit_, enemy):
        return False
    state.colour[attack] = enemy
    free = runs_free(state, head, exit_)
    state.colour[attack] = EMPTY
    return not free


@njit(cache=True)
def holds(state, p, exit_, colour):
    """Whether an attacker's stone at `p` could not be taken at once: it has room, or friends that have."""
    w = stride(state)
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = U(state.colour[q])
        if stone == EMPTY and q != exit_:
            return True
        if stone == colour and (is_marked(state, q) or not in_atari(state.liberties[U(state.chain[q])])):
            return True
    return False
