"""The steps of a network joined to layers, for kernels that do several steps with each number they touch.

A convolution takes over the steps that follow it, as far as they need nothing else: a bias of each board, a sum with
the stream of a block, a norm, an activation. Channels are counted in eights; those added are zero throughout.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.value.layers import ACTIVATIONS
from yomi.value.steps import Plan, Step

NONE = np.empty(0, np.float32)


class Layer(NamedTuple):
    """A step, with those that it takes over."""

    number: int  # of its first step
    step: Step
    source: int  # the value it works on
    bias: np.ndarray  # [channels]
    spread: int | None = None  # the value that is a bias of each board, and has ours in it
    other: int | None = None  # the value that is added
    total: int | None = None  # the value that is the sum, if it is kept
    bent: int | None = None  # the value after norm and activation, if there are any
    norm: tuple[np.ndarray, np.ndarray] = (NONE, NONE)
    kind: int = 0


class Chain(NamedTuple):
    """A convolution or a dense layer, and the numbers of the steps it takes over."""

    first: int
    spread: int | None
    add: int | None
    norm: int | None
    act: int | None


def eights(channels: int) -> int:
    return -(-channels // 8) * 8


def padded(array: np.ndarray) -> np.ndarray:
    """Numbers of channels, and zeros up to a multiple of eight."""
    return np.pad(array.astype(np.float32), (0, -len(array) % 8))


def users(plan: Plan) -> dict[int, list[int]]:
    """For each value the steps that use it, and -1 where it is an answer."""
    found: dict[int, list[int]] = {value: [] for value in range(len(plan.steps) + 2)}
    for number, step in enumerate(plan.steps):
        for value in step.inputs:
            found[value].append(number)
    for answer in plan[1:]:
        if answer is not None:
            found[answer].append(-1)
    return found


def chain(plan: Plan, used: dict[int, list[int]], first: int) -> Chain:
    """What a convolution or a dense layer takes over."""
    value = first + 2
    taken: dict[str, int | None] = {"spread": None, "add": None}
    for op, place in (("spread", 0), ("add", 1)):
        number = used[value][0] if len(used[value]) == 1 else -1
        if number >= 0 and plan.steps[number].op == op and plan.steps[number].inputs[place] == value:
            taken[op], value = number, number + 2
    norm = next((k for k in used[value] if k >= 0 and plan.steps[k].op == "norm"), None)
    value = value if norm is None else norm + 2
    act = next((k for k in used[value] if k >= 0 and plan.steps[k].op in ACTIVATIONS), None)
    return Chain(first, taken["spread"], taken["add"], norm, act)


def fused(plan: Plan) -> list[Layer]:
    """The layers of a network, in an order in which they can be run."""
    used, taken = users(plan), set[int]()
    found: list[tuple[int, Chain]] = []  # each at the step at which all it needs is there
    extra: dict[int, np.ndarray] = {}  # biases that dense layers take over from convolutions
    for number, step in enumerate(plan.steps):
        if step.op in ("conv", "dense"):
            links = chain(plan, used, number)
            taken.update(k for k in links if k is not None)
            if links.spread is not None:
                extra[plan.steps[links.spread].inputs[1]] = step.arrays[1]
            found.append((max(k for k in links[:3] if k is not None), links))
        elif step.op in ("pool", "valuepool"):
            taken.add(number)
            found.append((number, Chain(number, None, None, None, None)))
    if len(taken) != len(plan.steps):
        raise BadText(f"{len(plan.steps) - len(taken)} steps of a network follow no convolution")
    return [joined(plan, used, links, extra) for _, links in sorted(found)]


def joined(plan: Plan, used: dict[int, list[int]], links: Chain, extra: dict[int, np.ndarray]) -> Layer:
    """A layer made of some steps."""
    step = segmented(plan, plan.steps[links.first])
    if step.op in ("pool", "valuepool"):
        return Layer(links.first, step, step.inputs[0], NONE, total=links.first + 2)
    last = links.first if links.spread is None else links.spread
    last = last if links.add is None else links.add
    follower = links.act if links.norm is None else links.norm
    kept = follower is None or used[last + 2] != [follower]
    bent = max((k for k in (links.norm, links.act) if k is not None), default=None)
    norm = (NONE, NONE) if links.norm is None else plan.steps[links.norm].arrays
    return Layer(
        links.first,
        step,
        step.inputs[0],
        padded(step.arrays[1] + extra.get(links.first + 2, 0)),
        None if links.spread is None else plan.steps[links.spread].inputs[1],
        None if links.add is None else plan.steps[links.add].inputs[0],
        last + 2 if kept else None,
        None if bent is None else bent + 2,
        (padded(norm[0]), padded(norm[1])),
        0 if links.act is None else ACTIVATIONS.index(plan.steps[links.act].op),
    )


def segmented(plan: Plan, step: Step) -> Step:
    """A dense layer of a pooling, whose three parts begin at multiples of eight."""
    source = plan.steps[step.inputs[0] - 2] if step.op == "dense" and step.inputs[0] > 1 else None
    if source is None or source.op not in ("pool", "valuepool"):
        return step
    weights = step.arrays[0].reshape(3, -1, step.arrays[0].shape[1])
    wide = np.pad(weights, ((0, 0), (0, -weights.shape[1] % 8), (0, 0)))
    return step._replace(arrays=(wide.reshape(-1, wide.shape[2]), step.arrays[1]))


def widths(plan: Plan) -> tuple[list[int], list[int]]:
    """How many channels each value has, and how many with those that are added."""
    exact = [0, 0]
    for step in plan.steps:
        if step.op in ("conv", "dense") and step.inputs[0] < 2:
            exact[step.inputs[0]] = step.arrays[0].shape[1 if step.op == "conv" else 0]
    wide = [eights(count) for count in exact]
    for step in plan.steps:
        here = exact[step.inputs[0]]
        pooled = step.op in ("pool", "valuepool")
        exact.append(3 * here if pooled else len(step.arrays[1]) if step.op in ("conv", "dense") else here)
        wide.append(3 * eights(here) if pooled else eights(exact[-1]))
    return exact, wide


def slots(layers: list[Layer], plan: Plan) -> dict[int, int]:
    """In which array each value of points is; what is needed no more makes room."""
    last = {k: n for n, layer in enumerate(layers) for k in (layer.source, layer.other) if k is not None}
    last |= {answer: len(layers) for answer in plan[1:] if answer is not None}
    where: dict[int, int] = {0: 0}
    free: list[int] = []
    for n, one in enumerate(layers):
        if one.other is not None and last[one.other] == n:
            free.append(where[one.other])  # the sum may take its place, number by number
        for value in (one.total, one.bent) if one.step.op == "conv" else ():
            if value is not None:
                where[value] = free.pop() if free else len(where)
        if one.source in where and last[one.source] == n and one.source != one.other:
            free.append(where[one.source])
    return where
