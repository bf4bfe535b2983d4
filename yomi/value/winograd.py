"""Runs a network on a CPU with kernels of its own: convolutions by Winograd's method, everything else beside them.

Weights are made ready once. Points lie in flat arrays, all channels of a point together; each thread keeps its own.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from yomi.errors import BadText
from yomi.value.fusion import NONE, Layer, fused, slots, widths
from yomi.value.layers import Answers, Net
from yomi.value.panels import PANEL, ROWS, Board, Ending, dense, gather, pointwise, pool
from yomi.value.steps import NUMBERS, PLANES, Step, plan
from yomi.value.tiles import APART, Bank, Room, convolve

ROOM = 180_000  # numbers that the values of a convolution may take, at least a board's: more leave the cache
KERNELS = {  # the values of a kernel of three, for tiles of so many results
    3: np.array([[1 / 2, 0, 0], [-1 / 2, -1 / 2, -1 / 2], [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]),
    4: np.array([[1 / 4, 0, 0], [-1 / 6, -1 / 6, -1 / 6], [-1 / 6, 1 / 6, -1 / 6],
                 [1 / 24, 1 / 12, 1 / 6], [1 / 24, -1 / 12, 1 / 6], [0, 0, 1]]),
}  # fmt: skip


class WinogradNet:
    """A network that Numba's kernels run; a batch is shared by so many threads."""

    def __init__(self, net: Net, threads: int = 1):
        self.net, self.threads = net, threads
        self.plan = plan(net)
        self.layers = fused(self.plan)
        self.exact, self.channels = widths(self.plan)
        self.slots = slots(self.layers, self.plan)
        self.weights = Weights()
        self.desks = threading.local()
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers:
        """Its answers for planes [B, P, H, W] and numbers [B, G]."""
        parts = min(self.threads, len(planes))
        if self.pool is None or parts < 2:
            return self.answers(planes, numbers)
        pieces = list(self.pool.map(self.answers, np.array_split(planes, parts), np.array_split(numbers, parts)))
        joined: list[Any] = [None if one[0] is None else np.concatenate(one) for one in zip(*pieces, strict=True)]
        return Answers(*joined)

    def answers(self, planes: np.ndarray, numbers: np.ndarray) -> Answers:
        batch, _, height, width = planes.shape
        desk = self.desk()
        desk.begin(Board(batch, height, width, max(self.channels)), planes, numbers)
        for layer in self.layers:
            desk.run(layer)
        moves, extra, outcome, scores, owners = self.plan[1:]
        return Answers(
            desk.points(moves),
            desk.vector(extra),
            desk.vector(outcome),
            None if scores is None else desk.vector(scores),
            None if owners is None else desk.points(owners)[:, 0],
        )

    def desk(self) -> Desk:
        """What the calling thread works with."""
        if not hasattr(self.desks, "own"):
            self.desks.own = Desk(self)
        return self.desks.own


class Desk:
    """The arrays that a thread works with; they grow with the largest batch and stay."""

    def __init__(self, owner: WinogradNet):
        self.weights, self.channels, self.slots = owner.weights, owner.channels, owner.slots
        self.exact = owner.exact
        self.flat: dict[int, np.ndarray] = {}
        self.vectors: dict[int, np.ndarray] = {}
        self.tile, self.at = np.empty(8 * 36, np.float32), np.empty(36, np.int64)

    def begin(self, board: Board, planes: np.ndarray, numbers: np.ndarray) -> None:
        self.board = board
        self.vectors.clear()
        channels, count, area = self.channels[PLANES], planes.shape[1], board.height * board.width
        if count != self.exact[PLANES]:
            raise BadText(f"a network of {self.exact[PLANES]} planes got {count}")
        flat = self.array(PLANES)[board.front :]
        inside = flat[: board.batch * area * channels].reshape(board.batch, area, channels)
        inside[:, :, :count] = planes.reshape(board.batch, count, area).transpose(0, 2, 1)
        inside[:, :, count:] = 0
        if self.exact[NUMBERS]:
            self.new_vector(NUMBERS).reshape(-1, self.channels[NUMBERS])[: board.batch, : numbers.shape[1]] = numbers

    def scratch(self, name: int, size: int) -> np.ndarray:
        """A flat array of at least this size, whose first `front` numbers are zero until somebody writes there."""
        if name not in self.flat or len(self.flat[name]) < size:
            self.flat[name] = np.zeros(size, np.float32)
        return self.flat[name]

    def array(self, value: int | None) -> np.ndarray:
        """The points of a value, and zeros in front of them."""
        if value is None:
            return NONE
        rows = max(self.board.batch * self.board.height * self.board.width, ROWS)
        return self.scratch(self.slots[value], self.board.front + rows * self.channels[value])

    def new_vector(self, value: int) -> np.ndarray:
        rows = max(self.board.batch, ROWS)
        self.vectors[value] = np.zeros(rows * self.channels[value], np.float32)
        return self.vectors[value]

    def points(self, value: int) -> np.ndarray:
        """A value as [B, channels, H, W]."""
        batch, height, width, front = self.board
        channels = self.channels[value]
        flat = self.array(value)[front : front + batch * height * width * channels]
        found = flat.reshape(batch, height, width, channels)[..., : self.exact[value]]
        return np.ascontiguousarray(found.transpose(0, 3, 1, 2))

    def vector(self, value: int) -> np.ndarray:
        """A value as [B, numbers]."""
        return self.vectors[value].reshape(-1, self.channels[value])[: self.board.batch, : self.exact[value]].copy()

    def run(self, layer: Layer) -> None:
        """Find the values of a layer."""
        step, board = layer.step, self.board
        if step.op in ("pool", "valuepool"):
            source = self.array(layer.source)
            out = self.new_vector(layer.total or 0)
            pool(board, source, self.channels[layer.source], step.op == "pool", out)
        elif step.op == "dense":
            self.dense(layer)
        else:
            self.conv(layer)

    def dense(self, layer: Layer) -> None:
        outputs = -(-len(layer.bias) // 8) * 8
        total = NONE if layer.total is None else self.new_vector(layer.total)
        bent = NONE if layer.bent is None else self.new_vector(layer.bent)
        ending = Ending(layer.bias, 0, NONE, total, bent, NONE, NONE, layer.kind)
        rows, source = self.board.batch, self.vectors[layer.source]
        panels = self.weights.matrix(layer, self.channels[layer.source])
        room = self.scratch(-1, max(rows, ROWS) * (outputs + PANEL))
        dense(rows, source, self.channels[layer.source], panels, outputs, ending, room)

    def conv(self, layer: Layer) -> None:
        board, outputs, depth = self.board, -(-len(layer.bias) // 8) * 8, self.channels[layer.source]
        source, other = self.array(layer.source), self.array(layer.other)
        bias, step = (layer.bias, 0) if layer.spread is None else (self.vectors[layer.spread], outputs)
        total, bent = self.array(layer.total), self.array(layer.bent)
        ending = Ending(bias, step, other, total, bent, *layer.norm, layer.kind)
        weights = layer.step.arrays[0]
        if weights.shape[2:] != (1, 1) and layer.step.dilation == (1, 1):
            bank = self.weights.bank(layer, depth, board)
            convolve(board, source, bank, ending, self.room(bank))
            return
        rows = max(board.batch * board.height * board.width, ROWS)
        if weights.shape[2:] != (1, 1):
            offsets = around(layer.step)
            depth *= len(offsets)
            wide = self.scratch(-2, board.front + rows * depth)
            gather(board, source, self.channels[layer.source], offsets, wide)
            source = wide
        panels = self.weights.matrix(layer, self.channels[layer.source])
        pointwise(board, source, depth, panels, outputs, ending, self.scratch(-1, rows * (outputs + PANEL)))

    def room(self, bank: Bank) -> Room:
        """Scratch of a convolution, for as many boards at a time as stay in the cache."""
        board, span = self.board, bank.side + 2
        tiles = -(-board.height // bank.side) * -(-board.width // bank.side)
        depth, width = len(bank.shifts) * bank.inputs, bank.outputs + PANEL
        boards = max(1, min(board.batch, ROOM // (span * span * tiles * depth)))
        rows, values = boards * tiles, span * span
        first = self.scratch(-3, values * (rows * depth + APART) + ROWS * depth)
        second = self.scratch(-1, values * (rows * width + APART) + ROWS * width)
        return Room(first, second, self.tile, self.at, boards)


class Weights:
    """Weights as kernels want them, made when they are needed first."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, int], Any] = {}

    def matrix(self, layer: Layer, inputs: int) -> np.ndarray:
        """Panels of a dense layer, or of a convolution as one of gathered points."""
        key = (layer.number, 0)
        if key not in self.made:
            weights = layer.step.arrays[0]
            full = weights.T[:, :, None, None] if layer.step.op == "dense" else weights
            padded = np.zeros((len(full), inputs, *full.shape[2:]))
            padded[:, : full.shape[1]] = full
            self.made[key] = in_panels(padded.transpose(2, 3, 1, 0).reshape(1, -1, len(full)))
        return self.made[key]

    def bank(self, layer: Layer, inputs: int, board: Board) -> Bank:
        """A convolution's kernels for the size of tiles that needs fewer products on this board."""
        side = min(KERNELS, key=lambda s: -(-board.height // s) * -(-board.width // s) * (s + 2) ** 2)
        key = (layer.number, side)
        if key not in self.made:
            self.made[key] = bank_of(layer.step.arrays[0], inputs, side)
        return self.made[key]


def bank_of(weights: np.ndarray, inputs: int, side: int) -> Bank:
    """Kernels [out, in, y, x] cut into pieces of 3x3, as values."""
    outputs, exact, high, wide = weights.shape
    down, across = -(-high // 3), -(-wide // 3)
    padded = np.zeros((outputs, inputs, 3 * down, 3 * across))
    padded[:, :exact, :high, :wide] = weights
    pieces = padded.reshape(outputs, inputs, down, 3, across, 3).transpose(2, 4, 3, 5, 1, 0)
    points = KERNELS[side]
    values = np.einsum("iy,jx,abyxcd->ijabcd", points, points, pieces, optimize=True)
    shifts = [(3 * y + 1 - high // 2, 3 * x + 1 - wide // 2) for y in range(down) for x in range(across)]
    panels = in_panels(values.reshape((side + 2) ** 2, -1, outputs))
    return Bank(panels, np.array(shifts), inputs, -(-outputs // 8) * 8, side)


def in_panels(matrices: np.ndarray) -> np.ndarray:
    """Matrices [count, depth, out] as flat panels [count, panels, depth, 16]."""
    count, depth, outputs = matrices.shape
    padded = np.zeros((count, depth, -(-outputs // PANEL) * PANEL), np.float32)
    padded[:, :, :outputs] = matrices
    return np.ascontiguousarray(padded.reshape(count, depth, -1, PANEL).transpose(0, 2, 1, 3)).ravel()


def around(step: Step) -> np.ndarray:
    """Which points a convolution sees, from the point it is at."""
    (high, wide), (dy, dx) = step.arrays[0].shape[2:], step.dilation
    return np.array([(dy * (y - high // 2), dx * (x - wide // 2)) for y in range(high) for x in range(wide)])
