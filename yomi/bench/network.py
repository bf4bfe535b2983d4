"""How fast searches with a network are: the tree's work alone, a real network on one core, self-play on a GPU."""

import os
import pathlib
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np

from yomi.bench.figure import Figure
from yomi.games.go.game import go
from yomi.games.position import Position
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchEvaluator, BatchRun, Pace
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.search.simulate import new_control
from yomi.search.threads import new_scratches
from yomi.search.tree import Tree, clear, new_tree
from yomi.value.network import Network, evaluator
from yomi.value.playout import Random

ROUNDS = 7
NODES = 3_000_000
SIMULATIONS, VISITS = 30_000, 600
PLACES = (pathlib.Path(__file__).parents[2].parent / "shared" / "nets", pathlib.Path())


class Even:
    """Knows nothing: all moves alike, nobody ahead."""

    depth = 1

    def __init__(self, actions: int):
        self.logits, self.values = np.zeros((64, actions), np.float32), np.full(64, 0.5, np.float32)

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self.logits[: len(past)], self.values[: len(past)]


def search_speed(values: BatchEvaluator, pace: Pace, simulations: int, tree: Tree) -> float:
    """Simulations per CPU second of this process, from an empty board and an empty tree."""
    position = Position.start(go(9))
    clear(tree)
    scratches = new_scratches(1, position.game.width, position.game.length, seed=1)
    run = BatchRun(Method(Puct(), Random()), tree, stand_of(position, values.depth), values, pace, scratches)
    run.control[:] = new_control(simulations, False)
    began = time.process_time()
    done = run.simulate(0)
    return done / (time.process_time() - began)


def small_network() -> pathlib.Path | None:
    """A KataGo network of 6 blocks and 96 channels: the file that YOMI_NETWORK names, or one in the usual places."""
    if named := os.environ.get("YOMI_NETWORK"):
        return pathlib.Path(named)
    found = [path for place in PLACES for path in sorted(place.glob("*b6c96*.bin.gz"))]
    return found[0] if found else None


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, in about a minute; `step` hears what is being done."""
    step("compiling")
    tree, even = new_tree(NODES, policy=True), Even(82)
    search_speed(even, Pace(16), 50, tree)
    speeds = []
    for number in range(ROUNDS):
        step(f"tree, round {number + 1} of {ROUNDS}")
        speeds.append(search_speed(even, Pace(16), SIMULATIONS, tree))
    yield Figure("puct-9", statistics.median(speeds), "simulations/CPU s", None, "100,000, batch 16, uniform evaluator")
    yield from network_figures(step, tree)
    yield from gpu_figures(step)


def network_figures(step: Callable[[str], None], tree: Tree) -> Iterator[Figure]:
    """Visits a second with a small KataGo network."""
    path = small_network()
    if path is None:
        step("no KataGo network of 6 blocks: name one by YOMI_NETWORK")
        return
    speeds = []
    for number in range(ROUNDS):
        step(f"network {path.name}, round {number + 1} of {ROUNDS}")
        values = evaluator(Network(file=str(path)), go(9))
        search_speed(values, Pace(8, 8), 16, tree)
        speeds.append(search_speed(values, Pace(8, 8), VISITS, tree))
    yield Figure("network-9", statistics.median(speeds), "visits/CPU s", None, f"450, one core, {path.name}")


def gpu_figures(step: Callable[[str], None]) -> Iterator[Figure]:
    """Evaluations a second in self-play, where there is a GPU."""
    if find_spec("torch") is None:
        return
    import torch

    if not torch.cuda.is_available():
        return
    from yomi.bench.gpu import selfplay_speed

    step("self-play on the GPU")
    bar = f"700,000 on an H200 with 16 cores; {torch.cuda.get_device_name()}, {os.cpu_count()} cores"
    yield Figure("selfplay-9", selfplay_speed(), "evaluations/s", None, bar)
