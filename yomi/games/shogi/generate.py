"""Legal moves: what pins and checks allow is known before a move is written, so none is written and taken back."""

import numpy as np
from numba import njit

from yomi.games.shogi.attack import attacked
from yomi.games.shogi.board import ALL, TOP, bit, column, depth, large, offset, stride, zone
from yomi.games.shogi.moves import PROMOTE, coded
from yomi.games.shogi.pawndrop import pawn_drop_mates
from yomi.games.shogi.pieces import BLACK, EMPTY, GOLD, KING, KNIGHT, LANCE, PAWN, REACH, ROOK, SLIDE, STEP
from yomi.kernel.bits import lowest
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED, U


def squares_of(size: int) -> np.ndarray:
    """The squares of a board as two words of bits."""
    words = [0, 0]
    for row in range(size):
        for file in range(size):
            square = (row + TOP) * (size + 1) + file
            words[square >> 6] |= 1 << (square & 63)
    return np.array(words, U)


MOST = 600  # legal moves in a position: 593 are known
SQUARES = np.stack([squares_of(5), squares_of(9)])


@apart
def generate(state, out):
    """Write all legal moves; return how many."""
    return moves_to(state, ALL, ALL, True, out)


@apart
def moves_to(state, wanted_low, wanted_high, drop, out):
    """Write the legal moves to wanted squares, and of the king and of pinned pieces all; return how many."""
    side = state.turn
    king = U(state.king[side])
    n = king_moves(state, king, side, out)
    if state.checked[state.count] != 0:
        checks, between_low, between_high = answers(state, king, side)
        if checks > 1:
            return n
        wanted_low &= between_low
        wanted_high &= between_high
    low, high = state.pieces[2 * side] & ~bit_of_word(king, 0), state.pieces[2 * side + 1] & ~bit_of_word(king, 1)
    n, low, high = pinned_moves(state, king, side, low, high, out, n)
    while low != U(0):
        n = piece_moves(state, lowest(low), side, wanted_low, wanted_high, out, n)
        low &= low - U(1)
    while high != U(0):
        n = piece_moves(state, lowest(high) + U(64), side, wanted_low, wanted_high, out, n)
        high &= high - U(1)
    return drops(state, side, wanted_low, wanted_high, out, n) if drop else n


@inlined
def bit_of_word(square, word):
    """The bit of a square in one of the two words of a set."""
    return bit(square) if square >> U(6) == U(word) else U(0)


@inlined
def within(low, high, square):
    """Whether a square is in a set."""
    return ((low if square < U(64) else high) >> (square & U(63))) & U(1) != U(0)


@inlined
def add_move(state, start, end, kind, side, out, n):
    """Write a move of a piece of that kind, with and without promotion where there is a choice."""
    to_go = depth(state, side, end)
    if kind <= ROOK and (to_go < zone(state) or depth(state, side, start) < zone(state)):
        out[n] = coded(start, end) | U(PROMOTE)
        n += 1
        if (to_go == 0 and kind <= KNIGHT) or (to_go == 1 and kind == KNIGHT):
            return n  # a piece that could not move again must promote
    out[n] = coded(start, end)
    return n + 1


@njit(cache=True)
def piece_moves(state, start, side, low, high, out, n):
    """The moves of a piece that is free to go to any wanted square."""
    board, own = state.board, BLACK << side
    piece = board[start]
    kind = piece & 15
    if kind == KNIGHT:
        jump = U(2) * stride(state)
        ahead = start - jump if side == 0 else start + jump
        for end in (ahead - U(1), ahead + U(1)):
            if board[end] & own == 0 and within(low, high, end):
                n = add_move(state, start, end, kind, side, out, n)
        return n
    ways = U(STEP[piece])
    while ways != U(0):
        end = start + offset(state, lowest(ways))
        if board[end] & own == 0 and within(low, high, end):
            n = add_move(state, start, end, kind, side, out, n)
        ways &= ways - U(1)
    ways = U(SLIDE[piece])
    while ways != U(0):
        step = offset(state, lowest(ways))
        end = start + step
        while board[end] & own == 0:
            if within(low, high, end):
                n = add_move(state, start, end, kind, side, out, n)
            if board[end] != EMPTY:
                break
            end += step
        ways &= ways - U(1)
    return n


@njit(cache=True)
def king_moves(state, king, side, out):
    """The squares the king may go to; it hides none of them from an attack."""
    n = 0
    board, own = state.board, BLACK << side
    board[king] = EMPTY
    for d in range(8):
        end = king + offset(state, d)
        if board[end] & own == 0 and not attacked(state, end, 1 - side):
            out[n] = coded(king, end)
            n += 1
    board[king] = KING | own
    return n


@njit(cache=True)
def answers(state, king, side):
    """How many pieces give check, and the squares that capture the one or come between."""
    board, hostile = state.board, BLACK << (1 - side)
    checks, low, high = 0, U(0), U(0)
    for d in range(8):
        step = offset(state, d)
        at, toward = king + step, (d + 4) & 7
        if board[at] == EMPTY:
            between_low, between_high = U(0), U(0)
            while board[at] == EMPTY:
                between_low |= bit_of_word(at, 0)
                between_high |= bit_of_word(at, 1)
                at += step
            if board[at] & hostile == 0 or (SLIDE[board[at]] >> toward) & 1 == 0:
                continue
            low |= between_low
            high |= between_high
        elif board[at] & hostile == 0 or (REACH[board[at]] >> toward) & 1 == 0:
            continue
        checks += 1
        low |= bit_of_word(at, 0)
        high |= bit_of_word(at, 1)
    jump = U(2) * stride(state)
    ahead = king - jump if side == 0 else king + jump
    for at in (ahead - U(1), ahead + U(1)):
        if board[at] == KNIGHT | hostile:
            checks += 1
            low |= bit_of_word(at, 0)
            high |= bit_of_word(at, 1)
    return checks, low, high


@njit(cache=True)
def pinned_moves(state, king, side, low, high, out, n):
    """The moves of pinned pieces, along the line of the pin; they are taken out of the sets of free pieces."""
    board, own, hostile = state.board, BLACK << side, BLACK << (1 - side)
    free = state.checked[state.count] == 0  # a pinned piece never answers a check
    for d in range(8):
        step = offset(state, d)
        at = king + step
        while board[at] == EMPTY:
            at += step
        if board[at] & hostile != 0:  # hostile, or the border
            continue
        behind = at + step
        while board[behind] == EMPTY:
            behind += step
        if board[behind] & own != 0 or (SLIDE[board[behind]] >> ((d + 4) & 7)) & 1 == 0:
            continue
        low &= ~bit_of_word(at, 0)
        high &= ~bit_of_word(at, 1)
        if free:
            n = line_moves(state, at, d, side, out, n)
            n = line_moves(state, at, (d + 4) & 7, side, out, n)
    return n, low, high


@njit(cache=True)
def line_moves(state, start, d, side, out, n):
    """The moves of a piece in one direction."""
    board, own = state.board, BLACK << side
    piece, step = board[start], offset(state, d)
    if (REACH[piece] >> d) & 1 == 0:
        return n
    end = start + step
    while board[end] & own == 0:
        n = add_move(state, start, end, piece & 15, side, out, n)
        if board[end] != EMPTY or (SLIDE[piece] >> d) & 1 == 0:
            break
        end += step
    return n


@njit(cache=True)
def drops(state, side, low, high, out, n):
    """The drops on wanted squares: not where a piece could never move, one pawn a column, no mate by a pawn."""
    size = 1 if large(state) else 0
    low &= SQUARES[size, 0] & ~(state.pieces[0] | state.pieces[2])
    high &= SQUARES[size, 1] & ~(state.pieces[1] | state.pieces[3])
    for kind in range(PAWN, GOLD + 1):
        if state.hand[8 * side + kind] == 0:
            continue
        n = drops_of(state, kind, side, low, U(0), out, n)
        n = drops_of(state, kind, side, high, U(64), out, n)
    return n


@njit(cache=True)
def drops_of(state, kind, side, left, base, out, n):
    """The drops of one kind on squares of one word of bits."""
    rearmost = 2 if kind == KNIGHT else (1 if kind <= LANCE else 0)
    while left != U(0):
        end = lowest(left) + base
        left &= left - U(1)
        if depth(state, side, end) < rearmost:
            continue
        if kind == PAWN and (state.pawns[side] & column(state, end) != 0 or pawn_drop_mates(state, side, end)):
            continue
        out[n] = coded(U(kind), end)
        n += 1
    return n


@apart
def has_move(state):
    """Whether there is a legal move."""
    if state.checked[state.count] == 0:
        side = state.turn
        king = U(state.king[side])
        low, high = state.pieces[2 * side], state.pieces[2 * side + 1]
        while low != U(0):
            if surely_moves(state, lowest(low), king, side):
                return True
            low &= low - U(1)
        while high != U(0):
            if surely_moves(state, lowest(high) + U(64), king, side):
                return True
            high &= high - U(1)
    out = np.empty(MOST, np.int32)
    return generate(state, out) > 0


@njit(cache=True)
def surely_moves(state, start, king, side):
    """Whether a piece that stands on no line with its king, so that nothing pins it, has somewhere to go."""
    w = stride(state)
    down, right = SIGNED(start // w) - SIGNED(king // w), SIGNED(start % w) - SIGNED(king % w)
    if down == 0 or right == 0 or down == right or down == -right:
        return False
    ways = U(REACH[state.board[start]])
    while ways != U(0):
        if state.board[start + offset(state, lowest(ways))] & (BLACK << side) == 0:
            return True
        ways &= ways - U(1)
    return False
