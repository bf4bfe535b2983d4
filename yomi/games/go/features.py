"""What priors may know of a move in Go before it is tried."""

import numpy as np
from numba import njit

from yomi.games.go.board import EMPTY, ONE, PASS, ZERO, in_atari, opponent, stride
from yomi.games.go.fate import distances
from yomi.games.go.ladder import is_caught, runs_free
from yomi.games.go.liberties import first_liberties, liberties_after
from yomi.games.go.local import all_saving_moves
from yomi.games.go.patterns import plays_pattern
from yomi.games.go.rules import DTYPES
from yomi.games.hints import describe, shape_weights
from yomi.games.marks import (
    BLUNDER,
    CAPTURE,
    CAPTURE_MANY,
    ESCAPE,
    INSIDE,
    LINE_1,
    LINE_4,
    LOCAL,
    NEAR_1,
    OPEN,
    OPEN_EDGE,
    OPEN_LINE_3,
    PATTERN,
    SECOND_1,
)
from yomi.kernel.inline import apart
from yomi.kernel.rng import U
from yomi.kernel.verb import body


@body(describe, *DTYPES.values())
def go_describe(state, moves, marks):
    far, farther = distances(state, U(state.last), 3), distances(state, U(state.previous), 3)
    for k in range(len(moves)):
        p = U(moves[k])
        marks[k] = 0 if p == ZERO else shape(state, p) | place_on_board(state, p)
        if p != ZERO and 1 <= far[p] <= 3:
            marks[k] |= NEAR_1 << (int(far[p]) - 1)
        if p != ZERO and 1 <= farther[p] <= 3:
            marks[k] |= SECOND_1 << (int(farther[p]) - 1)
    mark_answers(state, moves, marks)


@body(shape_weights, *DTYPES.values())
def go_shape_weights(state, table, moves, out):
    """`table[colour - 1, code]` is the weight of a 3x3 neighbourhood; a pass has none."""
    for k in range(len(moves)):
        p = U(moves[k])
        out[k] = table[U(state.turn) - ONE, U(state.code[p])] if p != ZERO else table[0, 0] * 0


@apart
def mark_answers(state, moves, marks):
    """Flag what MoGo's playout would choose from: moves that save what the last move put into atari; if there are none,
    patterns round it; if there are none, captures [MOGO 3.2]."""
    saving = np.empty(len(state.colour), np.int32)
    count = all_saving_moves(state, U(state.last), U(state.turn), saving)
    near, around, found = neighbours_of(state, U(state.last)), 8 if state.last != PASS else 0, False
    for k in range(len(moves)):
        if (count > 0 and contains(saving, count, moves[k])) or (
            count == 0 and marks[k] & PATTERN and contains(near, around, moves[k])
        ):
            marks[k] |= LOCAL
            found = True
    for k in range(len(moves)):
        if not found and moves[k] != PASS and captures(state, U(moves[k])):
            marks[k] |= LOCAL


@njit(cache=True)
def neighbours_of(state, p):
    """The eight points round a point; no matter which for none."""
    w = stride(state)
    p = max(p, w + ONE)
    return np.array([p - w - ONE, p - w, p - w + ONE, p - ONE, p + ONE, p + w - ONE, p + w, p + w + ONE])


@njit(cache=True)
def contains(points, count, p):
    for k in range(count):
        if points[k] == p:
            return True
    return False


@njit(cache=True)
def captures(state, p):
    """Whether a stone of the player to move at `p` takes something."""
    w, enemy = stride(state), opponent(U(state.turn))
    for q in (p - w, p - ONE, p + ONE, p + w):
        if U(state.colour[q]) == enemy and in_atari(state.liberties[U(state.chain[q])]):
            return True
    return False


@njit(cache=True)
def shape(state, p):
    """Tactical features: captures, escapes, ladders, self-atari, 3x3 patterns."""
    w, colour, mark = stride(state), U(state.turn), 0
    room = liberties_after(state, p, colour, 3)
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = U(state.colour[q])
        if stone == colour:
            mark |= fate_of_own(state, U(state.chain[q]), p, room)
        elif stone == opponent(colour):
            mark |= fate_of_enemy(state, U(state.chain[q]), p, room)
    if room < 2:
        mark |= BLUNDER
    if mark & BLUNDER:
        return mark & ~ESCAPE
    if plays_pattern(U(state.code[p]), colour):
        mark |= PATTERN
    return mark


@apart
def fate_of_own(state, head, p, room):
    """What a move at `p` does for an own chain: saves it, or runs in vain."""
    n, a, b = first_liberties(state, head)
    if n == 1:
        return ESCAPE if room == 3 or (room == 2 and runs_free(state, head, p)) else BLUNDER
    if n == 2 and room == 3 and (is_caught(state, head, a, b) or is_caught(state, head, b, a)):
        return ESCAPE
    return 0


@apart
def fate_of_enemy(state, head, p, room):
    """What a move at `p` does to an enemy chain: takes it, or catches it in a ladder."""
    n, a, b = first_liberties(state, head)
    if n == 1:
        return CAPTURE_MANY if state.stones[head] > 1 or rescues(state, head, U(state.turn)) else CAPTURE
    if n == 2 and room >= 2 and is_caught(state, head, p, b if a == p else a):
        return CAPTURE_MANY if state.stones[head] > 1 else CAPTURE
    return 0


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
    line = min(row, column, w - row, w - column)
    mark = INSIDE if line > U(4) else (LINE_4 if line == U(4) else LINE_1 << (int(line) - 1))
    if quiet(state, p):
        mark |= OPEN | (OPEN_EDGE if line < U(3) else (OPEN_LINE_3 if line == U(3) else 0))
    return mark


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
