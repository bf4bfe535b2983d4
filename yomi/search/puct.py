"""PUCT: moves are tried by their value and by how likely a policy is to play them [KATA]."""

from math import inf, log, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.position import Position
from yomi.kernel.inline import inlined
from yomi.kernel.rng import uniform, write_dirichlet
from yomi.kernel.verb import body
from yomi.search.bandit import add_result
from yomi.search.rule import absorb, appraise, arrange, choose, pick, stir, values_root, wish
from yomi.search.tree import DRAWN, LOST, WON
from yomi.value.evaluate import suggest

ENOUGH = 0.15  # visits, as a share of the most visited move's, with which a move may be chosen by its lower bound
FAR = 1e12  # more than any number of visits
TABLE_BITS = 20  # of the positions that a graph knows
TYPICAL, TYPICAL_VISITS = 0.4, 2.0  # the spread of results that is expected, and how many visits that is worth


class Puct(NamedTuple):
    """PUCT over the priors of a policy [KATA]; values run from -1 to 1 in its formula."""

    c: float = 1.1  # exploration; the document has 1.0 to 2.5
    fpu: float = 0.2  # an unvisited move begins this much below its node, times the root of the policy tried so far
    log: float = 0.3  # how fast c grows with the logarithm of the visits
    base: float = 500.0  # visits from which it does
    vary: float = 0.0  # how far c follows the spread of a node's results (0: not at all)
    loss: int = 1  # what a pending visit counts as, in lost ones; the document has 3
    noise: float = 0.0  # epsilon: the share of chance in the priors at the root; the document has 0.25 for learning
    alpha: float = 0.03  # of the Dirichlet distribution it comes from
    forced: float = 0.0  # visits that a move tried at the root gets at least: the root of this times policy and visits
    temperature: float = 0.0  # moves are chosen by visits ** (1 / temperature) (0: the most visited one)
    cool: int = 0  # moves of a game after which the temperature falls to 0 (0: never)
    lcb: float = 0.0  # the move with the best value less so many standard errors is played (0: the most visited one)
    graph: int = 0  # 1: nodes of the same position at the same depth share their children
    grow: int = 0  # visits after which a node gets children

    def prepared(self, position: Position) -> "Puct | Web":
        """Itself, or the same with a table of positions."""
        return Web(**self._asdict(), table=np.zeros((1 << TABLE_BITS, 2), np.uint64)) if self.graph else self


class Web(NamedTuple):
    """PUCT on a graph: the settings of `Puct`, and where positions stand in the tree."""

    c: float
    fpu: float
    log: float
    base: float
    vary: float
    loss: int
    noise: float
    alpha: float
    forced: float
    temperature: float
    cool: int
    lcb: float
    graph: int
    grow: int
    table: np.ndarray  # [T, 2] a key mixed with a node, the node


@body(choose, Puct)
def choose_puct(rule, tree, node, depth, rng):
    forced = forced_child(rule, tree, node) if depth == 0 and rule.forced > 0.0 else -1
    total = float(max(1, tree.visits[node] + rule.loss * tree.pending[node]))
    return forced if forced >= 0 else most_wanted(rule, tree, node, total)


@njit(cache=True)
def most_wanted(rule, tree, node, total):
    """The child with the highest score that is not proved lost, or -1; after the first untried one come only others.

    `total` is N(s), pending visits included.
    """
    best, best_score, tried = -1, -inf, 0.0
    weight = exploration(rule, tree, node) * sqrt(total)
    first = tree.first[node]
    for child in range(first, first + tree.width[node]):
        p = float(tree.prior[child])
        n = tree.visits[child] + rule.loss * tree.pending[child]
        if tree.proof[child] == LOST:
            tried += p
        elif n == 0:
            if best < 0 or untried_value(rule, tree, node, tried) + weight * p > best_score:
                best = child
            break
        else:
            tried += p
            score = 2.0 * tree.reward[child] / n - 1.0 + weight * p / (1.0 + n)  # Q + U [KATA PUCT], pending as losses
            if tree.proof[child] == DRAWN:
                score = 0.0  # known exactly: nothing to explore
            if score > best_score:
                best, best_score = child, score
    return best


@body(values_root, Puct, Web)
def root_is_valued(rule):
    return True


@body(arrange, Puct, Web)
def arrange_by_prior(rule, tree, start, count):
    sort_by_prior(tree, start, count)


@njit(cache=True)
def sort_by_prior(tree, start, count):
    """Put unvisited children into the order of their priors, the likeliest first, equal ones as they stand.

    Positive floats are in the order of their bits. Each child counts those before it: no branch has to be foreseen,
    which makes this several times as fast as sorts that compare less.
    """
    bits, keys, moves = tree.prior.view(np.int32), np.empty(count, np.int64), np.empty(count, np.int16)
    for k in range(count):
        keys[k] = np.int64(bits[start + k]) << 16 | (0xFFFF - k)
        moves[k] = tree.move[start + k]
    for k in range(count):
        place, key = start, keys[k]
        for j in range(count):
            place += keys[j] > key
        bits[place] = key >> 16
        tree.move[place] = moves[k]


@inlined
def exploration(rule, tree, node):
    """c, which may grow with the visits and follow the spread of the results."""
    n = tree.visits[node]
    c = rule.c + rule.log * log((n + rule.base) / rule.base)
    if rule.vary > 0.0 and n > 0:
        mean = tree.reward[node] / n
        spread = 4.0 * max(0.0, tree.square[node] / n - mean * mean)  # of values from -1 to 1
        usual = sqrt((TYPICAL_VISITS * TYPICAL * TYPICAL + n * spread) / (TYPICAL_VISITS + n))
        c *= 1.0 + rule.vary * (usual / TYPICAL - 1.0)
    return c


@inlined
def untried_value(rule, tree, node, tried):
    """First-play urgency: a little below what the node itself is worth to the player to move."""
    n = tree.visits[node]
    own = 1.0 - 2.0 * tree.reward[node] / n if n > 0 else 0.0
    return own - rule.fpu * sqrt(tried)


@njit(cache=True)
def forced_child(rule, tree, node):
    """A child of the root that was tried but has fewer visits than its prior asks for, or -1."""
    total = float(tree.visits[node])
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        n = tree.visits[child] + tree.pending[child]
        if n > 0 and tree.proof[child] != LOST and n * n < rule.forced * tree.prior[child] * total:
            return child
    return -1


@body(appraise, Puct, Web)
def appraise_puct(rule, evaluator, tree, start, count, state, spare, trace, out, rng):
    ask_for_priors(evaluator, tree, start, count, state, spare, trace, out)


@njit(cache=True)
def ask_for_priors(evaluator, tree, start, count, state, spare, trace, out):
    """Let the evaluator say how likely new children are, unless it is known already."""
    if not known(tree.prior, start, count):
        suggest(
            evaluator, tree.move[start : start + count], tree.prior[start : start + count], state, spare, trace, out
        )


@njit(cache=True)
def known(prior, start, count):
    """Whether somebody has written priors already."""
    for child in range(start, start + count):
        if prior[child] > 0.0:
            return True
    return False


@body(absorb, Puct)
def absorb_puct(rule, tree, trace, result):
    add_result(tree, trace, result)  # W <- W + v, N <- N + 1, the value turned at each step [KATA backpropagation]


@body(stir, Puct, Web)
def stir_by_dirichlet(rule, tree, rng):
    if rule.noise > 0.0:
        first, count = tree.first[0], tree.width[0]
        luck = np.empty(count)
        write_dirichlet(rng, rule.alpha, luck)
        for k in range(count):
            p = (1.0 - rule.noise) * tree.prior[first + k] + rule.noise * luck[k]  # [KATA Dirichlet]
            tree.prior[first + k] = p
        if tree.visits[0] <= 1:
            sort_by_prior(tree, first, count)


@body(wish, Puct, Web)
def wish_visits(rule, tree, weights):
    first, count, best = tree.first[0], tree.width[0], most_visited(tree)
    scale = exploration(rule, tree, 0) * sqrt(float(max(1, tree.visits[0])))
    wanted = score_of(tree, first + best, scale)
    total = 0.0
    for k in range(count):
        weights[k] = tree.visits[first + k]
        if rule.forced > 0.0 and k != best:
            weights[k] = pruned(rule, tree, first + k, scale, wanted)
        if tree.proof[first + k] == LOST and k != best:
            weights[k] = 0.0
        total += weights[k]
    for k in range(count):
        weights[k] /= max(total, 1.0)
    if total == 0.0:
        weights[best] = 1.0


@inlined
def score_of(tree, child, scale):
    n = float(tree.visits[child])
    return 2.0 * tree.reward[child] / max(n, 1.0) - 1.0 + scale * tree.prior[child] / (1.0 + n)


@njit(cache=True)
def pruned(rule, tree, child, scale, wanted):
    """The visits of a child less those forced ones that its value never asked for."""
    n = float(tree.visits[child])
    if n <= 1.0:
        return 0.0
    value = 2.0 * tree.reward[child] / n - 1.0
    free = sqrt(rule.forced * tree.prior[child] * tree.visits[0])
    if value >= wanted:
        return n
    asked = scale * tree.prior[child] / (wanted - value) - 1.0  # with so many its score equals the best one's
    kept = max(n - free, min(n, asked))
    return kept if kept > 1.0 else 0.0


@njit(cache=True)
def most_visited(tree):
    """The place of the child of the root with the most visits, a won one before all others and lost ones after them."""
    first, best, most = tree.first[0], 0, -inf
    for k in range(tree.width[0]):
        if tree.proof[first + k] == WON:
            return k
        n = float(tree.visits[first + k]) - (FAR if tree.proof[first + k] == LOST else 0.0)
        if n > most:
            best, most = k, n
    return best


@body(pick, Puct, Web)
def pick_by_visits(rule, tree, ply, rng):
    first, best = tree.first[0], most_visited(tree)
    if rule.temperature <= 0.0 or (rule.cool > 0 and ply >= rule.cool) or tree.proof[first + best] == WON:
        return surest(rule, tree) if rule.lcb > 0.0 else first + best  # greedy at 0 [KATA temperature]
    most, total = float(max(1, tree.visits[first + best])), 0.0
    for k in range(tree.width[0]):
        total += chance_of(rule, tree, first + k, most)
    left = uniform(rng) * total
    for k in range(tree.width[0]):
        left -= chance_of(rule, tree, first + k, most)
        if left < 0.0:
            return first + k
    return first + best


@inlined
def chance_of(rule, tree, child, most):
    """How likely a child of the root is to be drawn, compared with one of `most` visits; one proved lost is not."""
    n = tree.visits[child] if tree.proof[child] != LOST else 0
    return (n / most) ** (1.0 / rule.temperature)  # pi ~ N ** (1 / t) [KATA temperature]


@njit(cache=True)
def surest(rule, tree):
    """The child of the root with the highest lower bound of its value, among those with enough visits."""
    first = tree.first[0]
    best = first + most_visited(tree)
    most, best_bound = tree.visits[best], -inf
    if tree.proof[best] == WON:
        return best
    for child in range(first, first + tree.width[0]):
        n = tree.visits[child]
        if n >= max(2.0, ENOUGH * most) and tree.proof[child] != LOST:
            q = tree.reward[child] / n
            spread = max(tree.square[child] / n - q * q, 0.0) + 0.25 / n  # a few equal results prove little
            bound = q - rule.lcb * sqrt(spread / n)
            if bound > best_bound:
                best, best_bound = child, bound
    return best
