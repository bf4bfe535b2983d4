"""PUCT: choices, the move played and the targets of learning are the plain formulas."""

from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from puct_help import plain_scores, random_root, root_of

from yomi.kernel.rng import seeded
from yomi.search.puct import Puct, sort_by_prior
from yomi.search.rule import choose, pick_child, wish
from yomi.search.tree import LOST, WON, Tree, new_tree


@pytest.mark.parametrize(
    "rule", [Puct(), Puct(c=2.0, fpu=0.0, loss=3), Puct(vary=0.85, base=20.0), Puct(log=0.0, fpu=0.5)]
)
def test_the_choice_is_the_plain_formula(rule):
    dice = np.random.default_rng(1)
    for _ in range(400):
        tree = random_root(dice)
        scores, child = plain_scores(rule, tree), int(choose(rule, tree, 0, 1, seeded(1)))
        if np.isneginf(scores).all():
            assert child == -1
        else:
            assert scores[child - 1] == pytest.approx(scores.max(), abs=1e-9)


def test_a_move_tried_at_the_root_is_forced_until_it_has_its_visits():
    dice, rule, forced = np.random.default_rng(2), Puct(forced=2.0), 0
    for _ in range(400):
        tree = random_root(dice)
        n, last = tree.visits + tree.pending, 1 + int(tree.width[0])
        short = (n > 0) & (tree.proof != LOST) & (n < np.sqrt(2.0 * tree.prior * tree.visits[0]))
        short[0] = short[last:] = False
        wanted = choose(Puct(), tree, 0, 1, seeded(1)) if not short.any() else np.flatnonzero(short)[0]
        assert choose(rule, tree, 0, 0, seeded(1)) == wanted
        assert choose(rule, tree, 0, 1, seeded(1)) == choose(Puct(), tree, 0, 1, seeded(1)), "only at the root"
        forced += short.any()
    assert forced > 50


@pytest.mark.parametrize("count", [1, 2, 5, 41, 200])
def test_children_are_put_into_the_order_of_their_priors(count):
    tree, dice = new_tree(count + 4, policy=True), np.random.default_rng(count)
    prior = {move: np.float32(p) for move, p in enumerate(dice.dirichlet(np.ones(count)))}
    tree.move[2 : 2 + count] = dice.permutation(count)
    tree.prior[2 : 2 + count] = [prior[int(move)] for move in tree.move[2 : 2 + count]]
    sort_by_prior(tree, 2, count)
    assert [int(move) for move in tree.move[2 : 2 + count]] == sorted(prior, key=lambda move: -prior[move])
    assert all(tree.prior[2 + k] == prior[int(tree.move[2 + k])] for k in range(count))
    assert not tree.prior[:2].any() and not tree.prior[2 + count :].any()


def test_a_won_move_is_played_and_a_lost_one_is_not():
    tree, rng = root_of([{"visits": 90, "proof": LOST}, {"visits": 4}, {"visits": 6}]), seeded(1)
    warm = Puct(temperature=1.0)
    for rule in (Puct(), Puct(lcb=2.0)):
        assert pick_child(rule, tree, 0, rng) == 3
    assert {int(pick_child(warm, tree, 0, rng)) for _ in range(50)} == {2, 3}
    tree.proof[2] = WON
    assert {int(pick_child(rule, tree, 0, rng)) for rule in (Puct(), Puct(lcb=2.0), warm) for _ in range(9)} == {2}


def test_the_lower_bound_prefers_the_surer_move_and_none_with_few_visits():
    wild = {"visits": 100, "reward": 55.0, "square": 55.0}  # won or lost
    calm = {"visits": 60, "reward": 32.4, "square": 60 * 0.54**2 + 0.1}  # much the same each time
    new = {"visits": 14, "reward": 14.0, "square": 14.0}  # fewer than 15 % of the most visited one's
    rng = seeded(1)
    assert pick_child(Puct(lcb=2.0), root_of([wild, calm, new]), 0, rng) == 2
    assert pick_child(Puct(), root_of([wild, calm, new]), 0, rng) == 1
    assert pick_child(Puct(lcb=0.01), root_of([wild, calm]), 0, rng) == 1, "then the mean decides"
    assert pick_child(Puct(lcb=2.0), root_of([wild, new | {"visits": 15, "reward": 15.0}]), 0, rng) == 2


def weights_of(rule: Any, tree: Tree) -> np.ndarray:
    weights = np.zeros(int(tree.width[0]), np.float32)
    wish(rule, tree, weights)
    return weights


def test_without_forced_visits_the_target_is_the_share_of_visits():
    dice = np.random.default_rng(4)
    for _ in range(50):
        tree = random_root(dice)
        rows = slice(1, 1 + int(tree.width[0]))
        n = np.where(tree.proof[rows] == LOST, 0, tree.visits[rows])  # nobody should learn a lost move
        if n.sum() > 0:
            assert weights_of(Puct(), tree) == pytest.approx(n / n.sum(), abs=1e-6)
    assert weights_of(Puct(), root_of([{"prior": 0.7}, {"prior": 0.3}])).tolist() == [1, 0]


def without_forced(rule: Puct, tree: Tree) -> np.ndarray:
    """Visits less forced ones, as many as leave a move's score no higher than the best one's; single ones go."""
    rows = slice(1, 1 + int(tree.width[0]))
    n, p, q = (
        tree.visits[rows].astype(float),
        tree.prior[rows],
        2 * tree.reward[rows] / np.maximum(1, tree.visits[rows]) - 1,
    )
    scale = (rule.c + rule.log * log((tree.visits[0] + rule.base) / rule.base)) * sqrt(tree.visits[0])
    best, kept = int(np.argmax(n)), n.copy()
    wanted = q[best] + scale * p[best] / (1 + n[best])
    for k in range(len(n)):
        forced = np.linspace(0, min(n[k], sqrt(rule.forced * p[k] * tree.visits[0])), 20_001)
        fits = q[k] + scale * p[k] / (1 + n[k] - forced) <= wanted
        kept[k] = n[k] - (forced[fits].max() if fits.any() and k != best else 0)
        kept[k] *= k == best or kept[k] > 1
    return kept


def test_forced_visits_that_the_value_never_asked_for_are_no_target():
    dice, rule, pruned = np.random.default_rng(5), Puct(forced=2.0), 0
    for _ in range(60):
        tree = random_root(dice)
        tree.pending[:] = tree.proof[:] = 0
        n, kept = tree.visits[1 : 1 + int(tree.width[0])], without_forced(rule, tree)
        if n.sum() > 0:
            assert weights_of(rule, tree) == pytest.approx(kept / kept.sum(), abs=2e-3)
            assert kept.max() == n.max()
            pruned += (kept < n).any()
    assert pruned > 20
