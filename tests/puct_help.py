"""Trees and searches for tests of PUCT and of batches."""

import pathlib
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from yomi.games.catalog import load_file, start
from yomi.games.position import Position
from yomi.search import read
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchRun, Pace
from yomi.search.gumbel import Gumbel
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.search.rule import stir_root
from yomi.search.threads import Scratch, new_scratches
from yomi.search.tree import CLAIMED, DRAWN, LOST, OPEN, Tree, new_tree

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
Hashed = load_file(RANDOM_TREE).Hashed
PUCT, GUMBEL = Puct(), Gumbel(simulations=100)


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
    return BatchRun(Method(rule, None), tree, stand_of(position, evaluator.depth), evaluator, Pace(size), scratches)


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
