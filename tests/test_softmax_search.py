"""Monte Carlo softmax search computes what the document writes, and UCTMAX_H is minimax."""

from math import exp

import numpy as np
import pytest

import yomi
from yomi.games.catalog import start
from yomi.games.tactics import SCALE
from yomi.kernel.rng import seeded
from yomi.search.read import children
from yomi.search.rule import choose
from yomi.search.softmax import CERTAIN, Mcss, expectation, solved_temperature, temperature
from yomi.search.tree import LOST, OPEN, Tree, begin_with, new_tree


def fan(values: list[float]) -> Tree:
    """A root with children of these values."""
    tree = new_tree(len(values) + 1)
    begin_with(tree, list(range(len(values))))
    tree.square[1 : 1 + len(values)] = values
    return tree


def plain_value(tree: Tree, node: int, t: float) -> float:
    """The value for the player to move, eq. 3 written plainly."""
    values = [exact(tree, child, t) for child in children(tree, node)]
    weights = [exp((value - max(values)) / t) for value in values]
    return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


def exact(tree: Tree, node: int, t: float) -> float:
    """The value for the player who moved to a node."""
    return -plain_value(tree, node, t) if tree.first[node] > 0 else float(tree.square[node])


@pytest.mark.jit
@pytest.mark.parametrize("t", [20.0, 80.0, 200.0])
def test_the_backed_up_value_is_the_recursion_of_equation_3(t):
    player = yomi.player(f"mcss(t={t}) playout=quiescence")
    tree = player.search(start("minishogi"), simulations=300).tree
    assert not np.any(tree.proof[: tree.size[0]] != OPEN)
    degrees = 0.92 * 100 * t / 80
    assert -tree.square[0] == pytest.approx(plain_value(tree, 0, degrees))
    for child in children(tree):
        assert tree.square[child] == pytest.approx(exact(tree, child, degrees))
        assert tree.reward[child] / tree.visits[child] == pytest.approx(1 / (1 + exp(-tree.square[child] / SCALE)))


def test_children_are_sampled_by_equation_1():
    values, rng = [0.0, 50.0, -100.0, 90.0], seeded(1)
    tree, rule = fan(values), Mcss(t=80.0)
    drawn = np.bincount([choose(rule, tree, 0, 0, rng) for _ in range(20_000)], minlength=5)[1:] / 20_000
    weights = np.exp(np.array(values) / 92.0)
    assert drawn == pytest.approx(weights / weights.sum(), abs=0.015)


def test_80_is_092_of_a_pawn_and_plies_may_be_colder():
    assert temperature(Mcss(t=80.0), fan([0.0, 1.0]), 0, 5) == pytest.approx(92.0)
    assert temperature(Mcss(t=80.0, deeper=0.5), fan([0.0, 1.0]), 0, 2) == pytest.approx(23.0)


@pytest.mark.parametrize("loss", [5.0, 30.0, 60.0])
def test_the_temperature_is_solved_for_a_wanted_expectation(loss):
    tree = fan([0.0, 50.0, -100.0, 90.0])
    found = solved_temperature(tree, 0, loss)
    assert expectation(tree, 0, 90.0, found)[1] == pytest.approx(90.0 - loss, abs=0.01)


def test_a_lost_move_is_never_chosen():
    tree = fan([500.0, 0.0])
    tree.proof[1] = LOST
    assert {choose(Mcss(), tree, 0, 0, seeded(k)) for k in range(20)} == {2}
    tree.proof[2] = LOST
    assert choose(Mcss(), tree, 0, 0, seeded(1)) == -1
    assert expectation(tree, 0, 0.0, 92.0)[1] == -CERTAIN


@pytest.mark.jit
@pytest.mark.parametrize("spec", ["mcss(t=0.1)", "mcss", "uctmax"])
def test_solved_games_are_solved(spec):
    found = yomi.player(f"{spec} playout=quiescence").search(yomi.position("nim(heap=9)"), simulations=3000)
    assert (found.best, found.value) == ("1", 1.0)


@pytest.mark.jit
@pytest.mark.parametrize("spec", ["mcss", "uctmax", "uct"])
def test_evaluations_take_the_place_of_playouts(spec):
    position = start("minishogi")
    assert yomi.player(f"{spec} playout=quiescence").search(position, simulations=200).best in position.moves


@pytest.mark.jit
def test_in_the_cold_softmax_and_minimax_choose_alike():
    position = start("minishogi", "4k/5/4P/5/K4 b G 1")
    for spec in ("mcss(t=0.1)", "uctmax", "alphabeta"):
        found = yomi.player(f"{spec} playout=quiescence").search(position, simulations=5000)
        assert found.value == 1.0
        assert position.play(found.best).over  # mate, or stalemate, which is lost too


@pytest.mark.jit
def test_threads_lose_no_visit():
    found = yomi.player("mcss playout=quiescence threads=2").search(start("minishogi"), simulations=2000)
    tree = found.tree
    assert found.simulations == 2000
    assert tree.visits[0] == 2000
    below = sum(int(tree.visits[child]) - 1 for child in children(tree))  # a child's evaluation is its first visit
    assert below == 2000
