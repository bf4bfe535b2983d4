"""Rules that treat a node as a bandit and keep the mean result: UCT with UCB1 and UCB1-TUNED, greedy tree search."""

from math import inf, log, sqrt
from typing import NamedTuple

from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.kernel.verb import body
from yomi.search.rule import absorb, choose, urgency
from yomi.search.tree import DRAWN, LOST


class Uct(NamedTuple):
    """UCT with UCB1-TUNED at every node [MOGO 2.3, 4.2]."""

    p: float = 1.0  # exploration, the coefficient of MoGo's table 6
    fpu: float = inf  # first-play urgency: the value of an unvisited move [MOGO 3.4]
    grow: int = 2  # visits after which a node gets children


class Ucb1(NamedTuple):
    """UCT with UCB1 at every node [MOGO 2.2, 2.3]."""

    c: float = 1.4142135623730951  # exploration; the document has the square root of 2
    fpu: float = inf  # first-play urgency: the value of an unvisited move [MOGO 3.4]
    grow: int = 2  # visits after which a node gets children


class Greedy(NamedTuple):
    """Greedy tree search: always the move with the highest mean [RAVE 2.4]."""

    fpu: float = inf  # the value of an unvisited move
    grow: int = 1  # visits after which a node gets children


@body(choose, Uct, Ucb1, Greedy)
def choose_most_urgent(rule, tree, node, depth, rng):
    return most_urgent(rule, tree, node)


@njit(cache=True)
def most_urgent(rule, tree, node):
    """The child with the highest urgency that is not proved lost; pending simulations count as losses."""
    best, best_score = -1, -inf
    log_n = log(
        max(1, tree.visits[node] + tree.pending[node])
    )  # visits from before its children existed are counted too
    first = tree.first[node]
    for child in range(first, first + tree.width[node]):
        if tree.proof[child] == LOST:
            continue
        n = tree.visits[child] + tree.pending[child]
        if tree.proof[child] == DRAWN:
            score = 0.5  # known exactly: nothing to explore
        else:
            score = rule.fpu if n == 0 else urgency(rule, tree, child, log_n, n, tree.reward[child] / n)
        if score > best_score or best < 0:
            best, best_score = child, score
    return best


@body(urgency, Uct)
def urgency_ucb1_tuned(rule, tree, child, log_n, n, q):
    variance = tree.square[child] / n - q * q + sqrt(2.0 * log_n / n)  # V_j [MOGO 2.2]
    return q + rule.p * sqrt(log_n / n * min(0.25, variance))  # UCB1-TUNED [MOGO eq.1, 4.2]


@body(urgency, Ucb1)
def urgency_ucb1(rule, tree, child, log_n, n, q):
    return q + rule.c * sqrt(log_n / n)  # UCB1 [MOGO alg.1]


@body(urgency, Greedy)
def urgency_greedy(rule, tree, child, log_n, n, q):
    return q  # argmax Q [RAVE 2.4]


@body(absorb, Uct, Ucb1, Greedy)
def absorb_mean(rule, tree, trace, result):
    add_result(tree, trace, result)


@njit(cache=True)
def add_result(tree, trace, result):
    """Add a result to every node of the trace, seen by the player who moved there."""
    for k in range(trace.length[0], -1, -1):
        result = 1.0 - result
        node = trace.nodes[k]
        fetch_add(tree.visits, node, 1)  # N <- N + 1 [RAVE eqs.4-5]
        if result != 0.0:  # adding nothing would still cost threads their caches
            fetch_add(tree.reward, node, result)  # Q as sum over count, which equals eq. 6 [RAVE eq.6]
            fetch_add(tree.square, node, result * result)
