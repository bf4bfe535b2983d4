"""The local shape prior: a new move is worth what learnt shapes say of the position after it [RAVE 5.1]."""

from __future__ import annotations

from math import exp, isqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.hints import after_values
from yomi.games.position import Position
from yomi.kernel.verb import body
from yomi.search.method import furnish
from yomi.search.prior import initialise
from yomi.value.localshape import ShapeValues, load


class Shape(NamedTuple):
    """The value of the position after a move, by local shapes learnt from self-play [RAVE 5.1]; even outside Go."""

    weights: str = "shapes"  # weights that come with Yomi, or the path of a file
    m: float = 50.0  # equivalent experience of the AMAF value
    n: float = 0.0  # equivalent experience of the Monte-Carlo value
    gain: float = 0.0  # if above 0, only what a move is better than the others counts, this many times

    def prepared(self, position: Position) -> ShapeTables:
        """The form that the search reads."""
        values = load(self.weights, isqrt(max(position.game.width - 1, 4)))
        return ShapeTables(values, self.m, self.n, self.gain)


class ShapeTables(NamedTuple):
    """A local shape prior with its weights loaded."""

    values: ShapeValues
    m: float
    n: float
    gain: float


@body(furnish, ShapeTables)
def furnish_shape(prior, tree, start, count, state, trace, out):
    chance = np.empty(count, np.float32)
    after_values(state, prior.values, tree.move[start : start + count], chance)
    if prior.gain > 0.0:
        compare(chance, prior.gain)
    for k in range(count):
        initialise(prior, tree, start + k, chance[k])


@njit(cache=True)
def compare(chance, gain):
    """Leave of each chance only by how much it is better than the others, in logits, times the gain."""
    logits = np.log(chance / (1.0 - chance))
    mean = logits.mean()
    for k in range(len(chance)):
        chance[k] = 1.0 / (1.0 + exp(-gain * (logits[k] - mean)))
