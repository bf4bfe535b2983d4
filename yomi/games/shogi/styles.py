"""Ways to play that a learner can be rewarded for: how much of each every feature of a position shows [LEARN 4.3]."""

import numpy as np

from yomi.games.shogi.features import COLUMNS_APART, FAR, GROUPS, GUARD, HAND, MATERIAL, ROWS_APART, SPOTS
from yomi.games.shogi.pieces import BISHOP, GOLD, PROMOTED, SILVER

COUNT = max(numbers.stop for numbers in GROUPS.values()) - 1


def castle() -> np.ndarray:
    """Golds and silvers next to their own king."""
    shown = np.zeros(COUNT)
    for kind in (GOLD, SILVER):
        spots = shown[GUARD - 1 + kind * SPOTS :][:SPOTS].reshape(ROWS_APART, COLUMNS_APART)
        spots[FAR - 1 : FAR + 2, :2] = 1.0
    return shown


def bishop() -> np.ndarray:
    """Bishops on the board or in the hand."""
    shown = np.zeros(COUNT)
    for number in (MATERIAL + BISHOP, MATERIAL + BISHOP + PROMOTED, HAND + BISHOP):
        shown[number - 1] = 1.0
    return shown
