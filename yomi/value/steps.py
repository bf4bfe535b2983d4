"""A network as a list of steps, the same for every runtime, with multiply-adds folded into convolutions.

Where a convolution comes before a norm it takes it over. The norm at the entrance of a block follows a sum instead:
there relu(s * x + b) = s * relu(x + b / s) for positive s, so the convolutions after it take s over, and the sum is
kept shifted by b / s, which the convolution before it adds. A network of relus has no norm left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.value.layers import Conv, Matrix, Nested, Net, Norm, Ordinary, PolicyHead, Pooled, ValueHead

PLANES, NUMBERS = 0, 1  # the first two values
FARTHEST = 64.0  # by which a sum is shifted at the most: a larger shift would cost digits


class Step(NamedTuple):
    """One operation; its result is the next value."""

    op: str  # conv, norm, relu, mish, silu, add, spread, pool, valuepool, dense
    inputs: tuple[int, ...]  # numbers of values
    arrays: tuple[np.ndarray, ...] = ()  # weights and bias of conv and dense, scale and bias of norm
    dilation: tuple[int, int] = (1, 1)


class Plan(NamedTuple):
    """A network as steps: value 0 is the planes, 1 the numbers, k + 2 the result of step k."""

    steps: tuple[Step, ...]
    moves: int  # the values that are the answers
    extra: int
    outcome: int
    numbers: int | None
    ownership: int | None


class Stream(NamedTuple):
    """A sum that blocks add to: its value is what it means plus a shift."""

    value: int
    shift: np.ndarray


class Seen(NamedTuple):
    """What comes out of an activation: it means the value times a scale for each channel."""

    value: int
    scale: np.ndarray


def plan(net: Net) -> Plan:
    """The steps of a network."""
    return Planner(str(net.about.get("name", ""))).network(net)


class Planner:
    """Writes steps one after the other, checking that what a layer gets is what it takes."""

    def __init__(self, name: str):
        self.name = name
        self.steps: list[Step] = []
        self.channels: list[int | None] = [None, None]

    def step(self, op: str, inputs: tuple[int, ...], channels: int | None, *arrays: np.ndarray, **more: Any) -> int:
        self.steps.append(Step(op, inputs, tuple(np.ascontiguousarray(a, np.float32) for a in arrays), **more))
        self.channels.append(channels)
        return len(self.channels) - 1

    def check(self, value: int, expected: int, what: str) -> None:
        found = self.channels[value]
        if found is not None and found != expected:
            raise BadText(f"network {self.name!r}: {what} takes {expected} channels but gets {found}")

    def conv(self, seen: Seen | int, conv: Conv, scale: Any = 1.0, bias: Any = 0.0) -> int:
        """A convolution of what is seen; its result is scaled and gets a bias."""
        value, before = seen if isinstance(seen, Seen) else (seen, np.ones(conv.weights.shape[1]))
        outputs, inputs = conv.weights.shape[:2]
        self.check(value, inputs, "a convolution")
        self.fit(np.shape(scale), outputs)
        self.fit(np.shape(bias), outputs)
        scale, bias = np.broadcast_to(scale, outputs), np.broadcast_to(bias, outputs)
        weights = conv.weights * before[None, :, None, None] * scale[:, None, None, None]
        return self.step("conv", (value,), outputs, weights, bias, dilation=conv.dilation)

    def fit(self, shape: tuple[int, ...], channels: int) -> None:
        if shape not in ((), (channels,)):
            raise BadText(f"network {self.name!r}: expected a norm of {channels} channels, found {shape}")

    def dense(self, value: int, matrix: Matrix, scale: Any = 1.0, bias: Any = 0.0) -> int:
        inputs, outputs = matrix.weights.shape
        self.check(value, inputs, "a matrix")
        self.fit(np.shape(scale), outputs)
        self.fit(matrix.bias.shape, outputs)
        return self.step("dense", (value,), outputs, matrix.weights * scale, matrix.bias * scale + bias)

    def act(self, value: int, kind: str) -> int:
        return value if kind == "identity" else self.step(kind, (value,), self.channels[value])

    def after(self, seen: Seen | int, conv: Conv, norm: Norm) -> int:
        """A convolution, the norm that follows it, and its activation."""
        return self.act(self.conv(seen, conv, wide(norm.scale), wide(norm.bias)), norm.activation)

    def pooled(self, seen: Seen, first: Conv, branch: Conv, branch_norm: Norm, spread: Matrix, norm: Norm) -> Any:
        """A convolution to which the pooling of another is added, then a norm; also the pooling itself."""
        sides = self.after(seen, branch, branch_norm)
        pool = self.step("pool", (sides,), 3 * len(branch.weights))
        main = self.conv(seen, first, wide(norm.scale), wide(norm.bias))
        added = self.dense(pool, spread, wide(norm.scale))
        self.check(added, len(first.weights), "a sum")
        total = self.step("spread", (main, added), len(first.weights))
        return self.act(total, norm.activation), pool

    def enter(self, stream: Stream, norm: Norm) -> Seen:
        """What a norm after a sum sees, at best only an activation."""
        scale, bias = wide(norm.scale), wide(norm.bias)
        self.check(stream.value, len(scale), "a norm")
        if shiftable(norm) and np.array_equal(stream.shift, bias / scale):
            return Seen(self.act(stream.value, norm.activation), scale)
        bias = bias - scale * stream.shift
        value = self.step("norm", (stream.value,), len(scale), scale, bias)
        return Seen(self.act(value, norm.activation), np.ones(len(scale)))

    def add(self, stream: Stream, seen: Seen | int, conv: Conv, following: Norm) -> Stream:
        """The stream with a convolution added, shifted as the norm that follows it likes best."""
        shift = liked(following, stream.shift)
        self.check(stream.value, len(conv.weights), "a sum")
        self.fit(np.shape(shift), len(conv.weights))
        value = self.conv(seen, conv, bias=shift - stream.shift)
        return Stream(self.step("add", (stream.value, value), len(conv.weights)), shift)

    def blocks(self, stream: Stream, blocks: tuple[Any, ...], last: Norm) -> Seen:
        """What the norm after the last of some blocks sees."""
        following = [*(block.enter for block in blocks[1:]), last]
        for block, norm in zip(blocks, following, strict=False):
            seen = self.enter(stream, block.enter)
            if isinstance(block, Ordinary):
                stream = self.add(stream, self.after(seen, block.first, block.middle), block.second, norm)
            elif isinstance(block, Pooled):
                value, _ = self.pooled(seen, block.first, block.pooled, block.pooled_norm, block.spread, block.middle)
                stream = self.add(stream, value, block.second, norm)
            else:
                stream = self.add(stream, self.nested(seen, block), block.up, norm)
        return self.enter(stream, last)

    def nested(self, seen: Seen, block: Nested) -> Seen:
        """What the last convolution of a nested block sees."""
        following = block.blocks[0].enter if block.blocks else block.leave
        shift = liked(following, np.zeros(len(block.down.weights)))
        return self.blocks(Stream(self.conv(seen, block.down, bias=shift), shift), block.blocks, block.leave)

    def network(self, net: Net) -> Plan:
        following = net.blocks[0].enter if net.blocks else net.tip
        shift = liked(following, np.zeros(len(net.stem.weights)))
        value = self.conv(PLANES, net.stem, bias=shift)
        if net.numbers is not None:
            self.check(value, net.numbers.weights.shape[1], "a sum")
            value = self.step("spread", (value, self.dense(NUMBERS, net.numbers)), len(net.stem.weights))
        seen = self.blocks(Stream(value, shift), net.blocks, net.tip)
        moves, extra = self.policy(seen, net.policy)
        outcome, numbers, ownership = self.value(seen, net.value)
        return Plan(tuple(self.steps), moves, extra, outcome, numbers, ownership)

    def policy(self, seen: Seen, head: PolicyHead) -> tuple[int, int]:
        points, extra = self.pooled(seen, head.point, head.pooled, head.pooled_norm, head.spread, head.norm)
        for number, matrix in enumerate(head.extra):
            extra = self.act(extra, head.extra_activation) if number else extra
            extra = self.dense(extra, matrix)
        return self.conv(points, head.moves), extra

    def value(self, seen: Seen, head: ValueHead) -> tuple[int, int | None, int | None]:
        points = self.after(seen, head.conv, head.norm)
        pool = self.step("valuepool", (points,), 3 * len(head.conv.weights))
        hidden = self.act(self.dense(pool, head.hidden), head.activation)
        numbers = None if head.numbers is None else self.dense(hidden, head.numbers)
        ownership = None if head.ownership is None else self.conv(points, head.ownership)
        return self.dense(hidden, head.outcome), numbers, ownership


def wide(array: np.ndarray) -> np.ndarray:
    return np.asarray(array, np.float64)


def shiftable(norm: Norm) -> bool:
    """Whether a norm after a sum can become a shift of the sum."""
    if norm.activation not in ("relu", "identity") or (norm.scale <= 0).any():
        return False
    return bool((np.abs(wide(norm.bias) / wide(norm.scale)) <= FARTHEST).all())


def liked(norm: Norm, shift: np.ndarray) -> np.ndarray:
    """The shift that a norm likes best, the old one where it does not care."""
    return wide(norm.bias) / wide(norm.scale) if shiftable(norm) else shift
