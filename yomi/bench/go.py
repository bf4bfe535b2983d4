"""How fast Go is: playouts, UCT, two threads on one tree, memory; each beside the C++ yardstick in the same run."""

import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np

from yomi.bench.figure import Figure
from yomi.bench.together import search_together
from yomi.bench.yardstick import Yardstick
from yomi.games.go.game import go
from yomi.games.position import Position
from yomi.players.spec import parse
from yomi.search.bandit import Uct
from yomi.search.method import Method
from yomi.search.simulate import new_control, simulate
from yomi.search.threads import new_scratches
from yomi.search.tree import Tree, bytes_per_node, clear, new_tree
from yomi.value.evaluate import mean_value
from yomi.value.playout import Random

ROUNDS = 11
NODES = 4_000_000  # room enough that no measured search fills its tree


def playout_speed(size: int, count: int) -> float:
    """Random playouts per CPU second of this thread."""
    game = go(size)
    scratch = new_scratches(1, game.width, game.length, seed=1)[0]
    began = time.thread_time()
    mean_value(Random(), game.start(), count, *scratch)
    return count / (time.thread_time() - began)


def search_speed(spec: str, size: int, count: int, tree: Tree) -> float:
    """Simulations per CPU second of this thread, from an empty board and an empty tree."""
    game = go(size)
    scratch = new_scratches(1, game.width, game.length, seed=1)[0]
    clear(tree)
    method = parse(spec).on(game).method(Position.start(game))
    began = time.thread_time()
    done = simulate(method, tree, game.start(), new_control(count, False), *scratch)
    return done / (time.thread_time() - began)


def simulations_in(seconds: float, trees: list[Tree]) -> int:
    """Simulations of UCT on 9x9, by one thread for each tree."""
    return search_together(Method(Uct(), Random()), Position.start(go(9)), trees, seconds)


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, in about half a minute; `step` hears what is being done."""
    step("compiling")
    yard, one, other = Yardstick(), new_tree(NODES), new_tree(NODES)
    wide = new_tree(NODES, shared=True)
    (
        playout_speed(9, 10),
        playout_speed(19, 10),
        search_speed("uct", 9, 10, one),
        search_speed("yomi", 9, 10, wide),
        search_speed("yomi", 19, 10, wide),
    )
    rows: list[tuple[float, ...]] = []
    for number in range(ROUNDS):
        step(f"round {number + 1} of {ROUNDS}")
        shared, apart = simulations_in(0.6, [one, one]), simulations_in(0.6, [one, other])
        rows.append(
            (
                yard.speed(20_000),
                playout_speed(9, 25_000),
                playout_speed(19, 6_000),
                search_speed("uct", 9, 25_000, one),
                search_speed("yomi", 9, 10_000, wide),
                search_speed("yomi", 19, 3_000, wide),
                shared,
                apart,
            )
        )
    c, nine, nineteen, uct, search, search19, shared_, apart_ = (np.array(column) for column in zip(*rows, strict=True))

    def ratio(values: np.ndarray, to: np.ndarray) -> float | None:
        return float(statistics.median(values / to)) if to.all() else None

    def figure(name: str, values: np.ndarray, bar: str) -> Figure:
        unit = "playouts/CPU s" if name.startswith("playouts") else "simulations/CPU s"
        return Figure(name, float(statistics.median(values)), unit, ratio(values, c), bar)

    yield figure("playouts-9", nine, "ratio 1.3 to the C++ yardstick (9x9)")
    yield figure("playouts-19", nineteen, "ratio 0.30 to the same")
    yield figure("uct-9", uct, "ratio 0.9 to the same")
    yield figure("search-9", search, "ratio 0.25 to the same")
    yield figure("search-19", search19, "ratio 0.06 to the same")
    yield Figure("threads-2", float(statistics.median(shared_)) / 0.6, "simulations/s", ratio(shared_, apart_),
                 "ratio 0.9 to two searches apart")  # fmt: skip
    yield Figure("bytes-per-child", float(bytes_per_node()), "bytes", None, "at most 32")
