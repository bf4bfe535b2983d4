"""RootStrap and TreeStrap go down their errors, and learn the values of a solved game."""

import numpy as np
import pytest
from made_up import COUNT, direction, loss, made_up, rises, theta_of, tiny_row

from yomi.learn.bootstrap import RootStrap, TreeStrap
from yomi.learn.descent import Adam
from yomi.learn.objective import worth
from yomi.search.hashing import EXACT, LOWER


@pytest.mark.parametrize("share", [0.0, 0.3])
@pytest.mark.parametrize("form", [RootStrap, TreeStrap])
def test_it_goes_down_its_error(form, share):
    episode, theta, method = made_up(2), theta_of(2), form(share=share)
    wanted = -rises(lambda t: loss(method, episode, t), theta)
    np.testing.assert_allclose(direction(method, episode, theta), wanted, rtol=1e-5, atol=1e-12)
    assert np.abs(wanted).max() > 0


def test_a_bound_that_holds_teaches_nothing():
    episode, theta = made_up(5), theta_of(5)
    notes = episode.notes._replace(
        bound=np.full(len(episode.notes.found), LOWER), found=np.full(len(episode.notes.found), -9e4)
    )
    assert not direction(TreeStrap(), episode._replace(notes=notes), theta).any()
    assert direction(TreeStrap(), episode._replace(notes=notes._replace(bound=notes.bound * 0 + EXACT)), theta).any()


def test_rootstrap_learns_the_values_of_a_solved_game():
    """Nim: the static value of every heap becomes that of a one-ply search, and so, heap by heap, the exact one."""
    theta, adam, lost = np.zeros(COUNT), Adam(COUNT), -1000.0
    rows = np.array([tiny_row(heap, 1)[:1] for heap in range(1, 13)], np.int32)
    episode = made_up(1)._replace(roots=rows, leaves=rows)

    def search(heap: int) -> float:
        left = [heap - take for take in range(1, min(3, heap) + 1)]
        return max(-lost if rest == 0 else -worth(theta, np.array(tiny_row(rest, 1)[:1])) for rest in left)

    for _ in range(1500):
        values = np.array([search(heap) for heap in range(1, 13)])
        out = direction(RootStrap(tau=600.0), episode._replace(values=values), theta)
        adam.step(theta, out, 10.0)
    solved = [lost if heap % 4 == 0 else -lost for heap in range(1, 13)]
    np.testing.assert_allclose([worth(theta, row) for row in rows], solved, rtol=0.05)
