"""How fast learning is: games of self-play a second in 5x5 shogi at depth 3, and where the time goes."""

import os
import pathlib
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from yomi.bench.figure import Figure
from yomi.games import catalog
from yomi.learn.duel import leaf_of
from yomi.learn.episode import Episode, new_desk
from yomi.learn.plan import Check, Plan, Stage
from yomi.learn.selfplay import Table, play_numbered
from yomi.learn.train import Run
from yomi.value import linear

GAMES = 128
STAGE = Stage("bench", "tdleaf", games=GAMES, batch=GAMES)


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """Games with one thread and with all cores, and the parts of a batch."""
    start, cores = catalog.start("minishogi"), os.cpu_count() or 1
    theta = linear.theta_of(start.game, "minishogi")
    table = Table(STAGE, STAGE.learner(), theta, leaf_of(theta, start), (start,), np.zeros(0), 1)
    step("compiling")
    play(table, 1, 2)
    for threads in dict.fromkeys((1, cores)):
        step(f"self-play with {threads} threads")
        began = time.monotonic()
        episodes = play(table, threads, GAMES)
        seconds = time.monotonic() - began
        yield Figure(f"self-play-{threads}", GAMES / seconds, "games/s")
        if threads == 1:
            yield Figure("nodes-each", sum(one.nodes for one in episodes) / GAMES, "nodes a game")
            yield Figure("nodes", sum(one.nodes for one in episodes) / seconds, "nodes/s")
    step("learning")
    yield from parts_of_a_batch(episodes, seconds)


def play(table: Table, threads: int, games: int) -> list[Episode]:
    start = table.starts[0]
    desks = [new_desk(start, table.leaf.width) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        shares = [range(k, games, threads) for k in range(threads)]
        parts = pool.map(lambda at, share: play_numbered(table, at, None, share), desks, shares)
        return [episode for part in parts for episode in part]


def parts_of_a_batch(episodes: list[Episode], playing: float) -> Iterator[Figure]:
    """How the time of a batch is shared by games, gradient and file."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(Plan("minishogi", (STAGE,), "minishogi", check=Check(every=0)), pathlib.Path(folder) / "run.npz")
        run.learn(episodes[:2], time.process_time())  # compiles
        began = time.monotonic()
        run.learn(episodes, time.process_time())
        learning = time.monotonic() - began
        began = time.monotonic()
        run.keep()
        keeping = time.monotonic() - began
    total = playing + learning + keeping
    for name, part in (("games", playing), ("gradient", learning), ("file", keeping)):
        yield Figure(f"time-in-{name}", 100 * part / total, "%")
