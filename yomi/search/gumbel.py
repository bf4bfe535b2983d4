"""Gumbel search: sampled root moves, sequential halving, and a policy that is better than the network's for sure.

Policy improvement by planning with Gumbel [Danihelka2022]: a few simulations are enough, since moves are drawn without
replacement and those never tried are worth what the node is.
"""

from math import exp, inf, log
from typing import NamedTuple

from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.kernel.inline import inlined
from yomi.kernel.rng import gumbel
from yomi.kernel.verb import body
from yomi.search.puct import ask_for_priors, sort_by_prior
from yomi.search.rule import absorb, appraise, arrange, choose, pick, stir, values_root, wish
from yomi.search.tree import LOST, OPEN, WON

LEAST_PRIOR = 1e-9


class Gumbel(NamedTuple):
    """Sequential halving at the root, and below it visits that follow the improved policy [Danihelka2022]."""

    considered: int = 16  # moves drawn at the root
    simulations: int = 32  # for which the halving is planned
    visit: float = 50.0  # c_visit: visits that a value always counts for
    scale: float = 1.0  # c_scale: how much values count against the policy
    luck: float = 1.0  # the share of chance in the draw (0: none)
    grow: int = 0  # visits after which a node gets children


@body(stir, Gumbel)
def stir_by_gumbel(rule, tree, rng):
    for child in range(tree.first[0], tree.first[0] + tree.width[0]):
        tree.luck[child] = rule.luck * gumbel(rng) + logit(tree, child)


@body(values_root, Gumbel)
def root_is_valued(rule):
    return True


@body(choose, Gumbel)
def choose_gumbel(rule, tree, node, depth, rng):
    return halving_child(rule, tree) if depth == 0 else improved_child(rule, tree, node)


@inlined
def tries(tree, child):
    return tree.visits[child] + tree.pending[child]


@inlined
def logit(tree, child):
    return log(max(float(tree.prior[child]), LEAST_PRIOR))


@njit(cache=True)
def outlook(rule, tree, node, all_children):
    """(sigma, mixed): what a value from 0 to 1 counts for in logits, and what a move never tried is worth.

    That is the node's own value and the tried ones', weighed by the policy. Below the root children are tried in the
    order in which they stand.
    """
    most, visits, chance, value = 0, 0, 0.0, 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        n = tree.visits[child]
        if n > 0:
            visits += n
            chance += tree.prior[child]
            value += tree.prior[child] * tree.reward[child] / n
        elif not all_children and tree.pending[child] == 0 and tree.proof[child] == OPEN:
            break
        most = max(most, n + tree.pending[child])
    own = tree.square[node]
    mixed = (own + visits * value / chance) / (1.0 + visits) if chance > 0.0 else own
    return (rule.visit + most) * rule.scale, mixed


@inlined
def completed(tree, child, mixed):
    """The value of a child, or what stands for it; a proved one's is exact."""
    if tree.proof[child] != OPEN:
        return 1.0 if tree.proof[child] == WON else (0.0 if tree.proof[child] == LOST else 0.5)
    n = tree.visits[child]
    return tree.reward[child] / n if n > 0 else mixed


@njit(cache=True)
def planned_visits(rule, width, done):
    """How many visits a move must have to be next after so many simulations, by sequential halving."""
    kept = max(1, min(rule.considered, width))
    rounds, k = 1, 2
    while k < kept:
        k *= 2
        rounds += 1
    base, left = 0, done
    while True:
        each = max(1, rule.simulations // (rounds * kept))
        if left < each * kept or base > rule.simulations:
            return base + left // kept
        left -= each * kept
        base += each
        kept = max(2, kept // 2)


@njit(cache=True)
def halving_child(rule, tree):
    """The move at the root whose turn it is: of those with as many visits as planned, the best so far."""
    first, width = tree.first[0], tree.width[0]
    done = 0
    for child in range(first, first + width):
        done += tries(tree, child)
    planned = planned_visits(rule, width, done)
    weight, mixed = outlook(rule, tree, 0, True)
    best, best_score, best_far = -1, -inf, 1 << 30
    for child in range(first, first + width):
        if tree.proof[child] == LOST:
            continue
        far = abs(tries(tree, child) - planned)
        score = tree.luck[child] + weight * completed(tree, child, mixed)
        if far < best_far or (far == best_far and score > best_score):
            best, best_score, best_far = child, score, far
    return best


@njit(cache=True)
def highest(tree, node, mixed):
    """The value of the best child, of those that stand in front and were tried, or of one that was not."""
    top = 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tries(tree, child) == 0 and tree.proof[child] == OPEN:
            return max(top, mixed)
        top = max(top, completed(tree, child, mixed))
    return top


@njit(cache=True)
def improved_child(rule, tree, node):
    """The child whose share of visits is furthest below what the improved policy wants.

    All untried children share one value, so of them the likeliest, which stands first, is enough.
    """
    first, last = tree.first[node], tree.first[node] + tree.width[node]
    weight, mixed = outlook(rule, tree, node, False)
    top = highest(tree, node, mixed)  # values are compared with it, since exp(weight) may be beyond all numbers
    total, rest, visits, end = 0.0, 1.0, 0, last
    for child in range(first, last):
        if tries(tree, child) == 0 and tree.proof[child] == OPEN:
            end = child
            break
        rest -= tree.prior[child]
        total += tree.prior[child] * exp(weight * (completed(tree, child, mixed) - top))
        visits += tries(tree, child)
    if end < last:
        total += max(rest, 0.0) * exp(weight * (mixed - top))
    best, best_score = -1, -inf
    for child in range(first, min(end + 1, last)):
        share = tree.prior[child] * exp(weight * (completed(tree, child, mixed) - top)) / total
        score = share - tries(tree, child) / (1.0 + visits)
        if score > best_score and tree.proof[child] != LOST:
            best, best_score = child, score
    return best


@body(arrange, Gumbel)
def arrange_gumbel(rule, tree, start, count):
    sort_by_prior(tree, start, count)


@body(appraise, Gumbel)
def appraise_gumbel(rule, evaluator, tree, start, count, state, spare, trace, out, rng):
    ask_for_priors(evaluator, tree, start, count, state, spare, trace, out)


@body(absorb, Gumbel)
def absorb_gumbel(rule, tree, trace, result):
    leaf = trace.nodes[trace.length[0]]
    if tree.visits[leaf] == 0:
        tree.square[leaf] = result  # its own value, for the player to move there
    add_without_squares(tree, trace, result)


@njit(cache=True)
def add_without_squares(tree, trace, result):
    """Add a result to every node of the trace, seen by the player who moved there."""
    for k in range(trace.length[0], -1, -1):
        result = 1.0 - result
        fetch_add(tree.visits, trace.nodes[k], 1)
        fetch_add(tree.reward, trace.nodes[k], result)


@body(wish, Gumbel)
def wish_improved(rule, tree, weights):
    first, width = tree.first[0], tree.width[0]
    weight, mixed = outlook(rule, tree, 0, True)
    most, total = -inf, 0.0
    for k in range(width):
        weights[k] = logit(tree, first + k) + weight * completed(tree, first + k, mixed)
        most = max(most, weights[k])
    for k in range(width):
        weights[k] = exp(weights[k] - most)
        total += weights[k]
    for k in range(width):
        weights[k] /= total


@body(pick, Gumbel)
def pick_gumbel(rule, tree, ply, rng):
    weight, mixed = outlook(rule, tree, 0, True)
    best, best_score, most = tree.first[0], -inf, 0
    for child in range(tree.first[0], tree.first[0] + tree.width[0]):
        n = tree.visits[child] if tree.proof[child] != WON else 1 << 30
        score = tree.luck[child] + weight * completed(tree, child, mixed)
        if tree.proof[child] != LOST and (n > most or (n == most and score > best_score)):
            best, best_score, most = child, score, n
    return best
