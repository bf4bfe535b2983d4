"""PGLeaf: moves that led to a higher reward become more likely, an episode at a time [LEARN 3.2, eqs. 7, 34, 39-43].

The reward of a game is that of its result and whatever else was given for it as a whole [LEARN eqs. 9, 33]; a baseline
that does not depend on the move changes the variance of the direction and not its mean.
"""

from typing import NamedTuple

from numba import njit

from yomi.kernel.verb import body
from yomi.learn.choices import PolicyMoves
from yomi.learn.notes import OWN
from yomi.learn.objective import gradient
from yomi.learn.policy import add_eligibility


class Reinforce(NamedTuple):
    """Episodic policy gradient over the leaves of each move's principal variation: PGLeaf."""

    temperature: float = 100.0  # T of the policy, in hundredths of a pawn
    baseline: float = 0.5  # what is taken off the reward

    def noting(self, look: int) -> PolicyMoves:
        """How it plays and what it wants to know."""
        return PolicyMoves(look, self.temperature)


@njit(cache=True)
def return_of(episode, group):
    """What followed a choice: the reward of the whole game and the rewards on the way after it [LEARN eqs. 9, 10]."""
    player = 0 if episode.notes.mover[group] > 0 else 1
    return episode.rewards[player] + episode.returns[episode.notes.ply[group]]


@body(gradient, Reinforce)
def policy_gradient(method, episode, theta, out):
    """Returns the sum of -R ln pi, down which the direction leads."""
    loss, notes = 0.0, episode.notes
    for group in range(len(notes.mover)):
        if notes.by[group] == OWN and notes.chosen[group] >= 0:
            amount = return_of(episode, group) - method.baseline
            loss -= amount * add_eligibility(notes, group, notes.chosen[group], theta, method.temperature, amount, out)
    return loss
