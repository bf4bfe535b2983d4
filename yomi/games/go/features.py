"""What priors may know of a move in Go before it is tried."""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride
from yomi.games.go.fate import distances
from yomi.games.go.liberties import liberties_after
from yomi.games.go.patterns import PLAYABLE
from yomi.games.go.rules import DTYPES
from yomi.games.hints import (
    BLUNDER,
    CAPTURE,
    CAPTURE_MANY,
    ESCAPE,
    LINE_1,
    LINE_2,
    LINE_3,
    NEAR_1,
    OPEN,
    PATTERN,
    describe,
)
from yomi.kernel.rng import U
from yomi.kernel.verb import body


@body(describe, *DTYPES.values())
def go_describe(state, moves, marks):
    far = distances(state, U(state.last), 3)
    for k in range(len(moves)):
        p = U(moves[k])
        marks[k] = 0 if p == ZERO else shape(state, p) | place_on_board(state, p)
        if p != ZERO and 1 <= far[p] <= 3:
            marks[k] |= NEAR_1 << (far[p] - 1)


@njit(cache=True)
def shape(state, p):
    """Tactical features: captures, escapes, self-atari, 3x3 patterns."""
    w, colour, mark = stride(state), U(state.turn), 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = U(state.colour[q])
        if stone != colour and stone != opponent(colour):
            continue
        head = U(state.chain[q])
        if not in_atari(state.liberties[head]):
            continue
        if stone == colour:
            mark |= ESCAPE
        else:
            mark |= CAPTURE_MANY if state.stones[head] > 1 or rescues(state, head, colour) else CAPTURE
    if liberties_after(state, p, colour, 2) < 2:
        return (mark & ~ESCAPE) | BLUNDER
    if U(PLAYABLE[state.code[p]]) & colour != ZERO:
        mark |= PATTERN
    return mark


@njit(cache=True)
def rescues(state, head, colour):
    """Whether taking this chain saves an own chain that it holds in atari."""
    w, stone = stride(state), head
    while True:
        for q in (stone - w, stone - ONE, stone + ONE, stone + w):
            if U(state.colour[q]) == colour and in_atari(state.liberties[U(state.chain[q])]):
                return True
        stone = U(state.next[stone])
        if stone == head:
            return False


@njit(cache=True)
def place_on_board(state, p):
    """Where a point lies: on which line, and whether nothing stands round it."""
    w = stride(state)
    row, column = p // w, p % w
    line = min(min(row, column), min(w - row, w - column))
    mark = LINE_1 if line == ONE else (LINE_2 if line == U(2) else (LINE_3 if line == U(3) else 0))
    return mark | (OPEN if quiet(state, p) else 0)


@njit(cache=True)
def quiet(state, p):
    """Whether the board within three steps of a point is empty."""
    w = int(stride(state))
    row, column = int(p) // w, int(p) % w
    for r in range(max(1, row - 3), min(w, row + 4)):
        for c in range(max(1, column - 3), min(w, column + 4)):
            if abs(r - row) + abs(c - column) <= 3 and state.colour[U(r * w + c)] != EMPTY:
                return False
    return True
