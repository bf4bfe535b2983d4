"""MoGo's 3x3 patterns, drawn as the report draws them and expanded into a table over all neighbourhoods.

The point to play is in the middle. `X` and `O` are stones of different colours, `.` is empty, `x` is X or empty, `o` is
O or empty, `?` is anything on the board, `#` lies outside it. Every drawing stands for its eight symmetries and for the
same with the colours swapped. `to_play` says who may play there: X, O, or either.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from yomi.games.go.board import BLACK, WHITE, ZERO
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U


class Pattern(NamedTuple):
    """A drawing, who may play it, and what must not match although the drawing does."""

    name: str
    drawing: str
    to_play: str = "XO"
    unless: tuple[str, ...] = ()


MOGO = (
    Pattern("hane1", "XOX ... ???"),  # [MOGO fig.5]
    Pattern("hane2", "XO. ... ?.?"),
    Pattern("hane3", "XO? X.. ?.?"),
    Pattern("hane4", "XOO ... ?.?", to_play="X"),
    Pattern("cut1", "XO? O.? ???", unless=("XO? O.O ?.?", "XO? O.. ?O?")),  # [MOGO fig.6]
    Pattern("cut2", "?X? O.O xxx"),  # [MOGO fig.7]
    Pattern("side1", "X.? O.? ###"),  # [MOGO fig.8]
    Pattern("side2", "?X? o.O ###"),
    Pattern("side3", "?XO ?.? ###", to_play="X"),
    Pattern("side4", "?XO ?.o ###", to_play="O"),
    Pattern("side5", "?XO O.X ###", to_play="O"),
)
COLOURS = {"X": (1,), "O": (2,), ".": (0,), "x": (0, 1), "o": (0, 2), "?": (0, 1, 2), "#": (3,)}
SWAPPED = str.maketrans("XOxo", "OXox")
CELLS = (1, 3, 5, 7, 0, 2, 6, 8)  # where N W E S NW NE SW SE, the order of a neighbourhood's code, stand in a drawing


def symmetries(drawing: str) -> set[str]:
    """The rotations and reflections of a drawing, rows joined."""
    square = np.array(list(drawing.replace(" ", ""))).reshape(3, 3)
    turned = [np.rot90(kind, k) for kind in (square, square.T) for k in range(4)]
    return {"".join(kind.ravel()) for kind in turned}


def codes(drawing: str) -> np.ndarray:
    """The codes of all neighbourhoods that one drawing, as it stands, matches."""
    found = np.zeros(1, np.int64)
    for k, cell in enumerate(CELLS):
        found = (found[:, None] + (np.array(COLOURS[drawing[cell]]) << (2 * k))).ravel()
    return found


def matches(pattern: Pattern) -> Iterator[tuple[int, np.ndarray]]:
    """(colour to play, codes) of a pattern in all symmetries and both colourings."""
    for swap in (False, True):
        table = SWAPPED if swap else {}
        matched, refused = np.zeros(65536, np.bool_), np.zeros(65536, np.bool_)
        for kind in symmetries(pattern.drawing.translate(table)):
            matched[codes(kind)] = True
        for drawing in pattern.unless:
            for kind in symmetries(drawing.translate(table)):
                refused[codes(kind)] = True
        for player, colour in (("X", BLACK), ("O", WHITE)):
            if player in pattern.to_play.translate(table):
                yield int(colour), np.flatnonzero(matched & ~refused)


def pattern_table(patterns: tuple[Pattern, ...]) -> np.ndarray:
    """For each neighbourhood, who may play a pattern there: bit 0 for black, bit 1 for white."""
    table = np.zeros(65536, np.uint8)
    for pattern in patterns:
        for colour, found in matches(pattern):
            table[found] |= colour
    return table


def packed(table: np.ndarray) -> np.ndarray:
    """The same with four entries in a byte: small enough to stay in the processor's first cache."""
    return np.bitwise_or.reduce([table[k::4] << (2 * k) for k in range(4)]).astype(np.uint8)


PLAYABLE = packed(pattern_table(MOGO))


@inlined
def plays_pattern(code, colour):
    """Whether `colour` may play one of MoGo's patterns in such a neighbourhood."""
    return (U(PLAYABLE[code >> U(2)]) >> ((code & U(3)) * U(2))) & colour != ZERO
