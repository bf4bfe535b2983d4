"""Threads that search at the same time, on one tree or on one each, for so long."""

import threading
import time

from yomi.games.position import Position
from yomi.search.method import Method
from yomi.search.simulate import STOP, new_control, simulate
from yomi.search.threads import Scratch, new_scratches
from yomi.search.tree import Tree, clear


def search_together(method: Method, position: Position, trees: list[Tree], seconds: float) -> int:
    """Simulations that one thread for each tree does in that wall time; a tree named twice is shared."""
    game = position.game
    control, done = new_control(1 << 60, False), [0] * len(trees)
    scratches = new_scratches(len(trees), game.width, game.length, seed=1)

    def work(k: int, scratch: Scratch) -> None:
        done[k] = simulate(method, trees[k], position.root, control, *scratch)

    for tree in trees:
        clear(tree)
    workers = [threading.Thread(target=work, args=pair) for pair in enumerate(scratches)]
    for worker in workers:
        worker.start()
    time.sleep(seconds)
    control[STOP] = 1
    for worker in workers:
        worker.join()
    return sum(done)
