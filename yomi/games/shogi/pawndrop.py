"""Mate by a dropped pawn, which the rules forbid."""

from numba import njit

from yomi.games.shogi.attack import attacked
from yomi.games.shogi.board import offset, stride
from yomi.games.shogi.pieces import BLACK, EMPTY, KING, KNIGHT, PAWN, REACH, SLIDE
from yomi.kernel.inline import apart
from yomi.kernel.rng import U


@apart
def pawn_drop_mates(state, side, square):
    """Whether a pawn dropped there by `side` is mate."""
    king = U(state.king[1 - side])
    head = square - stride(state) if side == 0 else square + stride(state)
    if head != king:
        return False
    state.board[square] = PAWN | (BLACK << side)
    mated = not (king_escapes(state, king, 1 - side) or is_captured(state, king, square, 1 - side))
    state.board[square] = EMPTY
    return mated


@njit(cache=True)
def king_escapes(state, king, side):
    """Whether the king of `side` has a square to go to."""
    board, own = state.board, BLACK << side
    board[king] = EMPTY
    found = False
    for d in range(8):
        end = king + offset(state, d)
        if board[end] & own == 0 and not attacked(state, end, 1 - side):
            found = True
            break
    board[king] = KING | own
    return found


@njit(cache=True)
def is_captured(state, king, square, side):
    """Whether a piece of `side` other than the king may capture on `square`."""
    board, own = state.board, BLACK << side
    for d in range(8):
        step = offset(state, d)
        at, near = square + step, True
        while board[at] == EMPTY:
            at += step
            near = False
        piece, toward = board[at], (d + 4) & 7
        reach = REACH[piece] if near else SLIDE[piece]
        if at != king and piece & own != 0 and (reach >> toward) & 1 != 0 and is_safe(state, king, at, square, side):
            return True
    jump = U(2) * stride(state)
    rear = square + jump if side == 0 else square - jump
    for at in (rear - U(1), rear + U(1)):
        if board[at] == KNIGHT | own and is_safe(state, king, at, square, side):
            return True
    return False


@njit(cache=True)
def is_safe(state, king, start, end, side):
    """Whether the king of `side` is not in check once the piece on `start` has captured on `end`."""
    board = state.board
    moved, captured = board[start], board[end]
    board[start], board[end] = EMPTY, moved
    safe = not attacked(state, king, 1 - side)
    board[start], board[end] = moved, captured
    return safe
