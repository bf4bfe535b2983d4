"""Runs a network with torch, on a CPU or a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from yomi.value.layers import Answers, Net
from yomi.value.steps import Plan, Step, plan

ACTIVATIONS: dict[str, Callable[..., torch.Tensor]] = {
    "relu": functional.relu,
    "mish": functional.mish,
    "silu": functional.silu,
}


class Module(torch.nn.Module):
    """The steps of a network; its weights move to other devices and types as those of any module."""

    def __init__(self, steps: Plan):
        super().__init__()
        self.plan = steps
        self.weights = torch.nn.ParameterList(
            torch.nn.Parameter(torch.from_numpy(array.T.copy() if step.op == "dense" else array), requires_grad=False)
            for step in steps.steps
            for array in step.arrays
        )
        self.needed = last_uses(steps)
        self.eval()

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        values: list[Any] = [planes, numbers]
        weights = iter(self.weights)
        for number, step in enumerate(self.plan.steps):
            values.append(done(step, [values[k] for k in step.inputs], [next(weights) for _ in step.arrays]))
            for k in self.needed[number]:
                values[k] = None
        moves, extra, outcome, scores, owners = (None if k is None else values[k] for k in self.plan[1:])
        return moves, extra, outcome, scores, None if owners is None else owners[:, 0]


def last_uses(steps: Plan) -> list[list[int]]:
    """For each step the values that nothing needs after it."""
    last = {k: number for number, step in enumerate(steps.steps) for k in step.inputs}
    answers = set(steps[1:])
    return [[k for k, at in last.items() if at == n and k not in answers] for n in range(len(steps.steps))]


def done(step: Step, inputs: list[torch.Tensor], weights: list[torch.Tensor]) -> torch.Tensor:
    """The result of a step."""
    x = inputs[0]
    if step.op == "conv":
        reach = [d * (k // 2) for d, k in zip(step.dilation, weights[0].shape[2:], strict=True)]
        return functional.conv2d(x, weights[0], weights[1], padding=reach, dilation=step.dilation)
    if step.op == "norm":
        return torch.addcmul(weights[1][:, None, None], x, weights[0][:, None, None])
    if step.op == "add":
        return x + inputs[1]
    if step.op == "spread":
        return x + inputs[1][:, :, None, None]
    if step.op == "dense":
        return functional.linear(x, weights[0], weights[1])
    if step.op in ACTIVATIONS:
        return ACTIVATIONS[step.op](x)
    return pooled(x, step.op)


def pooled(x: torch.Tensor, op: str) -> torch.Tensor:
    mean, width = x.mean((2, 3)), ((x.shape[2] * x.shape[3]) ** 0.5 - 14) / 10
    third = x.amax((2, 3)) if op == "pool" else mean * (width * width - 0.1)
    return torch.cat((mean, mean * width, third), 1)


class TorchNet:
    """A network that torch runs; `device` and `dtype` as torch names them, `threads` for the whole process."""

    def __init__(self, net: Net, threads: int = 1, device: str = "cpu", dtype: torch.dtype = torch.float32):
        torch.set_num_threads(threads)
        self.net, self.device, self.dtype = net, torch.device(device), dtype
        module: Any = Module(plan(net)).to(self.device, dtype)
        self.module = module.to(memory_format=torch.channels_last)

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers:
        """Its answers for planes [B, P, H, W] and numbers [B, G]."""
        with torch.inference_mode():
            x = torch.from_numpy(planes).to(self.device, self.dtype, memory_format=torch.channels_last)
            answers = self.module(x, torch.from_numpy(numbers).to(self.device, self.dtype))
            found: list[Any] = [None if one is None else one.float().contiguous().cpu().numpy() for one in answers]
        return Answers(*found)
