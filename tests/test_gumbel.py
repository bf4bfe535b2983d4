"""Gumbel search: visits follow sequential halving, policies are the paper's formulas and better than the prior."""

import pathlib
from math import ceil, exp, log, log2, pi, sqrt

import numpy as np
import pytest

from yomi.games.catalog import load_file, start
from yomi.games.position import Position
from yomi.kernel.rng import gumbel, seeded
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search import read
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchRun, Pace
from yomi.search.gumbel import Gumbel, improved_child, planned_visits
from yomi.search.method import Method
from yomi.search.rule import choose, pick_child, stir_root, wish
from yomi.search.threads import new_scratches
from yomi.search.tree import DRAWN, LOST, OPEN, WON, Tree, new_tree

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
Hashed = load_file(RANDOM_TREE).Hashed
EULER = 0.5772156649015329


def random_tree(seed: int, branches: int = 8) -> Position:
    return start(f"{RANDOM_TREE}(seed={seed},branches={branches},plies=16)")


def searched(rule: Gumbel, position: Position, size: int = 1, seed: int = 1) -> Tree:
    """The tree after as many visits of the root's children as the rule plans."""
    tree, scratches = new_tree(20_000, policy=True), new_scratches(1, 8, 16, seed)
    run = BatchRun(Method(rule, None), tree, stand_of(position, 1), Hashed(), Pace(size), scratches)
    run.run(1, 1e9, False)
    stir_root(rule, tree, scratches[0].rng)
    run.run(rule.simulations, 1e9, False)
    return tree


def halving(n: int, m: int) -> list[int]:
    """The visits that the next move has already, for each of n simulations with m moves considered [Danihelka2022]."""
    if m == 1:
        return list(range(n))
    phases, visits, found = ceil(log2(m)), [0] * m, []
    while len(found) < n:
        for _ in range(max(1, n // (phases * m))):
            found += visits[:m]
            visits[:m] = [count + 1 for count in visits[:m]]
        m = max(2, m // 2)
    return found[:n]


@pytest.mark.parametrize("n", [1, 2, 7, 16, 32, 50, 64, 200, 800])
@pytest.mark.parametrize("m, width", [(16, 82), (16, 5), (4, 9), (3, 3), (2, 30), (1, 8), (7, 7), (64, 40), (16, 1)])
def test_the_plan_is_sequential_halving(n, m, width):
    rule = Gumbel(considered=m, simulations=n)
    assert [int(planned_visits(rule, width, done)) for done in range(n)] == halving(n, min(m, width))


def test_the_plan_of_the_paper_for_two_hundred_simulations_and_sixteen_moves():
    """Four phases: 16 moves get 3 visits each, 8 get 6, 4 get 12, 2 get 25 and share what is left."""
    plan = halving(200, 16)
    assert [plan.count(visits) for visits in (0, 2, 3, 8, 9, 20, 21, 45)] == [16, 16, 8, 8, 4, 4, 2, 2]
    assert Gumbel().visit == 50 and Gumbel().scale == 1


@pytest.mark.parametrize("n, m", [(8, 8), (16, 4), (32, 16), (50, 5), (100, 8), (64, 2), (20, 1)])
@pytest.mark.parametrize("size", [1, 4])
def test_a_whole_search_follows_the_plan(n, m, size):
    rule, counts = Gumbel(considered=m, simulations=n), [0] * 8
    for visits in halving(n, min(m, 8)):
        counts[counts.index(visits)] += 1
    for seed in (1, 2):
        tree = searched(rule, random_tree(seed), size, seed)
        found = sorted((int(tree.visits[child]) for child in read.children(tree)), reverse=True)
        assert sum(found) == n and tree.visits[0] == n + 1
        if size == 1:
            assert found == sorted(counts, reverse=True)


def test_the_moves_with_the_most_luck_are_considered():
    rule = Gumbel(considered=3, simulations=12)
    for seed in range(5):
        tree = searched(rule, random_tree(seed), seed=seed)
        children = list(read.children(tree))
        likeliest = sorted(children, key=lambda child: -tree.luck[child])[:3]
        assert {child for child in children if tree.visits[child] > 0} == set(likeliest)


def random_node(dice: np.random.Generator, in_order: bool) -> Tree:
    """A root with random children; where they are `in_order`, only those in front are tried, some not yet answered."""
    width = int(dice.integers(1, 10))
    tree, tried = new_tree(width + 2, policy=True), int(dice.integers(0, width + 1))
    tree.size[0], tree.first[0], tree.width[0] = width + 1, 1, width
    tree.prior[1 : width + 1] = np.sort(dice.dirichlet(np.ones(width)))[::-1]
    tree.luck[1 : width + 1] = np.log(tree.prior[1 : width + 1]) + dice.gumbel(size=width)
    for child in range(1, width + 1):
        tree.move[child] = child
        if child <= tried if in_order else dice.random() < 0.6:
            n, pending = int(dice.integers(0, 30)), int(dice.integers(0, 3))
            n += n + pending == 0
            tree.visits[child], tree.pending[child], tree.reward[child] = n, pending, n * dice.random()
            if n > 0:
                tree.proof[child] = dice.choice([OPEN, LOST, DRAWN], p=[0.8, 0.1, 0.1])
    tree.visits[0], tree.square[0] = 1 + tree.visits[1:].sum(), dice.random()
    return tree


def improved(rule: Gumbel, tree: Tree) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(policy, sigma(q), tries): the softmax of logits + sigma(completed Q), with the mixed value [Danihelka2022]."""
    rows = slice(1, 1 + int(tree.width[0]))
    p, n, proof = tree.prior[rows].astype(float), tree.visits[rows], tree.proof[rows]
    means, seen = tree.reward[rows] / np.maximum(1, n), n > 0
    own, mixed = tree.square[0], tree.square[0]
    if seen.any():
        mixed = (own + n.sum() * (p[seen] * means[seen]).sum() / p[seen].sum()) / (1 + n.sum())
    q = np.where(seen, means, mixed)
    for exact, value in ((WON, 1.0), (DRAWN, 0.5), (LOST, 0.0)):
        q[proof == exact] = value
    tries = n + tree.pending[rows]
    weights = (rule.visit + tries.max()) * rule.scale * q
    policy = p * np.exp(weights - weights.max())
    return policy / policy.sum(), weights, tries


@pytest.mark.parametrize("rule", [Gumbel(), Gumbel(visit=5.0, scale=0.1), Gumbel(scale=0.3)])
def test_below_the_root_visits_follow_the_improved_policy(rule):
    dice = np.random.default_rng(1)
    for _ in range(300):
        tree = random_node(dice, in_order=True)
        policy, _, tries = improved(rule, tree)
        scores = policy - tries / (1 + tries.sum())
        scores[tree.proof[1 : 1 + len(scores)] == LOST] = -np.inf
        child = int(improved_child(rule, tree, 0))
        assert child == choose(rule, tree, 0, 1, seeded(1))
        assert child == -1 if np.isneginf(scores).all() else scores[child - 1] == pytest.approx(scores.max(), abs=1e-6)


def test_a_surprisingly_good_move_with_many_visits_is_still_followed():
    tree = new_tree(6, policy=True)
    tree.size[0], tree.first[0], tree.width[0] = 4, 1, 3
    tree.prior[1:4], tree.visits[:4], tree.reward[1:4] = (0.9, 0.08, 0.02), (921, 10, 900, 10), (1, 880, 1)
    tree.square[0] = 0.1
    assert improved(Gumbel(), tree)[0] == pytest.approx([0, 1, 0]), "exp(950 * 0.8) is beyond all numbers"
    assert improved_child(Gumbel(), tree, 0) == 2


def test_a_much_visited_move_that_is_proved_lost_leaves_the_others_their_shares():
    tree = new_tree(6, policy=True)
    tree.size[0], tree.first[0], tree.width[0] = 4, 1, 3
    tree.prior[1:4], tree.visits[:4], tree.reward[1:4] = (0.3, 0.3, 0.4), (5896, 1, 1, 5893), (0, 0, 2946)
    tree.square[0], tree.proof[3] = 0.5, LOST
    assert improved_child(Gumbel(), tree, 0) in (1, 2), "exp(5943 * -0.5) is no number to divide by"


@pytest.mark.parametrize("rule", [Gumbel(), Gumbel(visit=5.0, scale=0.1), Gumbel(scale=0.3)])
def test_the_target_is_the_improved_policy_and_the_move_played_has_the_most_visits(rule):
    dice = np.random.default_rng(2)
    for _ in range(300):
        tree = random_node(dice, in_order=False)
        tree.pending[:] = 0
        policy, sigma, n = improved(rule, tree)
        weights = np.zeros(len(policy), np.float32)
        wish(rule, tree, weights)
        assert weights == pytest.approx(policy, abs=1e-4) and weights.sum() == pytest.approx(1, abs=1e-5)
        able = tree.proof[1 : 1 + len(n)] != LOST
        if able.any():
            scores = np.where(able & (n == n[able].max()), tree.luck[1 : 1 + len(n)] + sigma, -np.inf)
            assert scores[pick_child(rule, tree, 0, seeded(1)) - 1] == pytest.approx(scores.max(), abs=1e-3)
            tree.proof[1 + int(np.argmin(scores))] = WON
            assert tree.proof[pick_child(rule, tree, 0, seeded(1))] == WON


@pytest.mark.parametrize("rule", [Gumbel(), Gumbel(visit=5.0, scale=0.1)])
def test_the_improved_policy_is_never_worse_than_the_prior_where_values_are_exact(rule):
    dice = np.random.default_rng(3)
    for _ in range(300):
        tree = random_node(dice, in_order=False)
        rows = slice(1, 1 + int(tree.width[0]))
        tree.pending[:] = tree.proof[:] = 0
        tree.visits[rows] += dice.integers(1, 20)
        values = dice.random(int(tree.width[0]))
        tree.reward[rows] = tree.visits[rows] * values
        weights = np.zeros(len(values), np.float32)
        wish(rule, tree, weights)
        assert weights @ values >= tree.prior[rows] @ values - 1e-5


def test_luck_has_the_moments_of_the_gumbel_distribution():
    rng = seeded(1)
    draws = np.array([gumbel(rng) for _ in range(8000)])
    assert draws.mean() == pytest.approx(EULER, abs=5 * pi / sqrt(6 * 8000))
    assert draws.var() == pytest.approx(pi**2 / 6, rel=0.1)
    assert np.mean(draws < 0) == pytest.approx(exp(-1), abs=0.025)


@pytest.mark.parametrize("luck", [0.0, 0.5, 1.0])
def test_a_move_at_the_root_is_worth_its_logit_and_its_luck(luck):
    tree, rng, rule = random_node(np.random.default_rng(7), in_order=True), seeded(2), Gumbel(luck=luck)
    count = int(tree.width[0])
    rows = np.zeros((2000, count))
    for row in rows:
        stir_root(rule, tree, rng)
        row[:] = tree.luck[1 : 1 + count]
    logits = [log(p) for p in tree.prior[1 : 1 + count]]
    assert rows.mean(0) == pytest.approx(np.array(logits) + luck * EULER, abs=5 * luck * pi / sqrt(6 * 2000) + 1e-5)
    assert rows.std(0) == pytest.approx(luck * pi / sqrt(6), rel=0.1, abs=1e-5)


def test_without_luck_a_search_has_no_chance_in_it():
    position, rule = random_tree(4), Gumbel(luck=0.0, simulations=60)
    one, *others = (searched(rule, position, seed=seed) for seed in (1, 2, 3))
    assert one.size[0] > 300
    for other in others:
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    lucky = [searched(rule._replace(luck=1.0), position, seed=seed) for seed in (1, 2, 3)]
    assert len({tuple(tree.visits[1:9].tolist()) for tree in lucky}) > 1


@pytest.mark.parametrize("simulations", [10, 50])
def test_a_player_plans_for_the_simulations_it_has(simulations):
    spec = f"gumbel(considered=4) simulations={simulations} early=no memory=5"
    found = Player(parse(spec)).search(start("nim(heap=90)"))
    assert found.simulations == simulations == sum(found.visits) + 1, "the first one is the root's own"
    assert found.visits[0] == max(found.visits) and found.best in ("1", "2", "3")
    assert str(parse(spec)) == f"gumbel(considered=4) playout=random simulations={simulations} memory=5.0 early=False"


def test_every_search_of_a_player_begins_anew_and_has_its_simulations():
    player, position = Player(parse("gumbel simulations=50 early=no memory=5")), start("nim(heap=90)")
    for _ in range(3):
        found = player.search(position)
        assert found.simulations == 50 == found.tree.visits[0]
        position = position.after(found.best_move)
