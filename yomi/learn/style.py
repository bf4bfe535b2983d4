"""Rewards for how a game is played, given for the whole episode beside its result [LEARN 3.6, 4.3, eqs. 9-11, 33]."""

from __future__ import annotations

import numpy as np
from numba import njit

from yomi.learn.episode import Episode
from yomi.learn.plan import Stage


def rewarded(episode: Episode, stage: Stage, style: np.ndarray) -> Episode:
    """The episode with the return of each player: the discounted result, and how much of a style he showed."""
    gone = stage.discount ** max(0, episode.length - 1)  # of the reward at the end [LEARN eq. 10]
    shown = np.zeros(2)
    if len(style):
        shown = shown_style(episode.roots, style)
    returns = gone * np.array([episode.result, 1.0 - episode.result]) + stage.reward * shown  # [LEARN eq. 9]
    return episode._replace(rewards=returns, style=float(shown.mean()))


@njit(cache=True)
def shown_style(rows, style):
    """How much each player showed of a style, on average over the positions of a game."""
    shown = np.zeros(2)
    for row in rows:
        for number in row:
            if number > 0:
                shown[0] += style[number - 1]
            elif number < 0:
                shown[1] += style[-number - 1]
    return shown / max(1, len(rows))
