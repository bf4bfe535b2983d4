"""The features of Go positions: local shapes, numbered one higher than `windows` numbers them [RAVE 3.4].

A kernel cannot be given tables here, and those of `windows` are too large to be part of it. So a square is first shown
as its likeness in the upper left eighth of the board has it; what is left to compare are the symmetries that leave
that place where it is, and of such sets there are four.
"""

import functools

import numpy as np
from numba import njit

from yomi.games.features import MOST, UNKNOWN, Features, changes, features
from yomi.games.go.board import PASS, stride
from yomi.games.go.rules import DTYPES
from yomi.games.go.windows import SIDES
from yomi.kernel.inline import inlined
from yomi.kernel.rng import SIGNED, U
from yomi.kernel.verb import body

FLIPPED, MIRRORED, TRANSPOSED = 1, 2, 4  # upside down, left and right exchanged, then rows and columns: bits of a turn
FREE, DIAGONAL, MIDDLE, CENTRE = range(4)  # places by which turns leave them: none, transposing, mirroring, all
STAY = ((0,), (0, TRANSPOSED), (0, MIRRORED), tuple(range(8)))  # those turns
BEFORE, KIND, TURN = range(3)  # of a place: the number before its first, its kind, the turn that shows it
SIZES = [size for size in DTYPES if 2 * sum(max(0, size - side + 1) ** 2 for side in SIDES) < MOST]


def turned(square: np.ndarray, turn: int) -> np.ndarray:
    """What each cell of a square finds where a turn takes it."""
    square = square.T if turn & TRANSPOSED else square
    square = square[:, ::-1] if turn & MIRRORED else square
    return square[::-1] if turn & FLIPPED else square


def powers(side: int) -> np.ndarray:
    """What a stone on each cell adds to the content of a square, by turn."""
    cells = 3 ** np.arange(side * side).reshape(side, side)
    table = np.zeros((8, 9), np.int64)
    table[:, : side * side] = [turned(cells, turn).ravel() for turn in range(8)]
    return table


def shapes(side: int) -> tuple[np.ndarray, np.ndarray]:
    """(the signed number of each content at a place of each kind, how many numbers a kind has)."""
    cells = np.arange(side * side).reshape(side, side)
    contents = np.arange(3**cells.size).reshape((3,) * cells.size)  # an axis for each cell
    exchanged = contents[np.ix_(*[[0, 2, 1]] * cells.size)]
    number, count = np.zeros((4, contents.size), np.int16), np.zeros(4, np.int64)
    for kind, turns in enumerate(STAY):
        axes = [turned(cells, turn).ravel() for turn in turns]
        least, other = (
            functools.reduce(np.minimum, map(seen.transpose, axes)).ravel() for seen in (contents, exchanged)
        )
        sign = np.sign(other - least)  # its own opposite: worth nothing
        smallest = np.minimum(least, other)
        known = np.bincount(smallest[sign != 0], minlength=contents.size) > 0
        number[kind], count[kind] = np.cumsum(known)[smallest] * sign, known.sum()
    return number, count


def place_table(counts: list[np.ndarray], first: int) -> tuple[np.ndarray, dict[int, int]]:
    """(what is known of a place by size, side, row and column, the last number of each size)."""
    table = np.zeros((SIZES[-1] + 1, len(SIDES), SIZES[-1], SIZES[-1], 3), np.int32)
    last = {}
    for size in SIZES:
        number = first
        for k, side in enumerate(SIDES):
            begun: dict[tuple[int, int], int] = {}
            for row, column in np.ndindex(max(0, size - side + 1), max(0, size - side + 1)):
                place, kind, turn = likeness(row, column, size - side + 1)
                if place not in begun:
                    begun[place], number = number, number + int(counts[k][kind])
                table[size, k, row, column] = begun[place], kind, turn
        last[size] = number
    return table, last


def likeness(row: int, column: int, places: int) -> tuple[tuple[int, int], int, int]:
    """The place in the upper left eighth that is like this one, its kind, and the turn that leads there."""
    up, left = min(row, places - 1 - row), min(column, places - 1 - column)
    turn = FLIPPED * (up != row) + MIRRORED * (left != column) + TRANSPOSED * (up > left)
    place = min(up, left), max(up, left)
    return place, DIAGONAL * (up == left) + MIDDLE * (2 * place[1] == places - 1), turn


POWERS = np.array([powers(side) for side in SIDES])
NUMBERS, COUNTS = zip(*map(shapes, SIDES), strict=True)
SHAPES = np.concatenate(NUMBERS, axis=1)  # those of each side one after the other
START = np.cumsum([0, 3, 81])  # where they begin
ANYWHERE = np.cumsum([1, *(int(count[CENTRE]) for count in COUNTS)])  # the number before the first of each side
PLACES, LAST = place_table(list(COUNTS), int(ANYWHERE[-1]))


def features_of(size: int) -> Features | None:
    """What Python knows of them; there are none on boards where a position could have too many."""
    if size not in SIZES:
        return None
    placed = int(ANYWHERE[-1]) + 1
    groups = {"tempo": range(1, 2), "anywhere": range(2, placed), "placed": range(placed, LAST[size] + 1)}
    return Features(groups)


@inlined
def content(state, row, column, k, turn):
    """What stands on a square of the side SIDES[k], as a turn shows it."""
    w, total = stride(state), 0
    p = U((row + 1) * SIGNED(w) + column + 1)
    for i in range(k + 1):
        for j in range(k + 1):
            total += SIGNED(state.colour[p + U(i) * w + U(j)]) * POWERS[k, turn, (k + 1) * i + j]
    return START[k] + total


@inlined
def write(signed, before, sign, out, n):
    """Write a feature, if it is one."""
    if signed == 0:
        return n
    out[n] = sign * (signed + before if signed > 0 else signed - before)
    return n + 1


@njit(cache=True)
def write_square(state, row, column, k, sign, out, n):
    """What a square of the side SIDES[k] is anywhere, and what it is at its place."""
    place = PLACES[SIGNED(stride(state)) - 1, k, row, column]
    held = content(state, row, column, k, place[TURN])
    n = write(SIGNED(SHAPES[CENTRE, held]), ANYWHERE[k], sign, out, n)
    return write(SIGNED(SHAPES[place[KIND], held]), place[BEFORE], sign, out, n)


@body(features, *(DTYPES[size] for size in SIZES))
def go_features(state, whole, out):
    size, n = SIGNED(stride(state)) - 1, 0
    for k in range(3):
        for row in range(size - k):
            for column in range(size - k):
                n = write_square(state, row, column, k, 1, out, n)
    return n


@body(changes, *(DTYPES[size] for size in SIZES))
def go_changes(state, move, after, whole, out):
    """The squares round a stone that takes nothing; a pass changes none."""
    if move == PASS:
        return 0
    if after.free != state.free - 1:
        return UNKNOWN
    w, n = SIGNED(stride(state)), 0
    row, column = SIGNED(move) // w - 1, SIGNED(move) % w - 1
    for k in range(3):
        for r in range(max(row - k, 0), min(row + 1, w - 1 - k)):
            for c in range(max(column - k, 0), min(column + 1, w - 1 - k)):
                n = write_square(state, r, c, k, -1, out, n)
                n = write_square(after, r, c, k, 1, out, n)
    return n
