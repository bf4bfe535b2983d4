"""The features of games of lines: stones by place, lines that only one side can still complete, and 3x3 squares.

Cells and lines that a symmetry of the game turns into each other are one, and so are squares, which do not know their
place. A line is another feature when its owner has the move than when he waits: three of four are then a win or only a
threat. A square is seen, and owned, by the player to move.
"""

import functools
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import Features
from yomi.kernel.rng import SIGNED

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # of lines
PLACE = 2  # the number of the first place, after the tempo

Cell = tuple[int, int]


class Grid(NamedTuple):
    """The cells and lines of a board, and which are alike."""

    places: np.ndarray  # [rows, columns] which kind of place a cell is
    lines: np.ndarray  # [lines, wanted, 2] the cells of each
    kinds: np.ndarray  # [lines] which kind of line it is
    squares: np.ndarray  # [3 ** 9] which kind of square a content is
    first_line: int  # the number of the first line
    first_square: int  # and of the first square


def grid_of(rows: int, columns: int, wanted: int, turns: bool) -> Grid:
    """A board where `wanted` in a line win; a mirror changes nothing, nor do turns where the game has them."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    lines = [line for cell in cells for line in lines_from(cell, rows, columns, wanted)]
    places = alike([{cell} for cell in cells], rows, columns, turns)
    kinds = alike([set(line) for line in lines], rows, columns, turns)
    first_line = PLACE + int(places.max()) + 1
    first_square = first_line + 2 * wanted * (int(kinds.max()) + 1)
    shaped = places.reshape(rows, columns)
    return Grid(shaped, np.array(lines), kinds, alike_squares(turns), first_line, first_square)


def lines_from(cell: Cell, rows: int, columns: int, wanted: int) -> list[list[Cell]]:
    """The lines that begin at a cell and stay on the board."""
    row, column = cell
    lines = [[(row + k * down, column + k * right) for k in range(wanted)] for down, right in STEPS]
    return [line for line in lines if line[-1][0] < rows and 0 <= line[-1][1] < columns]


def alike(sets: list[set[Cell]], rows: int, columns: int, turns: bool) -> np.ndarray:
    """A number from 0 on for each set of cells, the same for sets that a symmetry turns into each other."""
    known: dict[tuple[Cell, ...], int] = {}
    smallest = [min(images(cells, rows, columns, turns)) for cells in sets]
    return np.array([known.setdefault(image, len(known)) for image in smallest])


def images(cells: set[Cell], rows: int, columns: int, turns: bool) -> list[tuple[Cell, ...]]:
    """A set of cells as each symmetry shows it."""
    shown = [cells, {(row, columns - 1 - column) for row, column in cells}]
    if turns:
        shown += [{(rows - 1 - row, column) for row, column in image} for image in shown]
        shown += [{(column, row) for row, column in image} for image in shown]
    return [tuple(sorted(image)) for image in shown]


def alike_squares(turns: bool) -> np.ndarray:
    """The same for contents of 3x3 cells, in base three, row by row."""
    contents, cells = np.arange(3**9).reshape((3,) * 9), np.arange(9).reshape(3, 3)
    shown = [cells, cells[:, ::-1]]
    if turns:
        shown += [np.rot90(image, k) for image in shown for k in (1, 2, 3)]
    smallest = functools.reduce(np.minimum, (contents.transpose(image.ravel()) for image in shown)).ravel()
    return (np.cumsum(np.bincount(smallest, minlength=3**9) > 0) - 1)[smallest]


def features_of(grid: Grid) -> Features:
    """What Python knows of them."""
    last = grid.first_square + int(grid.squares.max())
    return Features(
        {
            "tempo": range(1, PLACE),
            "place": range(PLACE, grid.first_line),
            "line": range(grid.first_line, grid.first_square),  # by kind, number of stones, and who is to move
            "square": range(grid.first_square, last + 1),
        }
    )


@njit(cache=True)
def write_grid(state, grid, out):
    """Write the features of a position; return how many."""
    n = write_places(state.cells, grid, out)
    n = write_lines(state, grid, out, n)
    return write_squares(state, grid, out, n)


@njit(cache=True)
def write_places(cells, grid, out):
    n = 0
    for row in range(cells.shape[0]):
        for column in range(cells.shape[1]):
            if cells[row, column] != 0:
                number = PLACE + grid.places[row, column]
                out[n] = number if cells[row, column] == 1 else -number
                n += 1
    return n


@njit(cache=True)
def write_lines(state, grid, out, n):
    wanted = grid.lines.shape[1]
    for k in range(len(grid.lines)):
        first, second = stones_on(state.cells, grid.lines[k])
        if (first > 0) != (second > 0):
            waits = (first > 0) != (state.turn == 0)
            number = grid.first_line + 2 * (grid.kinds[k] * wanted + first + second - 1) + waits
            out[n] = number if first > 0 else -number
            n += 1
    return n


@njit(cache=True)
def stones_on(cells, line):
    """How many stones each side has on a line."""
    first = second = 0
    for k in range(len(line)):
        cell = cells[line[k, 0], line[k, 1]]
        first += cell == 1
        second += cell == 2
    return first, second


@njit(cache=True)
def write_squares(state, grid, out, n):
    for row in range(state.cells.shape[0] - 2):
        for column in range(state.cells.shape[1] - 2):
            number = grid.first_square + grid.squares[content(state, row, column)]
            out[n] = number if state.turn == 0 else -number
            n += 1
    return n


@njit(cache=True)
def content(state, row, column):
    """What stands on a square, its upper left cell given: 1 for the player to move, 2 for the other."""
    total = 0
    for k in range(9):
        cell = SIGNED(state.cells[row + k // 3, column + k % 3])
        total = 3 * total + (cell if state.turn == 0 or cell == 0 else 3 - cell)
    return total
