"""Learners: gradients by finite differences, both views of TD(lambda), runs that go on where they were killed."""

import numpy as np
import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.errors import BadSpec, BadText
from yomi.frontend.selfplay import METHODS
from yomi.games.catalog import game
from yomi.learn import train
from yomi.learn.bootstrap import RootStrap
from yomi.learn.descent import Adam
from yomi.learn.episode import Episode
from yomi.learn.objective import chance, gradient, worth
from yomi.learn.td import Td, TdLeaf, TdTrace
from yomi.learn.train import Plan, Progress, Run
from yomi.players.spec import setting
from yomi.value import linear

COUNT = 40  # features of made-up episodes


def made_up(seed: int, length: int = 12) -> Episode:
    """An episode of random features."""
    dice = np.random.default_rng(seed)

    def rows() -> np.ndarray:
        numbers = dice.integers(1, COUNT + 1, (length, 9)) * dice.choice([-1, 1], (length, 9))
        numbers[:, 6:] *= dice.integers(0, 2, (length, 1))  # some rows are shorter
        return numbers.astype(np.int32)

    return Episode(rows(), rows(), dice.normal(0, 300, length), float(dice.integers(0, 3)) / 2, 0)


def theta_of(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 200, COUNT)


def direction(method, episode: Episode, theta: np.ndarray) -> np.ndarray:
    out = np.zeros(COUNT)
    gradient(method, episode, theta, out)
    return out


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


@pytest.mark.parametrize("share", [0.0, 0.3])
def test_rootstrap_goes_down_its_error(share):
    episode, theta, method = made_up(2), theta_of(2), RootStrap(share=share)
    found = direction(method, episode, theta)
    for k in range(COUNT):
        up, down = theta.copy(), theta.copy()
        up[k] += 1e-3
        down[k] -= 1e-3
        rise = gradient(method, episode, up, np.zeros(COUNT)) - gradient(method, episode, down, np.zeros(COUNT))
        assert found[k] == pytest.approx(-rise / 2e-3, rel=1e-5, abs=1e-12)


def test_adam_climbs_a_hill():
    theta, adam = np.array([3.0, -2.0, 0.0]), Adam(3)
    for _ in range(2000):
        adam.step(theta, np.array([1.0, 5.0, 0.0]) - theta * [1.0, 1.0, 0.0], 0.05)
    np.testing.assert_allclose(theta, [1.0, 5.0, 0.0], atol=1e-2)


QUICK = Plan("minishogi", TdLeaf(), games=6, depth=1, batch=3, opening=6)


class Killed(Exception):
    """In the middle of a run."""


def kill(progress: Progress) -> None:
    raise Killed


@pytest.mark.jit
def test_a_run_killed_in_the_middle_ends_as_one_that_was_not(tmp_path):
    whole = Run(QUICK, tmp_path / "whole.npz", threads=1).run()
    with pytest.raises(Killed):
        Run(QUICK, tmp_path / "cut.npz", threads=2).run(kill)
    resumed = Run(QUICK, tmp_path / "cut.npz", threads=2)
    np.testing.assert_array_equal(resumed.run(), whole)
    assert [progress.games for progress in resumed.history] == [3, 6]
    assert np.abs(whole).max() > 0


@pytest.mark.jit
def test_only_the_groups_of_the_plan_learn(tmp_path):
    run = Run(QUICK._replace(groups=("material",)), tmp_path / "some.npz")
    theta = run.run()
    numbers = run.features.groups["material"]
    learnt = theta[numbers.start - 1 : numbers.stop - 1]
    assert np.abs(learnt).max() > 0
    assert np.abs(theta).sum() == pytest.approx(np.abs(learnt).sum())


def test_a_file_of_another_plan_or_none_at_all_is_refused(tmp_path):
    path = tmp_path / "run.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(BadText, match="not a file of weights"):
        Run(QUICK, path)
    path.unlink()
    run = Run(QUICK, path)
    run._keep()
    with pytest.raises(BadText, match=r"run\.npz was made by another plan"):
        Run(QUICK._replace(depth=2), path)
    with pytest.raises(BadText, match="expected some of tempo"):
        Run(QUICK._replace(groups=("castle",)), tmp_path / "new.npz")
    with pytest.raises(BadText, match="no features"):
        Run(QUICK._replace(game="nim"), tmp_path / "new.npz")
    assert train.plan_dict(QUICK)["method"]["name"] == "tdleaf"


@pytest.mark.jit
def test_the_command_learns_and_says_what_pieces_are_worth(tmp_path):
    out = tmp_path / "mine.npz"
    words = ["learn", "evaluation", "--out", str(out), "--games", "20", "--depth", "1", "--groups", "material,hand"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert "Pieces" in told.output and "20 games" in told.output
    theta, made = linear.load(out, game("minishogi"))
    assert made["games"] == 20 and np.abs(theta).max() > 0


def test_an_unknown_method_is_named(tmp_path):
    with pytest.raises(BadSpec, match="method 'magic': expected one of tdleaf"):
        setting("magic", METHODS, "method")
