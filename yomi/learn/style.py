"""Rewards for how a game is played, given for the whole episode beside its result [LEARN 3.6, 4.3, eqs. 9-11, 33]."""

from __future__ import annotations

import numpy as np
from numba import njit

from yomi.learn.episode import Episode
from yomi.learn.plan import Stage


def rewarded(episode: Episode, stage: Stage, style: np.ndarray) -> Episode:
    """The episode with what it is rewarded with beside the result: for a style in the whole game, or move by move.

    For the whole game it is how much each player showed on average, a reward that looks at the episode and not at a
    position [LEARN eq. 33]; move by move it is how much more of it there is after each move, discounted [LEARN eq. 10].
    """
    if not len(style):
        return episode
    shown = shown_each(episode.roots, style)
    mean = shown.mean(axis=0)
    found = episode._replace(style=float(mean.mean()))
    if stage.discount < 1.0:
        return found._replace(returns=stage.reward * rises_after(shown, movers(episode.roots), stage.discount))
    return found._replace(rewards=episode.rewards + stage.reward * mean)  # [LEARN eq. 9]


def movers(rows: np.ndarray) -> np.ndarray:
    """Who has the move in each position: the feature of having it says so."""
    return (rows == -1).any(axis=1).astype(np.int64)


def rises_after(shown: np.ndarray, mover: np.ndarray, discount: float) -> np.ndarray:
    """R_t = sum of gamma^k r_(t+k+1), r being how much more of a style the mover shows than before [LEARN eq. 10]."""
    returns, ahead = np.zeros(len(shown)), np.zeros(2)
    for t in range(len(shown) - 2, -1, -1):
        ahead = shown[t + 1] - shown[t] + discount * ahead
        returns[t] = ahead[mover[t]]
    return returns


def shown_style(rows: np.ndarray, style: np.ndarray) -> np.ndarray:
    """How much each player showed of a style, on average over the positions of a game."""
    return shown_each(rows, style).sum(axis=0) / max(1, len(rows))


@njit(cache=True)
def shown_each(rows, style):
    """How much each player shows of a style in each position."""
    shown = np.zeros((len(rows), 2))
    for t in range(len(rows)):
        for number in rows[t]:
            if number > 0:
                shown[t, 0] += style[number - 1]
            elif number < 0:
                shown[t, 1] += style[-number - 1]
    return shown
