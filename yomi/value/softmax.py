"""Softmax playouts: a move is drawn with a probability proportional to the product of its weights [RAVE 3.6]."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yomi.games.hints import begin, pick, survey, watch, weighted_move
from yomi.games.position import Position
from yomi.kernel.verb import body
from yomi.value.evaluate import evaluate
from yomi.value.gammas import tables
from yomi.value.playout import playout


class Softmax(NamedTuple):
    """Draws moves by the weights of their 3x3 shapes and features, all learnt [RAVE 3.6, 6]; random outside Go."""

    weights: str = "yomi"  # weights that come with Yomi, or the path of a file
    temperature: float = 1.0  # above 1 more random, below 1 less
    depth: int = 0  # plies after which to stop and estimate (0: play to the end) [RAVE 2.3]
    bonus: float = 0.0  # part of the result that a larger margin is worth
    mercy: float = 0.0  # stop when one side is ahead by so much of the board in stones (0: play to the end)

    def prepared(self, position: Position) -> SoftmaxTables:
        """The form that playouts read."""
        weight, factor = tables(self.weights, self.temperature)
        return SoftmaxTables(weight, factor, self.depth, self.bonus, self.mercy)


class SoftmaxTables(NamedTuple):
    """Softmax playouts with their weights loaded."""

    weight: np.ndarray  # [2, CODES] of each neighbourhood, for black and for white to move
    factor: np.ndarray  # [F] by which each feature multiplies it
    depth: int = 0
    bonus: float = 0.0
    mercy: float = 0.0


@body(begin, SoftmaxTables)
def begin_softmax(policy, state):
    survey(state)


@body(pick, SoftmaxTables)
def pick_softmax(policy, state, out, rng):
    watch(state)
    return weighted_move(state, policy, out, rng)


@body(evaluate, SoftmaxTables)
def evaluate_softmax(policy, state, trace, out, rng):
    return playout(policy, state, trace, out, rng)
