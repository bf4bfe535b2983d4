"""Shogi moves worth a place in a tree or a quiescence search, what they win, and what is left after all captures."""

import numpy as np
from numba import njit

from yomi.games.hints import candidates
from yomi.games.rules import RUNNING
from yomi.games.shogi.attack import attacked
from yomi.games.shogi.board import DTYPES, TOP, depth, large, offset, position_key, stride, zone
from yomi.games.shogi.generate import generate, moves_to
from yomi.games.shogi.moves import DROPS, origin, promotes, target
from yomi.games.shogi.pieces import BISHOP, BLACK, EMPTY, KING, KNIGHT, PAWN, PROMOTED, REACH, ROOK, SLIDE
from yomi.games.shogi.rules import always_checked
from yomi.games.shogi.worth import CAPTURED, RISE
from yomi.games.tactics import checking, exchange, gain, is_checked, noisy, recurrence, skip
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import U
from yomi.kernel.verb import body

KING_WORTH = 100_000


def zones_of(size: int, depth: int) -> np.ndarray:
    """The squares where the pieces of black and of white promote, as words of bits."""
    words = np.zeros((2, 2), U)
    for side in range(2):
        for row in range(depth) if side == 0 else range(size - depth, size):
            for column in range(size):
                square = (row + TOP) * (size + 1) + column
                words[side, square >> 6] |= U(1) << U(square & 63)
    return words


ZONES = np.stack([zones_of(5, 1), zones_of(9, 3)])


@body(is_checked, *DTYPES)
def shogi_is_checked(state):
    return state.checked[state.count] != 0


@inlined
def holds_back(state, move):
    """Whether a pawn, bishop or rook does not promote where it could: nearly never better."""
    start, end = origin(move), target(move)
    if start < U(DROPS) or promotes(move):
        return False
    kind = state.board[start] & 15
    if kind != PAWN and kind != BISHOP and kind != ROOK:
        return False
    return min(depth(state, state.turn, start), depth(state, state.turn, end)) < zone(state)


@body(candidates, *DTYPES)
def shogi_candidates(state, out):
    kept = 0
    for k in range(generate(state, out)):
        if not holds_back(state, out[k]):
            out[kept] = out[k]
            kept += 1
    return kept


@body(noisy, *DTYPES)
def shogi_noisy(state, checks, out):
    if state.checked[state.count] != 0:
        return generate(state, out)
    side = state.turn
    if checks:
        count = generate(state, out)
    else:
        size, other = 1 if large(state) else 0, 1 - side
        low = state.pieces[2 * other] | ZONES[size, side, 0]
        high = state.pieces[2 * other + 1] | ZONES[size, side, 1]
        count = moves_to(state, low, high, False, out)
    kept = 0
    for k in range(count):
        move = out[k]
        worthy = promotes(move) or (origin(move) >= U(DROPS) and state.board[target(move)] != EMPTY)
        if (worthy or (checks and gives_check(state, move))) and not holds_back(state, move):
            out[kept] = move
            kept += 1
    return kept


@body(checking, *DTYPES)
def shogi_checking(state, out):
    kept = 0
    for k in range(generate(state, out)):
        if gives_check(state, out[k]):
            out[kept] = out[k]
            kept += 1
    return kept


@apart
def gives_check(state, move):
    """Whether a legal move gives check."""
    board, side = state.board, state.turn
    start, end = origin(move), target(move)
    before = board[end]
    king = U(state.king[1 - side])
    if start < U(DROPS):
        board[end] = int(start) | (BLACK << side)
        found = attacked(state, king, side)
        board[end] = before
        return found
    piece = board[start]
    board[start] = EMPTY
    board[end] = piece + PROMOTED if promotes(move) else piece
    found = attacked(state, king, side)
    board[start], board[end] = piece, before
    return found


@body(gain, *DTYPES)
def shogi_gain(state, move):
    start = origin(move)
    if start < U(DROPS):
        return 0
    won = CAPTURED[state.board[target(move)] & 15]
    return won + RISE[state.board[start] & 15] if promotes(move) else won


@body(exchange, *DTYPES)
def shogi_exchange(state, move):
    start, end = origin(move), target(move)
    if start < U(DROPS):
        return -settle(state, end, 1 - state.turn, CAPTURED[start])
    board = state.board
    piece, victim = board[start], board[end]
    moved = piece + PROMOTED if promotes(move) else piece
    won = gain(state, move)
    board[start] = EMPTY
    board[end] = moved
    lost = settle(state, end, 1 - state.turn, CAPTURED[moved & 15])
    board[start], board[end] = piece, victim
    return won - lost


@apart
def settle(state, square, side, prize):
    """What `side` wins by capturing on a square where a piece worth `prize` stands, if it does at all."""
    board = state.board
    squares, pieces = np.empty(40, np.uint64), np.empty(40, np.uint8)
    wins = np.empty(41, np.int64)
    n = 0
    while n < 40:
        start, worth = cheapest_attacker(state, square, side)
        if worth < 0:
            break
        wins[n] = prize
        prize = worth
        squares[n], pieces[n] = start, board[start]
        board[start] = EMPTY
        n += 1
        side = 1 - side
    for k in range(n):
        board[squares[k]] = pieces[k]
    best = 0
    for k in range(n - 1, -1, -1):
        best = max(0, wins[k] - best)
    return best


@njit(cache=True)
def cheapest_attacker(state, square, side):
    """Where the least worthy piece of `side` stands that attacks a square, and its worth to a captor, -1 for none."""
    board, own = state.board, BLACK << side
    found, least = U(0), -1
    for d in range(8):
        step = offset(state, d)
        at = square + step
        near = True
        while board[at] == EMPTY:
            at += step
            near = False
        piece, toward = board[at], (d + 4) & 7
        reach = REACH[piece] if near else SLIDE[piece]
        if piece & own != 0 and (reach >> toward) & 1 != 0:
            worth = KING_WORTH if piece & 15 == KING else CAPTURED[piece & 15]
            if least < 0 or worth < least:
                found, least = at, worth
    jump = U(2) * stride(state)
    rear = square + jump if side == 0 else square - jump
    for at in (rear - U(1), rear + U(1)):
        if board[at] == KNIGHT | own and (least < 0 or CAPTURED[KNIGHT] < least):
            found, least = at, CAPTURED[KNIGHT]
    return found, least


@body(skip, *DTYPES)
def shogi_skip(state):
    if state.count + 1 >= state.limit or state.checked[state.count] != 0:
        return False
    state.turn = 1 - state.turn
    state.count += 1
    state.past[state.count] = position_key(state)
    state.checked[state.count] = 0
    return True


@body(recurrence, *DTYPES)
def shogi_recurrence(state):
    now = state.count
    for k in range(now - 4, -1, -2):
        if state.past[k] == state.past[now]:
            if always_checked(state, k + 2, now):
                return 1
            if always_checked(state, k + 1, now - 1):
                return -1
            return 0
    return RUNNING
