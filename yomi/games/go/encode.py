"""How a Go position looks to a network: stones, chains of few liberties, forbidden points, the last moves, the rules.

All is seen by the side to move. Rows are counted from the top, as in diagrams.
"""

import functools

import numpy as np

from yomi.games.encode import View, action, encode, holdings
from yomi.games.go.board import (
    BLACK,
    EMPTY,
    ONE,
    PASS,
    ZERO,
    has_room,
    in_atari,
    neighbour_helps,
    opponent,
    stride,
    where,
)
from yomi.games.go.liberties import how_many, last_liberty, pseudo
from yomi.games.go.rules import DTYPES, may_play, region_owners
from yomi.games.go.superko import SIMPLE, SITUATIONAL, may_repeat, repeating_point
from yomi.games.symmetry import of_square
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import U
from yomi.kernel.verb import body

OWN, OTHER = U(0), U(1)  # stones
OWN_ATARI, OTHER_ATARI = U(2), U(4)  # chains with one liberty; the plane after it: with two
THREE = U(6)  # chains of both sides with three liberties
FORBIDDEN = U(7)  # empty points where no stone may be put: ko, superko, suicide
LAST, PREVIOUS = U(8), U(9)  # moves
BOARD = U(10)  # ones, so that a network knows the edge
PLANES, NUMBERS = 11, 8
MOST = U(12)  # three liberties are counted twelve times at the most: a chain with more has at least four


def view_of(size: int) -> View:
    """What Python knows of it."""
    symmetries = functools.partial(of_square, size, extra=1)
    return View(PLANES, size, size, NUMBERS, extra=1, owners=True, symmetries=symmetries)


@body(action, *DTYPES.values())
def go_action(state, move):
    w = stride(state)
    size = w - ONE
    if move == PASS:
        return int(size * size)
    return int((U(move) // w - ONE) * size + U(move) % w - ONE)


@body(holdings, *DTYPES.values())
def go_holdings(state, cells):
    size = int(stride(state)) - 1
    owner = np.zeros(len(state.colour), np.int8)
    region_owners(state, owner)
    for k in range(size * size):
        cells[k] = owner[(k // size + 1) * (size + 1) + k % size + 1]


@body(encode, *DTYPES.values())
def go_encode(state, planes, numbers):
    write_stones(state, planes)
    write_chains(state, planes)
    write_forbidden(state, planes)
    if state.last != PASS:
        mark(state, planes, LAST, U(state.last))
    if state.previous != PASS:
        mark(state, planes, PREVIOUS, U(state.previous))
    write_rules(state, numbers)


@inlined
def mark(state, planes, plane, p):
    """Write a one for a point."""
    w = stride(state)
    planes[plane, p // w - ONE, p % w - ONE] = 1


@apart
def write_stones(state, planes):
    """The stones of both sides, and the board itself."""
    w = stride(state)
    own, other = U(state.turn), opponent(U(state.turn))
    for row in range(w - ONE):
        start = (U(row) + ONE) * w + ONE
        for column in range(w - ONE):
            colour = U(state.colour[start + U(column)])
            planes[OWN, U(row), U(column)] = colour == own
            planes[OTHER, U(row), U(column)] = colour == other
            planes[BOARD, U(row), U(column)] = 1


@apart
def write_chains(state, planes):
    """The stones of each chain that has one, two or three liberties."""
    w = stride(state)
    for point in range(w + ONE, w * w):
        head = U(point)
        if state.chain[head] != head or state.colour[head] == EMPTY:
            continue
        own, n = state.colour[head] == state.turn, few_liberties(state, head)
        if n <= U(3):
            write_chain(state, planes, head, THREE if n == U(3) else (OWN_ATARI if own else OTHER_ATARI) + n - ONE)
        if n == ONE and not own and may_repeat(state):
            try_point(state, planes, last_liberty(state.liberties[head]))


@inlined
def write_chain(state, planes, head, plane):
    """The stones of a chain."""
    p = head
    while True:
        mark(state, planes, plane, p)
        p = U(state.next[p])
        if p == head:
            break


@inlined
def few_liberties(state, head):
    """How many liberties a chain has, counted up to 4."""
    if state.stones[head] == 1:
        return U(how_many(where(U(state.code[head]), EMPTY)))
    if pseudo(state.liberties[head]) > MOST:
        return U(4)
    if in_atari(state.liberties[head]):
        return ONE
    return walk_few(state, head)


@apart
def walk_few(state, head):
    """The same by looking at all stones of the chain."""
    w = stride(state)
    a = b = c = ZERO
    p = head
    while True:
        if has_room(U(state.code[p])):
            for q in (p - w, p - ONE, p + ONE, p + w):
                if state.colour[q] == EMPTY and q != a and q != b and q != c:
                    if a == ZERO:
                        a = q
                    elif b == ZERO:
                        b = q
                    elif c == ZERO:
                        c = q
                    else:
                        return U(4)
        p = U(state.next[p])
        if p == head:
            break
    return U(2) if c == ZERO else U(3)


@apart
def write_forbidden(state, planes):
    """The empty points where the side to move may not put a stone; captures are looked at with the chains."""
    colour = U(state.turn)
    for k in range(state.free):
        p = U(state.empty[U(k)])
        code = U(state.code[p])
        if not has_room(code) and (p == U(state.ko) or not neighbour_helps(state, p, code, colour)):
            try_point(state, planes, p)
    if may_repeat(state):
        for k in range(min(state.count + 1, len(state.history))):
            p = repeating_point(state, U(k), colour)
            if p != ZERO:
                try_point(state, planes, p)


@apart
def try_point(state, planes, p):
    """Write whether a stone on an empty point is forbidden."""
    if not may_play(state, p, U(state.turn)):
        mark(state, planes, FORBIDDEN, p)


@inlined
def write_rules(state, numbers):
    """Komi and the stones played as points for the side to move, passes, and what the rules are."""
    own = -1.0 if state.turn == BLACK else 1.0
    numbers[0] = own * state.komi / 10.0
    numbers[1] = state.passes > 0
    numbers[2] = state.passes > 1
    numbers[3] = state.superko != SIMPLE
    numbers[4] = state.superko == SITUATIONAL
    numbers[5] = state.suicide != 0
    numbers[6] = state.territory != 0
    numbers[7] = own * state.balance / 10.0 if state.territory != 0 else 0.0  # stones on the board are not points
