"""A learnt prior: how likely the engine's own deeper search is to choose a move, by its shape and features."""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.hints import describe, shape_weights
from yomi.games.marks import MARKS
from yomi.games.position import Position
from yomi.kernel.verb import body
from yomi.search.method import furnish
from yomi.value.gammas import theta_tables


class Learned(NamedTuple):
    """Wins that grow with the square root of the probability that a deeper search would choose the move."""

    weights: str = "prior"  # weights that come with Yomi, or the path of a file
    wins: float = 60.0  # wins for a move that is certain to be chosen
    even: float = 10.0  # simulations at 0.5 that every move begins with
    mc: float = 1.0  # weight of all this in the Monte-Carlo value
    amaf: float = 1.0  # weight of all this in the AMAF value

    def prepared(self, position: Position) -> LearnedTables:
        """The form that the search reads."""
        return LearnedTables(*theta_tables(self.weights, MARKS), self.wins, self.even, self.mc, self.amaf)


class LearnedTables(NamedTuple):
    """A learnt prior with its weights loaded."""

    shape: np.ndarray  # [2, CODES] of each neighbourhood, for black and for white to move
    feature: np.ndarray  # [MARKS] of each feature
    wins: float
    even: float
    mc: float
    amaf: float


@body(furnish, LearnedTables)
def furnish_learned(prior, tree, start, count, state, trace, out):
    moves, chance = tree.move[start : start + count], np.empty(count, np.float32)
    describe(state, moves, out)
    shape_weights(state, prior.shape, moves, chance)
    total = add_up(prior.feature, out, chance)
    for k in range(count):
        wins = 0.5 * prior.even + prior.wins * sqrt(chance[k] / total)
        sims = wins + 0.5 * prior.even
        child = start + k
        tree.prior_visits[child] = prior.mc * sims
        tree.prior_reward[child] = prior.mc * wins
        tree.amaf_visits[child] = prior.amaf * sims
        tree.amaf_reward[child] = prior.amaf * wins


@njit(cache=True)
def add_up(feature, marks, chance):
    """Turn sums of weights into strengths; return their total."""
    total = 0.0
    for k in range(len(chance)):
        weight, left, b = float(chance[k]), marks[k], 0
        while left != 0:
            if left & 1:
                weight += feature[b]
            left >>= 1
            b += 1
        chance[k] = exp(weight)
        total += chance[k]
    return total
