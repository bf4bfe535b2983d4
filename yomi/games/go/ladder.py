"""Reads ladders: whether a chain that is left one liberty after each of its moves gets away.

Stones of the ladder are only marked in `colour` and taken back afterwards; chains keep the liberties they had, so a
reply elsewhere (a capture far away, a snapback) is not seen. The attacker always takes the liberty from which the chain
would gain more. Where in doubt the chain gets away.
"""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride, where
from yomi.games.go.liberties import how_many
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

FREE = 3  # liberties with which a chain is out of a ladder


@inlined
def mark(state, p, colour, marks):
    """Mark a stone of the ladder; return the number of marks."""
    state.colour[p] = colour
    state.marked[marks] = p
    return marks + 1


@inlined
def lets_out(state, q, seen, head, colour):
    """Whether the point `q`, `seen` as the colour it had, ends a ladder: another own chain with room, or prey."""
    other = U(state.chain[q])
    caught = in_atari(state.liberties[other])
    return ((seen == colour) & (other != head) & (not caught)) | ((seen == opponent(colour)) & caught)


@inlined
def next_liberty(state, q, count, a, b):
    """(count, a, b) with `q` added if it is empty."""
    empty = state.colour[q] == EMPTY
    return count + int(empty), (q if empty else a), (a if empty else b)


@njit(cache=True)
def extension(state, head, p):
    """(n, a, b): the liberties that a chain without others gets by extending to `p`, FREE if it joins or captures.

    `code` knows the stones that were there before the ladder, `colour` also those that are only marked. All four
    neighbours are looked at in any case: branches that nobody can foresee cost more.
    """
    colour, code, w = U(state.colour[head]), U(state.code[p]), stride(state)
    north, west, east, south = p - w, p - ONE, p + ONE, p + w
    if (
        lets_out(state, north, code & U(3), head, colour)
        | lets_out(state, west, (code >> U(2)) & U(3), head, colour)
        | lets_out(state, east, (code >> U(4)) & U(3), head, colour)
        | lets_out(state, south, (code >> U(6)) & U(3), head, colour)
    ):
        return FREE, ZERO, ZERO
    count, a, b = next_liberty(state, north, 0, ZERO, ZERO)
    count, a, b = next_liberty(state, west, count, a, b)
    count, a, b = next_liberty(state, east, count, a, b)
    return next_liberty(state, south, count, a, b)


@njit(cache=True)
def runs_free(state, head, exit_):
    """Whether the chain at `head`, in atari, gets away by extending to its last liberty."""
    count, a, b = extension(state, head, exit_)
    return count >= 2 and (count >= FREE or escapes(state, head, exit_, a, b))


@njit(cache=True)
def escapes(state, head, exit_, a, b):
    """Whether a chain gets away whose extension to `exit_` leaves it the liberties a and b."""
    colour, marks, count = U(state.colour[head]), 0, 2
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
    state.colour[attack] = enemy
    count, a, b = extension(state, head, exit_)
    caught = count < FREE and holds(state, attack, exit_, enemy)
    caught = caught and (count < 2 or not escapes(state, head, exit_, a, b))
    state.colour[attack] = EMPTY
    return caught


@inlined
def supports(state, q, seen, exit_, colour):
    """Whether the point `q` keeps an attacker's stone beside it alive: it is empty, or a friend that has room."""
    stone = U(state.colour[q])
    room = (stone == EMPTY) & (q != exit_)
    friend = (stone == colour) & ((seen == EMPTY) | (not in_atari(state.liberties[U(state.chain[q])])))
    return room | friend


@inlined
def holds(state, p, exit_, colour):
    """Whether an attacker's stone at `p` could not be taken at once: it has room, or friends that have."""
    code, w = U(state.code[p]), stride(state)
    return (
        supports(state, p - w, code & U(3), exit_, colour)
        | supports(state, p - ONE, (code >> U(2)) & U(3), exit_, colour)
        | supports(state, p + ONE, (code >> U(4)) & U(3), exit_, colour)
        | supports(state, p + w, (code >> U(6)) & U(3), exit_, colour)
    )
