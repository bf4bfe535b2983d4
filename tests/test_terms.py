"""The terms of a formula: the highest score is the compiled rule's choice, terms add up, distributions are such."""

import functools
from math import inf, isnan, log, sqrt
from typing import Any

import numpy as np
import pytest

from yomi.games.catalog import start
from yomi.games.tactics import SCALE
from yomi.kernel.rng import seeded
from yomi.players.player import Player
from yomi.players.spec import BY_POLICY, SEARCHES, parse
from yomi.search import read
from yomi.search.alphabeta import AlphaBeta
from yomi.search.bandit import Greedy, Ucb1, Uct
from yomi.search.flat import Flat
from yomi.search.gumbel import Gumbel
from yomi.search.minimax import UctMax
from yomi.search.puct import Puct, Web, exploration
from yomi.search.rave import FAMILY, EvenRave, McRave, MseRave, Rave, blend, considered
from yomi.search.rule import choose, urgency, wish
from yomi.search.softmax import Mcss, temperature
from yomi.search.tdsearch import TdSearch
from yomi.search.terms import DEGREES, Terms, distribution, terms
from yomi.search.tree import DRAWN, LOST, OPEN, WON, Tree, begin_with, new_tree

WEB = Web(**Puct(graph=1, forced=1.0)._asdict(), table=np.zeros((2, 2), np.uint64))
SURE = [
    *(Uct(), Uct(p=0.4, fpu=0.6), Ucb1(), Ucb1(c=0.3, fpu=1.1), Greedy(), Greedy(fpu=0.5), UctMax(), UctMax(fpu=0.5)),
    *(Flat(least=2), Flat(prune=0.0), Flat(prune=0.5, least=1)),
    *(cls(**more) for cls in FAMILY for more in ({}, {"c": 0.5, "fpu": 0.4}, {"widen": 1.4})),
    *(McRave(k=0.0, fpu=0.7), McRave(k=20.0, each=1), MseRave(bias=0.3), EvenRave(bias=0.3)),
    *(
        Puct(),
        Puct(c=2.0, fpu=0.5, loss=3, vary=0.8, base=20.0),
        Puct(forced=2.0, loss=3),
        WEB,
        Gumbel(),
        Gumbel(scale=0.1),
    ),
]  # rules whose choice is no matter of chance
GROWN = [
    *("uct", "uct(p=0.4,fpu=0.6)", "ucb1(c=0.5)", "greedy(fpu=0.7)", "flat(least=10)", "uctmax"),
    *("rave(c=0.2)", "mcrave(k=50)", "mcrave(k=50,each=1,c=0.3)", "mserave(bias=0.2)", "evenrave(bias=0.2)"),
    *("puct", "puct(noise=0.5,alpha=0.5,forced=2.0)", "puct(graph=1)", "gumbel(considered=4)"),
]


def new_tree_for(rule: Any, capacity: int = 20) -> Tree:
    return new_tree(capacity, isinstance(rule, FAMILY), isinstance(rule, (*BY_POLICY, Web)))


@functools.cache
def grown(spec: str, game: str = "tictactoe", simulations: int = 300) -> tuple[Any, Tree]:
    """The rule of a search, and its tree."""
    found = parse(f"{spec} simulations={simulations} early=no memory=20")
    tree = Player(found).search(start(game)).tree
    rule = found.search
    if isinstance(rule, Gumbel):
        rule = rule._replace(simulations=simulations - 1)  # the player's plan
    return rule.prepared(start(game)) if isinstance(rule, Puct) else rule, tree


def inner_nodes(tree: Tree) -> list[tuple[int, int]]:
    """Nodes that have children, with their depths."""
    depth = {0: 0}
    for node in range(int(tree.size[0])):
        depth |= {child: depth[node] + 1 for child in read.children(tree, node) if node in depth}
    return [(node, ply) for node, ply in depth.items() if len(read.children(tree, node))]


def check(rule: Any, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    """The terms at a node, once they agree with the compiled rule and with each other."""
    found = terms(rule, tree, node, depth)
    assert found is not None and found.columns[-1].key == "score"
    assert len({column.key for column in found.columns}) == len(found.columns)
    assert all(column.name and column.meaning.endswith(".") for column in found.columns)
    assert found.children.tolist() == list(read.children(tree, node))
    assert found.cells.shape == (len(found.children), len(found.columns))
    score, child = found.cells[:, -1], int(choose(rule, tree, node, depth, seeded(1)))
    assert not np.isnan(score).any()
    if child < 0:
        assert (score == -inf).all()
    else:
        best = score[child - found.children[0]]
        assert best > -inf and (child == found.children[score.argmax()] or best == pytest.approx(score.max(), abs=1e-9))
    adding = [k for k, column in enumerate(found.columns) if column.adds]
    seen = score > -inf
    if adding:
        assert np.nansum(found.cells[:, adding], axis=1)[seen] == pytest.approx(score[seen], abs=1e-9)
        assert not np.isnan(found.cells[:, adding]).all(axis=1).any()
    assert (score[tree.proof[found.children] == LOST] == -inf).all()
    return found


def column(found: Terms, key: str) -> np.ndarray:
    return found.cells[:, [one.key for one in found.columns].index(key)]


def test_every_search_with_a_tree_has_terms():
    told = {name for name, cls in SEARCHES.items() if terms(cls(), new_tree_for(cls())) is not None}
    assert told == set(SEARCHES) - {"alphabeta", "tdsearch"}
    assert terms(AlphaBeta(), new_tree(2)) is None and terms(TdSearch(), new_tree(2)) is None


@pytest.mark.jit
@pytest.mark.parametrize("spec", GROWN)
def test_in_trees_of_searches_the_highest_score_is_the_choice(spec):
    rule, tree = grown(spec)
    nodes = inner_nodes(tree)
    assert len(nodes) > (0 if isinstance(rule, Flat) else 20)
    for node, depth in nodes:
        check(rule, tree, node, depth)


@pytest.mark.jit
def test_in_go_the_prior_has_its_part():
    rule, tree = grown("evenrave(widen=1.4,c=0.1) prior=expert", "go5")
    for node, depth in inner_nodes(tree)[:60]:
        check(rule, tree, node, depth)
    found = check(rule, tree)
    n, q, beta = column(found, "n"), column(found, "q"), column(found, "beta")
    assert (n == tree.visits[found.children] + tree.prior_visits[found.children]).all()
    assert column(found, "own") + column(found, "prior") == pytest.approx((1 - beta) * q)
    assert column(found, "rave") == pytest.approx(beta * column(found, "amaf"))
    assert column(found, "blend") == pytest.approx((1 - beta) * q + beta * column(found, "amaf"))
    assert (column(found, "prior") > 0).all() and (beta > 0).all() and (beta < 1).all()
    seen = np.flatnonzero(column(found, "score") > -inf)
    assert (column(found, "blend") + column(found, "explore"))[seen] == pytest.approx(column(found, "score")[seen])
    assert seen.tolist() == list(range(int(considered(rule.widen, len(n), float(tree.visits[0])))))
    weights = distribution(rule, tree)
    assert weights["prior"] is not None and weights["prior"].sum() == pytest.approx(1)
    assert weights["amaf"] == pytest.approx(column(found, "amaf"))


def random_root(rule: Any, dice: np.random.Generator) -> Tree:
    """A root whose children are tried, proved or on their way; by a policy they are tried in the order of priors."""
    width = int(dice.integers(1, 12))
    tree, rows = new_tree_for(rule), slice(1, 1 + width)
    begin_with(tree, list(range(width)))
    tried = dice.random(width) < 0.7
    if len(tree.prior):
        tree.prior[rows] = np.sort(dice.dirichlet(np.full(width, 0.5)))[::-1]
        tree.luck[rows] = np.log(np.maximum(tree.prior[rows], 1e-9)) + dice.gumbel(size=width)
        tried = np.arange(width) < dice.integers(0, width + 1)
    many = 1 if len(tree.prior) else dice.choice([1, 50], width)
    visits, pending = many * dice.integers(0, 60, width), dice.integers(0, 3, width)
    visits += visits + pending == 0
    means = dice.choice([0.0, 0.25, 0.5, 1.0, dice.random()], width)  # equal ones too
    tree.visits[rows], tree.pending[rows] = visits * tried, pending * tried
    tree.reward[rows] = tree.visits[rows] * means
    tree.square[rows] = tree.visits[rows] * dice.uniform(means**2, means)
    tree.proof[rows] = dice.choice([OPEN, LOST, DRAWN], width, p=[0.7, 0.15, 0.15])
    if len(tree.amaf_visits):
        tree.prior_visits[rows] = dice.choice([0, 10], width)
        tree.prior_reward[rows] = tree.prior_visits[rows] * dice.random(width)
        tree.amaf_visits[rows] = dice.integers(0, 90, width) * (dice.random(width) < 0.7)
        tree.amaf_reward[rows] = tree.amaf_visits[rows] * dice.random(width)
    tree.visits[0], tree.reward[0] = (n := 1 + tree.visits[rows].sum()), n * dice.random()
    tree.square[0] = dice.random() if isinstance(rule, Gumbel) else tree.reward[0] * dice.random()
    return tree


@pytest.mark.parametrize("rule", SURE, ids=str)
def test_at_random_nodes_the_highest_score_is_the_choice(rule):
    dice = np.random.default_rng(1)
    for _ in range(150):
        check(rule, random_root(rule, dice))


@pytest.mark.parametrize("rule", [one for one in SURE if isinstance(one, (Uct, Ucb1, Greedy, UctMax))], ids=str)
def test_the_scores_of_bandits_are_those_of_the_compiled_rule(rule):
    dice = np.random.default_rng(5)
    for _ in range(50):
        tree = random_root(rule, dice)
        log_n = log(tree.visits[0] + tree.pending[0])
        for child, score in zip((found := check(rule, tree)).children, column(found, "score"), strict=True):
            n = int(tree.visits[child] + tree.pending[child])
            if tree.proof[child] == OPEN and n > 0:
                assert score == pytest.approx(urgency(rule, tree, child, log_n, n, float(tree.reward[child] / n)))


@pytest.mark.parametrize("rule", [one for one in SURE if isinstance(one, FAMILY) and not one.widen], ids=str)
def test_the_values_of_the_rave_family_are_those_of_the_compiled_rule(rule):
    dice = np.random.default_rng(6)
    for _ in range(50):
        tree = random_root(rule, dice)
        total = float(tree.visits[0] + tree.pending[0])
        for child, value in zip((found := check(rule, tree)).children, column(found, "blend"), strict=True):
            n = float(tree.visits[child] + tree.pending[child] + tree.prior_visits[child])
            m = float(tree.amaf_visits[child] + tree.pending[child])
            reward = float(tree.reward[child] + tree.prior_reward[child])
            if tree.proof[child] == OPEN and n + m > 0:
                assert value == pytest.approx(blend(rule, total, n, m, reward, float(tree.amaf_reward[child])))


@pytest.mark.parametrize("rule", [one for one in SURE if isinstance(one, (Puct, Web))], ids=str)
def test_the_terms_of_puct_are_those_of_the_document(rule):
    """Q + U of a tried move, and for others what the node is worth less a little for the policy tried [KATA PUCT]."""
    dice = np.random.default_rng(7)
    for _ in range(50):
        tree = random_root(rule, dice)
        found, own = check(rule, tree), 1 - 2 * float(tree.reward[0] / tree.visits[0])
        p, proof = tree.prior[found.children], tree.proof[found.children]
        n = tree.visits[found.children] + rule.loss * tree.pending[found.children]
        total, c = float(tree.visits[0]), float(exploration(rule, tree, 0))
        if rule.graph:
            total = 1.0 + tree.visits[found.children][proof != LOST].sum()
        assert found.numbers["N"] == total and found.numbers["c"] == c
        tried, untried = (proof == OPEN) & (n > 0), (proof != LOST) & (n == 0)
        assert column(found, "explore")[tried | untried] == pytest.approx(
            (c * p * sqrt(total) / (1 + n))[tried | untried], rel=1e-6
        )
        mean = 2 * tree.reward[found.children] / np.maximum(n, 1) - 1
        assert column(found, "q")[tried] == pytest.approx(mean[tried])
        passed = p[: int(np.argmax(untried))].sum()
        assert column(found, "fpu")[untried] == pytest.approx(own - rule.fpu * sqrt(passed), abs=1e-6)


def test_the_terms_of_a_graph_need_no_table():
    tree = random_root(WEB, np.random.default_rng(8))
    one, two = terms(WEB, tree), terms(Puct(graph=1, forced=1.0), tree)
    assert one.formula == two.formula and np.array_equal(one.cells, two.cells, equal_nan=True)


def below_a_root(tree: Tree) -> Tree:
    """The same children, of node 1 that is the only child of the root."""
    width, lower = int(tree.width[0]), new_tree(20, policy=True)
    for new, old in zip(lower[1:], tree[1:], strict=True):
        if len(old):
            new[1], new[2 : 2 + width] = old[0], old[1 : 1 + width]
    lower.size[0], lower.first[:2], lower.width[0] = width + 2, (1, 2), 1
    return lower


@pytest.mark.parametrize("rule", [Gumbel(), Gumbel(visit=5.0, scale=0.1), Puct(forced=2.0)], ids=str)
def test_below_the_root_rules_with_a_policy_have_their_other_formula(rule):
    dice = np.random.default_rng(2)
    for _ in range(150):
        check(rule, below_a_root(random_root(rule, dice)), 1, 1)


@pytest.mark.parametrize("rule", [Puct(), Gumbel()], ids=str)
def test_nobody_looks_behind_the_first_untried_move(rule):
    """Searchers who hear of others' visits have such trees."""
    tree = new_tree(20, policy=True)
    begin_with(tree, [0, 1, 2])
    tree.prior[1:4], tree.visits[:4], tree.reward[1:4] = (0.6, 0.3, 0.1), (11, 5, 0, 5), (1.0, 0.0, 5.0)
    assert column(check(rule, below_a_root(tree), 1, 1), "score")[2] == -inf


def test_gumbel_below_the_root_shows_the_improved_policy():
    """An untried move is worth (0.4 + 6 v) / 7, with v the tried ones' mean by the policy [Danihelka2022]."""
    tree, p = new_tree(20, policy=True), np.array([0.5, 0.3, 0.2])
    begin_with(tree, [0, 1, 2])
    tree.prior[1:4], tree.visits[:4], tree.reward[1:4], tree.square[0] = p, (7, 4, 2, 0), (2.0, 0.5, 0.0), 0.4
    q = np.array([0.5, 0.25, (0.4 + 6 * (0.5 * 0.5 + 0.3 * 0.25) / 0.8) / 7])
    wanted = p * np.exp(0.1 * (50 + 4) * q)
    found = check(Gumbel(scale=0.1), below_a_root(tree), 1, 1)
    assert column(found, "q") == pytest.approx(q)
    assert column(found, "wanted") == pytest.approx(wanted / wanted.sum(), abs=1e-6)
    assert column(found, "has") == pytest.approx([-4 / 7, -2 / 7, 0])


def test_gumbel_at_the_root_shows_what_its_improved_policy_is_made_of():
    rule, dice = Gumbel(), np.random.default_rng(3)
    for _ in range(50):
        tree = random_root(rule, dice)
        found = check(rule, tree)
        policy = np.exp((heat := column(found, "logit") + column(found, "sigma")) - heat.max())
        weights = np.zeros(len(policy), np.float32)
        wish(rule, tree, weights)
        assert weights == pytest.approx(policy / policy.sum(), abs=1e-4)
        assert column(found, "sum") == pytest.approx(heat + column(found, "luck"))


@pytest.mark.jit
@pytest.mark.parametrize("spec", ["mcss", "mcss(t=300,deeper=0.5)", "mcss(loss=30)"])
def test_softmax_search_draws_moves_by_their_scores(spec):
    (rule, tree), rng = grown(spec), seeded(4)
    for node, depth in inner_nodes(tree)[:3]:
        found = terms(rule, tree, node, depth)
        drawn = np.bincount(
            [choose(rule, tree, node, depth, rng) for _ in range(4000)], minlength=found.children[-1] + 1
        )
        score, able = column(found, "score"), tree.proof[found.children] != LOST
        assert drawn[found.children] / 4000 == pytest.approx(score, abs=0.035)
        assert score.sum() == pytest.approx(1) and (score[~able] == 0).all()
        t = temperature(rule, tree, node, depth)
        assert found.numbers["T"] == pytest.approx(t / 100)
        plain = np.exp((tree.square[found.children] - tree.square[found.children][able].max()) / t) * able
        assert score == pytest.approx(plain / plain.sum())  # [MCSS eqs. 1-2]
        assert column(found, "q") == pytest.approx(tree.square[found.children] / 100)
        assert distribution(rule, tree, node, depth)["boltzmann"] == pytest.approx(score)


@pytest.mark.parametrize("rule", [*SURE, Mcss()], ids=str)
def test_a_leaf_has_no_terms_and_new_moves_have_their_first_play(rule):
    tree = new_tree_for(rule)
    found, weights = terms(rule, tree), distribution(rule, tree)
    assert found.cells.shape == (0, len(found.columns)) and len(found.children) == 0
    assert all(column is None or len(column) == 0 for column in weights.values())
    begin_with(tree, [0, 1, 2])
    if isinstance(rule, Mcss):
        assert column(terms(rule, tree), "score") == pytest.approx(1 / 3)
        return
    found = check(rule, tree)
    assert isnan(column(found, "q")[0]) or isinstance(rule, Gumbel)
    if hasattr(rule, "fpu") and not isinstance(rule, (Puct, Web)):
        assert (column(found, "fpu") == rule.fpu).all()
    shares = distribution(rule, tree)
    assert (shares["share"] == 0).all() and np.isnan(shares["value"]).all()
    assert shares["boltzmann"] == pytest.approx(1 / 3)


@pytest.mark.jit
@pytest.mark.parametrize("spec", [*GROWN, "mcss"])
def test_distributions_add_up_and_a_lost_move_has_no_chance(spec):
    rule, tree = grown(spec)
    for node, depth in inner_nodes(tree)[:20]:
        nodes, found = np.array(read.children(tree, node)), distribution(rule, tree, node, depth)
        shares, warmth, prior, amaf = (found[name] for name in ("share", "boltzmann", "prior", "amaf"))
        assert shares.sum() == pytest.approx(1 if tree.visits[nodes].any() else 0)
        lost = tree.proof[nodes] == LOST
        assert warmth.sum() == pytest.approx(0 if lost.all() else 1) and (warmth[lost] == 0).all()
        assert (prior is None) == (not isinstance(rule, (Puct, Web, Gumbel)))
        assert prior is None or prior == pytest.approx(tree.prior[nodes], abs=1e-5)
        assert (amaf is None) == (not isinstance(rule, FAMILY))
        assert amaf is None or ((amaf >= 0) & (amaf <= 1) | (tree.amaf_visits[nodes] == 0)).all()
        known = ~np.isnan(found["value"])
        assert (known == ((tree.visits[nodes] > 0) | (tree.proof[nodes] != OPEN))).all()
        assert found["value"][known] == pytest.approx(read.values(tree, nodes)[known])


def test_other_rules_have_boltzmann_probabilities_at_the_default_temperature():
    """A chance c is worth SCALE * ln(c / (1 - c)), as softmax search has it, and the node's own value counts once."""
    tree = new_tree(20)
    assert temperature(Mcss(), tree, 0, 0) == pytest.approx(DEGREES)
    begin_with(tree, [0, 1, 2, 3])
    tree.visits[:5], tree.reward[:5] = (200, 99, 99, 0, 1), (100, 49.5, 59.5, 0, 1)
    warmth = distribution(Uct(), tree)["boltzmann"]
    chances = np.array([0.5, 0.6, 0.5, 0.75])
    plain = (chances / (1 - chances)) ** (SCALE / DEGREES) * [1, 1, 0, 1]  # nobody has tried the third
    assert warmth == pytest.approx(plain / plain.sum())
    tree.proof[1:5] = (WON, LOST, DRAWN, OPEN)
    assert distribution(Uct(), tree)["boltzmann"] == pytest.approx([1, 0, 0, 0])


def test_a_known_example():
    """Two moves after a hundred visits, one never tried: Q, the bonus of UCB1 and what comes first [MOGO alg.1]."""
    tree = new_tree(20)
    begin_with(tree, [0, 1, 2])
    tree.visits[:4], tree.reward[:4] = (100, 64, 36, 0), (50, 32, 27, 0)
    found = check(Ucb1(c=1.0), tree)
    assert column(found, "q")[:2] == pytest.approx([0.5, 0.75])
    assert column(found, "explore")[:2] == pytest.approx(np.sqrt(np.log(100) / np.array([64, 36])))
    assert column(found, "score")[2] == column(found, "fpu")[2] == inf and isnan(column(found, "explore")[2])
    assert found.numbers == {"c": 1.0, "N": 100.0} and found.formula == "Q + c·√(ln N / n)"
    assert distribution(Ucb1(), tree)["share"] == pytest.approx([0.64, 0.36, 0])


@pytest.mark.parametrize("rule", [Rave(), EvenRave()])
def test_a_rule_of_the_rave_family_without_priors_has_none(rule):
    tree = new_tree_for(rule)
    begin_with(tree, [0, 1])
    assert distribution(rule, tree)["prior"] is None
