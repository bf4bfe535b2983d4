"""Learners of policies: directions by finite differences and by enumerating all games, and one objective for all."""

import numpy as np
import pytest
from made_up import COUNT, direction, loss, made_up, rises, theta_of, tiny_games

from yomi.learn.notes import OTHER
from yomi.learn.policy import add_eligibility, policy_of
from yomi.learn.reinforce import Reinforce
from yomi.learn.supervised import Kl
from yomi.learn.td import TdLeaf
from yomi.learn.vaps import Vaps

CLOSE = {"rtol": 1e-5, "atol": 1e-11}


@pytest.mark.parametrize("seed", range(4))
def test_eligibility_is_the_derivative_of_the_logarithm_of_the_policy(seed):
    episode, theta = made_up(seed), theta_of(seed)
    notes = episode.notes
    for group in (0, 5):
        row, found = notes.chosen[group], np.zeros(COUNT)
        add_eligibility(notes, group, row, theta, 80.0, 1.0, found)
        wanted = rises(lambda t, g=group, r=row: np.log(policy_of(notes, g, t, 80.0)[r - notes.starts[g]]), theta)
        np.testing.assert_allclose(found, wanted, **CLOSE)


@pytest.mark.parametrize("seed", range(4))
def test_policy_gradient_goes_down_its_loss(seed):
    episode, theta, method = made_up(seed), theta_of(seed), Reinforce(temperature=90.0)
    np.testing.assert_allclose(
        direction(method, episode, theta), -rises(lambda t: loss(method, episode, t), theta), **CLOSE
    )


@pytest.mark.parametrize("seed", range(4))
def test_supervised_learning_goes_down_the_divergence(seed):
    episode, theta, method = made_up(seed), theta_of(seed), Kl(temperature=90.0)
    assert loss(method, episode, theta) > 0
    np.testing.assert_allclose(
        direction(method, episode, theta), -rises(lambda t: loss(method, episode, t), theta), **CLOSE
    )


def test_the_fixed_point_of_supervised_learning_is_the_teacher():
    episode, theta, method = made_up(3), theta_of(3), Kl(temperature=90.0)
    taught = np.concatenate([policy_of(episode.notes, group, theta, 90.0) for group in range(episode.length)])
    agreed = episode._replace(notes=episode.notes._replace(taught=taught))
    np.testing.assert_allclose(direction(method, agreed, theta), 0.0, atol=1e-15)
    assert loss(method, agreed, theta) == pytest.approx(0.0, abs=1e-12)


def test_each_teacher_counts_by_its_weight_and_only_winners_where_the_record_teaches():
    episode, theta = made_up(4)._replace(result=1.0), theta_of(4)
    others = episode._replace(notes=episode.notes._replace(by=np.full(episode.length, OTHER)))
    np.testing.assert_allclose(
        direction(Kl(other=2.0), others, theta), 2 * direction(Kl(), episode, theta), rtol=1e-12, atol=1e-18
    )
    assert not direction(Kl(other=0.0), others, theta).any()
    alone = direction(Kl(winner=True), episode, theta)
    losers = episode._replace(notes=episode.notes._replace(mover=np.full(episode.length, -1)))
    assert alone.any() and not direction(Kl(winner=True), losers, theta).any()


@pytest.mark.parametrize("baseline", [0.0, 0.5])
def test_policy_gradient_is_the_derivative_of_the_expected_reward(baseline):
    """All games of a tiny Nim: E[R sum e] is dE[R] [LEARN eqs. 4-7], with any baseline."""
    theta, method = theta_of(1), Reinforce(temperature=150.0, baseline=baseline)
    mean = sum(chance * direction(method, episode, theta) for chance, episode in tiny_games(5, theta, 150.0))
    wanted = rises(lambda t: sum(chance * game.result for chance, game in tiny_games(5, t, 150.0)), theta)
    np.testing.assert_allclose(mean, wanted, **CLOSE)
    assert np.abs(wanted).max() > 1e-5


def test_a_baseline_lessens_the_variance():
    theta = np.zeros(COUNT)
    spread = []
    for baseline in (0.0, 0.4):
        games = list(tiny_games(5, theta, 150.0))
        found = [direction(Reinforce(temperature=150.0, baseline=baseline), episode, theta) for _, episode in games]
        mean = sum(chance * way for (chance, _), way in zip(games, found, strict=True))
        spread.append(sum(chance * ((way - mean) ** 2).sum() for (chance, _), way in zip(games, found, strict=True)))
    assert spread[1] < 0.8 * spread[0]


@pytest.mark.parametrize("alpha, beta", [(1.0, 0.0), (0.0, 1.0), (1.0, 0.3)])
def test_both_terms_together_are_the_derivative_of_the_objective(alpha, beta):
    """U = E[alpha R - beta delta] over all games of a tiny Nim [LEARN eqs. 1-8]; lambda is 1: targets are results."""
    theta, method = theta_of(2), Vaps(alpha, beta, decay=1.0, temperature=150.0, baseline=0.0)

    def objective(t):
        return sum(c * (alpha * game.result - beta * loss(method, game, t)) for c, game in tiny_games(4, t, 150.0))

    mean = sum(chance * direction(method, episode, theta) for chance, episode in tiny_games(4, theta, 150.0))
    np.testing.assert_allclose(mean, rises(objective, theta), **CLOSE)


@pytest.mark.parametrize("seed", range(3))
def test_the_methods_are_special_cases_of_one_objective(seed):
    episode, theta = made_up(seed), theta_of(seed)
    value_alone = Vaps(alpha=0.0, beta=1.0, generation=False, decay=0.7)
    np.testing.assert_allclose(
        direction(value_alone, episode, theta), direction(TdLeaf(0.7), episode, theta), rtol=1e-12
    )
    policy_alone = Vaps(alpha=1.0, beta=0.0, baseline=0.5)
    np.testing.assert_allclose(
        direction(policy_alone, episode, theta), direction(Reinforce(), episode, theta), rtol=1e-12
    )
    taught = Vaps(alpha=0.0, beta=1.0, generation=False, teacher=1.0, winner=False)
    both = direction(Kl(), episode, theta) + direction(TdLeaf(), episode, theta)
    np.testing.assert_allclose(direction(taught, episode, theta), both, rtol=1e-9, atol=1e-15)
    assert loss(taught, episode, theta) == pytest.approx(loss(Kl(), episode, theta) + loss(TdLeaf(), episode, theta))
