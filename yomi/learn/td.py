"""TD(lambda) and TDLeaf(lambda): each chance to win moves towards the chances after it, the last one to the result.

The reward is the result at the end of the game, gamma is 1 [LEARN 4.2]. Both views are there: forward by the
lambda-return [LEARN eqs. 15-18, A.2], backward by the eligibility trace [LEARN eqs. 24-26, A.8-A.11]; over an episode
they are the same, which a test shows.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.kernel.verb import body
from yomi.learn.objective import gradient, move_along, slope, worth
from yomi.search.alphabeta import SURE
from yomi.value.online import chance


class TdLeaf(NamedTuple):
    """TD(lambda) on the leaves of principal variations [LEARN 4.2, note h]."""

    decay: float = 0.8  # lambda
    tau: float = 600.0  # the value that is worth odds of e to 1


class Td(NamedTuple):
    """TD(lambda) on the positions of the game [LEARN 4.1]."""

    decay: float = 0.8
    tau: float = 600.0


class TdTrace(NamedTuple):
    """TD(lambda) on the positions of the game by the eligibility trace [LEARN eqs. 24-26]."""

    decay: float = 0.8
    tau: float = 600.0


class TdMoves(NamedTuple):
    """TD(lambda) on the positions of the game, move by move: later moves are already played with what was learnt."""

    rate: float = 0.1  # alpha; the steps of a stage say only how it falls
    epsilon: float = 0.1  # how often a move is any
    decay: float = 0.5  # lambda
    tau: float = 600.0


@body(gradient, TdLeaf)
def td_leaf(method, episode, theta, out):
    return forward(episode.leaves, episode.values, episode.stray, episode.result, method.decay, method.tau, theta, out)


@body(gradient, Td)
def td_plain(method, episode, theta, out):
    return forward(
        episode.roots,
        np.zeros(len(episode.values)),
        episode.stray,
        episode.result,
        method.decay,
        method.tau,
        theta,
        out,
    )


@njit(cache=True)
def forward(rows, values, stray, result, decay, tau, theta, out):
    """Forward view: R^lambda - V(s_t) is a sum of TD errors [LEARN A.2].

    V is exact where a search saw a mate; what follows a random move says nothing of the position before it.
    """
    after, ahead, error = result, 0.0, 0.0
    for t in range(len(rows) - 1, -1, -1):
        if abs(values[t]) >= SURE:
            after, ahead = (1.0 if values[t] > 0.0 else 0.0), 0.0
            continue
        p = chance(worth(theta, rows[t]), tau)
        ahead = 0.0 if stray[t] else after - p + decay * ahead  # delta_t + lambda * (what follows) [LEARN eq. 26, A.2]
        move_along(out, rows[t], ahead * slope(p, tau))
        error += 0.5 * ahead * ahead
        after = p
    return error


@body(gradient, TdTrace)
def td_backward(method, episode, theta, out):
    rows, tau = episode.roots, method.tau
    trace, error = np.zeros(len(theta)), 0.0
    for t in range(len(rows)):
        p = chance(worth(theta, rows[t]), tau)
        trace *= method.decay  # [LEARN eq. 25]
        move_along(trace, rows[t], slope(p, tau))
        last = t + 1 == len(rows)
        delta = (episode.result if last else chance(worth(theta, rows[t + 1]), tau)) - p  # [LEARN eq. 26]
        out += trace * delta  # [LEARN eq. 24]
        error += 0.5 * delta * delta
    return error
