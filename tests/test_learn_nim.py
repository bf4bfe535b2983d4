"""Every method learns a small solved game, Nim, to perfect play: whoever can leaves a multiple of four."""

import numpy as np
import pytest

from yomi.learn.plan import METHODS, Check, Plan, Stage
from yomi.learn.train import Run

HEAP = 9  # the largest that is tested; games begin with random moves from a larger one
STAGE = Stage("nim", games=3000, depth=1, opening=4, longest=30, stray=0.2, batch=20, step=30.0, last_step=5.0)
SETTINGS = {
    "tdleaf": STAGE._replace(method="tdleaf(decay=0.5)"),
    "td": STAGE._replace(method="td(decay=0.5)"),
    "tdtrace": STAGE._replace(method="tdtrace(decay=0.5)"),
    "rootstrap": STAGE._replace(method="rootstrap"),
    "treestrap": STAGE._replace(method="treestrap", depth=2),
    "reinforce": STAGE._replace(method="reinforce", stray=0.0),
    "kl": STAGE._replace(method="kl(winner=true)", depth=3),
    "vaps": STAGE._replace(method="vaps", stray=0.0),
    "tdmoves": STAGE._replace(method="tdmoves(rate=0.5,epsilon=0.3)", games=1000),
    "pgexpectation": STAGE._replace(method="pgexpectation", games=800, batch=10, stray=0.0),
    "pgsample": STAGE._replace(method="pgsample(simulations=5,walks=20)", games=800, batch=10, stray=0.0),
}


def worth_of(theta: np.ndarray, heap: int, depth: int) -> float:
    """For who must take from it, by a search."""
    if heap == 0:
        return -np.inf
    if depth == 0:
        return float(theta[0] + theta[heap])
    return max(-worth_of(theta, heap - take, depth - 1) for take in range(1, min(3, heap) + 1))


@pytest.mark.jit
@pytest.mark.parametrize("name", METHODS)
def test_it_learns_to_play_perfectly(tmp_path, name):
    plan = Plan("nim(heap=11)", (SETTINGS[name],), check=Check(every=0))
    theta = Run(plan, tmp_path / "nim.npz", threads=1).run()
    for heap in range(1, HEAP + 1):
        left = [heap - take for take in range(1, min(3, heap) + 1)]
        chosen = min(left, key=lambda rest: worth_of(theta, rest, 1))
        assert heap % 4 == 0 or chosen % 4 == 0, (heap, chosen, theta[: HEAP + 1].round())
