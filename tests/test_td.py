"""TD(lambda): each chance to win moves to its lambda-return, and both views agree."""

import numpy as np
import pytest
from made_up import COUNT, direction, made_up, theta_of

from yomi.learn.objective import worth
from yomi.learn.td import Td, TdLeaf, TdTrace
from yomi.search.alphabeta import SURE
from yomi.value.online import chance


def chances(rows: np.ndarray, theta: np.ndarray, tau: float = 600.0) -> np.ndarray:
    return np.array([chance(worth(theta, row), tau) for row in rows])


def slopes(rows: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """dV / dtheta of each row by central differences."""
    found = np.zeros((len(rows), COUNT))
    for k in range(COUNT):
        up, down = theta.copy(), theta.copy()
        up[k] += 1e-3
        down[k] -= 1e-3
        found[:, k] = (chances(rows, up) - chances(rows, down)) / 2e-3
    return found


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
def test_td_moves_each_chance_to_its_lambda_return(seed, decay):
    episode, theta = made_up(seed), theta_of(seed)
    v = chances(episode.roots, theta)
    steps = len(v)
    wanted = np.zeros(COUNT)
    for t, slope in enumerate(slopes(episode.roots, theta)):
        later = [v[t + n] if t + n < steps else episode.result for n in range(1, steps - t + 1)]  # n-step returns
        mean = (1 - decay) * sum(decay ** (n - 1) * later[n - 1] for n in range(1, steps - t))  # [LEARN eq. 15]
        mean += decay ** (steps - t - 1) * episode.result
        wanted += (mean - v[t]) * slope  # [LEARN eq. 18]
    np.testing.assert_allclose(direction(Td(decay=decay), episode, theta), wanted, rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("decay", [0.0, 0.5, 1.0])
def test_the_backward_view_equals_the_forward_view(seed, decay):
    episode, theta = made_up(seed), theta_of(seed)
    forward = direction(Td(decay=decay), episode, theta)
    np.testing.assert_allclose(direction(TdTrace(decay=decay), episode, theta), forward, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("seed", range(3))
def test_lambda_one_is_monte_carlo_and_lambda_zero_looks_one_step_ahead(seed):
    episode, theta = made_up(seed), theta_of(seed)
    v, slope = chances(episode.roots, theta), slopes(episode.roots, theta)
    monte_carlo = ((episode.result - v)[:, None] * slope).sum(axis=0)
    np.testing.assert_allclose(direction(Td(decay=1.0), episode, theta), monte_carlo, rtol=1e-5, atol=1e-12)
    one_step = ((np.append(v[1:], episode.result) - v)[:, None] * slope).sum(axis=0)
    np.testing.assert_allclose(direction(Td(decay=0.0), episode, theta), one_step, rtol=1e-5, atol=1e-12)


def test_tdleaf_is_td_on_the_leaves():
    episode, theta = made_up(1), theta_of(1)
    on_leaves = episode._replace(roots=episode.leaves)
    np.testing.assert_array_equal(direction(TdLeaf(), episode, theta), direction(Td(), on_leaves, theta))


def test_a_mate_that_was_seen_is_a_certain_result():
    episode, theta = made_up(6), theta_of(6)
    values = episode.values.copy()
    values[4] = -SURE - 5
    seen, before = (
        episode._replace(values=values),
        episode._replace(leaves=episode.leaves[:4], values=values[:4], result=0.0),
    )
    after = episode._replace(leaves=episode.leaves[5:], values=values[5:])
    wanted = direction(TdLeaf(), before, theta) + direction(TdLeaf(), after, theta)
    np.testing.assert_allclose(direction(TdLeaf(), seen, theta), wanted, rtol=1e-12, atol=1e-18)
