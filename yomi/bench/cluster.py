"""What a Ray cluster costs: self-play on two nodes of this machine, beside two plain processes in the same run."""

import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from yomi.arena.event import MATCH, Event, new_event
from yomi.arena.workers import Processes, Workers
from yomi.bench.figure import Figure
from yomi.errors import BadSpec

ROUNDS, GAMES, WARM_UP = 3, 60, 6  # of each kind; games of a round, and those before the watch starts


def speed(workers: Workers, event: Event) -> float:
    """Games a second."""
    times = [time.monotonic() for _ in workers.play(event, event.fixtures(GAMES))]
    return (len(times) - 1 - WARM_UP) / (times[-1] - times[WARM_UP])


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """The ratio, from rounds of both kinds in turn."""
    if find_spec("ray") is None:
        raise BadSpec("bench cluster needs Ray: pip install 'yomi[cluster]'")
    import ray
    from ray.cluster_utils import Cluster

    from yomi.cluster.arena import RayWorkers

    event = new_event(MATCH, "go9", ["uct simulations=300", "uct simulations=300"])
    step("starting two nodes")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    ray.init(cluster.address, log_to_driver=False)
    found: dict[str, list[float]] = {"plain": [], "ray": []}
    try:
        for number in range(ROUNDS):
            for name, made in (("plain", lambda: Processes(2)), ("ray", lambda: RayWorkers("auto", 2, step))):
                step(f"{name}, round {number + 1} of {ROUNDS}")
                found[name].append(speed(made(), event))
    finally:
        ray.shutdown()
        cluster.shutdown()
    plain, here = (statistics.median(found[name]) for name in ("plain", "ray"))
    yield Figure("plain-selfplay", plain, "games/s", None, "two processes, 9x9, 300 simulations a move")
    yield Figure("ray-selfplay", here, "games/s", here / plain, "0.9 of two plain processes")
