"""RootStrap: the static value of a position moves towards the value that its own search found [LEARN 2.1]."""

from typing import NamedTuple

from yomi.kernel.verb import body
from yomi.learn.objective import chance, gradient, move_along, slope, worth


class RootStrap(NamedTuple):
    """Learning from one's own search, whatever the result of the game; `share` of the target is the result."""

    share: float = 0.0
    tau: float = 600.0


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
