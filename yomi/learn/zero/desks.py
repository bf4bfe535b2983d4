"""Where games for learning meet the network: on a CPU at once, on a GPU by a recorded graph while threads go on."""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import Tensor, nn

from yomi.games.encode import View
from yomi.learn.zero.module import Trainable
from yomi.value.network import meaning
from yomi.value.runtime import runtime


def answers(module: Trainable, view: View, planes: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Logits [B, actions] of the moves and values [B] for the player to move."""
    moves, extra, outcome, _ = module(planes, numbers)
    logits = moves.flatten(1)
    if view.extra:
        logits = torch.cat([logits, extra], 1)
    chance = outcome.float().softmax(1)
    return logits.float(), chance[:, 0] + 0.5 * chance[:, 2]


class CpuDesk:
    """Answers as soon as it is asked, by the runtime that players use."""

    def __init__(self, module: Trainable, view: View, games: int):
        self.view = view
        self.planes = np.zeros((games, view.planes, view.height, view.width), np.uint8)
        self.numbers = np.zeros((games, max(1, view.numbers)), np.float32)
        self.logits, self.values = np.zeros((games, view.actions), np.float32), np.zeros(games, np.float32)
        self.load(module)

    def load(self, module: Trainable) -> None:
        """Take over the weights of another network of the same shape."""
        self.run = runtime(module.layers({}))

    def ask(self) -> None:
        answers = self.run(self.planes.astype(np.float32), self.numbers)
        self.logits[:], self.values[:] = meaning(answers, self.view)

    def wait(self) -> None:
        pass


class GpuDesk:
    """Answers later: copies and network run on a stream of their own."""

    def __init__(self, module: Trainable, view: View, games: int):
        self.view, self.stream, self.done = view, torch.cuda.Stream(), torch.cuda.Event()
        shape = (games, view.planes, view.height, view.width)
        self.host = [
            torch.zeros(shape, dtype=torch.uint8, pin_memory=True),
            torch.zeros(games, max(1, view.numbers), pin_memory=True),
            torch.zeros(games, view.actions, pin_memory=True),
            torch.zeros(games, pin_memory=True),
        ]
        self.planes, self.numbers, self.logits, self.values = (tensor.numpy() for tensor in self.host)
        self.inputs = [tensor.cuda() for tensor in self.host[:2]]
        self.module = light(module)
        self.record()

    def load(self, module: Trainable) -> None:
        """Take over the weights of another network of the same shape."""
        torch.cuda.synchronize()
        for mine, other in zip(self.module.state_dict().values(), module.state_dict().values(), strict=True):
            mine.copy_(other)

    def record(self) -> None:
        """Record what the GPU does for one batch."""
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream), torch.inference_mode():
            for _ in range(3):
                self.answers = self.work()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=self.stream), torch.inference_mode():
            self.answers = self.work()

    def work(self) -> tuple[Tensor, Tensor]:
        planes = self.inputs[0].to(torch.bfloat16).contiguous(memory_format=torch.channels_last)
        return answers(self.module, self.view, planes, self.inputs[1].to(torch.bfloat16))

    def ask(self) -> None:
        with torch.cuda.stream(self.stream):
            for there, here in zip(self.inputs, self.host[:2], strict=True):
                there.copy_(here, non_blocking=True)
            self.graph.replay()
            for here, there in zip(self.host[2:], self.answers, strict=True):
                here.copy_(there, non_blocking=True)
            self.done.record(self.stream)

    def wait(self) -> None:
        self.done.synchronize()


def light(module: Trainable) -> Trainable:
    """A copy for the GPU in half precision, its normalisation in full."""
    made = copy.deepcopy(module).cuda().eval().requires_grad_(False)
    for part in made.modules():
        if isinstance(part, nn.Conv2d | nn.Linear):
            part.to(torch.bfloat16)
    return made.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
