"""Exact answers about few liberties, which pseudo-liberties do not give: the last one, the first two, self-atari."""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, has_room, in_atari, opponent, stride
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

MANY = U(8)  # two liberties are counted eight times at the most: a chain with more has at least three


@inlined
def last_liberty(liberties):
    """The one liberty of a chain in atari."""
    return ((liberties >> U(12)) & U(0xFFFFF)) // (liberties & U(0xFFF))


@inlined
def pseudo(liberties):
    """How often liberties are counted."""
    return liberties & U(0xFFF)


@njit(cache=True)
def first_liberties(state, head):
    """(n, a, b): how many liberties a chain has, counted up to 3, and the first two of them."""
    w = stride(state)
    a = b = ZERO
    if pseudo(state.liberties[head]) > MANY:
        return 3, a, b
    p = head
    while True:
        if has_room(U(state.code[p])):
            for q in (p - w, p - ONE, p + ONE, p + w):
                if state.colour[q] == EMPTY and q != a and q != b:
                    if a == ZERO:
                        a = q
                    elif b == ZERO:
                        b = q
                    else:
                        return 3, a, b
        p = U(state.next[p])
        if p == head:
            break
    return (0 if a == ZERO else (1 if b == ZERO else 2)), a, b


@njit(cache=True)
def liberties_after(state, p, colour, most):
    """How many liberties the chain that a stone of `colour` at `p` makes would have, counted up to `most` (2 or 3).

    A captured stone next to `p` is a liberty; several captured at once are safe enough to count as `most`.
    """
    w = stride(state)
    a = b = ZERO
    count = 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = U(state.colour[q])
        if stone == EMPTY:
            count, a, b = count + 1, q, a
        elif stone == opponent(colour) and in_atari(state.liberties[U(state.chain[q])]):
            if state.stones[U(state.chain[q])] > 1:
                return most
            count, a, b = count + 1, q, a
        if count >= most:
            return most
    for q in (p - w, p - ONE, p + ONE, p + w):
        if U(state.colour[q]) != colour:
            continue
        head = U(state.chain[q])
        if pseudo(state.liberties[head]) > U(12):  # p itself and two more are counted twelve times at the most
            return most
        stone = head
        while True:
            if has_room(U(state.code[stone])):
                for r in (stone - w, stone - ONE, stone + ONE, stone + w):
                    if state.colour[r] == EMPTY and r != p and r != a and r != b:
                        count, a, b = count + 1, r, a
                        if count >= most:
                            return most
            stone = U(state.next[stone])
            if stone == head:
                break
    return count


@inlined
def is_self_atari(state, p, colour):
    """Whether a stone of `colour` at `p` could be taken at once."""
    code = U(state.code[p])
    empty = ~(code | (code >> ONE)) & U(0x55)
    if empty & (empty - ONE) != ZERO:  # two empty neighbours
        return False
    return liberties_after(state, p, colour, 2) < 2
