"""Weights of shapes and features in Go, theta, kept in files; for softmax playouts as tables of gamma = exp(theta)."""

from __future__ import annotations

import functools
import json
import os
import pathlib
from collections.abc import Iterable
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from yomi.errors import BadSpec, BadText
from yomi.games.go.shapes import drawing, shape_of, shapes
from yomi.games.go.weighted import BLUNDER, FEATURES, UNIT

SHIPPED = pathlib.Path(__file__).parent / "weights"
MOST_UNITS = 65535  # small tables stay in the processor's cache
LARGEST = 12.0  # of |theta| in a file


class Weights(NamedTuple):
    """What was learnt, and how."""

    shapes: np.ndarray  # [K] theta of each class of neighbourhoods
    features: np.ndarray  # [F] theta of each feature
    names: tuple[str, ...]  # [F] of the features
    made: dict[str, Any]  # how: command, settings, results

    @property
    def theta(self) -> np.ndarray:
        """All of it as one vector, shapes first."""
        return np.concatenate([self.shapes, self.features])


def even(names: Iterable[str] = FEATURES) -> Weights:
    """Every move weighs the same."""
    features = tuple(names)
    return from_theta(np.zeros(len(shapes().example) + len(features)), features)


def from_theta(theta: np.ndarray, names: Iterable[str] = FEATURES, **made: Any) -> Weights:
    """The weights a vector holds, for features of these names: those of playouts unless told otherwise."""
    count = len(shapes().example)
    return Weights(theta[:count].copy(), theta[count:].copy(), tuple(names), made)


def save(weights: Weights, path: pathlib.Path) -> None:
    """Write a file, replacing one that is there only when the new one is complete; shapes of weight 0 are left out."""
    text = json.dumps(
        {
            "made": weights.made,
            "features": {name: round(float(t), 4) for name, t in zip(weights.names, weights.features, strict=True)},
            "shapes": {drawing(k): round(float(t), 4) for k, t in enumerate(weights.shapes) if k and abs(t) > 5e-5},
        },
        indent=1,
    )
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text + "\n")
    os.replace(temporary, path)


def load(name: str, names: Iterable[str] = FEATURES) -> Weights:
    """The weights of that name, or in the file at that path."""
    path = find(name)
    try:
        content = json.loads(path.read_text())
        found = even(names)._replace(made=dict(content["made"]))
        for feature, theta in content["features"].items():
            found.features[found.names.index(feature)] = checked(theta)
        for text, theta in content["shapes"].items():
            found.shapes[known_shape(text)] = checked(theta)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadText(f"weights {str(path)!r}: not a file of weights ({error})") from None
    return found


def find(name: str, ending: str = ".json") -> pathlib.Path:
    """Where weights are: beside this file under their name, or where the path says."""
    shipped, path = SHIPPED / f"{name}{ending}", pathlib.Path(name)
    if shipped.is_file() and name == shipped.stem:
        return shipped
    if not path.is_file():
        names = ", ".join(sorted(file.stem for file in SHIPPED.glob(f"*{ending}")))
        raise BadSpec(f"weights {name!r}: expected {names} or the path of a file")
    return path


def checked(theta: Any) -> float:
    if not isinstance(theta, int | float) or not isfinite(theta) or abs(theta) > LARGEST:
        raise ValueError(f"{theta!r} is no weight between -{LARGEST} and {LARGEST}")
    return float(theta)


def known_shape(text: str) -> int:
    shape = shape_of(text)
    if shape == 0:
        raise ValueError(f"{text!r} is no drawing of a neighbourhood")
    return shape


def tables(name: str, temperature: float) -> tuple[np.ndarray, np.ndarray]:
    """The tables of those weights, made once for each state of the file."""
    if not temperature > 0:
        raise BadSpec(f"temperature={temperature}: expected more than 0")
    path = find(name)
    return tables_of_file(str(path), path.stat().st_mtime_ns, temperature)


@functools.lru_cache(maxsize=8)
def tables_of_file(path: str, changed: int, temperature: float) -> tuple[np.ndarray, np.ndarray]:
    return tables_of(load(path), temperature)


def theta_tables(name: str, names: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
    """(theta of each neighbourhood for black and white, theta of each of the features of these names), made once."""
    path = find(name)
    return theta_tables_of_file(str(path), path.stat().st_mtime_ns, tuple(names))


@functools.lru_cache(maxsize=8)
def theta_tables_of_file(path: str, changed: int, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    found = load(path, names)
    return found.shapes[shapes().of].astype(np.float32), found.features.astype(np.float32)


def tables_of(weights: Weights, temperature: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """(gamma of each neighbourhood for black and white in units, 0 for an own eye; the factor of each feature)."""
    known = shapes()
    gamma = np.exp(weights.shapes / temperature)  # the product of strengths is exp of the sum of theta [RAVE 3.6]
    units = np.clip(np.rint(gamma * UNIT), 1, MOST_UNITS).astype(np.uint16)
    units[known.eye] = 0
    factor = np.exp(weights.features / temperature)
    factor[BLUNDER] = min(1.0, factor[BLUNDER])  # a drawn blunder is refused with the rest of the probability
    return units[known.of], factor
