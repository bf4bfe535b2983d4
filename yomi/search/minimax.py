"""UCTMAX_H: UCT on an evaluation, where a node is worth as much as its best child [MCSS 2.2]."""

from math import inf, sqrt
from typing import NamedTuple

from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.kernel.verb import body
from yomi.search.bandit import most_urgent
from yomi.search.proof import value_of
from yomi.search.rule import absorb, choose, urgency
from yomi.search.tree import OPEN


class UctMax(NamedTuple):
    """UCT with minimax backup; with playout=quiescence this is UCTMAX_H [MCSS 2.2]."""

    c: float = 0.5  # exploration
    fpu: float = inf  # first-play urgency: the value of an unvisited move
    grow: int = 1  # visits after which a node gets children


@body(choose, UctMax)
def choose_by_minimax(rule, tree, node, depth, rng):
    return most_urgent(rule, tree, node)


@body(urgency, UctMax)
def minimax_urgency(rule, tree, child, log_n, n, q):
    return q + rule.c * sqrt(log_n / n)


@body(absorb, UctMax)
def absorb_best(rule, tree, trace, result):
    chance = 1.0 - result  # of the player who moved to the leaf
    for k in range(trace.length[0], -1, -1):
        node = trace.nodes[k]
        n = fetch_add(tree.visits, node, 1) + 1
        if tree.proof[node] != OPEN:
            chance = 1.0 - value_of(tree.proof[node])
        elif k == trace.length[0]:
            tree.square[node] = chance
        else:
            chance = minimax_chance(tree, node)
        tree.reward[node] = n * chance


@njit(cache=True)
def minimax_chance(tree, node):
    """The chance of the player who moved to the node: what the best answer leaves, once all answers were tried."""
    best = 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.visits[child] == 0:
            return tree.square[node]  # its own evaluation
        best = max(best, tree.reward[child] / tree.visits[child])
    return 1.0 - best
