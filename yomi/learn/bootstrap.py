"""RootStrap and TreeStrap: static values move towards what the own search found [LEARN 2.1, 5]."""

from typing import NamedTuple

from yomi.kernel.verb import body
from yomi.learn.objective import gradient, move_along, slope, worth
from yomi.learn.policy import row_of
from yomi.learn.treenotes import TreeNodes
from yomi.search.hashing import LOWER, UPPER
from yomi.value.online import chance


class RootStrap(NamedTuple):
    """Learning from the value of each search, whatever the result of the game; `share` of the target is the result."""

    share: float = 0.0
    tau: float = 600.0  # the value that is worth odds of e to 1


class TreeStrap(NamedTuple):
    """Learning from the values and bounds of all nodes of each search."""

    share: float = 0.0
    tau: float = 600.0

    def noting(self, look: int) -> TreeNodes:
        """How it plays and what it wants to know."""
        return TreeNodes()


@body(gradient, RootStrap)
def root_strap(method, episode, theta, out):
    error, tau = 0.0, method.tau
    for t in range(len(episode.values)):
        target = chance(episode.values[t], tau)
        target += method.share * (episode.result - target)
        p = chance(worth(theta, episode.roots[t]), tau)
        move_along(out, episode.roots[t], (target - p) * slope(p, tau))
        error += 0.5 * (target - p) ** 2
    return error


@body(gradient, TreeStrap)
def tree_strap(method, episode, theta, out):
    """A bound counts only where the static value breaks it."""
    error, tau, notes = 0.0, method.tau, episode.notes
    for row in range(len(notes.found)):
        target = chance(notes.found[row], tau)
        p = chance(worth(theta, row_of(notes, row)), tau)
        kept = (notes.bound[row] == LOWER and p >= target) or (notes.bound[row] == UPPER and p <= target)
        target += method.share * (episode.result - target)
        if not kept:
            move_along(out, row_of(notes, row), (target - p) * slope(p, tau))
            error += 0.5 * (target - p) ** 2
    return error
