"""A Go board to read on: a copy of the stones whose every change can be taken back, of one type for all board sizes.

A point has FIELDS numbers in `cells`; those of point 0, which is border, hold what belongs to the whole board. `stack`
begins with its own height; on it lie the numbers that `change` replaced, each above its place in `cells`.
"""

import numpy as np
from numba import njit

from yomi.games.go.board import BORDER, EMPTY, ONE, ZERO, in_atari, liberty, opponent
from yomi.games.go.liberties import MANY, pseudo
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import U

FIELDS = U(8)
COLOUR, HEAD, NEXT, STONES, LIBERTIES = U(0), U(1), U(2), U(3), U(4)  # as in the record
KO, STRIDE, AREA = U(5), U(6), U(7)  # of the whole board: its ko, the distance between rows, its number of points


def new_cells(size: int) -> np.ndarray:
    return np.zeros(((size + 1) * (size + 2) + 1) * int(FIELDS), np.uint64)


def new_stack(size: int) -> np.ndarray:
    """Room for long ladders, and for several of the largest captures there can be."""
    return np.zeros(160 * (size + 2) ** 2, np.uint64)


@njit(cache=True)
def load(state, cells):
    """Copy the board of a record."""
    for p in range(len(state.colour)):
        k = U(p) * FIELDS
        cells[k + COLOUR] = state.colour[p]
        cells[k + HEAD] = state.chain[p]
        cells[k + NEXT] = state.next[p]
        cells[k + STONES] = state.stones[p]
        cells[k + LIBERTIES] = state.liberties[p]
    cells[KO] = U(state.ko)
    cells[STRIDE] = U(int(np.sqrt(len(state.colour))))
    cells[AREA] = U(len(state.empty))


@inlined
def get(cells, p, field):
    return cells[p * FIELDS + field]


@inlined
def change(cells, stack, p, field, value):
    """Give a field another value; what it was goes on the stack."""
    height, k = stack[0], p * FIELDS + field
    stack[height] = cells[k]
    stack[height + ONE] = k
    stack[0] = height + U(2)
    cells[k] = value


@inlined
def take_back(cells, stack, height):
    """Undo all changes above a height of the stack."""
    top = stack[0]
    while top > height:
        top -= U(2)
        cells[stack[top + ONE]] = stack[top]
    stack[0] = height


@inlined
def push(stack, value):
    """Put a number on the stack that is no change; its owner takes it off."""
    stack[stack[0]] = value
    stack[0] += ONE


@inlined
def has_space(cells, stack):
    """Whether the stack can take whatever one move changes."""
    return stack[0] + U(20) * (cells[AREA] + U(8)) < U(len(stack))


@inlined
def breaths(cells, p):
    """The packed liberties of the chain at `p`."""
    return get(cells, get(cells, p, HEAD), LIBERTIES)


@njit(cache=True)
def may_stand(cells, p, colour):
    """Whether `colour` may play at `p`: no ko, no suicide."""
    if p == cells[KO]:
        return False
    w = cells[STRIDE]
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = get(cells, q, COLOUR)
        if stone == EMPTY or (stone != BORDER and (stone == colour) != in_atari(breaths(cells, q))):
            return True
    return False


@njit(cache=True)
def unite(cells, stack, one, other):
    """Make one chain of two, the smaller relabelled; return its head."""
    if one == other:
        return one
    if get(cells, one, STONES) < get(cells, other, STONES):
        one, other = other, one
    change(cells, stack, one, LIBERTIES, get(cells, one, LIBERTIES) + get(cells, other, LIBERTIES))
    change(cells, stack, one, STONES, get(cells, one, STONES) + get(cells, other, STONES))
    p = other
    while True:
        change(cells, stack, p, HEAD, one)
        p = get(cells, p, NEXT)
        if p == other:
            break
    after = get(cells, one, NEXT)
    change(cells, stack, one, NEXT, get(cells, other, NEXT))
    change(cells, stack, other, NEXT, after)
    return one


@njit(cache=True)
def lift(cells, stack, head):
    """Take a chain off the board."""
    p, w = head, cells[STRIDE]
    while True:
        change(cells, stack, p, COLOUR, EMPTY)
        for q in (p - w, p - ONE, p + ONE, p + w):
            stone, chain = get(cells, q, COLOUR), get(cells, q, HEAD)
            if stone != EMPTY and stone != BORDER and chain != head:
                change(cells, stack, chain, LIBERTIES, get(cells, chain, LIBERTIES) + liberty(p))
        p = get(cells, p, NEXT)
        if p == head:
            break


@apart
def draw_stone(cells, stack, p, colour):
    """Play a stone: join, capture, note the ko."""
    w, own, friends = cells[STRIDE], ZERO, 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = get(cells, q, COLOUR)
        if stone == EMPTY:
            own += liberty(q)
        elif stone != BORDER:
            chain = get(cells, q, HEAD)
            change(cells, stack, chain, LIBERTIES, get(cells, chain, LIBERTIES) - liberty(p))
            friends += int(stone == colour)
    change(cells, stack, p, COLOUR, colour)
    change(cells, stack, p, HEAD, p)
    change(cells, stack, p, NEXT, p)
    change(cells, stack, p, STONES, ONE)
    change(cells, stack, p, LIBERTIES, own)
    taken, ko, head = ZERO, ZERO, p
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone, chain = get(cells, q, COLOUR), get(cells, q, HEAD)
        if stone == colour:
            head = unite(cells, stack, head, chain)
        elif stone == opponent(colour) and get(cells, chain, LIBERTIES) == ZERO:
            taken, ko = taken + get(cells, chain, STONES), q
            lift(cells, stack, chain)
    change(cells, stack, ZERO, KO, ko if taken == ONE and friends == 0 and own == ZERO else ZERO)


@njit(cache=True)
def liberties_of(cells, p, most):
    """(n, a, b): how many liberties the chain at `p` has, counted up to `most` (3 or 4), and the first two."""
    w, head = cells[STRIDE], get(cells, p, HEAD)
    count, a, b, c = 0, ZERO, ZERO, ZERO
    if most == 3 and pseudo(get(cells, head, LIBERTIES)) > MANY:
        return 3, a, b
    p = head
    while True:
        for q in (p - w, p - ONE, p + ONE, p + w):
            if get(cells, q, COLOUR) == EMPTY and q != a and q != b and q != c:
                count += 1
                if count == 1:
                    a = q
                elif count == 2:
                    b = q
                else:
                    c = q
                if count == most:
                    return count, a, b
        p = get(cells, p, NEXT)
        if p == head:
            return count, a, b
