"""Local shapes: every square of 1x1, 2x2 and 3x3 points with what stands on it, at every place of the board [RAVE 3.4].

What a square holds is a number in base three, row by row: 0 empty, 1 black, 2 white. Squares that a symmetry of the
board turns into each other share a weight; with the colours exchanged it counts negative. So do, with weights of their
own, squares of the same content wherever they are. `numbered` counts the weights: +k or -k by the sign, 0 for none.
"""

import functools
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.go.board import BLACK, EMPTY, ONE, ZERO, in_atari, opponent, stride, where
from yomi.games.go.features import captures
from yomi.games.go.liberties import first_of
from yomi.games.go.rules import DTYPES
from yomi.games.hints import after_values
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U
from yomi.kernel.verb import body

SIDES = (1, 2, 3)
POWER = 3 ** np.arange(9)  # of the cells of a square


class Windows(NamedTuple):
    """The weights that squares of each side take part in, for one size of board."""

    one: np.ndarray  # [places, 3] by place and content
    two: np.ndarray  # [places, 81]
    three: np.ndarray  # [places, 19683]
    any_one: np.ndarray  # [3] by content alone
    any_two: np.ndarray  # [81]
    any_three: np.ndarray  # [19683]


def numbered(places: int, side: int) -> tuple[np.ndarray, int]:
    """(the signed number of each place and content, how many there are); `places` are the squares in a row."""
    contents, cells = 3 ** (side * side), np.arange(side * side).reshape(side, side)
    if places == 0:
        return np.zeros((0, contents), np.int32), 0
    digits = (np.arange(contents)[:, None] // 3 ** cells.ravel()) % 3
    spots = np.arange(places * places).reshape(places, places)
    best = np.full((places * places, contents), np.iinfo(np.int64).max)
    sign = np.zeros(best.shape, np.int8)
    for colour in (1, -1):
        shown = digits if colour == 1 else (3 - digits) % 3
        for turn in (lambda board, k=k, flip=flip: np.rot90(board.T if flip else board, k)
                     for k in range(4) for flip in (False, True)):  # fmt: skip
            content = (shown[:, turn(cells).ravel()] * 3 ** cells.ravel()).sum(1)
            spot = np.argsort(turn(spots).ravel())
            key = spot[:, None] * contents + content
            sign[key == best] *= sign[key == best] == colour  # its own opposite: worth nothing
            better = key < best
            best[better], sign[better] = key[better], colour
    known, number = np.unique(np.where(sign != 0, best, -1), return_inverse=True)
    missing = int(known[0] == -1)
    return ((number.reshape(best.shape) + 1 - missing) * sign).astype(np.int32), len(known) - missing


@functools.cache
def windows(size: int) -> tuple[Windows, int]:
    """The numbers of all squares of a board, those that know their place after those that do not; how many in all."""
    count, tables = 0, []
    anywhere_first = [(side, 1) for side in SIDES] + [(side, max(size - side + 1, 0)) for side in SIDES]
    for side, places in anywhere_first:
        number, more = numbered(places, side)
        tables.append(np.where(number > 0, number + count, np.where(number < 0, number - count, 0)))
        count += more
    anywhere, placed = tables[:3], tables[3:]
    return Windows(*(t.astype(np.int32) for t in placed), *(t[0].astype(np.int32) for t in anywhere)), count


def anywhere_count() -> int:
    """How many weights do not know their place: the first ones, the same on every board."""
    return sum(numbered(1, side)[1] for side in SIDES)


@inlined
def weight(weights, signed):
    """A weight with its sign; `weights` holds the negatives backwards, a zero, and the weights."""
    return weights[len(weights) // 2 + signed]


@inlined
def content(state, p, side):
    """What stands on the square of that side whose upper left point is `p`."""
    w, total = stride(state), 0
    for row in range(side):
        for column in range(side):
            total += int(state.colour[p + U(row) * w + U(column)]) * POWER[side * row + column]
    return total


@njit(cache=True)
def collect(state, squares, found):
    """Write the signed numbers of all squares of a position; return how many."""
    w, count = int(stride(state)), 0
    size = w - 1
    for row in range(size):
        for column in range(size):
            p = U((row + 1) * w + column + 1)
            holds = content(state, p, 1)
            found[count], found[count + 1] = squares.one[row * size + column, holds], squares.any_one[holds]
            count += 2
            if row < size - 1 and column < size - 1:
                holds = content(state, p, 2)
                found[count], found[count + 1] = squares.two[row * (size - 1) + column, holds], squares.any_two[holds]
                count += 2
            if row < size - 2 and column < size - 2:
                holds = content(state, p, 3)
                found[count] = squares.three[row * (size - 2) + column, holds]
                found[count + 1] = squares.any_three[holds]
                count += 2
    return count


@njit(cache=True)
def total_weight(weights, found, count):
    """The sum of weights of a position's squares: how good it is for black."""
    total = 0.0
    for k in range(count):
        total += weight(weights, found[k])
    return total


@njit(cache=True)
def square_gain(state, weights, placed, anywhere, side, p, stone):
    """How much squares of one side gain by a stone at the empty point `p`: those that hold `p`."""
    w, more = int(stride(state)), 0.0
    places, row, column = w - side, int(p) // w - 1, int(p) % w - 1
    for r in range(max(row - side + 1, 0), min(row + 1, places)):
        for c in range(max(column - side + 1, 0), min(column + 1, places)):
            old = content(state, U((r + 1) * w + c + 1), side)
            new = old + stone * POWER[side * (row - r) + column - c]
            more += weight(weights, placed[r * places + c, new]) - weight(weights, placed[r * places + c, old])
            more += weight(weights, anywhere[new]) - weight(weights, anywhere[old])
    return more


@njit(cache=True)
def gain(state, shapes, p, colour):
    """How much the total grows by a stone at `p` that takes nothing."""
    squares, stone = shapes.squares, int(colour)
    return (
        square_gain(state, shapes.weights, squares.one, squares.any_one, 1, p, stone)
        + square_gain(state, shapes.weights, squares.two, squares.any_two, 2, p, stone)
        + square_gain(state, shapes.weights, squares.three, squares.any_three, 3, p, stone)
    )


@njit(cache=True)
def show(state, p, stone, prey, shown):
    """Let `colour` show a stone at `p` and the chains beside it that it takes, of colour `prey`, as `shown`."""
    state.colour[p] = stone
    beside = where(U(state.code[p]), prey)
    while beside != ZERO:
        head = U(state.chain[first_of(state, p, beside)])
        beside &= beside - ONE
        if in_atari(state.liberties[head]):
            q = head
            while True:
                state.colour[q] = shown
                q = U(state.next[q])
                if q == head:
                    break


@body(after_values, *DTYPES.values())
def go_after_values(state, shapes, moves, out):
    """The chance of the player to move after each move, by the local shapes then on the board."""
    colour, enemy = U(state.turn), opponent(U(state.turn))
    found = np.empty(6 * len(state.empty), np.int32)
    now = shapes.bias + total_weight(shapes.weights, found, collect(state, shapes.squares, found))
    for k in range(len(moves)):
        p, then = U(moves[k]), now
        if p != ZERO and captures(state, p):
            show(state, p, colour, enemy, EMPTY)
            then = shapes.bias + total_weight(shapes.weights, found, collect(state, shapes.squares, found))
            show(state, p, EMPTY, enemy, enemy)
        elif p != ZERO:
            then += gain(state, shapes, p, colour)
        out[k] = 1.0 / (1.0 + np.exp(-then if colour == BLACK else then))
