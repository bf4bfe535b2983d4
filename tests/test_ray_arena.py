"""A real Ray cluster of two nodes on this machine: games are those of one process, and a lost node loses none."""

import pytest
from arena_help import kept, match, nim_match, untimed
from typer.testing import CliRunner

from yomi.arena.event import MATCH, new_event
from yomi.arena.store import Store
from yomi.arena.workers import Here, WorkerLost
from yomi.errors import BadSpec

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

from yomi.cluster.arena import RayWorkers  # noqa: E402
from yomi.cluster.search import Settings, read_settings  # noqa: E402

pytestmark = pytest.mark.slow
ROWS = 40


@pytest.fixture(scope="module")
def cluster():
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    made.add_node(num_cpus=1)
    ray.init(made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def test_two_nodes_play_what_one_process_would(cluster, tmp_path):
    event = nim_match()
    together = kept(tmp_path / "a.sqlite", event, 12, workers=RayWorkers("auto", 0, print)).played
    assert untimed(together) == untimed(list(Here().play(event, event.fixtures(12))))


def test_a_node_killed_in_the_middle_loses_no_game(cluster, tmp_path):
    event = new_event(MATCH, "go5", ["uct simulations=300", "flat simulations=50"])
    node, said = cluster.add_node(num_cpus=1), list[str]()

    def kill(standing) -> None:
        if len(standing.played) == ROWS // 3 and node in cluster.list_all_nodes():
            cluster.remove_node(node)

    workers = RayWorkers("auto", 3, said.append)
    standing = kept(tmp_path / "a.sqlite", event, ROWS, workers=workers, progress=kill)
    assert sorted(game.fixture.number for game in standing.played) == list(range(1, ROWS + 1))
    assert len(said) >= 1 and "another takes over" in said[0]
    assert untimed(standing.played) == untimed(list(Here().play(event, event.fixtures(ROWS))))


def test_an_error_at_the_other_end_is_told(cluster, tmp_path):
    event = nim_match(openings=str(tmp_path / "none.txt"))
    with pytest.raises(WorkerLost, match=r"BadText: openings '.*none\.txt': .*No such file"):
        list(RayWorkers("auto", 1, print).play(event, event.fixtures(2)))


def test_searchers_on_two_nodes_play_one_game(cluster):
    player = "cluster(period=0.02,nodes=2):uct seconds=0.1"
    (game,) = match("go5", player, "uct simulations=20", 1, limit=8).played
    assert game.reason in ("move limit", "resignation", "rules")
    assert game.simulations[0] > 100


def test_settings_of_a_search_on_many_machines_are_read():
    assert read_settings("period=0.5,nodes=4") == Settings(0.5, 4)
    for bad, complaint in (
        ("speed=1", "expected some of"),
        ("period=0", "above 0"),
        ("nodes=many", "expected numbers"),
    ):
        with pytest.raises(BadSpec, match=complaint):
            read_settings(bad)


def test_the_command_plays_on_a_cluster(cluster, tmp_path):
    from yomi.cli import app

    out = tmp_path / "a.sqlite"
    words = ["match", "nim", "uct simulations=30", "flat simulations=20", "--games", "6", "--ray", "auto"]
    done = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    with Store(out) as store:
        assert store.events()[0].games == 6
