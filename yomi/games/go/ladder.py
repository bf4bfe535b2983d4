"""Reads ladders: whether a chain that is left one liberty after each of its moves gets away.

Stones of the ladder are only marked in `colour` and taken back afterwards; chains keep the liberties they had, so a
reply elsewhere (a capture far away, a snapback) is not seen. The attacker always takes the liberty from which the chain
would gain more. Where in doubt the chain gets away.
"""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride, where
from yomi.games.go.liberties import first_of, how_many
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

FREE = 3  # liberties with which a chain is out of a ladder


@inlined
def mark(state, p, colour, marks):
    """Mark a stone of the ladder; return the number of marks."""
    state.colour[p] = colour
    state.marked[marks] = p
    return marks + 1


@njit(cache=True)
def extension(state, head, p):
    """(n, a, b): the liberties that a chain without others gets by extending to `p`, FREE if it joins or captures.

    `code` knows the stones that were there before the ladder, `colour` also those that are only marked.
    """
    colour, code = U(state.colour[head]), U(state.code[p])
    friends, enemies, free = where(code, colour), where(code, opponent(colour)), where(code, EMPTY)
    while friends != ZERO:
        other = U(state.chain[first_of(state, p, friends)])
        if other != head and not in_atari(state.liberties[other]):
            return FREE, ZERO, ZERO
        friends &= friends - ONE
    while enemies != ZERO:
        if in_atari(state.liberties[U(state.chain[first_of(state, p, enemies)])]):
            return FREE, ZERO, ZERO
        enemies &= enemies - ONE
    a = b = ZERO
    count = 0
    while free != ZERO:
        q = first_of(state, p, free)
        if state.colour[q] == EMPTY:
            count += 1
            a, b = q, a
        free &= free - ONE
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


@inlined
def is_caught(state, head, attack, exit_):
    """Whether taking one of a chain's two liberties catches it, as it must run to the other."""
    apart = exit_ - attack if exit_ > attack else attack - exit_
    room = how_many(where(U(state.code[exit_]), EMPTY)) - int(apart == ONE or apart == stride(state))
    return room < FREE and reads_caught(state, head, attack, exit_)


@njit(cache=True)
def reads_caught(state, head, attack, exit_):
    """The same where the other liberty does not give room at once."""
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
    code = U(state.code[p])
    friends, free = where(code, colour), where(code, EMPTY)
    while free != ZERO:
        q = first_of(state, p, free)
        if (state.colour[q] == EMPTY and q != exit_) or U(state.colour[q]) == colour:
            return True
        free &= free - ONE
    while friends != ZERO:
        if not in_atari(state.liberties[U(state.chain[first_of(state, p, friends)])]):
            return True
        friends &= friends - ONE
    return False
