"""Exact answers about few liberties, which pseudo-liberties do not give: the last one, the first two, self-atari."""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, has_room, in_atari, neighbour, opponent, stride, where
from yomi.kernel.inline import apart, inlined
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


@inlined
def how_many(bits):
    """The number of neighbours that the bits of `where` stand for."""
    return int((bits & ONE) + ((bits >> U(2)) & ONE) + ((bits >> U(4)) & ONE) + ((bits >> U(6)) & ONE))


@inlined
def first_of(state, p, bits):
    """The first neighbour of `p` that the bits stand for, 0 where there is none."""
    return neighbour(state, p, bits & (ZERO - bits)) if bits != ZERO else ZERO


@inlined
def first_liberties(state, head):
    """(n, a, b): how many liberties a chain has, counted up to 3, and the first two of them."""
    if state.stones[head] == 1:
        free = where(U(state.code[head]), EMPTY)
        return min(how_many(free), 3), first_of(state, head, free), first_of(state, head, free & (free - ONE))
    if pseudo(state.liberties[head]) > MANY:
        return 3, ZERO, ZERO
    return walk_liberties(state, head)


@njit(cache=True)
def walk_liberties(state, head):
    """The same by looking at all stones of the chain."""
    w = stride(state)
    a = b = ZERO
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


@inlined
def liberties_after(state, p, colour, most):
    """How many liberties the chain that a stone of `colour` at `p` makes would have, counted up to `most` (2 or 3).

    A captured stone next to `p` is a liberty; several captured at once are safe enough to count as `most`.
    """
    free = where(U(state.code[p]), EMPTY)
    return most if how_many(free) >= most else walk_liberties_after(state, p, colour, most)


@apart
def walk_liberties_after(state, p, colour, most):
    """The same by looking at all stones that the new stone joins."""
    code, w = U(state.code[p]), stride(state)
    free = where(code, EMPTY)
    count, a, b = how_many(free), first_of(state, p, free), first_of(state, p, free & (free - ONE))
    enemies = where(code, opponent(colour))
    while enemies != ZERO:
        q = first_of(state, p, enemies)
        enemies &= enemies - ONE
        if in_atari(state.liberties[U(state.chain[q])]):
            if state.stones[U(state.chain[q])] > 1:
                return most
            count += 1
            a, b = q, a
            if count >= most:
                return most
    friends = where(code, colour)
    while friends != ZERO:
        head = U(state.chain[first_of(state, p, friends)])
        friends &= friends - ONE
        if pseudo(state.liberties[head]) > U(12):  # p itself and two more are counted twelve times at the most
            return most
        stone = head
        while True:
            if has_room(U(state.code[stone])):
                for r in (stone - w, stone - ONE, stone + ONE, stone + w):
                    if state.colour[r] == EMPTY and r != p and r != a and r != b:
                        count += 1
                        a, b = r, a
                        if count >= most:
                            return most
            stone = U(state.next[stone])
            if stone == head:
                break
    return count


@inlined
def is_self_atari(state, p, colour):
    """Whether a stone of `colour` at `p` could be taken at once."""
    return liberties_after(state, p, colour, 2) < 2
