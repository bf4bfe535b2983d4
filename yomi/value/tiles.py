"""Convolutions by Winograd's method: tiles of points become tiles of values, in which a convolution is a product.

A tile of 3x3 results needs 5x5 points and 25 products for each pair of channels instead of 81; one of 4x4 needs 36
instead of 144 (Lavin and Gray 2016). Larger kernels are cut into pieces of 3x3, each shifted. The values stand as
[values, tiles, channels], so that each value of all tiles is a matrix.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.value.lanes import lanes_of, load, muladd, store
from yomi.value.panels import PANEL, F, ended, products

APART = 16  # numbers between the matrices of two values, so that they do not all begin at the same place of a cache


class Bank(NamedTuple):
    """The kernels of a convolution as panels of each value, for tiles of one size."""

    panels: np.ndarray  # flat: [values, panels, depth, 16]
    shifts: np.ndarray  # [pieces, 2]: by which points each piece of the kernel is shifted
    inputs: int  # channels
    outputs: int  # channels
    side: int  # results along a tile: 3 or 4


class Room(NamedTuple):
    """Scratch of a convolution."""

    values: np.ndarray  # of the points
    products: np.ndarray
    tile: np.ndarray  # of eight channels, half way
    at: np.ndarray  # where the points of a tile begin
    boards: int  # that there is room for


@njit(cache=True, nogil=True)
def convolve(board, x, bank, ending, room):
    """A convolution, and what comes after it."""
    span = bank.side + 2
    depth, panels = len(bank.shifts) * bank.inputs, -(-bank.outputs // PANEL)
    tiles = -(-board.height // bank.side) * -(-board.width // bank.side)
    for first in range(0, board.batch, room.boards):
        count = min(room.boards, board.batch - first)
        rows = count * tiles
        from_points(board, x, bank, room, first, count)
        for value in range(span * span):
            at, to = value * (rows * depth + APART), value * (rows * PANEL * panels + APART)
            u = value * panels * depth * PANEL
            products(room.values, at, rows, depth, bank.panels, u, panels, room.products, to)
        to_points(board, bank, ending, room, first, count)


@njit(cache=True)
def from_points(board, x, bank, room, first, count):
    """The values of every tile of some boards."""
    high, wide = -(-board.height // bank.side), -(-board.width // bank.side)
    depth = len(bank.shifts) * bank.inputs
    plane = count * high * wide * depth + APART
    for tile in range(count * high * wide):
        b, ty, tx = first + tile // (high * wide), tile // wide % high, tile % wide
        for piece in range(len(bank.shifts)):
            y, x0 = ty * bank.side - 1 + bank.shifts[piece, 0], tx * bank.side - 1 + bank.shifts[piece, 1]
            place_tile(board, bank, b, y, x0, room.at)
            to = tile * depth + piece * bank.inputs
            for c in range(0, bank.inputs, 8):
                if bank.side == 3:
                    values_of_5(x, room.at, c, room.tile, room.values, to + c, plane)
                else:
                    values_of_6(x, room.at, c, room.tile, room.values, to + c, plane)


@njit(cache=True)
def place_tile(board, bank, b, y, x, at):
    """Where the points of the tile with the corner (y, x) are; those outside the board are at the zeros in front."""
    span = bank.side + 2
    for n in range(span * span):
        y1, x1 = y + n // span, x + n % span
        inside = 0 <= y1 < board.height and 0 <= x1 < board.width
        at[n] = board.front + ((b * board.height + y1) * board.width + x1) * bank.inputs if inside else 0


@njit(cache=True, forceinline=True)  # a call costs as much as what it does
def values_of_5(x, at, c, tile, out, to, plane):
    """The 5x5 values of a tile: along its columns, then along its rows."""
    for n in range(5):
        v = five(load(x, at[n] + c), load(x, at[n + 5] + c), load(x, at[n + 10] + c), load(x, at[n + 15] + c),
                 load(x, at[n + 20] + c))  # fmt: skip
        store_5(tile, 8 * n, 40, v)
    for n in range(5):
        k = 40 * n
        v = five(load(tile, k), load(tile, k + 8), load(tile, k + 16), load(tile, k + 24), load(tile, k + 32))
        store_5(out, to + 5 * n * plane, plane, v)


@njit(cache=True)
def five(a, b, c, d, e):
    """The values of five points at 0, 1, -1, 2 and infinity."""
    two = lanes_of(F(2))
    t = d - b
    return muladd(two, a - c, t), t - (b + c), muladd(two, b - c, d - c), t, muladd(lanes_of(F(-2)), t, e - c)


@njit(cache=True)
def store_5(out, to, step, v):
    store(out, to, v[0])
    store(out, to + step, v[1])
    store(out, to + 2 * step, v[2])
    store(out, to + 3 * step, v[3])
    store(out, to + 4 * step, v[4])


@njit(cache=True, forceinline=True)  # a call costs as much as what it does
def values_of_6(x, at, c, tile, out, to, plane):
    """The 6x6 values of a tile: along its columns, then along its rows."""
    for n in range(6):
        v = six(load(x, at[n] + c), load(x, at[n + 6] + c), load(x, at[n + 12] + c), load(x, at[n + 18] + c),
                load(x, at[n + 24] + c), load(x, at[n + 30] + c))  # fmt: skip
        store_5(tile, 8 * n, 48, v)
        store(tile, 8 * n + 240, v[5])
    for n in range(6):
        k = 48 * n
        v = six(load(tile, k), load(tile, k + 8), load(tile, k + 16), load(tile, k + 24), load(tile, k + 32),
                load(tile, k + 40))  # fmt: skip
        store_5(out, to + 6 * n * plane, plane, v)
        store(out, to + (6 * n + 5) * plane, v[5])


@njit(cache=True)
def six(a, b, c, d, e, f):
    """The values of six points at 0, 1, -1, 2, -2 and infinity."""
    two, four, minus_four, minus_five = lanes_of(F(2)), lanes_of(F(4)), lanes_of(F(-4)), lanes_of(F(-5))
    even, odd = muladd(minus_four, c, e), muladd(minus_four, b, d)
    near, far = e - c, two * (d - b)
    return (muladd(four, a, muladd(minus_five, c, e)), even + odd, even - odd, near + far, near - far,
            muladd(four, b, muladd(minus_five, d, f)))  # fmt: skip


@njit(cache=True)
def to_points(board, bank, ending, room, first, count):
    """The results of every tile of some boards, from the products."""
    high, wide = -(-board.height // bank.side), -(-board.width // bank.side)
    width = -(-bank.outputs // PANEL) * PANEL
    plane = count * high * wide * width + APART
    for tile in range(count * high * wide):
        b, ty, tx = first + tile // (high * wide), tile // wide % high, tile % wide
        inside = place_results(board, bank, b, ty * bank.side, tx * bank.side, room.at)
        for c in range(0, bank.outputs, 8):
            if bank.side == 3:
                results_of_5(room.products, tile * width + c, plane, room.tile)
            else:
                results_of_6(room.products, tile * width + c, plane, room.tile)
            for n in range(inside):
                ended(ending, b, c, room.at[n] + c, load(room.tile, room.at[n + 16]))


@njit(cache=True)
def place_results(board, bank, b, y, x, at):
    """How many results of the tile with the corner (y, x) are on the board; where they go, and sixteen later whence."""
    count = 0
    for n in range(bank.side * bank.side):
        y1, x1 = y + n // bank.side, x + n % bank.side
        if y1 < board.height and x1 < board.width:
            at[count] = board.front + ((b * board.height + y1) * board.width + x1) * bank.outputs
            at[count + 16] = 8 * n
            count += 1
    return count


@njit(cache=True, forceinline=True)  # a call costs as much as what it does
def results_of_5(m, at, plane, tile):
    """The 3x3 results of 5x5 products, written over each other in `tile`."""
    for n in range(5):
        k = at + n * plane
        v = three(load(m, k), load(m, k + 5 * plane), load(m, k + 10 * plane), load(m, k + 15 * plane),
                  load(m, k + 20 * plane))  # fmt: skip
        store(tile, 8 * n, v[0])
        store(tile, 8 * n + 40, v[1])
        store(tile, 8 * n + 80, v[2])
    for n in range(3):
        k = 40 * n
        v = three(load(tile, k), load(tile, k + 8), load(tile, k + 16), load(tile, k + 24), load(tile, k + 32))
        store(tile, 24 * n, v[0])
        store(tile, 24 * n + 8, v[1])
        store(tile, 24 * n + 16, v[2])


@njit(cache=True)
def three(a, b, c, d, e):
    """Three results of five products."""
    s, t = b + c, b - c
    return (a + s) + d, muladd(lanes_of(F(2)), d, t), muladd(lanes_of(F(4)), d, s + e)


@njit(cache=True, forceinline=True)  # a call costs as much as what it does
def results_of_6(m, at, plane, tile):
    """The 4x4 results of 6x6 products, written over each other in `tile`."""
    for n in range(6):
        k = at + n * plane
        v = four(load(m, k), load(m, k + 6 * plane), load(m, k + 12 * plane), load(m, k + 18 * plane),
                 load(m, k + 24 * plane), load(m, k + 30 * plane))  # fmt: skip
        store_4(tile, 8 * n, 48, v)
    for n in range(4):
        k = 48 * n
        v = four(load(tile, k), load(tile, k + 8), load(tile, k + 16), load(tile, k + 24), load(tile, k + 32),
                 load(tile, k + 40))  # fmt: skip
        store_4(tile, 32 * n, 8, v)


@njit(cache=True)
def store_4(out, to, step, v):
    store(out, to, v[0])
    store(out, to + step, v[1])
    store(out, to + 2 * step, v[2])
    store(out, to + 3 * step, v[3])


@njit(cache=True)
def four(a, b, c, d, e, f):
    """Four results of six products."""
    s, t, s2, t2 = b + c, b - c, d + e, d - e
    two, four_, eight = lanes_of(F(2)), lanes_of(F(4)), lanes_of(F(8))
    return (a + s) + s2, muladd(two, t2, t), muladd(four_, s2, s), muladd(eight, t2, t + f)
