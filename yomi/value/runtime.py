"""Chooses what runs a network: Yomi's own kernels, onnxruntime, torch or a GPU, whichever is wanted and installed."""

from __future__ import annotations

import importlib.util
from typing import Any, Protocol

import numpy as np
from numba import config

from yomi.errors import BadSpec
from yomi.value.layers import Answers, Net
from yomi.value.winograd import WinogradNet

OWN = "own"
KINDS = {
    OWN: ("numba", "neural"),
    "onnx": ("onnxruntime", "neural"),
    "torch": ("torch", "train"),
    "cuda": ("torch", "train"),
}  # the package each needs and the extra that brings it, in the order of preference


class Runtime(Protocol):
    """A network that can be run."""

    net: Net

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers: ...


def runtime(net: Net, kind: str = "auto", threads: int = 1) -> Runtime:
    """The network, ready to run: kind is own, onnx, torch, cuda, or auto, our own unless nothing is compiled."""
    if kind not in ("auto", *KINDS):
        raise BadSpec(f"runtime {kind!r}: expected auto, {', '.join(KINDS)}")
    chosen = [name for name in KINDS if kind in ("auto", name) and importlib.util.find_spec(KINDS[name][0])]
    if not chosen:
        package, extra = KINDS[kind]
        raise BadSpec(f"a network run by {kind} needs {package}: pip install 'yomi[{extra}]'")
    if kind == "auto" and getattr(config, "DISABLE_JIT") and len(chosen) > 1:  # noqa: B009
        chosen.remove(OWN)
    made: Any = WinogradNet
    if chosen[0] == "onnx":
        from yomi.value.onnxnet import OnnxNet

        made = OnnxNet
    elif chosen[0] == "torch":
        from yomi.value.torchnet import TorchNet

        made = TorchNet
    elif chosen[0] == "cuda":
        from yomi.value.cudanet import CudaNet

        made = CudaNet
    return made(net, threads)
