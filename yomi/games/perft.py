"""Perft: the number of ways to play so many moves, the usual check of a game's rules."""

import numpy as np
from numba import njit

from yomi.games.position import Position
from yomi.games.rules import RUNNING, moves, outcome, play


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are; games that end earlier do not count."""
    return int(count_sequences(position.root, depth, position.game.width))


@njit(cache=True, nogil=True)
def count_sequences(root, depth, width):
    """Depth-first with a stack of positions instead of recursion; the last ply is counted, not played."""
    if depth == 0:
        return 1
    boards = np.empty(depth, root.dtype)
    lists = np.empty((depth, width), np.int32)
    left = np.zeros(depth, np.int64)
    boards[0] = root[0]
    total = level = 0
    left[0] = moves(boards[0], lists[0]) if outcome(boards[0]) == RUNNING else 0
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            boards[level + 1] = boards[level]
            level += 1
            play(boards[level], lists[level - 1, left[level - 1]])
            left[level] = moves(boards[level], lists[level]) if outcome(boards[level]) == RUNNING else 0
    return total
