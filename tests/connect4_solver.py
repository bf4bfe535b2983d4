"""The solution of Connect Four: the value of a position for the player to move, and the moves that keep it.

A column takes seven bits, the lowest row first, the seventh always empty; `own` has the stones of the player to move,
`taken` all stones. Alpha-beta on loss, draw and win with a table of bounds.
"""

import numpy as np
from numba import njit

from yomi.games.position import Position

LOSS, DRAW, WIN = -1, 0, 1
BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = BOTTOM * 63
ENTRIES = 8_388_593  # of the table, a prime


@njit(cache=True)
def count(bits):
    """How many of 49 bits are set."""
    bits -= (bits >> 1) & 0x5555555555555
    bits = (bits & 0x3333333333333) + ((bits >> 2) & 0x3333333333333)
    bits = (bits + (bits >> 4)) & 0xF0F0F0F0F0F0F
    return (bits * 0x1010101010101 >> 48) & 255


@njit(cache=True)
def line_cells(own, taken):
    """Empty cells that would make four in a line."""
    cells = (own << 1) & (own << 2) & (own << 3)
    for step in (6, 7, 8):
        pair = (own << step) & (own << 2 * step)
        cells |= pair & (own << 3 * step)
        cells |= pair & (own >> step)
        pair = (own >> step) & (own >> 2 * step)
        cells |= pair & (own >> 3 * step)
        cells |= pair & (own << step)
    return cells & (BOARD ^ taken)


@njit(cache=True)
def safe_cells(own, taken):
    """Where to play without letting the other player win at once."""
    cells = (taken + BOTTOM) & BOARD
    threats = line_cells(own ^ taken, taken)
    forced = cells & threats
    if forced != 0:
        if forced & (forced - 1) != 0:
            return 0
        cells = forced
    return cells & ~(threats >> 1)


@njit(cache=True)
def known(own, taken, table):
    """Bounds of a value, as far as the table has them."""
    key = own + taken + BOTTOM
    entry = table[key % ENTRIES]
    return ((entry & 3) - 1, (entry >> 2 & 3) - 1) if entry >> 4 == key else (LOSS, WIN)


@njit(cache=True)
def order(own, taken, cells, beta, table, row):
    """Write the cells to be tried, and say how many: a good one known, most threats, then the middle."""
    n = 0
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = cells & (63 << 7 * column)
        if cell != 0:
            k, rank = n, count(line_cells(own | cell, taken | cell))
            if -known(own ^ taken, taken | cell, table)[1] >= beta:
                rank = 99
            while k > 0 and row[k - 1, 1] < rank:
                row[k, 0], row[k, 1] = row[k - 1, 0], row[k - 1, 1]
                k -= 1
            row[k, 0], row[k, 1] = cell, rank
            n += 1
    return n


@njit  # not cached: Numba crashes when it loads a function that calls itself
def search(own, taken, alpha, beta, table, scratch, stones):
    """The value if it lies between alpha and beta, or a bound; the player to move cannot win at once."""
    cells = safe_cells(own, taken)
    if cells == 0 or stones >= 40:
        return LOSS if cells == 0 and stones < 42 else DRAW
    low, high = known(own, taken, table)
    if low >= beta or high <= alpha or low == high:
        return low if low >= beta else high
    alpha, beta = max(alpha, low), min(beta, high)
    row = scratch[stones]
    n = order(own, taken, cells, beta, table, row)
    best = LOSS
    for k in range(n):
        floor = max(alpha, best)
        best = max(best, -search(own ^ taken, taken | row[k, 0], -beta, -floor, table, scratch, stones + 1))
        if best >= beta:
            break
    low = max(low, best) if best > alpha else low
    high = min(high, best) if best < beta else high
    key = own + taken + BOTTOM
    table[key % ENTRIES] = key << 4 | (high + 1) << 2 | (low + 1)
    return best


@njit
def solve(own, taken, table, scratch):
    """The value of a game that goes on, for the player to move."""
    if (taken + BOTTOM) & BOARD & line_cells(own, taken) != 0:
        return WIN
    stones = count(taken)
    if search(own, taken, DRAW, WIN, table, scratch, stones) == WIN:
        return WIN
    return search(own, taken, LOSS, DRAW, table, scratch, stones)


class Solver:
    """Solves positions, and remembers what it found out."""

    def __init__(self) -> None:
        self.table = np.zeros(ENTRIES, np.int64)
        self.scratch = np.zeros((43, 7, 2), np.int64)  # for each number of stones, moves and their ranks

    def value(self, position: Position) -> int:
        """WIN, DRAW or LOSS for the player to move."""
        if position.over:
            return int(position.result)
        return int(solve(*bits_of(position), self.table, self.scratch))

    def values(self, position: Position) -> dict[int, int]:
        """What each move leads to, for the player who makes it."""
        return {move: -self.value(position.play(move)) for move in position.legal}

    def keeping(self, position: Position) -> list[int]:
        """The moves that keep the value."""
        values = self.values(position)
        return [move for move, value in values.items() if value == max(values.values())]


def bits_of(position: Position) -> tuple[int, int]:
    """Stones of the player to move, and all stones."""
    state = position.state
    own = taken = 0
    for row, column in zip(*np.nonzero(state.cells), strict=True):
        bit = 1 << 7 * int(column) + 5 - int(row)
        taken |= bit
        own |= bit if state.cells[row, column] == state.turn + 1 else 0
    return own, taken


def careful(position: Position) -> list[int]:
    """Moves that win at once or else do not let the other player win at once; all, where there are none."""
    own, taken = bits_of(position)
    cells = int((taken + BOTTOM) & BOARD & line_cells(own, taken) or safe_cells(own, taken))
    return [move for move in position.legal if cells >> 7 * move & 63] or position.legal
