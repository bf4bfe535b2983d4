"""Runs the simulation loop in one or many threads on one shared tree, until a limit is reached or someone says stop."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from yomi.kernel.rng import seeded
from yomi.kernel.trace import Trace, new_trace
from yomi.search.method import Method
from yomi.search.simulate import EARLY, LEFT, STOP, decided, new_control, simulate
from yomi.search.tree import OPEN, Tree

TICK = 0.01  # seconds between looks at the clock


class Scratch(NamedTuple):
    """What one thread needs for itself."""

    trace: Trace
    out: np.ndarray
    rng: np.ndarray


def new_scratches(threads: int, width: int, length: int, seed: int) -> list[Scratch]:
    """Scratch for each thread of a game with that many moves at most, in a position and in all."""
    return [Scratch(new_trace(length), np.empty(width, np.int32), seeded(seed, stream)) for stream in range(threads)]


class Run:
    """One search in progress; `stop` may be called from any thread."""

    def __init__(self, method: Method, tree: Tree, root: np.ndarray, scratches: Sequence[Scratch]):
        self.method, self.tree, self.root, self.scratches = method, tree, root, scratches
        self.control = new_control(0, False)
        self.done = [0] * len(scratches)
        self.error: BaseException | None = None

    def stop(self) -> None:
        """End the search; a simulation takes well under a millisecond, so this is soon."""
        self.control[STOP] = 1

    def run(self, simulations: int, seconds: float, early: bool, tick: Callable[[], None] | None = None) -> int:
        """Search until a limit is reached; `tick` is called a hundred times a second. Returns the simulations done."""
        began = time.monotonic()
        limited = simulations < 1 << 40
        self.control[LEFT], self.control[EARLY] = simulations, int(early and limited)
        workers = [threading.Thread(target=self.work, args=(k,), daemon=True) for k in range(len(self.scratches))]
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers):
                workers[0].join(TICK)
                if tick is not None:
                    tick()
                spent = time.monotonic() - began
                if spent >= seconds or (early and not limited and self.settled(spent, seconds)):
                    self.stop()
                if not workers[0].is_alive():
                    for worker in workers:
                        worker.join(TICK)
        finally:
            self.stop()
            for worker in workers:
                worker.join()
        if self.error is not None:
            raise self.error
        return sum(self.done)

    def work(self, k: int) -> None:
        """What thread `k` does."""
        try:
            self.done[k] = simulate(self.method, self.tree, self.root, self.control, *self.scratches[k])
        except BaseException as error:  # handed to the thread that waits
            self.error = error
            self.stop()

    def settled(self, spent: float, seconds: float) -> bool:
        """Whether, at this pace, the second move cannot catch up in the time left."""
        visits = int(self.tree.visits[0])
        if spent < 0.1 or visits < 100 or self.tree.proof[0] != OPEN:
            return False
        return bool(decided(self.tree, int(visits / spent * (seconds - spent)) + 1))
