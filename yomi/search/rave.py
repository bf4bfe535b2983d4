"""Rapid action value estimation: what a move is worth whenever it is played, mixed with what it is worth now."""

from math import inf, log, sqrt
from typing import NamedTuple

from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.kernel.inline import inlined
from yomi.kernel.verb import body, verb
from yomi.search.bandit import add_result
from yomi.search.rule import absorb, arrange, choose
from yomi.search.tree import DRAWN, LOST


class Rave(NamedTuple):
    """RAVE alone: the move with the highest all-moves-as-first value [RAVE 4.2]."""

    fpu: float = 1.0  # the value of a move of which nothing is known
    grow: int = 1  # visits after which a node gets children
    c: float = 0.0  # exploration [RAVE eq.18]
    widen: float = 0.0  # progressive widening: growth of the visits that the next move asks for (0: all at once)


class McRave(NamedTuple):
    """MC-RAVE with the hand-selected schedule; UCT-RAVE with c > 0 [RAVE 4.3-4.5]."""

    k: float = 1000.0  # simulations at which both values weigh the same
    each: int = 0  # 1 counts those of the move, not of the node as eq. 19 is printed: one loss says less
    fpu: float = 1.0  # the value of a move of which nothing is known
    grow: int = 1  # visits after which a node gets children
    c: float = 0.0  # exploration [RAVE eq.18]
    widen: float = 0.0  # progressive widening: growth of the visits that the next move asks for (0: all at once)


class MseRave(NamedTuple):
    """MC-RAVE with the minimum-MSE schedule [RAVE 4.6]."""

    bias: float = 0.01  # how far the all-moves-as-first value is off
    fpu: float = 1.0  # the value of a move of which nothing is known
    grow: int = 1  # visits after which a node gets children
    c: float = 0.0  # exploration [RAVE eq.18]
    widen: float = 0.0  # progressive widening: growth of the visits that the next move asks for (0: all at once)


class EvenRave(NamedTuple):
    """MC-RAVE with the minimum-MSE schedule for even positions [RAVE 4.6]."""

    bias: float = 0.01  # how far the all-moves-as-first value is off
    fpu: float = 1.0  # the value of a move of which nothing is known
    grow: int = 1  # visits after which a node gets children
    c: float = 0.0  # exploration [RAVE eq.18]
    widen: float = 0.0  # progressive widening: growth of the visits that the next move asks for (0: all at once)


FULL = 2.0**24  # a 32-bit float counts no further; by then the AMAF value has no say
FAMILY = (Rave, McRave, MseRave, EvenRave)


@verb
def share(rule, total, n, m, q, amaf):
    """beta: how much the AMAF value `amaf` of `m` results weighs against the value `q` of `n`; `total` is N(s)."""


@verb
def blend(rule, total, n, m, reward, amaf_reward):
    """Q*: the weighted sum of both values [RAVE eq.12], from sums of `n` and of `m` results, not both 0."""


@body(share, Rave)
def share_all(rule, total, n, m, q, amaf):
    return 1.0


@body(share, McRave)
def share_by_hand(rule, total, n, m, q, amaf):
    simulations = n if rule.each == 1 else total
    return sqrt(rule.k / (3.0 * simulations + rule.k)) if rule.k > 0.0 else 0.0  # hand-selected schedule [RAVE eq.19]


@body(share, MseRave)
def share_by_error(rule, total, n, m, q, amaf):
    mean = (n * q + m * amaf) / (n + m)
    spread = max(mean * (1.0 - mean), 0.01)  # the combined value is estimated by the mean of all results
    return m / (n + m + n * m * rule.bias * rule.bias / spread)  # minimum-MSE schedule [RAVE eq.46]


@body(share, EvenRave)
def share_by_error_if_even(rule, total, n, m, q, amaf):
    return m / (n + m + 4.0 * n * m * rule.bias * rule.bias)  # the same, even game [RAVE eq.47]


@body(choose, *FAMILY)
def choose_rave(rule, tree, node, depth, rng):
    return most_promising(rule, tree, node)


@njit(cache=True)
def most_promising(rule, tree, node):
    """The child with the highest combined value that is not proved lost; pending simulations count as losses.

    Only numbers are handed on in the loop: handing on the tree would cost more than all the rest.
    """
    best, best_score = -1, -inf
    total = float(tree.visits[node] + tree.pending[node])
    first = tree.first[node]
    for child in range(first, first + considered(rule.widen, tree.width[node], total)):
        if tree.proof[child] == LOST:
            continue
        pending = float(tree.pending[child])
        n = tree.visits[child] + pending + tree.prior_visits[child]
        m = tree.amaf_visits[child] + pending
        reward = tree.reward[child] + tree.prior_reward[child]
        score = blend(rule, total, n, m, reward, tree.amaf_reward[child]) if n + m > 0.0 else rule.fpu
        if rule.c > 0.0:
            score += rule.c * sqrt(log(max(total, 1.0)) / max(n, 1.0))  # [RAVE eq.18], n = 0 counts as 1
        if tree.proof[child] == DRAWN:
            score = 0.5
        if score > best_score or best < 0:
            best, best_score = child, score
    return best


@body(blend, Rave, McRave, MseRave)
def blend_by_share(rule, total, n, m, reward, amaf_reward):
    q = reward / n if n > 0.0 else rule.fpu
    if m == 0.0:
        return q
    amaf = amaf_reward / m
    beta = share(rule, total, n, m, q, amaf)
    if n == 0.0:
        return amaf if beta > 0.0 else q
    return (1.0 - beta) * q + beta * amaf  # [RAVE eq.12]


@body(blend, EvenRave)
def blend_even(rule, total, n, m, reward, amaf_reward):
    """Eqs. 12 and 47 with one division, m / (n + m + 4 n m b^2) put in."""
    bias = 4.0 * rule.bias * rule.bias * m
    return (reward * (1.0 + bias) + amaf_reward) / (n * (1.0 + bias) + m)


@body(arrange, *FAMILY)
def arrange_for_widening(rule, tree, start, count):
    if rule.widen > 1.0:
        sort_by_prior(tree, start, count)


@njit(cache=True)
def sort_by_prior(tree, start, count):
    """Insertion sort of new children, the most promising first; equals keep their random order."""
    for k in range(start + 1, start + count):
        for j in range(k, start, -1):
            if prior_value(tree, j) <= prior_value(tree, j - 1):
                break
            for column in (tree.prior_visits, tree.prior_reward, tree.amaf_visits, tree.amaf_reward):
                column[j], column[j - 1] = column[j - 1], column[j]
            tree.move[j], tree.move[j - 1] = tree.move[j - 1], tree.move[j]


@inlined
def prior_value(tree, child):
    """What a child that was never tried is worth, even where nothing is known."""
    n = tree.prior_visits[child] + tree.amaf_visits[child]
    return (tree.prior_reward[child] + tree.amaf_reward[child]) / n if n > 0.0 else 0.5


@inlined
def considered(widen, width, total):
    """How many children, in the order they stand, are looked at after so many visits [RAVE 5.3]."""
    if widen <= 1.0:
        return width
    return min(width, 2 + int(log(1.0 + total * (widen - 1.0) / 40.0) / log(widen)))


@body(absorb, *FAMILY)
def absorb_rave(rule, tree, trace, result):
    add_result(tree, trace, result)
    add_amaf(tree, trace, result)


@inlined
def first_played(played, player, move):
    """Going backwards: this is now the first move at its intersection, whoever comes there later [RAVE 4.3]."""
    played[player, move] = 1
    played[1 - player, move] = 0


@njit(cache=True)
def add_amaf(tree, trace, result):
    """Add a result to the AMAF values of every move that was played later by the same player, before the other one.

    Children are the moves that were legal in their node, so a move that was not is not counted.
    """
    depth, plies, moves, played = trace.length[0], trace.length[1], trace.moves, trace.played
    for u in range(plies - 1, depth - 1, -1):
        first_played(played, u & 1, moves[u])
    for t in range(depth, -1, -1):
        node = trace.nodes[t]
        if t < depth:
            first_played(played, t & 1, moves[t])
            result = 1.0 - result
        first = tree.first[node]
        if first > 0:
            for child in range(first, first + tree.width[node]):
                if played[t & 1, tree.move[child]] != 0 and tree.amaf_visits[child] < FULL:
                    fetch_add(tree.amaf_visits, child, 1.0)  # [RAVE eq.16]
                    if result != 0.0:
                        fetch_add(tree.amaf_reward, child, result)  # as a sum, which equals eq. 17 [RAVE eq.17]
    for u in range(plies):
        played[u & 1, moves[u]] = 0
