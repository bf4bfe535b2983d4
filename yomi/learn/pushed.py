"""Games of the PG expectation method: each move is drawn from the expected values, and e(t) is added up on the way.

The values of moves are those of a full tree [MCSS eqs. 12-23], or of one that softmax search has grown, where walks
down the tree estimate e(t) [MCSS eq. 29]. After the game the sum is multiplied by the reward [MCSS eqs. 9, 14].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yomi.games.features import MOST
from yomi.games.position import Position
from yomi.kernel.verb import body
from yomi.learn.episode import Episode, final_result, write_features
from yomi.learn.expectation import PgExpectation, add_eligibility, expected_moves, grown
from yomi.learn.notes import copied, new_book
from yomi.learn.objective import gradient
from yomi.learn.sampled import ByWeights, Sampling, Walks
from yomi.search.method import Method
from yomi.search.read import children
from yomi.search.simulate import new_control, simulate
from yomi.search.softmax import Mcss
from yomi.search.threads import new_scratches
from yomi.search.tree import new_tree


class PgSample(NamedTuple):
    """The PG expectation method by samples on the tree of Monte Carlo softmax search [MCSS 5.3]."""

    t: float = 80.0  # temperature T' of search and policy [MCSS eq. 4]
    simulations: int = 100  # of the search for a move
    walks: int = 100  # down its tree
    baseline: float = 0.5  # what is taken off the reward of a game


@body(gradient, PgExpectation, PgSample)
def push_by_reward(method, episode, theta, out):
    for player in range(2):
        out += (episode.rewards[player] - method.baseline) * episode.pushes[player]  # [MCSS eqs. 9, 14]
    return 0.0


def pushed_game(method: Any, theta: np.ndarray, start: Position, longest: int, rng: np.ndarray) -> Episode:
    """A game against itself."""
    position, pushes = start, np.zeros((2, len(theta)))
    dice = np.random.default_rng(int(rng[0]))
    rows: list[np.ndarray] = []
    values: list[float] = []
    while not position.over and len(rows) < longest:
        row = np.zeros(MOST, np.int32)
        write_features(position.root[0], row)
        decide = by_expectation if isinstance(method, PgExpectation) else by_samples
        move, value = decide(method, theta, position, pushes[position.side], dice)
        rows.append(row)
        values.append(value if position.side == 0 else -value)
        position = position.after(move)
    result, length = float(final_result(position.root)), len(rows)
    features, nothing = np.array(rows, np.int32).reshape(length, MOST), copied(new_book())
    rewards, stray = np.array([result, 1.0 - result]), np.zeros(length, np.bool_)
    returns = np.zeros(length)
    return Episode(
        features, features, np.array(values, float), stray, result, 0, rewards, returns, nothing, result, pushes=pushes
    )


def by_expectation(
    method: PgExpectation, theta: np.ndarray, position: Position, push: np.ndarray, dice: np.random.Generator
) -> tuple[int, float]:
    """A move by the exact policy, e(t) of which is added to `push`; its expected value."""
    tree = grown(method, position, theta, theta)
    expected = expected_moves(tree)
    chosen = int(dice.choice(len(expected.moves), p=expected.policy))
    add_eligibility(method, tree, int(expected.moves[chosen]), 1.0, push)
    return int(expected.moves[chosen]), float(expected.values[chosen])


def by_samples(
    method: PgSample, theta: np.ndarray, position: Position, push: np.ndarray, dice: np.random.Generator
) -> tuple[int, float]:
    """A move by the policy of a tree that softmax search grows, e(t) of which walks estimate."""
    rule, width = Mcss(t=method.t), position.game.width
    tree = new_tree((method.simulations + 2) * width)
    seed = int(dice.integers(1 << 62))
    scratch = new_scratches(1, width, position.game.length, seed)[0]
    simulate(
        Method(rule, ByWeights(theta, np.zeros(MOST, np.int32))),
        tree,
        position.root,
        new_control(method.simulations, False),
        *scratch,
    )
    walks, nodes = Walks(rule, tree, position), np.array(children(tree))
    policy = walks.policy.chance[nodes]
    if policy.sum() <= 0.0:  # every move loses
        return int(tree.move[nodes[0]]), float(tree.square[nodes[0]])
    chosen = nodes[int(dice.choice(len(nodes), p=policy / policy.sum()))]
    push += walks.eligibility(int(tree.move[chosen]), Sampling(method.walks, 1, seed))
    return int(tree.move[chosen]), float(tree.square[chosen])
