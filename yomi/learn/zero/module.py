"""A network that can be trained: residual blocks, some with global pooling, in torch; exported as plain layers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from yomi.games.encode import View
from yomi.value import layers

USUAL, SPREAD = 14.0, 10.0  # the side of a board that counts as usual, and what its difference is divided by


class Shape(NamedTuple):
    """How large a network is."""

    blocks: int = 6
    channels: int = 96
    pooled: int = 32  # channels of pooled branches and heads
    every: int = 3  # every so many blocks there is one with pooling
    hidden: int = 64  # of the value head


def area_scale(x: Tensor) -> float:
    return (float(x.shape[2] * x.shape[3]) ** 0.5 - USUAL) / SPREAD


def pooling(x: Tensor) -> Tensor:
    """Mean, mean by the size of the board, and maximum of each channel."""
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * area_scale(x), x.amax((2, 3))], 1)


def value_pooling(x: Tensor) -> Tensor:
    """Mean, and mean by the size of the board and its square, of each channel."""
    mean, scale = x.mean((2, 3)), area_scale(x)
    return torch.cat([mean, mean * scale, mean * (scale * scale - 0.1)], 1)


def convolution(channels: int, out: int, size: int = 3) -> nn.Conv2d:
    return nn.Conv2d(channels, out, size, padding=size // 2, bias=False)


class Ordinary(nn.Module):
    """Two convolutions, added to the input."""

    def __init__(self, channels: int):
        super().__init__()
        self.enter, self.middle = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)
        self.first, self.second = convolution(channels, channels), convolution(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        y = self.first(functional.relu(self.enter(x)))
        return x + self.second(functional.relu(self.middle(y)))

    def layers(self) -> layers.Ordinary:
        return layers.Ordinary(norm(self.enter), conv(self.first), norm(self.middle), conv(self.second))


class Pooled(nn.Module):
    """The same, with what a third convolution sees on the whole board in between."""

    def __init__(self, channels: int, pooled: int):
        super().__init__()
        self.enter, self.middle = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)
        self.first, self.second = convolution(channels, channels), convolution(channels, channels)
        self.pooled, self.pooled_norm = convolution(channels, pooled), nn.BatchNorm2d(pooled)
        self.spread = nn.Linear(3 * pooled, channels)

    def forward(self, x: Tensor) -> Tensor:
        seen = functional.relu(self.enter(x))
        whole = self.spread(pooling(functional.relu(self.pooled_norm(self.pooled(seen)))))
        y = self.first(seen) + whole[:, :, None, None]
        return x + self.second(functional.relu(self.middle(y)))

    def layers(self) -> layers.Pooled:
        branch = (conv(self.pooled), norm(self.pooled_norm), matrix(self.spread))
        return layers.Pooled(norm(self.enter), conv(self.first), *branch, norm(self.middle), conv(self.second))


class Trainable(nn.Module):
    """A whole network for a game's view."""

    def __init__(self, view: View, shape: Shape):
        super().__init__()
        wide, pooled = shape.channels, shape.pooled
        self.stem = convolution(view.planes, wide)
        self.numbers = nn.Linear(max(1, view.numbers), wide)
        kinds = [(k + 1) % shape.every == 0 for k in range(shape.blocks)]
        self.blocks = nn.ModuleList([Pooled(wide, pooled) if kind else Ordinary(wide) for kind in kinds])
        self.tip = nn.BatchNorm2d(wide)
        self.point, self.policy_pooled = convolution(wide, pooled, 1), convolution(wide, pooled, 1)
        self.policy_pooled_norm, self.policy_norm = nn.BatchNorm2d(pooled), nn.BatchNorm2d(pooled)
        self.policy_spread = nn.Linear(3 * pooled, pooled)
        self.moves, self.extra = convolution(pooled, view.kinds, 1), nn.Linear(3 * pooled, max(1, view.extra))
        self.value_conv, self.value_norm = convolution(wide, pooled, 1), nn.BatchNorm2d(pooled)
        self.hidden, self.outcome = nn.Linear(3 * pooled, shape.hidden), nn.Linear(shape.hidden, 3)
        self.ownership = convolution(pooled, 1, 1) if view.owners else None
        for part in (self.moves, self.outcome, self.extra):
            part.weight.data.mul_(0.3)  # begin near an even policy and value
        for block in self.blocks:
            block.second.weight.data.mul_(0.5)  # type: ignore[operator, union-attr]

    def forward(self, planes: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
        """Logits of moves with a place [B, kinds, H, W] and without [B, extra], of the outcome, and of ownership."""
        x = self.stem(planes) + self.numbers(numbers)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = functional.relu(self.tip(x))
        whole = pooling(functional.relu(self.policy_pooled_norm(self.policy_pooled(x))))
        p = self.point(x) + self.policy_spread(whole)[:, :, None, None]
        moves = self.moves(functional.relu(self.policy_norm(p)))
        v = functional.relu(self.value_norm(self.value_conv(x)))
        outcome = self.outcome(functional.relu(self.hidden(value_pooling(v))))
        return moves, self.extra(whole), outcome, None if self.ownership is None else self.ownership(v)[:, 0]

    def layers(self, about: dict[str, Any]) -> layers.Net:
        """The network as it plays."""
        policy = layers.PolicyHead(
            conv(self.point),
            conv(self.policy_pooled),
            norm(self.policy_pooled_norm),
            matrix(self.policy_spread),
            norm(self.policy_norm),
            conv(self.moves),
            (matrix(self.extra),),
        )
        owner = None if self.ownership is None else conv(self.ownership)
        hidden, outcome = matrix(self.hidden), matrix(self.outcome)
        value = layers.ValueHead(conv(self.value_conv), norm(self.value_norm), hidden, "relu", outcome, None, owner)
        blocks = tuple(block.layers() for block in self.blocks)  # type: ignore[operator]
        return layers.Net(conv(self.stem), matrix(self.numbers), blocks, norm(self.tip), policy, value, about)


def array(tensor: Tensor) -> np.ndarray:
    return tensor.detach().float().cpu().numpy().copy()


def conv(part: nn.Conv2d) -> layers.Conv:
    return layers.Conv(array(part.weight))


def matrix(part: nn.Linear) -> layers.Matrix:
    return layers.Matrix(array(part.weight.T), array(part.bias))


def norm(part: nn.BatchNorm2d) -> layers.Norm:
    """A batch norm as it acts once the statistics stand still."""
    assert part.running_var is not None and part.running_mean is not None
    scale = part.weight / torch.sqrt(part.running_var + part.eps)
    return layers.Norm(array(scale), array(part.bias - part.running_mean * scale))
