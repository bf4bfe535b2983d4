"""Shogi pieces and how they move.

A piece is its kind with a bit for its colour: 16 black (sente, moves up the board), 32 white. The border has both bits,
an empty square none, so "may I go there" is one test. Directions are numbered clockwise from straight up.
"""

import numpy as np

EMPTY, PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(9)
PROMOTED = 8  # added to a kind; the king and the gold have no other side
BLACK, WHITE, BORDER = 16, 32, 48
LETTERS = "PLNSBRGK"  # of the kinds from PAWN on
CODES = BORDER + 1  # of all squares: kinds with a colour, and the border

UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT = (1 << d for d in range(8))
CROSS, SALTIRE = UP | RIGHT | DOWN | LEFT, UP_RIGHT | DOWN_RIGHT | DOWN_LEFT | UP_LEFT
GOLDEN = UP_LEFT | UP | UP_RIGHT | LEFT | RIGHT | DOWN
ROWS_COLUMNS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # of the directions

STEPS = {  # directions in which a black piece goes one square
    PAWN: UP,
    SILVER: SALTIRE | UP,
    GOLD: GOLDEN,
    KING: CROSS | SALTIRE,
    **{kind + PROMOTED: GOLDEN for kind in (PAWN, LANCE, KNIGHT, SILVER)},
    BISHOP + PROMOTED: CROSS,
    ROOK + PROMOTED: SALTIRE,
}
SLIDES = {  # directions in which it goes as far as it can
    LANCE: UP,
    BISHOP: SALTIRE,
    ROOK: CROSS,
    BISHOP + PROMOTED: SALTIRE,
    ROOK + PROMOTED: CROSS,
}


def turned(directions: int) -> int:
    """The same directions seen from the other side of the board."""
    return (directions << 4 | directions >> 4) & 255


def by_code(of_black: dict[int, int]) -> np.ndarray:
    """A table of directions by the code of a piece."""
    table = np.zeros(CODES, np.uint8)
    for kind, directions in of_black.items():
        table[kind | BLACK], table[kind | WHITE] = directions, turned(directions)
    return table


SLIDE = by_code(SLIDES)  # a bit for each direction
STEP = by_code(STEPS)
REACH = STEP | SLIDE  # what a piece attacks next to it
