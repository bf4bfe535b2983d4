"""The Boltzmann policy over the values of moves, and how its logarithm changes with the weights [LEARN eqs. 39-43]."""

from math import exp, log

import numpy as np
from numba import njit

from yomi.learn.objective import move_along, worth


@njit(cache=True)
def row_of(notes, row):
    """The features of a row."""
    return notes.numbers[notes.ends[row] : notes.ends[row + 1]]


@njit(cache=True)
def value_of_row(notes, row, theta):
    """E(s* | a, s): by the features of the leaf where there are some, else the value that was found."""
    numbers = row_of(notes, row)
    return worth(theta, numbers) if len(numbers) > 0 else notes.found[row]


@njit(cache=True)
def policy_of(notes, group, theta, temperature):
    """The chance of each move of a group to be chosen [LEARN eqs. 39, 40]."""
    first, count = notes.starts[group], notes.starts[group + 1] - notes.starts[group]
    chances = np.zeros(count)
    for k in range(count):
        chances[k] = notes.mover[group] * value_of_row(notes, first + k, theta) / temperature
    best = chances.max()
    for k in range(count):
        chances[k] = exp(chances[k] - best)
    return chances / chances.sum()


@njit(cache=True)
def add_eligibility(notes, group, row, theta, temperature, amount, out):
    """Add an amount times e(t) = d ln pi(a) / d omega of the move of a row [LEARN eqs. 6, 42]; return ln pi(a)."""
    first, scale = notes.starts[group], amount * notes.mover[group] / temperature
    chances = policy_of(notes, group, theta, temperature)
    for k in range(len(chances)):
        share = (1.0 if first + k == row else 0.0) - chances[k]
        move_along(out, row_of(notes, first + k), scale * share)
    return log(max(chances[row - first], 1e-300))
