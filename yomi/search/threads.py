"""Runs the simulation loop in one or many threads on one shared tree, until a limit is reached or someone says stop."""

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from yomi.kernel.rng import seeded
from yomi.kernel.trace import Trace, new_trace
from yomi.search.method import Method
from yomi.search.simulate import EARLY, LEFT, STOP, decided, new_control, simulate
from yomi.search.tree import OPEN, Tree

TICK = 0.01  # seconds between looks at the clock
FEW = 200  # simulations


class Scratch(NamedTuple):
    """What one thread needs for itself."""

    trace: Trace
    out: np.ndarray
    rng: np.ndarray


def new_scratches(threads: int, width: int, length: int, seed: int) -> list[Scratch]:
    """Scratch for each thread of a game with that many moves at most, in a position and in all."""
    return [Scratch(new_trace(length), np.empty(width, np.int32), seeded(seed, stream)) for stream in range(threads)]


class Workers:
    """Threads that simulate until there is enough; `stop` may be called from any thread."""

    def __init__(self, threads: int):
        self.control = new_control(0, False)
        self.done = [0] * threads
        self.stopped = False  # whether somebody has ended it
        self.error: BaseException | None = None

    def simulate(self, k: int) -> int:
        """What thread `k` does until `control` says stop: returns its simulations."""
        raise NotImplementedError

    def telling(self) -> bool:
        """Whether there is something to report yet."""
        return True

    def settled(self, spent: float, seconds: float) -> bool:
        """Whether nothing can change in the time left."""
        return False

    def stop(self) -> None:
        """End the search; a simulation takes well under a millisecond, so this is soon."""
        self.stopped = True
        self.control[STOP] = 1

    def run(self, simulations: int, seconds: float, early: bool, tick: Callable[[], None] | None = None) -> int:
        """Search until a limit is reached; `tick` is called a hundred times a second. Returns the simulations done."""
        began = time.monotonic()
        limited = simulations < 1 << 40
        self.control[LEFT], self.control[STOP], self.control[EARLY] = simulations, 0, int(early and limited)
        if self.stopped:
            return 0
        if len(self.done) == 1 and simulations <= FEW and seconds == inf and tick is None:
            return self.simulate(0)  # a thread would take longer to start
        workers = [threading.Thread(target=self.work, args=(k,), daemon=True) for k in range(len(self.done))]
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers):
                workers[0].join(TICK)
                if tick is not None:
                    tick()
                spent = time.monotonic() - began
                if spent >= seconds or (early and not limited and self.settled(spent, seconds)):
                    self.control[STOP] = 1
                if not workers[0].is_alive():
                    for worker in workers:
                        worker.join(TICK)
        finally:
            self.control[STOP] = 1
            for worker in workers:
                worker.join()
        if self.error is not None:
            raise self.error
        return sum(self.done)

    def work(self, k: int) -> None:
        """Simulate in thread `k`."""
        try:
            self.done[k] = self.simulate(k)
        except BaseException as error:  # handed to the thread that waits
            self.error = error
            self.stop()


class TreeWorkers(Workers):
    """Threads that search one tree."""

    def __init__(self, method: Method, tree: Tree, threads: int):
        super().__init__(threads)
        self.method, self.tree = method, tree

    def telling(self) -> bool:
        return bool(self.tree.first[0] > 0)

    def settled(self, spent: float, seconds: float) -> bool:
        """Whether, at this pace, the second move cannot catch up in the time left."""
        visits = int(self.tree.visits[0])
        if spent < 0.1 or visits < 100 or self.tree.proof[0] != OPEN:
            return False
        return bool(decided(self.tree, int(visits / spent * (seconds - spent)) + 1))


class Run(TreeWorkers):
    """One search of a tree in progress."""

    def __init__(self, method: Method, tree: Tree, root: np.ndarray, scratches: Sequence[Scratch]):
        super().__init__(method, tree, len(scratches))
        self.root, self.scratches = root, scratches

    def simulate(self, k: int) -> int:
        """Run the simulation loop."""
        return simulate(self.method, self.tree, self.root, self.control, *self.scratches[k])
