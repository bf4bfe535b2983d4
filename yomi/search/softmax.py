"""Monte Carlo softmax search: children are sampled by the Boltzmann distribution of their values, a node's value is the
expectation over it, and a new node gets all its children at once, each valued by the evaluator [MCSS 3].

Values are in hundredths of the smallest piece, for the player who moved to a node, in the column `square`; `reward` is
kept so that reward / visits is the chance of that player, as every reader of a tree expects.
"""

from math import exp, log
from typing import NamedTuple

from numba import njit

from yomi.games.rules import RUNNING, outcome, play
from yomi.games.tactics import SCALE
from yomi.kernel.atomic import fetch_add
from yomi.kernel.rng import uniform
from yomi.kernel.verb import body
from yomi.search.proof import proof_of
from yomi.search.rule import absorb, appraise, choose, leaf_result
from yomi.search.tree import DRAWN, LOST, OPEN, WON, has_children
from yomi.value.evaluate import evaluate

PAWN = 100.0  # what the smallest piece is worth
CERTAIN = 10_000.0  # the value of a won position
COLD = 1e-3  # the lowest temperature


class Mcss(NamedTuple):
    """Monte Carlo softmax search [MCSS 3]."""

    t: float = 80.0  # temperature T'; 80 is 0.92 of a pawn [MCSS eq. 4]
    deeper: float = 1.0  # the temperature is multiplied by this at each ply
    loss: float = 0.0  # if above 0, T is solved so that the expected value is so far below the best [MCSS A.3, A.7]
    grow: int = 0  # visits a node needs before its children are created


@njit(cache=True)
def temperature(rule, tree, node, depth):
    """T at a node, in the unit of the values."""
    if rule.loss > 0.0:
        return solved_temperature(tree, node, rule.loss)
    return max(COLD, 0.92 * PAWN * rule.t / 80.0 * rule.deeper**depth)  # [MCSS eq. 4]


@njit(cache=True)
def best_value(tree, node):
    """The highest value of a child that is not proved lost."""
    best = -CERTAIN
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.proof[child] != LOST:
            best = max(best, tree.square[child])
    return best


@njit(cache=True)
def expectation(tree, node, best, t):
    """Z [MCSS eq. 2], relative to the best child, and the expected value [MCSS eq. 3]."""
    z = total = 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.proof[child] != LOST:
            w = exp((tree.square[child] - best) / t)
            z += w
            total += w * tree.square[child]
    return z, total / z if z > 0.0 else -CERTAIN


@njit(cache=True)
def solved_temperature(tree, node, loss):
    """The T at which the expected value is `loss` below the best, or as far below as it can be [MCSS A.3, A.7]."""
    best = best_value(tree, node)
    low, high = COLD, 100.0 * PAWN
    for _ in range(40):
        t = (low * high) ** 0.5
        if expectation(tree, node, best, t)[1] > best - loss:
            low = t
        else:
            high = t
    return low


@body(choose, Mcss)
def choose_by_boltzmann(rule, tree, node, depth, rng):
    best = best_value(tree, node)
    t = temperature(rule, tree, node, depth)
    z, _ = expectation(tree, node, best, t)
    left, last = uniform(rng) * z, -1
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.proof[child] != LOST:
            last = child
            left -= exp((tree.square[child] - best) / t)  # [MCSS eq. 1]
            if left <= 0.0:
                break
    return last


@body(appraise, Mcss)
def appraise_children(rule, evaluator, tree, start, count, state, spare, trace, out, rng):
    noted = trace.length[1]
    for child in range(start, start + count):
        spare[0] = state
        play(spare[0], tree.move[child])
        ended = outcome(spare[0])
        chance = 0.5 * ended + 0.5
        if ended == RUNNING:
            chance = evaluate(evaluator, spare[0], trace, out, rng)
        else:
            tree.proof[child] = proof_of(chance)
        tree.square[child] = -value_of_chance(chance)
        tree.visits[child], tree.reward[child] = 1, 1.0 - chance
        trace.length[1] = noted


@njit(cache=True)
def value_of_chance(chance):
    """The value that a chance to win stands for."""
    if chance <= 0.0 or chance >= 1.0:
        return CERTAIN if chance > 0.5 else -CERTAIN
    return SCALE * log(chance / (1.0 - chance))


@body(leaf_result, Mcss)
def nothing_more_to_value(rule, evaluator, tree, leaf, state, trace, out, rng):
    return 0.5


@body(absorb, Mcss)
def absorb_expectation(rule, tree, trace, result):
    for k in range(trace.length[0], -1, -1):
        node = trace.nodes[k]
        n = fetch_add(tree.visits, node, 1) + 1
        if has_children(tree, node) and tree.proof[node] == OPEN:
            best = best_value(tree, node)
            value = expectation(tree, node, best, temperature(rule, tree, node, k))[1]  # [MCSS eq. 3]
            tree.square[node] = -value
        elif tree.proof[node] != OPEN:
            tree.square[node] = CERTAIN if tree.proof[node] == WON else (0.0 if tree.proof[node] == DRAWN else -CERTAIN)
        tree.reward[node] = n / (1.0 + exp(-tree.square[node] / SCALE))
