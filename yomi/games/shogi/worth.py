"""What shogi pieces are worth, set by hand: on the board, in the hand, and by how near they are to the kings."""

import numpy as np
from numba import njit

from yomi.games.shogi.board import DTYPES, stride
from yomi.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, PROMOTED, ROOK, SILVER
from yomi.games.tactics import assess
from yomi.kernel.bits import lowest
from yomi.kernel.rng import SIGNED, U
from yomi.kernel.verb import body

BOARD_WORTH = np.zeros(16, np.int64)
HAND_WORTH = np.zeros(16, np.int64)
for kind, worth, held, promoted in (
    (PAWN, 100, 115, 500),
    (LANCE, 280, 300, 480),
    (KNIGHT, 320, 350, 490),
    (SILVER, 480, 520, 530),
    (GOLD, 550, 590, 0),
    (BISHOP, 800, 850, 1050),
    (ROOK, 950, 1000, 1300),
):
    BOARD_WORTH[kind], HAND_WORTH[kind] = worth, held
    if promoted:
        BOARD_WORTH[kind + PROMOTED] = promoted
CAPTURED = BOARD_WORTH + np.concatenate([HAND_WORTH[:9], HAND_WORTH[1:8]])  # what the capture of a piece changes
RISE = np.array([BOARD_WORTH[k + PROMOTED] - BOARD_WORTH[k] if 0 < k < GOLD else 0 for k in range(16)])  # by promotion

GUARD = np.zeros((16, 9), np.int64)  # by kind and distance from the own king
THREAT = np.zeros((16, 9), np.int64)  # by kind and distance from the other king
for kind, guard, threat in (
    (PAWN, 6, 4),
    (LANCE, 2, 6),
    (KNIGHT, 4, 10),
    (SILVER, 18, 22),
    (GOLD, 26, 26),
    (BISHOP, 6, 16),
    (ROOK, -4, 18),
    (PAWN + PROMOTED, 10, 32),
    (LANCE + PROMOTED, 10, 32),
    (KNIGHT + PROMOTED, 10, 32),
    (SILVER + PROMOTED, 14, 32),
    (BISHOP + PROMOTED, 24, 34),
    (ROOK + PROMOTED, 20, 36),
):
    for distance in range(9):
        nearness = max(0, 5 - distance)
        GUARD[kind, distance], THREAT[kind, distance] = guard * nearness // 4, threat * nearness // 4
TEMPO = 15  # of having the move


@body(assess, *DTYPES)
def assess_shogi(state):
    mover = state.turn
    return worth_of(state, mover) - worth_of(state, 1 - mover) + TEMPO


@njit(cache=True)
def worth_of(state, side):
    """All a side has."""
    w = stride(state)
    home, goal = U(state.king[side]), U(state.king[1 - side])
    home_row, home_column = SIGNED(home // w), SIGNED(home % w)
    goal_row, goal_column = SIGNED(goal // w), SIGNED(goal % w)
    total = 0
    for word in range(2):
        left = state.pieces[2 * side + word]
        while left != U(0):
            square = lowest(left) + U(64 * word)
            left &= left - U(1)
            kind = U(state.board[square]) & U(15)
            row, column = SIGNED(square // w), SIGNED(square % w)
            near = max(abs(row - home_row), abs(column - home_column))
            far = max(abs(row - goal_row), abs(column - goal_column))
            total += BOARD_WORTH[kind] + GUARD[kind, near] + THREAT[kind, far]
    for kind in range(PAWN, KING):
        total += HAND_WORTH[kind] * int(state.hand[8 * side + kind])
    return total
