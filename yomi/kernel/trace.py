"""What one simulation did: the nodes it passed in the tree and every move it played."""

from typing import NamedTuple

import numpy as np

from yomi.kernel.inline import inlined

MOVES = 1 << 15  # a move is a number below this


class Trace(NamedTuple):
    """Scratch of one thread."""

    nodes: np.ndarray  # [D] nodes from the root to the leaf
    moves: np.ndarray  # [P] moves from the root to the end of the playout
    length: np.ndarray  # [2] depth of the leaf, number of moves
    played: np.ndarray  # [2, MOVES] flags for whoever compares moves, left cleared
    slot: np.ndarray  # [MOVES] a number for each move, left cleared


def new_trace(plies: int) -> Trace:
    """Room for that many nodes and moves."""
    return Trace(
        np.zeros(plies + 1, np.int32),
        np.zeros(plies, np.int16),
        np.zeros(2, np.int32),
        np.zeros((2, MOVES), np.uint8),
        np.zeros(MOVES, np.int32),
    )


@inlined
def note(trace, move):
    """Remember a move, as long as there is room."""
    n = trace.length[1]
    if n < trace.moves.shape[0]:
        trace.moves[n] = move
        trace.length[1] = n + 1
