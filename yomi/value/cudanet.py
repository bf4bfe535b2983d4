"""Runs a network on a GPU in half precision: what it does for a batch is recorded once for each size, and replayed."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import torch

from yomi.errors import BadSpec
from yomi.value.layers import Answers, Net
from yomi.value.steps import plan
from yomi.value.torchnet import Module

LEAST = 8  # positions of the smallest batch
WARM_UP = 3  # rounds before recording, as torch asks for


class Recorded:
    """One batch's work: fill `inputs`, replay, read `answers`."""

    def __init__(self, module: Module, planes: tuple[int, ...], numbers: tuple[int, ...]):
        self.inputs = [torch.zeros(shape, device="cuda") for shape in (planes, numbers)]
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(WARM_UP):
                self.work(module)
        torch.cuda.current_stream().wait_stream(beside)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.answers = self.work(module)

    def work(self, module: Module) -> list[torch.Tensor | None]:
        planes, numbers = (tensor.to(torch.bfloat16) for tensor in self.inputs)
        found = module(planes.contiguous(memory_format=torch.channels_last), numbers)
        return [None if one is None else one.float() for one in found]


class CudaNet:
    """A network on a GPU; callers of several threads take turns, so a queue in front of it makes better batches."""

    def __init__(self, net: Net, threads: int = 1):
        if not torch.cuda.is_available():
            raise BadSpec("runtime 'cuda': torch sees no GPU here, expected own, onnx or torch")
        module: Any = Module(plan(net)).to("cuda", torch.bfloat16)
        self.net, self.module = net, module.to(memory_format=torch.channels_last)
        self.recorded: dict[tuple[int, ...], Recorded] = {}
        self.turn = threading.Lock()

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers:
        """Its answers for planes [B, P, H, W] and numbers [B, G]."""
        count = len(planes)
        with self.turn, torch.inference_mode():
            work = self.work_for(max(LEAST, 1 << (count - 1).bit_length()), planes.shape[1:], numbers.shape[1:])
            for there, here in zip(work.inputs, (planes, numbers), strict=True):
                there[:count].copy_(torch.from_numpy(here))
            work.graph.replay()
            found: list[Any] = [None if one is None else one[:count].cpu().numpy() for one in work.answers]
        return Answers(*found)

    def work_for(self, size: int, planes: tuple[int, ...], numbers: tuple[int, ...]) -> Recorded:
        key = (size, *planes)
        if key not in self.recorded:
            self.recorded[key] = Recorded(self.module, (size, *planes), (size, *numbers))
        return self.recorded[key]
