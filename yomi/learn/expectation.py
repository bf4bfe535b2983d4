"""The PG expectation method: what each move is worth on average over all leaves of a full tree, and its derivative.

The learner is to move at the root and depth counts its turns, so every leaf is a position of the learner or the end of
the game [MCSS 5.1, 5.2]. Its policy at each of its positions is the Boltzmann distribution of the expected values; the
policy of the opponent is given, and constant in the derivative. All values are in hundredths of a pawn for the learner.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadSpec, BadText, GameOver, IllegalMove
from yomi.games.features import MOST
from yomi.games.position import Position
from yomi.games.rules import RUNNING, moves, outcome, play, side
from yomi.learn.episode import write_features
from yomi.learn.objective import move_along, worth
from yomi.search.softmax import CERTAIN


class PgExpectation(NamedTuple):
    """The PG expectation method [MCSS 5.1]."""

    t: float = 100.0  # temperature T_a of the learner
    depth: int = 1  # D, in turns of the learner
    t_b: float = 100.0  # temperature of the opponent, who looks at the position after its move
    limit: int = 1 << 20  # nodes a tree may have
    baseline: float = 0.5  # what is taken off the reward of a game


class FullTree(NamedTuple):
    """All positions down to a depth, level by level; a row is a node, the children of a node are contiguous."""

    states: np.ndarray  # of the nodes above the last level, where a leaf is played from its parent
    first: np.ndarray  # first child
    width: np.ndarray  # number of children
    move: np.ndarray  # move that leads here
    fixed: np.ndarray  # whether the game is over
    value: np.ndarray  # E* for the learner
    reply: np.ndarray  # what the opponent, moving here, thinks of it
    chance: np.ndarray  # that the move is chosen
    weight: np.ndarray  # what a leaf below counts for: the product over the path [MCSS eq. 29]


class Expected(NamedTuple):
    """The moves of the root."""

    moves: np.ndarray  # as numbers
    values: np.ndarray  # E*(a, u)
    policy: np.ndarray  # pi(a | u)


def grown(settings: PgExpectation, position: Position, theta: np.ndarray, theta_b: np.ndarray) -> FullTree:
    """The full tree of a position with the values of all nodes, the opponent playing by the weights `theta_b`."""
    check(settings, position, theta, theta_b)
    tree, begin, end = planted(settings, position), 0, 1
    out, board, row = np.zeros(position.game.width, np.int32), position.root.copy(), np.zeros(MOST, np.int32)
    for left in range(2 * settings.depth - 1, -1, -1):
        needed = allot(tree, begin, end, out)
        if needed > settings.limit:
            raise BadText(
                f"depth {settings.depth}: the tree needs at least {needed} nodes, expected at most {settings.limit}"
            )
        if left > 0:
            tree = tree._replace(states=longer(tree.states, needed))
        fill(tree, begin, end, theta, theta_b, board, row)
        begin, end = end, needed
    tree = FullTree(tree.states, *(column[:end] for column in tree[1:]))
    back_up(tree, settings.t, settings.t_b)
    return tree


def check(settings: PgExpectation, position: Position, theta: np.ndarray, theta_b: np.ndarray) -> None:
    """Refuse what cannot be computed."""
    if settings.t <= 0.0 or settings.t_b <= 0.0 or settings.depth < 1 or settings.limit < 1:
        raise BadSpec(f"{settings}: expected numbers above 0")
    if position.over:
        raise GameOver("a move was asked for, but the game is over")
    known = position.game.features
    if known is None:
        raise BadText(f"game {position.game.name!r}: it has no features with weights to learn")
    for weights in (theta, theta_b):
        if weights.shape != (known.count,):
            raise BadText(f"weights of shape {weights.shape}: expected {known.count} numbers")


def planted(settings: PgExpectation, position: Position) -> FullTree:
    """A tree that is only its root, with room for more; pages are taken from the system only when first written."""
    kinds = ("i4", "i2", "i2", "?", "f8", "f8", "f8", "f8")
    return FullTree(position.root.copy(), *(np.zeros(settings.limit, kind) for kind in kinds))


def longer(states: np.ndarray, count: int) -> np.ndarray:
    """The same states, with room for `count` in all."""
    found = np.empty(count, states.dtype)
    found[: len(states)] = states
    return found


@njit(cache=True, nogil=True)
def allot(tree, begin, end, out):
    """Give the nodes from `begin` to `end` their moves, where there is room; how many nodes the tree needs for that."""
    size = end
    for node in range(begin, end):
        if not tree.fixed[node]:
            count = moves(tree.states[node], out)
            if size + count <= len(tree.move):
                tree.first[node], tree.width[node] = size, count
                tree.move[size : size + count] = out[:count]
            size += count
    return size


@njit(cache=True, nogil=True)
def fill(tree, begin, end, theta, theta_b, board, row):
    """Play to the children of the nodes from `begin` to `end`, and value them; `board` and `row` are scratch."""
    learner = side(tree.states[0])
    for node in range(begin, end):
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            reach(tree, node, child, board)
            if child < len(tree.states):
                tree.states[child] = board[0]
            appraise(tree, child, learner, theta, theta_b, board[0], row)


@njit(cache=True)
def reach(tree, node, child, board):
    """The position of a child, in board[0]."""
    board[0] = tree.states[node]
    play(board[0], tree.move[child])


@njit(cache=True)
def appraise(tree, child, learner, theta, theta_b, state, row):
    """Value the end of a game exactly, a position of the learner by the weights of both players."""
    ended, sign = outcome(state), 1.0 if learner == 0 else -1.0
    tree.fixed[child] = ended != RUNNING
    if ended != RUNNING:
        tree.value[child] = CERTAIN * (ended if side(state) == learner else -ended)
        tree.reply[child] = -tree.value[child]
    elif side(state) == learner:
        write_features(state, row)
        tree.value[child] = sign * worth(theta, row)
        tree.reply[child] = -sign * worth(theta_b, row)


@njit(cache=True, nogil=True)
def back_up(tree, t, t_b):
    """Give each node its value from those of its children, the last nodes first."""
    learner = side(tree.states[0])
    for node in range(len(tree.states) - 1, -1, -1):
        if tree.width[node] > 0 and side(tree.states[node]) == learner:
            tree.value[node] = expect(tree, node, tree.value, t)
        elif tree.width[node] > 0:
            tree.value[node] = expect(tree, node, tree.reply, t_b)


@njit(cache=True)
def expect(tree, node, liking, t):
    """Write the chances of a node's children, the Boltzmann distribution of a column; their expected value."""
    begin, end = tree.first[node], tree.first[node] + tree.width[node]
    best, z, total = liking[begin], 0.0, 0.0
    for child in range(begin, end):
        best = max(best, liking[child])
    for child in range(begin, end):
        tree.chance[child] = exp((liking[child] - best) / t)
        z += tree.chance[child]  # [MCSS eq. 13]
    for child in range(begin, end):
        tree.chance[child] /= z  # [MCSS eq. 12]
        total += tree.chance[child] * tree.value[child]  # [MCSS eqs. 16, 22]
    return total


@njit(cache=True, nogil=True)
def descend(tree, t, board, row, out):
    """Add to `out` the derivative of all leaves, weighed from the weights of the root's moves on; `row` is scratch."""
    learner = side(tree.states[0])
    sign = 1.0 if learner == 0 else -1.0
    for node in range(1, len(tree.states)):
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            tree.weight[child] = tree.weight[node] * tree.chance[child]
            if side(tree.states[node]) == learner:
                tree.weight[child] *= (tree.value[child] - tree.value[node]) / t + 1.0  # [MCSS eq. 29]
            if tree.width[child] == 0 and not tree.fixed[child]:
                reach(tree, node, child, board)
                write_features(board[0], row)
                move_along(out, row, sign * tree.weight[child])  # [MCSS eq. 23]


def expected_moves(tree: FullTree) -> Expected:
    """The moves of the root, what each is worth and how likely it is to be chosen [MCSS eqs. 11-13]."""
    below = root_moves(tree)
    return Expected(tree.move[below].astype(np.int64), tree.value[below].copy(), tree.chance[below].copy())


def add_slope(settings: PgExpectation, tree: FullTree, move: int, amount: float, out: np.ndarray) -> None:
    """Add to out[feature] an amount times dE*(a, u) / d omega, for a move of the root [MCSS eqs. 17-23]."""
    add_weighed(settings, tree, amount * chosen(tree, move), out)


def add_eligibility(settings: PgExpectation, tree: FullTree, move: int, amount: float, out: np.ndarray) -> None:
    """Add to out[feature] an amount times e_omega = d ln pi(a | u) / d omega, for a move of the root."""
    surprise = chosen(tree, move) - tree.chance[root_moves(tree)]
    add_weighed(settings, tree, amount / settings.t * surprise, out)  # [MCSS eq. 15]


def add_weighed(settings: PgExpectation, tree: FullTree, weights: np.ndarray, out: np.ndarray) -> None:
    """Add to `out` the derivatives of all moves of the root, each times its weight."""
    tree.weight[root_moves(tree)] = weights
    descend(tree, settings.t, tree.states[:1].copy(), np.zeros(MOST, np.int32), out)


def root_moves(tree: FullTree) -> slice:
    return slice(1, 1 + int(tree.width[0]))


def chosen(tree: FullTree, move: int) -> np.ndarray:
    """1 for a move of the root, 0 for all others."""
    found = tree.move[root_moves(tree)] == move
    if not found.any():
        raise IllegalMove(f"illegal move {move}: expected one of {tree.move[root_moves(tree)].tolist()}")
    return found.astype(np.float64)
