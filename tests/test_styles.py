"""Styles: what is rewarded beside the result of a game."""

import numpy as np
import pytest
from made_up import made_up

from yomi.games.catalog import game, start
from yomi.games.features import MOST
from yomi.learn.episode import write_features
from yomi.learn.plan import Stage
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


def test_the_return_is_the_discounted_result_and_the_style():
    """[LEARN eqs. 9, 10, 33]"""
    episode = made_up(1)._replace(result=1.0)
    style = np.zeros(40)
    style[6] = 1.0
    own, other = (sum((row == number).sum() for row in episode.roots) / episode.length for number in (7, -7))
    found = rewarded(episode, Stage("s", discount=0.9, reward=0.5), style)
    np.testing.assert_allclose(found.rewards, [0.9**11 + 0.5 * own, 0.5 * other])
    assert found.style == pytest.approx((own + other) / 2)
    np.testing.assert_allclose(rewarded(episode, Stage("s"), np.zeros(0)).rewards, [1.0, 0.0])
