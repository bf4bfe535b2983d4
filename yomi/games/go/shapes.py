"""The classes of 3x3 neighbourhoods: two that a symmetry of the board turns into each other are one shape.

A drawing reads row by row, as in `patterns.py`: `X` is a stone of the player to move, `O` one of the opponent, `.` is
empty, `#` lies outside the board; the point to play is in the middle.
"""

import functools
from typing import NamedTuple

import numpy as np

from yomi.games.go.board import BLACK, is_eye
from yomi.games.go.patterns import CELLS
from yomi.kernel.rng import U

CODES = 1 << 16
SIGNS = ".XO#"
SHIFT = {cell: 2 * k for k, cell in enumerate(CELLS)}  # where a cell of a drawing stands in a code
OUTSIDE = (
    (),
    *((0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8)),
    *((0, 1, 2, 3, 6), (0, 1, 2, 5, 8), (0, 3, 6, 7, 8), (2, 5, 6, 7, 8)),
)  # which cells can lie outside the board: none, a side, a corner


class Shapes(NamedTuple):
    """All classes; class 0 is what cannot occur."""

    of: np.ndarray  # [2, CODES] the class of each code, for black and for white to move
    example: np.ndarray  # [K] a code of each class, black to move
    eye: np.ndarray  # [K] whether the player to move has an eye there


def swapped(codes: np.ndarray) -> np.ndarray:
    """The same neighbourhoods with the colours of all stones exchanged."""
    stones = (codes ^ (codes >> 1)) & 0x5555  # the low bit of each cell that has a stone
    return codes ^ (stones * 3)


def turned(codes: np.ndarray) -> list[np.ndarray]:
    """The eight rotations and reflections of each code."""
    square = np.arange(9).reshape(3, 3)
    sources = [np.rot90(kind, k).ravel().tolist() for kind in (square, square.T) for k in range(4)]
    return [
        np.bitwise_or.reduce([((codes >> SHIFT[source[cell]]) & 3) << SHIFT[cell] for cell in CELLS])
        for source in sources
    ]


def possible(codes: np.ndarray) -> np.ndarray:
    """Whether a neighbourhood can occur on a board of 2x2 or more."""
    border = codes & (codes >> 1) & 0x5555
    return np.isin(border, [sum(1 << SHIFT[cell] for cell in outside) for outside in OUTSIDE])


@functools.cache
def shapes() -> Shapes:
    """The classes, found once."""
    codes = np.arange(CODES, dtype=np.int64)
    known = codes[possible(codes)]
    least = np.full(CODES, -1, np.int64)
    least[known] = np.minimum.reduce(turned(known))
    example, of = np.unique(least, return_inverse=True)
    of = of.reshape(-1).astype(np.uint16)
    eye = np.array([code >= 0 and bool(is_eye(U(code), BLACK)) for code in example.tolist()])
    return Shapes(np.stack([of, of[swapped(codes)]]), example, eye)


def drawing(shape: int) -> str:
    """`XO. ... ..#`: a class as text."""
    code = int(shapes().example[shape])
    cells = [SIGNS[(code >> SHIFT[cell]) & 3] if cell in SHIFT else "." for cell in range(9)]
    return " ".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def shape_of(text: str) -> int:
    """The class that a drawing shows; 0 if it shows none."""
    cells = text.replace(" ", "")
    if len(cells) != 9 or cells[4] != "." or set(cells) - set(SIGNS):
        return 0
    return int(shapes().of[0, sum(SIGNS.index(cells[cell]) << shift for cell, shift in SHIFT.items())])
