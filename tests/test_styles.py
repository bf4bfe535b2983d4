"""Styles: what is rewarded beside the result of a game."""

import numpy as np
import pytest
from made_up import COUNT, direction, made_up, theta_of

from yomi.games.catalog import game, start
from yomi.games.features import MOST
from yomi.learn.episode import write_features
from yomi.learn.plan import Stage
from yomi.learn.policy import add_eligibility
from yomi.learn.reinforce import Reinforce
from yomi.learn.style import rewarded, shown_style


def shown(sfen: str, style: str) -> list[float]:
    position = start("minishogi", sfen)
    row = np.zeros(MOST, np.int32)
    write_features(position.root[0], row)
    return list(shown_style(row[None], game("minishogi").features.styles[style]))


@pytest.mark.parametrize(
    "sfen, style, wanted",
    [
        ("rbsgk/4p/5/P4/KGSBR b - 1", "castle", [1, 1]),
        ("rb2k/3gs/5/PG3/KS1BR b - 1", "castle", [2, 2]),
        ("rb2k/3gs/5/P3G/K2SR b B 1", "castle", [0, 2]),
        ("rb2k/3gs/5/P3G/K2SR b B 1", "bishop", [1, 1]),
        ("r3k/3gs/5/P1+B1G/K2SR b B 1", "bishop", [2, 0]),
    ],
)
def test_who_shows_how_much(sfen, style, wanted):
    assert shown(sfen, style) == wanted


def test_a_style_is_rewarded_for_the_whole_game():
    """[LEARN eqs. 9, 33]"""
    episode, style = made_up(1)._replace(rewards=np.array([1.0, 0.0])), np.zeros(40)
    style[6] = 1.0
    own, other = (sum((row == number).sum() for row in episode.roots) / episode.length for number in (7, -7))
    found = rewarded(episode, Stage("s", reward=0.5), style)
    np.testing.assert_allclose(found.rewards, [1.0 + 0.5 * own, 0.5 * other])
    assert found.style == pytest.approx((own + other) / 2) and not found.returns.any()
    assert rewarded(episode, Stage("s"), np.zeros(0)) is episode


def test_or_move_by_move_for_whoever_shows_more_of_it():
    """[LEARN eq. 10]: the second player has the move in positions with the feature -1."""
    rows = np.array([[2, -2, 1], [2, -2, -1], [2, 2, 1], [2, 2, -1]], np.int32)
    found = rewarded(made_up(1)._replace(roots=rows), Stage("s", reward=2.0, discount=0.5), np.array([0.0, 1.0]))
    np.testing.assert_allclose(found.returns, [2 * 0.5, -2 * 1.0, 0.0, 0.0])
    assert not (found.rewards - made_up(1).rewards).any()


def test_a_return_counts_for_the_moves_before_it():
    episode, theta = made_up(2), theta_of(2)
    late = np.zeros(episode.length)
    late[3] = 0.7
    more = direction(Reinforce(), episode._replace(returns=late), theta) - direction(Reinforce(), episode, theta)
    wanted = np.zeros(COUNT)
    add_eligibility(episode.notes, 3, episode.notes.chosen[3], theta, 100.0, 0.7, wanted)
    np.testing.assert_allclose(more, wanted, rtol=1e-9, atol=1e-15)
