"""Groups on large boards: the chains and empty points that belong together round the last moves [MOGO 3.3]."""

import numpy as np
from numba import njit

from yomi.games.go.board import BORDER, EMPTY, ONE, PASS, ZERO, stride
from yomi.games.go.fate import FAR, reach
from yomi.games.go.rules import DTYPES
from yomi.games.hints import local_moves, local_points
from yomi.kernel.rng import U
from yomi.kernel.verb import body

FEWEST = 10  # moves that the tree gets at least: fewer are no choice


@njit(cache=True)
def add_group(state, p, distance, inside):
    """Flag the group of the chain at `p`: empty points within that distance, chains next to those, and so on."""
    w = stride(state)
    if p == ZERO or state.colour[p] == EMPTY:
        return
    queue = np.empty(4 * len(state.colour), np.uint16)
    far = np.full(len(state.colour), FAR, np.int8)
    size, done = reach(state, p, 0, far, queue, 0), 0
    while done < size:
        q = U(queue[done])
        done += 1
        inside[q] = 1
        for r in (q - w, q - ONE, q + ONE, q + w):
            if state.colour[r] == BORDER:
                continue
            if state.colour[r] == EMPTY:
                nearer = far[q] < distance and far[r] > far[q] + 1  # than from another chain: looked at again
                if nearer and size < 3 * len(state.colour):
                    size = reach(state, r, far[q] + 1, far, queue, size)
            elif far[r] == FAR:
                size = reach(state, r, 0, far, queue, size)


@body(local_points, *DTYPES.values())
def go_local_points(state, distance, inside):
    add_group(state, U(state.last), distance, inside)
    add_group(state, U(state.previous), distance, inside)
    return len(state.colour)


@body(local_moves, *DTYPES.values())
def go_local_moves(state, distance, out, count):
    inside = np.zeros(len(state.colour), np.uint8)
    add_group(state, U(state.last), distance, inside)
    add_group(state, U(state.previous), distance, inside)
    kept = 0
    for k in range(count):
        kept += int(out[k] == PASS or inside[out[k]] != 0)
    if kept < min(FEWEST, count):
        return count
    kept = 0
    for k in range(count):
        if out[k] == PASS or inside[out[k]] != 0:
            out[kept] = out[k]
            kept += 1
    return kept
