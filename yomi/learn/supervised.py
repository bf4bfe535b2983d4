"""Supervised learning of a stochastic policy: the Kullback-Leibler divergence from a teacher falls [LEARN 4.4].

Teachers are a stronger opponent's moves, the own deeper search (also along its principal variation), and the own game
record; none of them is a professional's game.
"""

from math import log
from typing import NamedTuple

from numba import njit

from yomi.kernel.verb import body
from yomi.learn.choices import SearchMoves
from yomi.learn.notes import OTHER, OWN
from yomi.learn.objective import gradient, move_along
from yomi.learn.policy import policy_of, row_of


class Kl(NamedTuple):
    """Kullback-Leibler divergence from teachers, each with a weight of its own."""

    temperature: float = 100.0  # T of the policy that learns, in hundredths of a pawn
    own: float = 1.0  # weight of the moves that the own deeper search played
    line: float = 0.0  # weight of the moves along its principal variation
    other: float = 1.0  # weight of an opponent's moves
    winner: bool = False  # whether only the winner's moves teach: learning from the own record

    def noting(self, look: int) -> SearchMoves:
        """How it plays and what it wants to know."""
        return SearchMoves(look, self.line > 0.0)


@body(gradient, Kl)
def follow_teachers(method, episode, theta, out):
    return divergence(method, method.temperature, episode, theta, out)


@njit(cache=True)
def divergence(method, temperature, episode, theta, out):
    """Add beta / T (pi* - pi) grad E for every move [LEARN eq. 44]; return the divergence [LEARN eq. 35]."""
    notes, total = episode.notes, 0.0
    for group in range(len(notes.mover)):
        weight = teaches(method, notes, group, episode.result)
        if weight == 0.0 or notes.chosen[group] < 0:
            continue
        first, chances = notes.starts[group], policy_of(notes, group, theta, temperature)
        scale = weight * notes.mover[group] / temperature
        for k in range(len(chances)):
            taught = notes.taught[first + k]
            move_along(out, row_of(notes, first + k), scale * (taught - chances[k]))
            if taught > 0.0:
                total += weight * taught * log(taught / max(chances[k], 1e-300))
    return total


@njit(cache=True)
def teaches(method, notes, group, result):
    """How much the choice of a group counts."""
    if method.winner and (result if notes.mover[group] > 0 else 1.0 - result) < 1.0:
        return 0.0
    by = notes.by[group]
    return method.own if by == OWN else (method.other if by == OTHER else method.line)
