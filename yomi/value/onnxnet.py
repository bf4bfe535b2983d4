"""Runs a network with onnxruntime on a CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime

from yomi.value.layers import Answers, Net
from yomi.value.onnxfile import NAMES, model_bytes


class OnnxNet:
    """A network that onnxruntime runs."""

    def __init__(self, net: Net, threads: int = 1):
        self.net, self.threads = net, threads
        self.session = onnxruntime.InferenceSession(
            model_bytes(net), settings(threads), providers=["CPUExecutionProvider"]
        )
        self.inputs = [one.name for one in self.session.get_inputs()]
        self.outputs = [one.name.removeprefix("answer_") for one in self.session.get_outputs()]

    def __call__(self, planes: np.ndarray, numbers: np.ndarray) -> Answers:
        """Its answers for planes [B, P, H, W] and numbers [B, G]."""
        given = dict(zip(self.inputs, (planes, numbers), strict=False))
        found: dict[str, Any] = dict(zip(self.outputs, self.session.run(None, given), strict=True))
        answers: list[Any] = [found.get(name) for name in NAMES]
        return Answers(*answers)


def settings(threads: int) -> onnxruntime.SessionOptions:
    """All optimisations, so many threads, and no core kept busy by waiting."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return options
