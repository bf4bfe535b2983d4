"""How many games a second an arena gets through when players hardly think: everything round the games."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from yomi.arena.event import MATCH, new_event
from yomi.arena.run import Standing, play_event
from yomi.arena.store import Store
from yomi.arena.workers import Processes
from yomi.bench.figure import Figure

GAMES, WARM_UP, WORKERS = 400, 40, 2  # games, those before the watch starts, processes


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """Games a second of two processes, 9x9 Go with one simulation a move, all of it recorded."""
    event = new_event(MATCH, "go9", ["uct simulations=1", "flat simulations=1"])
    times: list[float] = []

    def note(standing: Standing) -> None:
        times.append(time.monotonic())
        step(f"game {len(times)} of {GAMES}")

    step("compiling")
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "bench.sqlite") as store:
        play_event(event, GAMES, store, Processes(WORKERS), progress=note)
    speed = (len(times) - 1 - WARM_UP) / (times[-1] - times[WARM_UP])
    yield Figure("arena-games", speed, "games/s", None, f"20, {WORKERS} processes, 9x9, 1 simulation a move, recorded")
