"""The board of shogi and 5x5 shogi: squares, hands, hash, and the sets of pieces, kept up to date by single changes.

A square is a number below 128; rows are one border column apart, border rows lie above and below for the knights.
Squares and steps are unsigned (a step back wraps round), since unsigned indices need no check.
"""

import numpy as np

from yomi.games.shogi.pieces import BLACK, KING, PAWN, PROMOTED, ROWS_COLUMNS
from yomi.kernel.inline import inlined
from yomi.kernel.record import record
from yomi.kernel.rng import SIGNED, U

LENGTH = 512  # the longest game, in moves
TOP = 3  # border rows above the board; a knight looks two rows and one column beyond it
ALL = U(0xFFFF_FFFF_FFFF_FFFF)


def shogi_dtype(size: int) -> np.dtype:
    """The record of a position on a board of `size` rows and columns."""
    return record(
        ("board", "u1", (size + 1) * (size + TOP + 2) + 1),  # a piece, EMPTY or BORDER for each square
        ("hand", "u1", 16),  # of black, of white: how many of each kind
        ("king", "u1", 2),  # where they are
        ("pieces", "u8", 4),  # of black, of white: squares below 64, squares from 64 on, a bit each
        ("pawns", "u4", 2),  # columns with a pawn, a bit each
        ("turn", "i4"),  # 0 black, 1 white
        ("count", "i4"),  # moves played since the start of `past`
        ("number", "i4"),  # what people call the number of the first of them
        ("limit", "i4"),  # moves after which the game is drawn
        ("entering", "i4"),  # points for the declaration of an entered king: 27, 24, or 0 for none
        ("repetition", "i4"),  # DRAWN or FIRST_LOSES
        ("hash", "u8"),  # of board and hands
        ("past", "u8", LENGTH + 1),  # keys of all positions of the game
        ("checked", "u1", LENGTH + 1),  # whether the player to move was in check there
    )


SHOGI, MINI = shogi_dtype(9), shogi_dtype(5)
DTYPES = (SHOGI, MINI)
DRAWN, FIRST_LOSES = 0, 1  # what a repetition is

rng = np.random.default_rng(2017)
SQUARE_KEYS = rng.integers(1, 2**64 - 1, (64, 141), np.uint64)  # by piece and square
HAND_KEYS = rng.integers(1, 2**64 - 1, 16, np.uint64)  # for each piece of a kind that a side holds
TURN_KEY = U(rng.integers(1, 2**64 - 1, dtype=np.uint64))

OFFSETS = np.array([[row * width + column for row, column in ROWS_COLUMNS] for width in (6, 10)], np.int64).view(U)


@inlined
def large(state):
    """Whether this is the board of nine rows, known to the compiler."""
    return len(state.board) > 100


@inlined
def stride(state):
    """The distance between rows."""
    return U(10) if large(state) else U(6)


@inlined
def rows(state):
    return 9 if large(state) else 5


@inlined
def zone(state):
    """The number of rows in which pieces promote."""
    return 3 if large(state) else 1


@inlined
def offset(state, direction):
    """What one step in a direction adds to a square."""
    return OFFSETS[1 if large(state) else 0, direction]


@inlined
def depth(state, side, square):
    """How many rows lie between a square and the far edge of the board, seen by `side`."""
    row = SIGNED(square // stride(state)) - TOP
    return row if side == 0 else rows(state) - 1 - row


@inlined
def bit(square):
    return U(1) << (square & U(63))


@inlined
def half(side, square):
    """Which number of `pieces` has a side's bit for a square."""
    return U(2 * side) + (square >> U(6))


@inlined
def column(state, square):
    """A bit for the column of a square."""
    return np.uint32(U(1) << (square % stride(state)))


@inlined
def put(state, side, kind, square):
    """Put a piece on an empty square."""
    code = kind | (BLACK << side)
    state.board[square] = code
    state.pieces[half(side, square)] |= bit(square)
    state.hash += SQUARE_KEYS[code, square]
    if kind == PAWN:
        state.pawns[side] |= column(state, square)
    elif kind == KING:
        state.king[side] = square


@inlined
def lift(state, side, kind, square):
    """Take a piece from its square."""
    state.board[square] = 0
    state.pieces[half(side, square)] &= ~bit(square)
    state.hash -= SQUARE_KEYS[kind | (BLACK << side), square]
    if kind == PAWN:
        state.pawns[side] &= ~column(state, square)


@inlined
def hold(state, side, kind, change):
    """Put a piece into a hand (1) or take it from there (-1)."""
    at = 8 * side + kind
    if change > 0:
        state.hand[at] += 1
        state.hash += HAND_KEYS[at]
    else:
        state.hand[at] -= 1
        state.hash -= HAND_KEYS[at]


@inlined
def unpromoted(kind):
    return kind - PROMOTED if kind > KING else kind


@inlined
def position_key(state):
    """Of board, hands and the player to move."""
    return state.hash + (TURN_KEY if state.turn == 1 else U(0))
