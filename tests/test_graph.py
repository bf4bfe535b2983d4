"""Searching a graph: positions reached in another order of moves are evaluated once, and values stay true."""

import functools
import pathlib

import numpy as np
import pytest

from yomi.games.catalog import load_file, start
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search import graph  # noqa: F401  (bodies of the rule)
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchRun, Pace
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.search.threads import new_scratches
from yomi.search.tree import DRAWN, LOST, OPEN, WON, Tree, new_tree

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
Hashed = load_file(RANDOM_TREE).Hashed


class Even:
    """Knows nothing, and counts how often it is asked."""

    depth = 1

    def __init__(self, actions: int):
        self.actions, self.asked = actions, 0

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked += len(past)
        return np.zeros((len(past), self.actions), np.float32), np.full(len(past), 0.5, np.float32)


def searched(rule: Puct, position: Position, evaluator: object, simulations: int, size: int = 1) -> Tree:
    tree, game = new_tree(100_000, policy=True), position.game
    scratches = new_scratches(1, game.width, game.length, 1)
    method = Method(rule.prepared(position), None)
    run = BatchRun(method, tree, stand_of(position, 1), evaluator, Pace(size), scratches)
    run.run(simulations, 1e9, False)
    return tree


@functools.cache
def best_result(moves: tuple[int, ...]) -> int:
    position = start("tictactoe").play(*moves)
    return position.result if position.over else max(-best_result((*moves, move)) for move in position.legal)


def rows(tree: Tree, node: int) -> range:
    first = int(tree.first[node])
    return range(first, first + int(tree.width[node])) if first > 0 else range(0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_nothing_is_met_twice_a_graph_is_a_tree(seed):
    position = start(f"{RANDOM_TREE}(seed={seed},branches=4,plies=16,results=3)")
    plain, web = (searched(Puct(graph=shared), position, Hashed(), 150) for shared in (0, 1))
    used = int(plain.size[0])
    assert used == web.size[0]
    np.testing.assert_array_equal(plain.move[:used], web.move[:used])
    np.testing.assert_array_equal(plain.visits[:used], web.visits[:used])
    np.testing.assert_allclose(plain.reward[:used], web.reward[:used], atol=1e-4)


@pytest.mark.parametrize("size", [1, 8])
def test_a_position_is_evaluated_once_for_each_depth(size):
    position, evaluator = start("tictactoe"), Even(9)
    tree = searched(Puct(graph=1), position, evaluator, 1500, size)
    plain = Even(9)
    searched(Puct(), position, plain, 1500, size)
    assert evaluator.asked < 0.7 * plain.asked
    assert tree.visits[0] == 1500
    assert tree.pending.sum() == 0
    assert len({int(first) for first in tree.first if first > 0}) < (tree.first > 0).sum(), "children are shared"


def test_proofs_on_a_graph_are_true():
    begun = (0, 1, 3)
    tree = searched(Puct(graph=1), start("tictactoe").play(*begun), Even(9), 600)
    truth, proved = {-1: WON, 0: DRAWN, 1: LOST}, 0
    todo: list[tuple[int, tuple[int, ...]]] = [(0, begun)]
    while todo:
        node, moves = todo.pop()
        for child in rows(tree, node):
            line = (*moves, int(tree.move[child]))
            if tree.proof[child] != OPEN:
                proved += 1
                assert tree.proof[child] == truth[best_result(line)], line
            elif tree.visits[child] > 0 and len(line) < 7:
                todo.append((child, line))
    assert proved > 3


def test_a_player_plays_on_with_a_graph():
    player, position = Player(parse("puct(graph=1) playout=random simulations=300 memory=5")), start("tictactoe")
    while not position.over:
        found = player.search(position)
        tree = found.tree
        used = int(tree.size[0])
        assert all(tree.first[node] >= 0 and tree.first[node] + tree.width[node] <= used for node in range(used))
        position = position.play(found.best)
    assert position.result == 0
