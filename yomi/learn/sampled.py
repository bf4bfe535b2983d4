"""The PG expectation method by samples: walks down a tree that softmax search has grown [MCSS 5.3].

A walk ends at a leaf of the tree and counts its features by the product of the brackets of eq. 29 on its way; the mean
over walks is the derivative of the expected value of a move. The opponent's policy is the tree's, constant in the
derivative. A proved node is a leaf with a fixed value, so its derivative is 0. Values are for the player at the root.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import exp
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadSpec, BadText, IllegalMove
from yomi.games.features import MOST
from yomi.games.position import Position
from yomi.games.rules import play, side
from yomi.kernel.rng import SIGNED, seeded, uniform
from yomi.kernel.verb import body
from yomi.learn.episode import write_features
from yomi.learn.objective import move_along, worth
from yomi.search.read import children
from yomi.search.softmax import Mcss, best_value, expectation, temperature
from yomi.search.tree import LOST, OPEN, Tree, has_children
from yomi.value.evaluate import evaluate
from yomi.value.quiescence import chance_of

ANY_MOVE = -1  # of the root: each walk draws one by the policy


class Sampling(NamedTuple):
    """How many walks there are; the estimate depends on these numbers, not on how many threads do the work."""

    walks: int = 1000  # of each stream
    streams: int = 4  # parts of the work, each with its own random numbers
    seed: int = 1


class ByWeights(NamedTuple):
    """An evaluator: the static value of a position, without quiescence [MCSS 5.1 note p]."""

    theta: np.ndarray
    row: np.ndarray  # scratch of MOST numbers


@body(evaluate, ByWeights)
def evaluate_by_weights(evaluator, state, trace, out, rng):
    write_features(state, evaluator.row)
    value = worth(evaluator.theta, evaluator.row)
    return chance_of(value if side(state) == 0 else -value)


class Policy(NamedTuple):
    """What walks read of a tree; a row is a node."""

    chance: np.ndarray  # that its parent's player chooses it, 0 for a move proved lost
    bracket: np.ndarray  # (E*(a, u) - E*(u)) / T + 1 where the learner moves below the root, else 1


class Walks:
    """A grown tree of a position, ready to be sampled on some threads."""

    def __init__(self, rule: Mcss, tree: Tree, position: Position, threads: int = 1):
        known = position.game.features
        if known is None:
            raise BadText(f"game {position.game.name!r}: it has no features with weights to learn")
        if tree.first[0] <= 0:
            raise BadText("a tree without moves: expected one that a search has grown")
        if threads < 1:
            raise BadSpec(f"threads {threads}: expected at least 1")
        self.tree, self.root, self.threads, self.features = tree, position.root, threads, known.count
        size = int(tree.size[0])
        self.policy = Policy(np.zeros(size), np.ones(size))
        self.t = float(read_policy(rule, tree, self.policy, np.zeros(size, np.int64)))

    def slope(self, move: int, sampling: Sampling) -> np.ndarray:
        """An estimate of dE*(a, u) / d omega of a move of the root [MCSS eq. 29]."""
        return self._mean(self._child(move), sampling)

    def eligibility(self, move: int, sampling: Sampling) -> np.ndarray:
        """An estimate of e_omega = d ln pi(a | u) / d omega of a move of the root, as many walks for each term."""
        chosen = self._mean(self._child(move), sampling)
        return (chosen - self._mean(ANY_MOVE, sampling, skip=sampling.streams)) / self.t  # [MCSS eq. 15]

    def _child(self, move: int) -> int:
        below = children(self.tree)
        found = np.flatnonzero(self.tree.move[below] == move)
        if len(found) == 0:
            raise IllegalMove(f"illegal move {move}: expected one of {self.tree.move[below].tolist()}")
        return below[int(found[0])]

    def _mean(self, child: int, sampling: Sampling, skip: int = 0) -> np.ndarray:
        """The mean over all walks, added up in the order of the streams, the first `skip` of which are left out."""
        if sampling.walks < 1 or sampling.streams < 1:
            raise BadSpec(f"{sampling}: expected at least one walk")

        def stream(number: int) -> np.ndarray:
            out, rng = np.zeros(self.features), seeded(sampling.seed, number)
            add_walks(self.tree, self.policy, self.root, child, sampling.walks, out, rng)
            return out

        numbers = range(skip, skip + sampling.streams)
        if self.threads == 1:  # short work does not wait for a pool
            found = [stream(number) for number in numbers]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                found = list(pool.map(stream, numbers))
        total = sum(found, np.zeros(self.features))
        return total / (sampling.walks * sampling.streams)


@njit(cache=True, nogil=True)
def read_policy(rule, tree, policy, depth):
    """Write the policy by which a tree was grown; the temperature at the root. `depth` is scratch, 0 for each node."""
    t = weigh_children(rule, tree, policy, SIGNED(0), depth)  # Numba compiles it again for a plain 0
    for node in range(1, len(depth)):
        if goes_on(tree, node):
            weigh_children(rule, tree, policy, node, depth)
    return t


@njit(cache=True)
def goes_on(tree, node):
    """Whether walks pass this node."""
    return tree.proof[node] == OPEN and has_children(tree, node)


@njit(cache=True)
def weigh_children(rule, tree, policy, node, depth):
    """The chances of a node's children and, where the learner moves below the root, their brackets; T of the node."""
    best, t = best_value(tree, node), temperature(rule, tree, node, depth[node])
    z, mean = expectation(tree, node, best, t)
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        depth[child] = depth[node] + 1
        if tree.proof[child] != LOST:
            policy.chance[child] = exp((tree.square[child] - best) / t) / z  # [MCSS eq. 12]
            if node > 0 and depth[node] % 2 == 0:
                policy.bracket[child] = (tree.square[child] - mean) / t + 1.0  # [MCSS eq. 29]
    return t


@njit(cache=True)
def draw(tree, policy, node, rng):
    """A child by its chance; -1 where all are lost."""
    left, last = uniform(rng), -1
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if policy.chance[child] > 0.0:
            last = child
            left -= policy.chance[child]
            if left < 0.0:
                break
    return last


@njit(cache=True)
def walk(tree, policy, node, board, rng):
    """Play from a node to a leaf; the product of the brackets, 0 if the leaf is proved [MCSS 5.3 note s]."""
    weight = 1.0
    while goes_on(tree, node):
        node = draw(tree, policy, node, rng)
        play(board[0], tree.move[node])
        weight *= policy.bracket[node]
    return weight if tree.proof[node] == OPEN else 0.0


@njit(cache=True, nogil=True)
def add_walks(tree, policy, root, child, walks, out, rng):
    """Add to `out` the weighed features of the leaves of that many walks, all through a child of the root or any."""
    board, row = root.copy(), np.zeros(MOST, np.int32)
    sign = 1.0 if side(root[0]) == 0 else -1.0
    for _ in range(walks):
        node = child if child >= 0 else draw(tree, policy, 0, rng)
        if node < 0:
            return
        board[0] = root[0]
        play(board[0], tree.move[node])
        weight = walk(tree, policy, node, board, rng)
        if weight != 0.0:
            write_features(board[0], row)
            move_along(out, row, sign * weight)
