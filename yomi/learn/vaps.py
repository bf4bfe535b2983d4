"""One objective for all: U = alpha R - beta delta, the return of an episode less its error [LEARN 3.3, 3.5; Baird1999].

Its direction has a gradient term, which lessens the error, and a generation term, which makes episodes with a high U
more likely [LEARN eqs. 5-8]. Without the generation term and alpha it is TD(lambda) or supervised learning, without
beta it is policy gradient: tests compare the directions.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.kernel.verb import body
from yomi.learn.choices import PolicyMoves
from yomi.learn.notes import OWN
from yomi.learn.objective import gradient
from yomi.learn.policy import add_eligibility
from yomi.learn.reinforce import return_of
from yomi.learn.supervised import divergence
from yomi.learn.td import forward


class Vaps(NamedTuple):
    """Value and policy search: both kinds of learning at once."""

    alpha: float = 1.0  # weight of the return
    beta: float = 1.0  # weight of the error
    generation: bool = True  # whether the error takes part in the generation term
    teacher: float = 0.0  # weight of the divergence from the moves that were played in the error, beside TD(lambda)'s
    baseline: float = 0.5  # what is taken off the return
    temperature: float = 100.0  # of the policy
    decay: float = 0.8  # lambda
    tau: float = 600.0
    own: float = 1.0  # weights of teachers, as of `kl`
    line: float = 0.0
    other: float = 1.0
    winner: bool = True

    def noting(self, look: int) -> PolicyMoves:
        """How it plays and what it wants to know."""
        return PolicyMoves(look, self.temperature)


@body(gradient, Vaps)
def value_and_policy(method, episode, theta, out):
    error = episode_error(method, episode, theta, out)
    blame = method.beta * error if method.generation else 0.0
    notes = episode.notes
    for group in range(len(notes.mover)):
        if notes.by[group] == OWN and notes.chosen[group] >= 0:
            reward = return_of(episode, group) - method.baseline
            amount = method.alpha * reward - blame  # [LEARN eq. 8]
            if amount != 0.0:
                add_eligibility(notes, group, notes.chosen[group], theta, method.temperature, amount, out)
    return error


@njit(cache=True)
def episode_error(method, episode, theta, out):
    """delta of an episode [LEARN eqs. 12, 35]; -beta times its gradient is added [LEARN eqs. 18, 36]."""
    direction = np.zeros(len(theta))
    error = forward(
        episode.leaves, episode.values, episode.stray, episode.result, method.decay, method.tau, theta, direction
    )
    if method.teacher > 0.0:
        way = np.zeros(len(theta))
        error += method.teacher * divergence(method, method.temperature, episode, theta, way)
        direction += method.teacher * way
    out += method.beta * direction
    return error
