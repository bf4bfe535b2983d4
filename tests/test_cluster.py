"""Learning from zero on a Ray cluster: a run of many workers is like any other, and outlives them."""

import numpy as np
import pytest
from typer.testing import CliRunner

from yomi.errors import BadText
from yomi.games import catalog

pytest.importorskip("torch")
ray = pytest.importorskip("ray")

from yomi.cluster.zero import RESTARTS, Worker, on_ray  # noqa: E402
from yomi.learn.zero.module import Trainable  # noqa: E402
from yomi.learn.zero.run import NETWORK, Zero  # noqa: E402
from yomi.learn.zero.settings import Settings, settings_for  # noqa: E402
from yomi.learn.zero.source import arrays_of  # noqa: E402
from yomi.value import netfile  # noqa: E402

pytestmark = pytest.mark.slow
TINY = {"blocks": 1, "channels": 16, "games": 16, "positions": 100, "visits": 8, "iterations": 2, "reuse": 1.0}


def tiny(**changes: object) -> Settings:
    return settings_for(catalog.game("tictactoe"), "tictactoe", TINY | changes)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of two cores that the runs of this file share."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_two_workers_play_and_the_run_goes_on_without_them(cluster, tmp_path):
    run = Zero(tiny(), tmp_path, "cpu", 1, on_ray("auto", 2, 1, print))
    run.run()
    assert [row.iteration for row in run.history] == [1, 2]
    assert run.source.version == 3, "the first network, and each new one"
    assert netfile.load(tmp_path / NETWORK).about["positions"] == run.history[-1].positions >= 200
    shard = np.load(tmp_path / "shards" / "00001.npy")
    assert len(shard) == run.history[0].positions
    again = Zero(tiny(iterations=3), tmp_path, "cpu", 1)
    again.run()
    back = Zero(tiny(iterations=4), tmp_path, "cpu", 1, on_ray("auto", 1, 1, print))
    back.run()
    assert [row.iteration for row in back.history] == [1, 2, 3, 4]
    assert back.history[-1].games > again.history[-1].games > run.history[-1].games


def test_workers_play_different_games(cluster):
    arrays = arrays_of(Trainable(catalog.game("tictactoe").view, tiny().shape()))
    kind = ray.remote(Worker)
    made = [kind.options(num_cpus=1).remote(tiny()._asdict(), arrays, 1, seed, 1) for seed in (1, 2)]
    first, second = ray.get([one.play.remote(50, arrays, 1) for one in made])
    for one in made:
        ray.kill(one)
    assert first[0].tobytes() != second[0].tobytes()


def test_a_killed_worker_does_not_end_the_run(cluster, tmp_path):
    said: list[str] = []

    def kill_one(run):
        if len(run.history) == 1:
            ray.kill(run.source.actors[0])

    run = Zero(tiny(iterations=4, positions=400), tmp_path, "cpu", 1, on_ray("auto", 2, 1, said.append))
    run.run(kill_one)
    assert len(run.history) == 4
    assert said == ["worker 1 was lost (ActorDiedError): it is started again"]


def test_a_run_ends_when_no_worker_can_play(cluster, tmp_path):
    said: list[str] = []
    run = Zero(tiny(), tmp_path, "cpu", 1, on_ray("auto", 1, 1, said.append))
    run.source.settings = tiny(game="no game")
    with pytest.raises(BadText, match="no other is left"):
        run.run()
    assert len(said) == RESTARTS


def test_the_command_learns_on_a_cluster(cluster, tmp_path):
    from yomi.cli import app

    settings = [f"--set={name}={value}" for name, value in TINY.items()]
    words = ["learn", "zero", "--game", "tictactoe", "--out", str(tmp_path), "--ray", "auto", "--workers", "1"]
    done = CliRunner().invoke(app, [*words, *settings])
    assert done.exit_code == 0, done.output
    assert (tmp_path / NETWORK).exists()
