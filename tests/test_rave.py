"""RAVE: AMAF sums equal a recount, schedules are the paper's formulas, limits hold, threads lose nothing."""

import pathlib
import random
from math import log, sqrt

import numpy as np
import pytest

from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search.method import Method
from yomi.search.prior import Expert
from yomi.search.rave import FAMILY, FULL, EvenRave, McRave, MseRave, Rave, absorb, choose, considered, share
from yomi.search.simulate import new_control, simulate
from yomi.search.threads import new_scratches
from yomi.search.tree import LOST, OPEN, Tree, new_tree
from yomi.value.playout import Random

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")


class Recount:
    """AMAF values as the text of the paper defines them, from the simulations themselves [RAVE eqs.9-17]."""

    def __init__(self) -> None:
        self.visits: dict[int, int] = {}
        self.reward: dict[int, float] = {}

    def add(self, tree: Tree, nodes: list[int], moves: list[int], result: float) -> None:
        """A simulation through `nodes` that played `moves`; the result is the root player's."""
        for t, node in enumerate(nodes):
            left = moves[t:]
            later = {m for k, m in enumerate(left) if k % 2 == 0 and m not in left[:k]}  # first at its intersection
            for child in range(int(tree.first[node]), int(tree.first[node] + tree.width[node])):
                if tree.first[node] > 0 and int(tree.move[child]) in later:
                    self.visits[child] = self.visits.get(child, 0) + 1
                    self.reward[child] = self.reward.get(child, 0.0) + (result if t % 2 == 0 else 1 - result)


def root_result(position: Position, moves: list[int]) -> float:
    """The result of a finished line for the player to move at its start."""
    after = position
    for move in moves:
        after = after.play(move)
    return 0.5 + 0.5 * after.result * (1 if len(moves) % 2 == 0 else -1)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game", ["tree", "nim(heap=12)", "tictactoe"])
def test_amaf_sums_equal_a_recount_of_the_simulations(game, seed):
    position = start(f"{RANDOM_TREE}(seed={seed},plies=8,results=3)" if game == "tree" else game)
    tree, recount = new_tree(20_000, shared=True), Recount()
    scratch = new_scratches(1, position.game.width, position.game.length, seed)[0]
    method = Method(McRave(k=30.0), Random())
    for _ in range(120):
        if simulate(method, tree, position.root, new_control(1, False), *scratch) == 0:
            break  # solved
        depth, plies = (int(n) for n in scratch.trace.length)
        nodes, moves = scratch.trace.nodes[: depth + 1].tolist(), scratch.trace.moves[:plies].tolist()
        if plies == 0 or tree.proof[nodes[-1]] != OPEN:
            return  # a proved node ends a simulation without a playout
        recount.add(tree, nodes, moves, root_result(position, moves))
    for child in range(1, int(tree.size[0])):
        assert tree.amaf_visits[child] == recount.visits.get(child, 0)
        assert tree.amaf_reward[child] == recount.reward.get(child, 0.0)


def by_hand(k: float, total: float) -> float:
    return sqrt(k / (3 * total + k))  # [RAVE eq.19]


def minimum_mse(n: float, m: float, b: float, mean: float) -> float:
    return m / (n + m + n * m * b**2 / (mean * (1 - mean)))  # [RAVE eq.46]


@pytest.mark.parametrize("seed", range(20))
def test_schedules_are_the_formulas_of_the_paper(seed):
    dice = random.Random(seed)
    n, m = dice.randrange(1, 5000), dice.randrange(1, 20000)
    total, q, amaf, b, k = n + dice.randrange(5000), dice.uniform(0.2, 0.8), dice.uniform(0.2, 0.8), 0.02, 1000.0
    assert share(McRave(k=k), total, n, m, q, amaf) == pytest.approx(by_hand(k, total))
    assert share(McRave(k=k, each=1), total, n, m, q, amaf) == pytest.approx(by_hand(k, n))
    mean = (n * q + m * amaf) / (n + m)
    assert share(MseRave(bias=b), total, n, m, q, amaf) == pytest.approx(minimum_mse(n, m, b, mean))
    assert share(EvenRave(bias=b), total, n, m, q, amaf) == pytest.approx(minimum_mse(n, m, b, 0.5))
    assert share(Rave(), total, n, m, q, amaf) == 1.0


def test_limits_of_the_schedules():
    assert share(McRave(k=0.0), 100.0, 10, 10, 0.5, 0.5) == 0.0  # only the Monte-Carlo value
    assert share(McRave(k=1000.0), 1000.0, 10, 10, 0.5, 0.5) == 0.5  # k is where both weigh the same [RAVE eq.22]
    assert share(EvenRave(bias=0.0), 50.0, 30, 10, 0.5, 0.5) == 0.25  # no bias: by the numbers of results alone
    for rule in (McRave(), MseRave(), EvenRave()):
        betas = [share(rule, 10.0**e, 10.0**e, 1e6, 0.5, 0.5) for e in range(1, 10)]
        assert betas == sorted(betas, reverse=True) and betas[-1] < 0.01


def node(children: list[dict[str, float]]) -> Tree:
    """A root with children of these statistics."""
    tree, n = new_tree(len(children) + 1, shared=True), len(children)
    tree.size[0], tree.first[0], tree.width[0] = n + 1, 1, n
    for k, columns in enumerate(children):
        tree.move[1 + k] = k
        for name, value in columns.items():
            getattr(tree, name)[1 + k] = value
    tree.visits[0] = tree.visits[1:].sum()
    return tree


def test_the_combined_value_is_the_weighted_sum():
    """Q* of the second child is 0.5 * 0.4 + 0.5 * 0.9 = 0.65, of the first 0.6 whatever the weight [RAVE eq.12]."""
    children = [
        {"visits": 500, "reward": 300, "amaf_visits": 1000, "amaf_reward": 600},
        {"visits": 500, "reward": 200, "amaf_visits": 1000, "amaf_reward": 900},
    ]
    assert choose(McRave(k=1000.0), node(children), 0, 0, seeded(1)) == 2
    assert choose(McRave(k=0.0), node(children), 0, 0, seeded(1)) == 1
    children[1]["amaf_reward"] = 700  # 0.5 * 0.4 + 0.5 * 0.7 = 0.55
    assert choose(McRave(k=1000.0), node(children), 0, 0, seeded(1)) == 1
    assert choose(Rave(), node(children), 0, 0, seeded(1)) == 2


def test_exploration_prefers_what_was_tried_less():
    children = [{"visits": 1000, "reward": 520}, {"visits": 10, "reward": 5}]
    assert choose(EvenRave(), node(children), 0, 0, seeded(1)) == 1
    bonus = [sqrt(log(1010) / n) for n in (1000, 10)]  # [RAVE eq.18]
    c = 1.01 * (0.52 - 0.5) / (bonus[1] - bonus[0])
    assert choose(EvenRave(c=c), node(children), 0, 0, seeded(1)) == 2
    assert choose(EvenRave(c=c * 0.98), node(children), 0, 0, seeded(1)) == 1


@pytest.mark.parametrize("rule", [cls() for cls in FAMILY])
def test_a_move_proved_lost_is_never_visited(rule):
    tree = node([{"visits": 10, "reward": 9, "proof": LOST}, {"visits": 10, "reward": 1}])
    assert choose(rule, tree, 0, 0, seeded(1)) == 2
    tree.proof[2] = LOST
    assert choose(rule, tree, 0, 0, seeded(1)) == -1


def test_progressive_widening_lets_moves_in_one_by_one():
    seen = [considered(1.4, 50, visits) for visits in range(0, 5000)]
    assert seen[0] == 2 and seen == sorted(seen) and seen[-1] < 50
    assert [seen[visits] for visits in (39, 41, 95, 97)] == [2, 3, 3, 4]  # after 40, then 40 * 1.4 more
    assert considered(0.0, 50, 0) == 50


@pytest.mark.parametrize("widen", [0.0, 1.4])
def test_progressive_widening_begins_with_the_best_priors(widen):
    """Children stand in the order of their priors, and only the first of them have been tried."""
    position = start("go5")
    tree, scratch = new_tree(20_000, shared=True), new_scratches(1, position.game.width, position.game.length, 1)[0]
    method = Method(EvenRave(widen=widen), Random(), Expert())
    simulate(method, tree, position.root, new_control(30, False), *scratch)
    children = range(int(tree.first[0]), int(tree.first[0] + tree.width[0]))
    values = [float(tree.prior_reward[child] / tree.prior_visits[child]) for child in children]
    moves = sorted(int(tree.move[child]) for child in children)
    assert len(set(values)) > 1 and moves == sorted(set(moves))
    assert (values == sorted(values, reverse=True)) == (widen > 0)
    assert (tree.visits[children[2] : children[-1] + 1].sum() == 0) == (widen > 0)


def test_amaf_values_stop_where_a_float_counts_no_further():
    tree = node([{"amaf_visits": FULL, "amaf_reward": FULL / 2}])
    trace = new_scratches(1, 2, 4, 1)[0].trace
    trace.nodes[:2], trace.length[:], trace.moves[0] = (0, 1), (1, 1), 0
    absorb(Rave(), tree, trace, 0.0)
    assert (tree.amaf_visits[1], tree.amaf_reward[1], tree.visits[1]) == (FULL, FULL / 2, 1)
    assert not trace.played.any()


@pytest.mark.parametrize("rule", ["rave", "mcrave", "mserave", "evenrave"])
@pytest.mark.parametrize("heap", [5, 6, 7])
def test_every_rave_search_proves_the_winning_nim_move(rule, heap):
    found = Player(parse(f"{rule}(c=0.3) simulations=20000 memory=20")).search(start(f"nim(heap={heap})"))
    assert found.best == str(heap % 4) and found.solved


@pytest.mark.jit
@pytest.mark.parametrize("rule", ["mcrave", "evenrave(grow=4)"])
def test_threads_lose_no_visit(rule):
    spec = parse(f"{rule} prior=expert simulations=4000 threads=4 early=no memory=200")
    tree = Player(spec).search(start("go5")).tree
    assert tree.visits[0] == 4000
    assert not tree.pending[: tree.size[0]].any()
    for parent in np.flatnonzero(tree.first[: tree.size[0]] > 0):
        first, last = tree.first[parent], tree.first[parent] + tree.width[parent]
        assert tree.visits[first:last].sum() <= tree.visits[parent]
        assert (tree.amaf_visits[first:last] - tree.prior_visits[first:last] >= tree.visits[first:last]).all()
        assert (tree.amaf_visits[first:last] - tree.prior_visits[first:last] <= tree.visits[parent] + 1).all()
    assert tree.visits[tree.first[0] : tree.first[0] + tree.width[0]].sum() == 4000
