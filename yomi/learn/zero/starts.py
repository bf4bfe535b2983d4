"""The positions that games for learning begin with: in Go with other komi now and then, so that a network knows it."""

from __future__ import annotations

import numpy as np

from yomi.games.catalog import is_go
from yomi.games.position import Position

COUNT = 256
USUAL = 0.6  # share of games with the komi of the rules


def starts_of(position: Position, seed: int) -> np.ndarray:
    """Start positions, one of which is drawn for each game."""
    if not is_go(position.game):
        return position.root.copy()
    rng = np.random.default_rng(seed)
    roots = np.repeat(position.root, COUNT)
    for root in roots[int(USUAL * COUNT) :]:
        root["komi"] = float(root["komi"]) + round(float(rng.normal(0.0, 4.0)))
    return roots
