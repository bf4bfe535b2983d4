"""What the raw answers of a KataGo network mean, for the side to move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.value.layers import Answers, Net


class Opinion(NamedTuple):
    """What a network thinks of a batch of positions, for the side to move."""

    policy: np.ndarray  # [B, H * W + 1] chances of the points, row by row from the top, and of passing; 0 where illegal
    win: np.ndarray  # [B] chances; no result is ruled out
    loss: np.ndarray  # [B]
    lead: np.ndarray  # [B] points
    mean: np.ndarray  # [B] of the score at the end, in points
    stdev: np.ndarray  # [B]
    ownership: np.ndarray  # [B, H, W] from -1 to 1


def opinion(net: Net, answers: Answers, legal: np.ndarray) -> Opinion:
    """The meaning of answers; `legal` [B, H * W + 1] are the moves allowed, a pass last."""
    if answers.numbers is None or answers.ownership is None:
        raise BadText(f"network {net.about.get('name')!r}: expected one that knows scores and ownership")
    count = len(legal)
    logits = np.concatenate((answers.moves[:, 0].reshape(count, -1), answers.extra[:, :1]), 1)
    wins = softmax(answers.outcome[:, :2])
    scores = answers.numbers.astype(np.float64)
    times = net.about["multipliers"]
    stdev = np.logaddexp(0, scores[:, 1]) * times[1]
    lead, mean = scores[:, 2] * times[2], scores[:, 0] * times[0]
    policy = softmax(np.where(legal, logits, -np.inf))
    return Opinion(policy, wins[:, 0], wins[:, 1], lead, mean, stdev, np.tanh(answers.ownership))


def softmax(logits: np.ndarray) -> np.ndarray:
    """Chances in proportion to exp of each row's logits."""
    powers = np.exp((logits - logits.max(1, keepdims=True)).astype(np.float64))
    return powers / powers.sum(1, keepdims=True)
