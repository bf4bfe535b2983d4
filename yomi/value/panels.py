"""Products of matrices for layers of a network, and what a layer does with them: sum, norm, activation, pooling.

Points are rows of channels, a multiple of eight of them, in a flat array that begins with `front` zeros. A matrix is
cut into panels of sixteen columns, each [depth, 16], so that a product reads it in order. Six rows by sixteen columns
are twelve sums of eight numbers, which stay in registers while it runs over the depth. The project's own product is
faster than BLAS here, where matrices are small and packed once, and never starts threads of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.value.lanes import doubled, fetch, lanes_of, larger, load, muladd, repeat, store

PANEL = 16  # columns
ROWS = 6  # of a product at a time; memory for rows is never less
FETCHED = 24  # lines of memory at once: the processor cannot wait for many more
IDENTITY, RELU, MISH, SILU = range(4)  # as in layers.ACTIVATIONS
F = np.float32
MAGIC = F(12582912)  # 1.5 * 2 ** 23: a number of modest size added to it is rounded to a whole one


class Board(NamedTuple):
    """How many boards of what size."""

    batch: int
    height: int
    width: int
    front: int  # zeros before the first point


class Ending(NamedTuple):
    """What happens to a sum of products before it is stored; a flat array without elements is left out."""

    bias: np.ndarray  # [channels], or [batch, channels]
    step: int  # from one board's bias to the next: 0, or the number of channels
    other: np.ndarray  # added: points like those that are stored
    total: np.ndarray  # where the sum is stored
    bent: np.ndarray  # where the sum is stored after norm and activation
    scale: np.ndarray  # [channels], of the norm
    shift: np.ndarray  # [channels], of the norm
    kind: int  # of activation


@njit(cache=True)
def rows6(x, at, step, u, w, depth, m, to, width):
    """Products of six rows, `step` apart, with a panel."""
    a0 = a1 = b0 = b1 = c0 = c1 = d0 = d1 = e0 = e1 = f0 = f1 = lanes_of(F(0))
    for k in range(depth):
        w0, w1 = load(u, w + PANEL * k), load(u, w + PANEL * k + 8)
        v = repeat(x, at + k)
        a0, a1 = muladd(v, w0, a0), muladd(v, w1, a1)
        v = repeat(x, at + step + k)
        b0, b1 = muladd(v, w0, b0), muladd(v, w1, b1)
        v = repeat(x, at + 2 * step + k)
        c0, c1 = muladd(v, w0, c0), muladd(v, w1, c1)
        v = repeat(x, at + 3 * step + k)
        d0, d1 = muladd(v, w0, d0), muladd(v, w1, d1)
        v = repeat(x, at + 4 * step + k)
        e0, e1 = muladd(v, w0, e0), muladd(v, w1, e1)
        v = repeat(x, at + 5 * step + k)
        f0, f1 = muladd(v, w0, f0), muladd(v, w1, f1)
    store_pair(m, to, a0, a1)
    store_pair(m, to + width, b0, b1)
    store_pair(m, to + 2 * width, c0, c1)
    store_pair(m, to + 3 * width, d0, d1)
    store_pair(m, to + 4 * width, e0, e1)
    store_pair(m, to + 5 * width, f0, f1)


@njit(cache=True)
def rows3(x, at, step, u, w, depth, m, to, width):
    """Products of three rows, `step` apart, with a panel."""
    a0 = a1 = b0 = b1 = c0 = c1 = lanes_of(F(0))
    for k in range(depth):
        w0, w1 = load(u, w + PANEL * k), load(u, w + PANEL * k + 8)
        fetch(u, w + PANEL * (k + depth))  # of the next panel: with six rows there is no time for it
        v = repeat(x, at + k)
        a0, a1 = muladd(v, w0, a0), muladd(v, w1, a1)
        v = repeat(x, at + step + k)
        b0, b1 = muladd(v, w0, b0), muladd(v, w1, b1)
        v = repeat(x, at + 2 * step + k)
        c0, c1 = muladd(v, w0, c0), muladd(v, w1, c1)
    store_pair(m, to, a0, a1)
    store_pair(m, to + width, b0, b1)
    store_pair(m, to + 2 * width, c0, c1)


@njit(cache=True)
def store_pair(m, to, a, b):
    store(m, to, a)
    store(m, to + 8, b)


@njit(cache=True)
def products(x, at, rows, depth, u, w, panels, m, to):
    """m [rows, 16 * panels] from x [rows, depth] and panels; where rows are left over, some are done twice."""
    width = PANEL * panels
    share = min(FETCHED, -(-depth // max(1, -(-rows // ROWS))))  # of the next panel, while this one is used
    for panel in range(panels):
        row, ahead = 0, depth
        while row < rows:
            if rows - row <= 3:
                row = max(0, rows - 3)
                rows3(x, at + row * depth, depth, u, w, depth, m, to + row * width + PANEL * panel, width)
                row += 3
            else:
                row = max(0, min(row, rows - ROWS))
                for k in range(ahead, ahead + share):
                    fetch(u, w + PANEL * k)
                ahead += share
                rows6(x, at + row * depth, depth, u, w, depth, m, to + row * width + PANEL * panel, width)
                row += ROWS
        w += PANEL * depth


@njit(cache=True, forceinline=True)
def ended(ending, board, c, at, y):
    """Add what a layer adds to eight channels of a point, and store them."""
    y = y + load(ending.bias, board * ending.step + c)
    if len(ending.other):
        y = y + load(ending.other, at)
    if len(ending.total):
        store(ending.total, at, y)
    if len(ending.bent):
        if len(ending.scale):
            y = muladd(load(ending.scale, c), y, load(ending.shift, c))
        store(ending.bent, at, activated(y, ending.kind))


@njit(cache=True, forceinline=True)
def activated(y, kind):
    """Eight numbers after an activation."""
    if kind == RELU:
        return larger(y, lanes_of(F(0)))
    if kind == SILU:
        return y / (lanes_of(F(1)) + exponential(lanes_of(F(0)) - y))
    if kind == MISH:  # y * tanh(log(1 + e ** y)), written as one fraction
        e = exponential(y)
        n = e * (e + lanes_of(F(2)))
        return y * (n / (n + lanes_of(F(2))))
    return y


@njit(cache=True)
def exponential(x):
    """e ** x for x from -40 to 40, and for others that of the nearest of them."""
    x = larger(x, lanes_of(F(-40)))
    x = lanes_of(F(0)) - larger(lanes_of(F(0)) - x, lanes_of(F(-40)))
    whole = muladd(x, lanes_of(F(1.4426950408889634)), lanes_of(MAGIC))
    n = whole - lanes_of(MAGIC)
    r = muladd(n, lanes_of(F(-0.693145751953125)), x)  # ln 2 in two parts: the first has few digits
    r = muladd(n, lanes_of(F(-1.42860682030941723e-6)), r)
    p = lanes_of(F(1 / 720))  # Taylor's series, where |r| <= ln 2 / 2
    p = muladd(p, r, lanes_of(F(1 / 120)))
    p = muladd(p, r, lanes_of(F(1 / 24)))
    p = muladd(p, r, lanes_of(F(1 / 6)))
    p = muladd(p, r, lanes_of(F(1 / 2)))
    p = muladd(p, r, lanes_of(F(1)))
    p = muladd(p, r, lanes_of(F(1)))
    return doubled(p, whole)


@njit(cache=True, nogil=True)
def pool(board, x, channels, with_max, out):
    """Mean, mean times width, and the largest or mean times width squared, of each channel [batch, 3 * channels]."""
    points = board.height * board.width
    size = F((points**0.5 - 14) / 10)
    for b in range(board.batch):
        for c in range(0, channels, 8):
            at = board.front + b * points * channels + c
            total = most = load(x, at)
            for p in range(1, points):
                y = load(x, at + p * channels)
                total, most = total + y, larger(most, y)
            mean = total * lanes_of(F(1 / points))
            to = 3 * b * channels + c
            store(out, to, mean)
            store(out, to + channels, mean * lanes_of(size))
            store(out, to + 2 * channels, most if with_max else mean * lanes_of(size * size - F(0.1)))


@njit(cache=True, nogil=True)
def dense(rows, x, depth, u, channels, ending, m):
    """A linear layer of vectors x [rows, depth]; `m` is scratch."""
    panels = -(-channels // PANEL)
    products(x, 0, rows, depth, u, 0, panels, m, 0)
    for row in range(rows):
        for c in range(0, channels, 8):
            ended(ending, 0, c, row * channels + c, load(m, row * panels * PANEL + c))


@njit(cache=True, nogil=True)
def pointwise(board, x, depth, u, channels, ending, m):
    """A convolution that sees one point at a time; `m` is scratch."""
    panels, points = -(-channels // PANEL), board.height * board.width
    products(x, board.front, board.batch * points, depth, u, 0, panels, m, 0)
    for row in range(board.batch * points):
        for c in range(0, channels, 8):
            ended(ending, row // points, c, board.front + row * channels + c, load(m, row * panels * PANEL + c))


@njit(cache=True, nogil=True)
def gather(board, x, channels, offsets, out):
    """Points around each point, side by side, so that any convolution becomes one of single points."""
    height, width, depth = board.height, board.width, len(offsets) * channels
    for b in range(board.batch):
        for y in range(height):
            for x0 in range(width):
                to = board.front + ((b * height + y) * width + x0) * depth
                for n in range(len(offsets)):
                    y1, x1 = y + offsets[n, 0], x0 + offsets[n, 1]
                    inside = 0 <= y1 < height and 0 <= x1 < width
                    at = board.front + ((b * height + y1) * width + x1) * channels if inside else 0
                    for c in range(0, channels, 8):
                        store(out, to + n * channels + c, load(x, at + c))
