"""Writes a network as an ONNX model, for boards of any size and batches of any length."""

from __future__ import annotations

import numpy as np

from yomi.value import onnxproto
from yomi.value.layers import Answers, Net
from yomi.value.steps import Plan, Step, plan

NAMES = Answers._fields
SIDES: list[int | str] = ["height", "width"]
WIDTH, SPREAD = "width_of_board", "spread_of_board"


def model_bytes(net: Net) -> bytes:
    """The network as a model with inputs `planes` and `numbers` and the outputs that `Answers` names."""
    steps = plan(net)
    writer = Writer(steps)
    given, extra = net.stem.weights.shape[1], 0 if net.numbers is None else net.numbers.weights.shape[0]
    inputs = [onnxproto.value("planes", ["batch", given, *SIDES])]
    if net.numbers is not None:
        inputs.append(onnxproto.value("numbers", ["batch", extra]))
    shapes: dict[str, list[int | str]] = {
        "moves": [len(net.policy.moves.weights), *SIDES],
        "extra": [net.policy.extra[-1].weights.shape[1] if net.policy.extra else 0],
        "outcome": [3],
        "numbers": [net.value.numbers.weights.shape[1] if net.value.numbers else 0],
        "ownership": SIDES,
    }
    asked = [name for name, at in zip(NAMES, steps[1:], strict=True) if at is not None]
    outputs = [onnxproto.value(f"answer_{name}", ["batch", *shapes[name]]) for name in asked]
    return onnxproto.model(writer.nodes, writer.tensors, inputs, outputs)


class Writer:
    """Writes the nodes and tensors of a plan."""

    def __init__(self, steps: Plan):
        self.nodes: list[bytes] = []
        self.tensors: list[bytes] = []
        self.names = ["planes", "numbers"]
        self.width_of_board()
        for step in steps.steps:
            self.names.append(self.write(step, [self.names[k] for k in step.inputs], f"v{len(self.names)}"))
        for name, number in zip(NAMES, steps[1:], strict=True):
            if number is not None and name == "ownership":
                self.node("Squeeze", [self.names[number], self.whole(1)], f"answer_{name}")
            elif number is not None:
                self.node("Identity", [self.names[number]], f"answer_{name}")

    def node(self, op: str, inputs: list[str], output: str, **attributes: int | float | list[int]) -> str:
        self.nodes.append(onnxproto.node(op, inputs, output, **attributes))
        return output

    def tensor(self, array: np.ndarray) -> str:
        name = f"t{len(self.tensors)}"
        self.tensors.append(onnxproto.tensor(name, array))
        return name

    def whole(self, *values: int) -> str:
        return self.tensor(np.array(values, np.int64))

    def real(self, value: float) -> str:
        return self.tensor(np.array(value, np.float32))

    def width_of_board(self) -> None:
        """WIDTH is (√area - 14) / 10, and SPREAD its square less 0.1."""
        self.node("Shape", ["planes"], "sides", start=2)
        self.node("ReduceProd", ["sides"], "area", keepdims=0)
        self.node("Cast", ["area"], "area_f", to=onnxproto.FLOAT)
        self.node("Sqrt", ["area_f"], "root")
        self.node("Sub", ["root", self.real(14)], "wider")
        self.node("Mul", ["wider", self.real(0.1)], WIDTH)
        self.node("Mul", [WIDTH, WIDTH], "square")
        self.node("Sub", ["square", self.real(0.1)], SPREAD)

    def write(self, step: Step, inputs: list[str], name: str) -> str:
        """The nodes of a step; the name of its result."""
        arrays = [self.tensor(array) for array in step.arrays]
        if step.op == "conv":
            reach = [d * (k // 2) for d, k in zip(step.dilation, step.arrays[0].shape[2:], strict=True)]
            return self.node("Conv", inputs + arrays, name, pads=reach * 2, dilations=list(step.dilation))
        if step.op == "norm":
            channels = len(step.arrays[0])
            mean, variance = self.tensor(np.zeros(channels, np.float32)), self.tensor(np.ones(channels, np.float32))
            return self.node("BatchNormalization", [*inputs, *arrays, mean, variance], name, epsilon=0.0)
        if step.op == "dense":
            return self.node("Gemm", inputs + arrays, name)
        if step.op == "spread":
            tall = self.node("Unsqueeze", [inputs[1], self.whole(2, 3)], name + "_tall")
            return self.node("Add", [inputs[0], tall], name)
        if step.op in ("add", "relu"):
            return self.node(step.op.capitalize(), inputs, name)
        return self.pool(step.op, inputs[0], name) if "pool" in step.op else self.smooth(step.op, inputs[0], name)

    def smooth(self, op: str, x: str, name: str) -> str:
        """x * sigmoid(x), or x * tanh(softplus(x)): mish, which opset 17 does not have."""
        if op == "silu":
            gate = self.node("Sigmoid", [x], name + "_gate")
        else:
            gate = self.node("Tanh", [self.node("Softplus", [x], name + "_plus")], name + "_gate")
        return self.node("Mul", [x, gate], name)

    def pool(self, op: str, x: str, name: str) -> str:
        mean = self.node("Flatten", [self.node("GlobalAveragePool", [x], name + "_means")], name + "_mean")
        wide = self.node("Mul", [mean, WIDTH], name + "_wide")
        if op == "pool":
            third = self.node("Flatten", [self.node("GlobalMaxPool", [x], name + "_tops")], name + "_top")
        else:
            third = self.node("Mul", [mean, SPREAD], name + "_third")
        return self.node("Concat", [mean, wide, third], name, axis=1)
