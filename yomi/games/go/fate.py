"""The common fate graph: chains are single nodes, so distance is counted in points and whole chains [MOGO 3.3]."""

import numpy as np
from numba import njit

from yomi.games.go.board import BORDER, EMPTY, ONE, ZERO, stride
from yomi.kernel.rng import U

FAR = 127


@njit(cache=True)
def distances(state, p, most):
    """How far every point is from `p` on the common fate graph, FAR where it is more than `most`."""
    w = stride(state)
    far = np.full(len(state.colour), FAR, np.int8)
    queue = np.empty(len(state.colour), np.uint16)
    if p == ZERO:
        return far
    size = reach(state, p, 0, far, queue, 0)
    done = 0
    while done < size:
        q = U(queue[done])
        done += 1
        step = far[q] + 1
        if step > most:
            break
        for r in (q - w, q - ONE, q + ONE, q + w):
            if state.colour[r] != BORDER and far[r] == FAR:
                size = reach(state, r, step, far, queue, size)
    return far


@njit(cache=True)
def reach(state, p, step, far, queue, size):
    """Give the whole chain at `p`, or the empty point, its distance and queue it; return the queue's size."""
    if state.colour[p] == EMPTY:
        far[p] = step
        queue[size] = p
        return size + 1
    head = U(state.chain[p])
    q = head
    while True:
        far[q] = step
        queue[size] = q
        size += 1
        q = U(state.next[q])
        if q == head:
            return size
