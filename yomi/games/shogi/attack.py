"""Who attacks a square."""

from numba import njit

from yomi.games.shogi.board import offset, stride
from yomi.games.shogi.pieces import BLACK, EMPTY, KNIGHT, REACH, SLIDE
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U


@inlined
def attacked(state, square, side):
    """Whether a piece of `side` attacks a square."""
    board, hostile = state.board, BLACK << side
    for d in range(8):
        step = offset(state, d)
        at = square + step
        piece = board[at]
        toward = (d + 4) & 7
        if piece == EMPTY:
            at += step
            while board[at] == EMPTY:
                at += step
            piece = board[at]
            if piece & hostile != 0 and (SLIDE[piece] >> toward) & 1 != 0:
                return True
        elif piece & hostile != 0 and (REACH[piece] >> toward) & 1 != 0:
            return True
    jump = U(2) * stride(state)
    rear = square + jump if side == 0 else square - jump
    knight = KNIGHT | hostile
    return board[rear + U(1)] == knight or board[rear - U(1)] == knight


@njit(cache=True)
def in_check(state):
    """Whether the player to move is in check."""
    return attacked(state, U(state.king[state.turn]), 1 - state.turn)
