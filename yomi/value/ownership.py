"""Who owns which point at the end of the game, by playouts from a position."""

import numpy as np
from numba import njit

from yomi.games.hints import owners, play_out
from yomi.value.playout import NO_MERCY, UNLIMITED


@njit(cache=True, nogil=True)
def ownership(policy, root, playouts, trace, out, rng):
    """The mean owner of each point, +1 the first player's to -1 the second's; empty for games without points."""
    board = root.copy()
    marks = np.zeros(1024, np.int8)
    points = owners(root[0], marks)
    total = np.zeros(points, np.float32)
    for _ in range(playouts):
        board[0] = root[0]
        trace.length[1] = 0
        play_out(board[0], policy, UNLIMITED, NO_MERCY, trace, out, rng)
        owners(board[0], marks)
        for p in range(points):
            total[p] += marks[p]
    return total / max(1, playouts)
