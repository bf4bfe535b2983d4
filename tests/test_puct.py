"""PUCT: choices are the plain formula, batches lose nothing, chance is as drawn up, trees go on, proofs are found."""

import pathlib
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest

from yomi.games.catalog import load_file, start
from yomi.games.position import Position
from yomi.kernel.rng import seeded, write_dirichlet
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search import read
from yomi.search.batch import SHOWN, stand_of
from yomi.search.batchrun import BatchRun, Pace
from yomi.search.forest import fell, new_forest, tree_of
from yomi.search.gumbel import Gumbel
from yomi.search.method import Method
from yomi.search.puct import Puct, sort_by_prior
from yomi.search.rule import choose, pick_child, stir_root, wish
from yomi.search.simulate import new_control, simulate
from yomi.search.threads import Scratch, new_scratches
from yomi.search.tree import CLAIMED, DRAWN, LOST, OPEN, WON, Tree, child_by_move, new_tree, reroot
from yomi.value.evaluate import evaluate
from yomi.value.playout import Random

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
Hashed = load_file(RANDOM_TREE).Hashed
PUCT, GUMBEL = Puct(), Gumbel(simulations=100)
COMPARED = ("visits", "reward", "prior", "proof", "width", "square")


def random_tree(seed: int, branches: int = 5, plies: int = 12, fixed: int = 0) -> Position:
    return start(f"{RANDOM_TREE}(seed={seed},branches={branches},plies={plies},results=3,fixed={fixed})")


class Uniform:
    """Says that all moves are equally likely, and nobody is ahead."""

    def __init__(self, actions: int):
        self.depth, self.actions = 1, actions

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(past), self.actions), np.float32), np.full(len(past), 0.5, np.float32)


def run_of(
    rule: Any, position: Position, evaluator: Any, tree: Tree, scratches: list[Scratch], size: int = 1
) -> BatchRun:
    return BatchRun(
        Method(rule, None), tree, stand_of(position, evaluator.depth), evaluator, Pace((size, 0)), scratches
    )


def searched(
    rule: Any, position: Position, evaluator: Any, simulations: int, size: int = 1, threads: int = 1, seed: int = 1
) -> Tree:
    """The tree of a new search, chance brought in once its root has children."""
    tree, scratches = new_tree(20_000, policy=True), new_scratches(threads, 9, position.game.length, seed)
    run = run_of(rule, position, evaluator, tree, scratches, size)
    run.run(1, 1e9, False)
    stir_root(rule, tree, scratches[0].rng)
    run.run(simulations - 1, 1e9, False)
    return tree


def root_of(children: list[dict[str, float]], **root: float) -> Tree:
    """A root with children of these statistics."""
    tree = new_tree(len(children) + 2, policy=True)
    tree.size[0], tree.first[0], tree.width[0] = len(children) + 1, 1, len(children)
    for k, columns in enumerate(children):
        tree.move[1 + k] = k
        for name, value in columns.items():
            getattr(tree, name)[1 + k] = value
    tree.visits[0] = 1 + tree.visits[1:].sum()
    for name, value in root.items():
        getattr(tree, name)[0] = value
    return tree


def random_root(dice: np.random.Generator) -> Tree:
    """A root as searches leave it: children in the order of their priors, those in front tried, some on their way."""
    width = int(dice.integers(1, 12))
    tried = int(dice.integers(0, width + 1))
    children = []
    for k, p in enumerate(np.sort(dice.dirichlet(np.full(width, 0.5)))[::-1]):
        n, pending = (int(dice.integers(0, 60)), int(dice.integers(0, 3))) if k < tried else (0, 0)
        n += k < tried and n + pending == 0
        proof = dice.choice([OPEN, LOST, DRAWN], p=[0.7, 0.15, 0.15]) if n > 0 else OPEN
        children.append({"visits": n, "reward": n * dice.random(), "pending": pending, "prior": p, "proof": proof})
    n = 1 + sum(int(child["visits"]) for child in children)
    mean = dice.random()
    square = n * dice.uniform(mean * mean, mean)
    return root_of(children, reward=n * mean, square=square, pending=sum(child["pending"] for child in children))


def plain_scores(rule: Puct, tree: Tree, node: int = 0) -> np.ndarray:
    """Q + U of every child as the document has it, with what is added to it [KATA PUCT]."""
    rows = slice(int(tree.first[node]), int(tree.first[node] + tree.width[node]))
    total, q = int(tree.visits[node]), tree.reward[node] / max(1, tree.visits[node])
    p, proof = tree.prior[rows].astype(float), tree.proof[rows]
    n = (tree.visits[rows] + rule.loss * tree.pending[rows]).astype(float)
    c = rule.c + rule.log * log((total + rule.base) / rule.base)
    if rule.vary > 0:
        variance = 4 * max(0, tree.square[node] / total - q**2)
        c *= 1 + rule.vary * (sqrt((2 * 0.4**2 + total * variance) / (2 + total)) / 0.4 - 1)
    untried = 1 - 2 * q - rule.fpu * sqrt(p[(n > 0) | (proof == LOST)].sum())
    wins = 2 * tree.reward[rows] - n  # a result of 0 to 1 counts from -1 to 1, a pending visit is lost
    values = np.where(n > 0, wins / np.maximum(n, 1), untried)
    scores = values + c * p * sqrt(max(1, total + rule.loss * tree.pending[node])) / (1 + n)
    return np.where(proof == LOST, -np.inf, np.where((proof == DRAWN) & (n > 0), 0.0, scores))


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


class Plain:
    """A node of a search that is written plainly."""

    def __init__(self, move: int = 0, prior: float = 0.0):
        self.move, self.prior, self.visits, self.reward, self.proof = move, prior, 0, 0.0, OPEN
        self.children: list[Plain] = []

    def as_tree(self, on_the_way: int) -> Tree:
        names = ("visits", "reward", "prior", "proof")
        children = [{name: getattr(child, name) for name in names} for child in self.children]
        return root_of(children, visits=self.visits, reward=self.reward, pending=on_the_way)

    def prove(self) -> None:
        """A player with a won move has won; one whose moves are all known has the best of them."""
        proofs = {child.proof for child in self.children}
        if WON in proofs:
            self.proof = LOST
        elif proofs and OPEN not in proofs:
            self.proof = DRAWN if DRAWN in proofs else WON


def plainly_searched(rule: Puct, position: Position, evaluator: Any, simulations: int) -> Plain:
    """The document's search: select, expand, evaluate, back up [KATA]."""
    root = Plain()
    for _ in range(simulations):
        path, here = [root], position
        while path[-1].children and path[-1].proof == OPEN:
            scores = plain_scores(rule, path[-1].as_tree(len(path) > 1))  # below the root N counts this very visit
            path.append(path[-1].children[int(np.argmax(scores))])
            here = here.after(path[-1].move)
        leaf = path[-1]
        if here.over:
            leaf.proof = {-1: WON, 0: DRAWN, 1: LOST}[here.result]
        if leaf.proof != OPEN:
            result = {WON: 0.0, DRAWN: 0.5, LOST: 1.0}[leaf.proof]
        else:
            logits, values = evaluator(here.root[:, None], np.zeros((1, SHOWN), np.int32))
            weights = {move: exp(float(logits[0, move])) for move in here.legal}
            found = [Plain(move, weight / sum(weights.values())) for move, weight in weights.items()]
            leaf.children, result = sorted(found, key=lambda child: -child.prior), float(values[0])
        for node in reversed(path):
            result = 1.0 - result
            node.visits, node.reward = node.visits + 1, node.reward + result
        for node in reversed(path[:-1]):
            node.prove()
        if root.proof != OPEN:
            break
    return root


@pytest.mark.parametrize("seed, branches, plies", [(1, 5, 12), (2, 8, 16), (3, 3, 5), (4, 2, 4), (5, 1, 3)])
def test_a_search_with_batches_of_one_is_the_plain_search(seed, branches, plies):
    position = random_tree(seed, branches, plies)
    tree, plain = searched(PUCT, position, Hashed(), 250), plainly_searched(PUCT, position, Hashed(), 250)
    todo = [(0, plain)]
    while todo:
        node, other = todo.pop()
        assert (tree.visits[node], tree.proof[node]) == (other.visits, other.proof)
        assert (tree.reward[node], tree.prior[node]) == (other.reward, pytest.approx(other.prior, rel=1e-5))
        assert [int(tree.move[child]) for child in read.children(tree, node)] == [one.move for one in other.children]
        todo += zip(read.children(tree, node), other.children, strict=True)


class PlayedOut(Uniform):
    """Plays a position of a tree without chance to its end."""

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        trace, out, rng = new_scratches(1, self.actions, 16, 1)[0]
        values = [evaluate(Random(), row[:1].copy()[0], trace, out, rng) for row in past]
        return super().__call__(past, moves)[0], np.array(values, np.float32)


@pytest.mark.parametrize("rule", [PUCT, Puct(noise=0.25, forced=2.0), GUMBEL], ids=str)
@pytest.mark.parametrize("seed, branches, plies", [(1, 5, 12), (2, 8, 16), (3, 3, 5)])
def test_a_batch_of_one_is_the_search_without_batches(rule, seed, branches, plies):
    position, tree = random_tree(seed, branches, plies, fixed=1), new_tree(20_000, policy=True)
    scratch = new_scratches(1, 9, 16, seed)[0]
    for simulations in (1, 99):
        simulate(Method(rule, Random()), tree, position.root, new_control(simulations, False), *scratch)
        if simulations == 1:
            stir_root(rule, tree, scratch.rng)
    other, used = searched(rule, position, PlayedOut(8), 100, seed=seed), int(tree.size[0])
    assert used == other.size[0] > 50
    for name in Tree._fields[1:]:
        assert np.array_equal(getattr(tree, name)[:used], getattr(other, name)[:used]), name


def assert_sound(tree: Tree) -> None:
    """Nothing is on its way, no leaf is kept from others, visits add up."""
    used = int(tree.size[0])
    assert not tree.pending.any() and not (tree.first == CLAIMED).any()
    for node in range(used):
        below = sum(int(tree.visits[child]) for child in read.children(tree, node))
        assert below + (tree.first[node] > 0) <= tree.visits[node] or tree.visits[node] == below == 0
        assert 0 <= tree.reward[node] <= tree.visits[node]
        assert tree.first[node] == 0 or tree.prior[list(read.children(tree, node))].sum() == pytest.approx(1, abs=1e-5)
    if tree.first[0] > 0:
        assert tree.visits[0] == 1 + sum(int(tree.visits[child]) for child in read.children(tree)), (
            "the root's own is 1"
        )


@pytest.mark.parametrize("rule", [PUCT, GUMBEL], ids=["puct", "gumbel"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", [1, 4, 16])
def test_batches_and_threads_lose_no_visit_and_leave_nothing_behind(rule, size, threads):
    tree = searched(rule, random_tree(size), Hashed(), 400, size, threads)
    assert tree.visits[0] == 400
    assert_sound(tree)
    assert_sound(searched(rule, random_tree(size, branches=3, plies=3), Hashed(), 400, size, threads))


@pytest.mark.parametrize("threads, size", [(1, 1), (1, 16), (2, 4)])
def test_a_full_tree_goes_on_searching(threads, size):
    tree, scratches = new_tree(40, policy=True), new_scratches(threads, 9, 16, 1)
    run_of(PUCT, random_tree(1), Hashed(), tree, scratches, size).run(300, 1e9, False)
    assert tree.visits[0] == 300 and 36 <= tree.size[0] <= 40
    assert_sound(tree)


class Failing(Hashed):
    """Ends the search, or raises, when it is asked for the third time."""

    def __init__(self, end: Any):
        super().__init__()
        self.end, self.asked = end, 0

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked += 1
        if self.asked == 3:
            self.end()
        return super().__call__(past, moves)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", [1, 4, 16])
def test_a_search_that_is_stopped_leaves_a_sound_tree(size, threads):
    position, tree, scratches = random_tree(3), new_tree(20_000, policy=True), new_scratches(threads, 9, 16, 1)
    evaluator = Failing(None)
    run = run_of(PUCT, position, evaluator, tree, scratches, size)
    evaluator.end = run.stop
    done = run.run(100_000, 1e9, False)
    assert 0 < done == tree.visits[0] < 1000
    assert_sound(tree)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", [1, 4, 16])
def test_an_error_of_the_evaluator_reaches_the_caller_and_the_next_search_goes_on(size, threads):
    def fail() -> None:
        raise ConnectionError("the device is gone")

    position, tree, scratches = random_tree(3), new_tree(20_000, policy=True), new_scratches(threads, 9, 16, 1)
    with pytest.raises(ConnectionError, match="the device is gone"):
        run_of(PUCT, position, Failing(fail), tree, scratches, size).run(1000, 1e9, False)
    assert_sound(tree)
    before = int(tree.visits[0])
    assert run_of(PUCT, position, Hashed(), tree, scratches, size).run(200, 1e9, False) == 200
    assert tree.visits[0] == before + 200
    assert_sound(tree)


@pytest.mark.parametrize("alpha", [0.03, 0.3, 1.0, 10.0])
@pytest.mark.parametrize("count", [2, 6])
def test_shares_have_the_moments_of_a_dirichlet_distribution(alpha, count):
    rng, draws = seeded(1), np.zeros((4000, count), np.float32)
    for row in draws:
        write_dirichlet(rng, alpha, row)
    assert np.allclose(draws.sum(1), 1, atol=1e-5) and (draws >= 0).all()
    variance = (1 / count) * (1 - 1 / count) / (count * alpha + 1)
    assert np.allclose(draws.mean(0), 1 / count, atol=5 * sqrt(variance / 4000))
    assert np.allclose(draws.var(0), variance, rtol=0.15)


def test_noise_at_the_root_is_mixed_into_the_priors():
    rng, priors = seeded(3), np.array([0.4, 0.3, 0.2, 0.1])
    mixed = np.zeros((2000, 4))
    for k in range(2000):
        tree = root_of([{"prior": p} for p in priors])
        stir_root(Puct(noise=0.25, alpha=0.3), tree, rng)
        assert (np.diff(tree.prior[1:5]) <= 0).all(), "children stand in the order of their priors"
        mixed[k][tree.move[1:5]] = tree.prior[1:5]
    assert np.allclose(mixed.sum(1), 1, atol=1e-5) and (mixed >= 0.75 * priors - 1e-6).all()
    deviation = 0.25 * sqrt(0.25 * 0.75 / (4 * 0.3 + 1))  # [KATA Dirichlet]
    assert np.allclose(mixed.mean(0), 0.75 * priors + 0.25 / 4, atol=5 * deviation / sqrt(2000))
    assert np.allclose(mixed.std(0), deviation, rtol=0.15)


def root_priors(tree: Tree) -> dict[int, float]:
    return {int(tree.move[child]): float(tree.prior[child]) for child in read.children(tree)}


def test_a_root_is_stirred_once():
    player = Player(parse("puct(noise=0.5,alpha=0.3) playout=random simulations=60 early=no memory=1"))
    position = start("nim(heap=40)")
    first = root_priors(player.search(position).tree)
    assert len(set(first.values())) == 3 and sum(first.values()) == pytest.approx(1, abs=1e-5)
    found = player.search(position)
    assert root_priors(found.tree) == first and found.tree.visits[0] == 120
    child = child_by_move(found.tree, 0, found.best_move)
    assert {float(found.tree.prior[one]) for one in read.children(found.tree, child)} == {float(np.float32(1 / 3))}
    later = root_priors(player.search(position.after(found.best_move)).tree)
    assert len(set(later.values())) == 3 and sum(later.values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_moves_are_drawn_by_their_visits_and_the_temperature(temperature):
    visits, rng, draws = np.array([60, 30, 9, 1]), seeded(7), 3000
    tree = root_of([{"visits": n} for n in visits])
    counts = np.bincount(
        [pick_child(Puct(temperature=temperature), tree, 0, rng) - 1 for _ in range(draws)], minlength=4
    )
    expected = draws * visits ** (1 / temperature) / (visits ** (1 / temperature)).sum()
    assert ((counts - expected) ** 2 / expected).sum() < 16.27  # chi-square, three degrees of freedom, 0.1 %


@pytest.mark.parametrize("rule, ply", [(Puct(), 0), (Puct(temperature=1.0, cool=10), 10), (Puct(cool=10), 3)])
def test_without_a_temperature_the_most_visited_move_is_played(rule, ply):
    tree, rng = root_of([{"visits": 39}, {"visits": 41}, {"visits": 20}]), seeded(1)
    assert {int(pick_child(rule, tree, ply, rng)) for _ in range(50)} == {2}
    assert len({int(pick_child(rule._replace(temperature=1.0), tree, 9, rng)) for _ in range(50)}) == 3


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


def copied_below(old: Tree, node: int) -> Tree:
    """A new tree with what is below a node, children of the last branches first."""
    tree, todo = new_tree(20_000, policy=True), [(node, 0)]
    while todo:
        one, other = todo.pop()
        for name in (*COMPARED, "move", "luck"):
            getattr(tree, name)[other] = getattr(old, name)[one]
        if old.first[one] > 0:
            tree.first[other] = tree.size[0]
            tree.size[0] += old.width[one]
            todo += [(child, int(tree.first[other]) + k) for k, child in enumerate(read.children(old, one))]
    return tree


def assert_same(one: Tree, other: Tree, node: int = 0) -> None:
    """Two trees hold the same, `node` of the first as the root of the second."""
    todo, count = [(node, 0)], 0
    while todo:
        a, b = todo.pop()
        count += 1
        for name in COMPARED:
            assert getattr(one, name)[a] == getattr(other, name)[b], name
        assert [one.move[c] for c in read.children(one, a)] == [other.move[c] for c in read.children(other, b)]
        todo += zip(read.children(one, a), read.children(other, b), strict=True)
    assert count == other.size[0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_search_goes_on_from_the_tree_below_the_move_played(seed):
    position = random_tree(seed)
    tree = searched(PUCT, position, Hashed(), 300, size=4)
    child = read.ranked(tree)[0]
    old, copy, after = (
        Tree(*(column.copy() for column in tree)),
        copied_below(tree, child),
        position.after(int(tree.move[child])),
    )
    reroot(tree, child)
    assert_same(old, tree, child)
    assert_same(tree, copy)
    assert_sound(tree)
    for one in (tree, copy):
        run_of(PUCT, after, Hashed(), one, new_scratches(1, 9, 16, 5), 4).run(100, 1e9, False)
    assert tree.visits[0] == old.visits[child] + 100
    assert_same(tree, copy)


def test_a_tree_of_a_forest_is_a_tree_and_can_be_felled():
    forest = new_forest(3, 50)
    assert len(forest.amaf_visits[0]) == 0 and forest.size.tolist() == [[1], [1], [1]]
    for number, name in enumerate(Tree._fields):
        getattr(forest, name)[:] = 10 + number
    tree = tree_of(forest, 1)
    for number, name in enumerate(Tree._fields):
        assert (getattr(tree, name) == 10 + number).all() and getattr(tree, name).base is not None, name
    fell(tree)
    assert forest.size.tolist() == [[10], [1], [10]]
    for name in (*COMPARED, "first", "pending"):
        assert not getattr(forest, name)[1, :10].any() and getattr(forest, name)[0].all(), name


def minimax(position: Position) -> int:
    return position.result if position.over else max(-minimax(position.after(move)) for move in position.legal)


@pytest.mark.parametrize("rule", [PUCT, GUMBEL], ids=["puct", "gumbel"])
@pytest.mark.parametrize("seed, branches, plies", [(1, 6, 1), (2, 6, 1), (3, 2, 5), (4, 3, 3), (5, 3, 4), (6, 1, 4)])
def test_small_trees_are_solved_without_any_knowledge(rule, seed, branches, plies):
    position = random_tree(seed, branches, plies)
    tree, value = searched(rule, position, Uniform(8), 3000, size=2), minimax(position)
    assert value == 0 or tree.proof[0] == {1: LOST, -1: WON}[value]  # for the player who did not move yet
    assert tree.proof[0] in (OPEN, {1: LOST, 0: DRAWN, -1: WON}[value])
    assert minimax(position.after(int(tree.move[pick_child(rule, tree, 0, seeded(1))]))) == -value
    assert not tree.pending.any() and not (tree.first == CLAIMED).any()


@pytest.mark.parametrize("heap", [1, 2, 3, 5, 6, 7, 9, 10, 11])
@pytest.mark.parametrize("spec", ["puct", "puct(noise=0.25,temperature=1.0)", "puct(lcb=2.0)", "gumbel"])
def test_players_prove_the_winning_nim_move(spec, heap):
    found = Player(parse(f"{spec} playout=random simulations=5000 memory=5")).search(start(f"nim(heap={heap})"))
    assert found.best == str(heap % 4) and found.solved and found.value == 1.0


def test_a_win_in_one_at_tictactoe_is_found_and_proved():
    player = Player(parse("puct playout=random simulations=300 memory=5"))
    found = player.search(start("tictactoe").play("B2", "A1", "A2", "B1"))
    assert found.best == "C2" and found.solved and found.value == 1.0


@pytest.mark.jit
@pytest.mark.slow  # a minute to compile
def test_puct_with_quiescence_finds_a_legal_move_at_minishogi():
    position = start("minishogi")
    found = Player(parse("puct playout=quiescence simulations=200 early=no memory=20")).search(position)
    assert found.best in position.moves and found.simulations == 200 == found.tree.visits[0]
    assert_sound(found.tree)


@pytest.mark.parametrize("text", ["puct playout=random", "puct(c=1.5,loss=3,noise=0.25) playout=quiescence threads=2"])
def test_the_text_of_a_player_says_what_it_is(text):
    assert str(parse(text)) == text and parse(str(parse(text))) == parse(text)
    assert parse(text).policy and isinstance(parse(text).search, Puct)


@pytest.mark.parametrize("spec", ["puct", "puct(noise=0.25)", "gumbel"])
def test_a_player_chooses_among_the_moves_it_may(spec):
    player, position = Player(parse(f"{spec} simulations=200 memory=5 early=no")), start("nim(heap=40)")
    for only in (["1", "3"], ["2"]):
        found = player.search(position, only=[position.number(text) for text in only])
        assert sorted(found.moves) == sorted(only) and found.best in only
        assert sum(root_priors(found.tree).values()) == pytest.approx(1, abs=1e-5)
    assert len(player.search(position).moves) == 3


def test_a_choice_among_some_moves_has_as_many_simulations_as_any():
    player, position = Player(parse("puct simulations=200 memory=5 early=no")), start("nim(heap=40)")
    assert player.search(position).simulations == 200
    found = player.search(position, only=[1, 2])
    assert found.simulations == 200 == found.tree.visits[0]


class Recorder(Hashed):
    """Remembers what it was asked."""

    def __init__(self, depth: int):
        super().__init__(depth)
        self.seen: list[tuple[np.ndarray, np.ndarray]] = []

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.seen += [(row.copy(), shown.copy()) for row, shown in zip(past, moves, strict=True)]
        return super().__call__(past, moves)


@pytest.mark.parametrize("played", [(), (3,), (3, 0), (1, 4, 2, 2, 0)])
def test_an_evaluator_sees_the_leaf_the_positions_before_it_and_the_last_moves(played):
    origin, recorder = random_tree(1), Recorder(3)
    position, depths = origin.play(*played), set()
    searched(PUCT, position, recorder, 150, size=4)
    for past, shown in recorder.seen:
        depth = int(past[0]["depth"]) - len(played)
        depths.add(depth)
        if depth > SHOWN:
            continue
        line = [*played, *reversed(shown[:depth].tolist())]
        positions = [origin]
        for move in line:
            positions.append(positions[-1].play(move))
        wanted = ([*positions[::-1], origin, origin])[:3]
        assert past["path"].tolist() == [one.key for one in wanted]
        assert shown.tolist() == [*line[::-1], *[-1] * SHOWN][:SHOWN]
    assert depths >= {0, 1, 2, 3}
