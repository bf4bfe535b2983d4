"""How the small games look to a network: stones of the player to move, stones of the other; a heap in digits."""

import functools

from numba import njit

from yomi.games.encode import View
from yomi.games.symmetry import of_mirror, of_square

BASE = 32  # of the two digits of a heap

TICTACTOE_VIEW = View(planes=2, height=3, width=3, symmetries=functools.partial(of_square, 3))
CONNECT4_VIEW = View(planes=2, height=6, width=7, symmetries=functools.partial(of_mirror, 6, 7))
NIM_VIEW = View(planes=2 * BASE, height=1, width=1, kinds=3)  # a plane for each value of each digit


@njit(cache=True)
def write_cells(state, planes):
    """Own stones, then those of the other player."""
    cells = state.cells
    for row in range(cells.shape[0]):
        for column in range(cells.shape[1]):
            if cells[row, column] != 0:
                planes[0 if cells[row, column] == state.turn + 1 else 1, row, column] = 1


@njit(cache=True)
def write_heap(heap, planes):
    """The low digit of a heap, then the high one; heaps beyond two digits look alike."""
    planes[heap % BASE, 0, 0] = 1
    planes[BASE + min(heap // BASE, BASE - 1), 0, 0] = 1
