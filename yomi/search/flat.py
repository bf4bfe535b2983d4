"""Flat Monte Carlo: simulations from the root only, each move in turn, hopeless moves pruned as evidence grows."""

from math import inf, sqrt
from typing import NamedTuple

from numba import njit

from yomi.kernel.verb import body
from yomi.search.bandit import add_result
from yomi.search.rule import absorb, choose
from yomi.search.tree import LOST


class Flat(NamedTuple):
    """Flat Monte Carlo with progressive pruning [RAVE 2.3, 3.5]; truncate by the playout's `depth`."""

    prune: float = 2.0  # standard errors by which a move's bound must lie under the best one to be pruned (0: never)
    least: int = 30  # visits a move needs before it may be pruned
    grow: int = 1 << 30  # visits after which a node gets children; the root always has them


@body(choose, Flat)
def choose_flat(rule, tree, node, depth, rng):
    return least_visited(rule, tree, node, best_lower_bound(rule, tree, node))


@njit(cache=True)
def least_visited(rule, tree, node, bar):
    """The child with the fewest visits among those not pruned."""
    best, fewest = -1, 0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        n = tree.visits[child] + tree.pending[child]
        if tree.proof[child] == LOST or (best >= 0 and n >= fewest):
            continue
        if rule.prune > 0 and tree.visits[child] >= max(1, rule.least) and bound(tree, child, rule.prune) < bar:
            continue
        best, fewest = child, n
    return best


@njit(cache=True)
def best_lower_bound(rule, tree, node):
    """The highest lower confidence bound of any move tried often enough."""
    best = -inf
    if rule.prune > 0:
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            if tree.visits[child] >= max(1, rule.least):
                best = max(best, bound(tree, child, -rule.prune))
    return best


@njit(cache=True)
def bound(tree, child, errors):
    """The mean result of a move (Q(s, a) [RAVE eq.3]), so many standard errors up or down."""
    n = tree.visits[child]
    mean = tree.reward[child] / n
    variance = max(tree.square[child] / n - mean * mean, 0.25 / n)  # never quite certain
    return mean + errors * sqrt(variance / n)


@body(absorb, Flat)
def absorb_flat(rule, tree, trace, result):
    add_result(tree, trace, result)
