"""What a network is made of: layers as arrays, which every runtime builds its own form from.

A network takes planes [B, P, H, W] and numbers [B, G] and works on a board of any size. Its answers are logits of the
moves that have a place [B, kinds, H, W], of those that have none [B, extra], of the outcome [B, 3] (win, loss, neither,
for the side to move), and, where it was taught them, more numbers [B, K] and who owns each point [B, H, W].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

ACTIVATIONS = ("identity", "relu", "mish", "silu")


class Conv(NamedTuple):
    """A convolution that keeps the board's size and has no bias."""

    weights: np.ndarray  # [out, in, y, x]
    dilation: tuple[int, int] = (1, 1)


class Matrix(NamedTuple):
    """A linear layer."""

    weights: np.ndarray  # [in, out]
    bias: np.ndarray  # [out]


class Norm(NamedTuple):
    """A multiply-add for each channel, and an activation after it."""

    scale: np.ndarray  # [channels]
    bias: np.ndarray  # [channels]
    activation: str = "relu"


class Ordinary(NamedTuple):
    """Two convolutions, added to the block's input."""

    enter: Norm
    first: Conv
    middle: Norm
    second: Conv


class Pooled(NamedTuple):
    """The same, where what a third convolution sees on the whole board is added between them."""

    enter: Norm
    first: Conv
    pooled: Conv
    pooled_norm: Norm
    spread: Matrix  # from the pooling to the channels of `first`
    middle: Norm
    second: Conv


class Nested(NamedTuple):
    """Blocks of fewer channels inside a block."""

    enter: Norm
    down: Conv
    blocks: tuple[Any, ...]
    leave: Norm
    up: Conv


class PolicyHead(NamedTuple):
    """Logits of the moves."""

    point: Conv
    pooled: Conv
    pooled_norm: Norm
    spread: Matrix  # from the pooling to the channels of `point`
    norm: Norm
    moves: Conv
    extra: tuple[Matrix, ...]  # from the pooling to moves without a place; an activation between two
    extra_activation: str = "relu"


class ValueHead(NamedTuple):
    """Who wins, and by how much, and what belongs to whom."""

    conv: Conv
    norm: Norm
    hidden: Matrix  # from the value pooling
    activation: str
    outcome: Matrix  # to three logits
    numbers: Matrix | None
    ownership: Conv | None  # before tanh


class Net(NamedTuple):
    """A whole network."""

    stem: Conv
    numbers: Matrix | None  # of the numbers beside the planes; added to every point
    blocks: tuple[Any, ...]
    tip: Norm
    policy: PolicyHead
    value: ValueHead
    about: dict[str, Any]  # name, kind ("katago" or a game), and whatever its reader needs later


class Answers(NamedTuple):
    """What a network says of a batch, as it comes out: logits, and ownership before tanh, for the side to move."""

    moves: np.ndarray  # [B, kinds, H, W]
    extra: np.ndarray  # [B, extra]
    outcome: np.ndarray  # [B, 3]
    numbers: np.ndarray | None  # [B, K]
    ownership: np.ndarray | None  # [B, H, W]


def parameters(part: Any) -> int:
    """How many numbers a part of a network holds."""
    if isinstance(part, np.ndarray):
        return part.size
    return sum(parameters(inner) for inner in part) if isinstance(part, tuple) else 0
