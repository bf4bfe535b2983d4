"""Chooses what runs a network: onnxruntime or torch, whichever is wanted and installed."""

from __future__ import annotations

import importlib.util
from typing import Protocol

import numpy as np

from yomi.errors import BadSpec
from yomi.value.layers import Answers, Net

KINDS = {"onnx": "onnxruntime", "torch": "torch"}  # and the package each needs, in the order of preference


class Runtime(Protocol):
    """A network that can be run."""

    net: Net

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers: ...


def runtime(net: Net, kind: str = "auto", threads: int = 1) -> Runtime:
    """The network, ready to run: kind is onnx, torch, or auto, the first that is installed."""
    if kind not in ("auto", *KINDS):
        raise BadSpec(f"runtime {kind!r}: expected auto, {', '.join(KINDS)}")
    chosen = [name for name in KINDS if kind in ("auto", name) and importlib.util.find_spec(KINDS[name])]
    if not chosen:
        wanted = " or ".join(package for name, package in KINDS.items() if kind in ("auto", name))
        raise BadSpec(f"a network needs {wanted}: pip install 'yomi[neural]'")
    if chosen[0] == "onnx":
        from yomi.value.onnxnet import OnnxNet

        return OnnxNet(net, threads)
    from yomi.value.torchnet import TorchNet

    return TorchNet(net, threads)
