"""Chance in PUCT is as drawn up: noise at the root, and moves by their visits and a temperature."""

from math import sqrt

import numpy as np
import pytest
from puct_help import root_of

from yomi.kernel.rng import seeded, write_dirichlet
from yomi.search.puct import Puct
from yomi.search.rule import pick_child, stir_root


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
