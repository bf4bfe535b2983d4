"""Steps along a gradient: Adam [Kingma2015], in which each weight has a step of its own."""

from __future__ import annotations

import numpy as np

FORGET_MEAN, FORGET_SQUARE, LEAST = 0.9, 0.999, 1e-12


class Adam:
    """What Adam remembers of earlier gradients."""

    def __init__(self, count: int):
        self.mean, self.square, self.steps = np.zeros(count), np.zeros(count), 0

    def step(self, theta: np.ndarray, uphill: np.ndarray, size: float) -> None:
        """Move theta uphill; a weight without a gradient stays where it is."""
        self.steps += 1
        self.mean += (1 - FORGET_MEAN) * (uphill - self.mean)
        self.square += (1 - FORGET_SQUARE) * (uphill * uphill - self.square)
        mean = self.mean / (1 - FORGET_MEAN**self.steps)
        square = self.square / (1 - FORGET_SQUARE**self.steps)
        theta += size * mean / (np.sqrt(square) + LEAST)
