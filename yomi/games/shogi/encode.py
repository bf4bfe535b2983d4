"""How a shogi position looks to a network: pieces and hands of both sides, check; the board turned to the side to move.

A move stands at the square it goes to, by its kind: the direction in which the piece goes, clockwise from straight
ahead and then the knight's jumps to the left and to the right; the same with promotion; the drops by kind of piece.
"""

import functools
from typing import NamedTuple

import numpy as np

from yomi.games.encode import View, action, encode
from yomi.games.shogi.board import DRAWN, DTYPES, TOP, large, rows, stride
from yomi.games.shogi.moves import DROPS, origin, promotes, target
from yomi.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, PROMOTED, ROOK, ROWS_COLUMNS, SILVER
from yomi.games.symmetry import of_mirror
from yomi.kernel.bits import lowest
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED, U
from yomi.kernel.verb import body

NUMBERS = 4
HELD = (  # planes for pieces of a kind in a hand, on the small board and on the large one
    {PAWN: 2, SILVER: 2, BISHOP: 2, ROOK: 2, GOLD: 2},
    {PAWN: 8, LANCE: 4, KNIGHT: 4, SILVER: 4, BISHOP: 2, ROOK: 2, GOLD: 4},
)


class Sheet(NamedTuple):
    """Where a board's pieces and moves stand; `board` and `hand` are of the side to move, the other's follow."""

    board: np.ndarray  # by kind of piece: its plane
    hand: np.ndarray  # by kind of piece: its first plane, for one piece of it
    most: np.ndarray  # by kind of piece: how many planes
    drop: np.ndarray  # by kind of piece: the kind of move that drops it
    kinds: int  # planes of all pieces of one side
    held: int  # planes of one hand
    ways: int  # directions of moves


def sheet_of(held: dict[int, int], ways: int) -> Sheet:
    basic = [*held, KING]
    kinds = [*basic, *(kind + PROMOTED for kind in held if kind != GOLD)]
    board, hand, most, drop = np.zeros((4, 16), np.int64)
    board[kinds] = np.arange(len(kinds))
    most[list(held)] = list(held.values())
    hand[list(held)] = 2 * len(kinds) + np.cumsum([0, *held.values()])[:-1]
    drop[list(held)] = 2 * ways + np.arange(len(held))
    return Sheet(board, hand, most, drop, len(kinds), sum(held.values()), ways)


SMALL, LARGE = sheet_of(HELD[0], 8), sheet_of(HELD[1], 10)
DIRECTION = np.zeros((3, 3), np.int64)  # by the signs of the rows and columns that a move goes down and right
for _way, (_down, _right) in enumerate(ROWS_COLUMNS):
    DIRECTION[_down + 1, _right + 1] = _way


def view_of(size: int) -> View:
    """What Python knows of it."""
    sheet = LARGE if size == 9 else SMALL
    ahead = [(8 - way) % 8 for way in range(8)] + [9, 8][: sheet.ways - 8]  # in the mirror
    drops = sorted(sheet.drop[list(HELD[size == 9])].tolist())
    kinds = (*ahead, *(sheet.ways + way for way in ahead), *drops)
    planes = 2 * sheet.kinds + 2 * sheet.held + 2
    symmetries = functools.partial(of_mirror, size, size, kinds)
    return View(planes, size, size, NUMBERS, kinds=len(kinds), symmetries=symmetries)


@inlined
def sheet(state):
    return LARGE if large(state) else SMALL


@inlined
def shown(state, square):
    """The row and column of a square as the side to move sees the board."""
    row, column = SIGNED(square // stride(state)) - TOP, SIGNED(square % stride(state))
    last = rows(state) - 1
    return (row, column) if state.turn == 0 else (last - row, last - column)


@body(action, *DTYPES)
def shogi_action(state, move):
    size, start = rows(state), origin(move)
    row, column = shown(state, target(move))
    if start < U(DROPS):
        kind = sheet(state).drop[start]
    else:
        from_row, from_column = shown(state, start)
        kind = way(row - from_row, column - from_column) + (sheet(state).ways if promotes(move) else 0)
    return (kind * size + row) * size + column


@inlined
def way(down, right):
    """The direction of a move; only a knight goes two rows and one column."""
    if down == -2 and (right == 1 or right == -1):
        return SIGNED(8 if right < 0 else 9)
    return DIRECTION[sign(down) + 1, sign(right) + 1]


@inlined
def sign(x):
    return SIGNED(x > 0) - SIGNED(x < 0)


@body(encode, *DTYPES)
def shogi_encode(state, planes, numbers):
    write_pieces(state, planes)
    write_hands(state, planes)
    last = 2 * sheet(state).kinds + 2 * sheet(state).held
    if state.checked[state.count] != 0:
        fill(planes, last)
    fill(planes, last + 1)
    numbers[0] = state.count / max(1, state.limit)
    numbers[1] = seen_before(state) / 3.0  # the fourth time ends the game
    numbers[2] = 0.0 if state.repetition == DRAWN else (1.0 if state.turn == 1 else -1.0)  # who gains by it
    numbers[3] = state.entering / 27.0


@apart
def write_pieces(state, planes):
    """The pieces on the board, own ones first."""
    for half in range(4):
        first = 0 if half // 2 == state.turn else sheet(state).kinds
        left = state.pieces[half]
        while left != U(0):
            square = lowest(left) + U(64 * (half % 2))
            left &= left - U(1)
            row, column = shown(state, square)
            planes[U(first + sheet(state).board[state.board[square] & 15]), U(row), U(column)] = 1


@apart
def write_hands(state, planes):
    """The pieces in hand: so many planes full of ones as there are pieces of a kind."""
    for side in range(2):
        first = 0 if side == state.turn else sheet(state).held
        for kind in range(PAWN, GOLD + 1):
            held = min(SIGNED(state.hand[8 * side + kind]), sheet(state).most[kind])
            for k in range(held):
                fill(planes, first + sheet(state).hand[kind] + k)


@inlined
def fill(planes, plane):
    """Write ones for all squares."""
    for row in range(planes.shape[1]):
        for column in range(planes.shape[2]):
            planes[U(plane), U(row), U(column)] = 1


@apart
def seen_before(state):
    """How often the position has come before in this game."""
    times = 0
    for k in range(state.count - 4, -1, -2):
        times += state.past[k] == state.past[state.count]
    return times
