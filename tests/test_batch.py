"""Batches: of one they are the plain search, none loses a visit, trees go on, proofs are found."""

from math import exp
from typing import Any

import numpy as np
import pytest
from puct_help import GUMBEL, PUCT, Hashed, Uniform, assert_sound, plain_scores, random_tree, root_of, run_of, searched

from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.search import read
from yomi.search.batch import SHOWN
from yomi.search.forest import fell, new_forest, tree_of
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.search.rule import pick_child, stir_root
from yomi.search.simulate import new_control, simulate
from yomi.search.threads import new_scratches
from yomi.search.tree import CLAIMED, DRAWN, LOST, OPEN, WON, Tree, new_tree, reroot
from yomi.value.evaluate import evaluate
from yomi.value.playout import Random

COMPARED = ("visits", "reward", "prior", "proof", "width", "square")


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
