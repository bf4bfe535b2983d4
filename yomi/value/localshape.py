"""Weights of local shapes in Go, learnt by temporal differences, kept in files [RAVE 3.4]."""

from __future__ import annotations

import functools
import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.games.go.windows import Windows, anywhere_count, windows
from yomi.games.tactics import SCALE
from yomi.value.gammas import find


class ShapeValues(NamedTuple):
    """A linear value of Go positions, in logits for black."""

    squares: Windows  # which weights a square takes part in
    weights: np.ndarray  # [2K + 1] the negatives backwards, zero, the weights
    bias: float  # of the empty board: komi


def mirrored(theta: np.ndarray) -> np.ndarray:
    """Weights so that a signed number finds each with its sign."""
    return np.concatenate([-theta[::-1], [0.0], theta]).astype(np.float32)


def untrained(size: int) -> ShapeValues:
    """Every position is even."""
    squares, count = windows(size)
    return ShapeValues(squares, np.zeros(2 * count + 1, np.float32), 0.0)


def save(values: ShapeValues, size: int, made: dict[str, Any], path: pathlib.Path) -> None:
    """Write a file, replacing one that is there only when the new one is complete."""
    temporary = path.with_name(path.name + ".new")
    theta = values.weights[len(values.weights) // 2 + 1 :].astype(np.float16)
    with temporary.open("wb") as file:
        np.savez_compressed(file, theta=theta, bias=values.bias, size=size, made=json.dumps(made))
    os.replace(temporary, path)


def load(name: str, size: int) -> ShapeValues:
    """The weights of that name or in that file; on a board of another size, those that do not know their place."""
    path = find(name, ".npz")
    return loaded(str(path), path.stat().st_mtime_ns, size)


def of_shapes(file: Mapping[str, np.ndarray]) -> tuple[np.ndarray, float, int]:
    """Weights, bias and size of board in a file of `yomi learn shapes`."""
    return file["theta"].astype(np.float32), float(file["bias"]), int(file["size"])


def of_plan(file: Mapping[str, np.ndarray]) -> tuple[np.ndarray, float, int]:
    """The same in one of `yomi learn PLAN`: hundredths of a pawn, and the first is to have the move."""
    return (file["theta"][1:] / SCALE).astype(np.float32), 0.0, int(str(file["game"]).removeprefix("go"))


@functools.lru_cache(maxsize=4)
def loaded(path: str, changed: int, size: int) -> ShapeValues:
    squares, count = windows(size)
    try:
        with np.load(path) as file:
            learnt, bias, of_size = of_plan(file) if "game" in file else of_shapes(file)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadText(f"weights {path!r}: not a file of local shapes ({error})") from None
    theta = np.zeros(count, np.float32)
    known = count if of_size == size else anywhere_count()
    if len(learnt) < known or (of_size == size and len(learnt) != count) or not np.isfinite(learnt).all():
        raise BadText(f"weights {path!r}: expected {known} finite weights, found {len(learnt)}")
    theta[:known] = learnt[:known]
    return ShapeValues(squares, mirrored(theta), bias)
