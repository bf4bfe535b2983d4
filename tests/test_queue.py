"""A queue in front of an evaluator: batches fill from many threads, go off in time, and everybody gets their own."""

import pathlib
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from yomi.games.catalog import load_file, start
from yomi.search import read
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchRun, Pace
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.search.threads import new_scratches
from yomi.search.tree import CLAIMED, Tree, new_tree
from yomi.value.queue import Queue

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
Hashed = load_file(RANDOM_TREE).Hashed
SOON = 20.0  # seconds after which a test gives up waiting


class Echo:
    """Answers each position, which is a number, with what can only belong to it."""

    depth = 1

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.wrong: set[int] = set()

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        assert self.gate.wait(SOON)
        if self.wrong & set(past[:, 0].tolist()):
            raise ConnectionError("no answer")
        assert (moves[:, 0] == past[:, 0] + 1).all(), "moves and positions belong together"
        return np.stack((past[:, 0], -past[:, 0]), 1), past[:, 0] / 2


def positions(first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    past = np.arange(first, first + count)[:, None]
    return past, past + 1


def asked(queue: Any, first: int, count: int) -> None:
    """Ask, and see that the answers are those for what was asked."""
    logits, values = queue(*positions(first, count))
    wanted = np.arange(first, first + count)
    assert np.array_equal(logits, np.stack((wanted, -wanted), 1)) and np.array_equal(values, wanted / 2)


class Crowd:
    """Threads whose errors are those of the test."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.errors: list[BaseException] = []

    def add(self, work: Callable[..., None], *args: Any) -> None:
        def run() -> None:
            try:
                work(*args)
            except BaseException as error:
                self.errors.append(error)

        self.threads.append(threading.Thread(target=run, daemon=True))
        self.threads[-1].start()

    def join(self) -> list[BaseException]:
        for thread in self.threads:
            thread.join(SOON)
            assert not thread.is_alive(), "somebody waits for ever"
        return self.errors


def until(what: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    limit = time.monotonic() + SOON
    while not what():
        assert time.monotonic() < limit
        time.sleep(0.001)


def test_who_asks_alone_is_answered_at_once():
    queue = Queue(Echo(), 64)
    asked(queue, 5, 3)  # without saying that it came
    with queue.caller() as ask:
        asked(ask, 7, 1)
        asked(ask, 9, 100)
    assert list(queue.batches) == [3, 1, 100]


@pytest.mark.parametrize("callers", [2, 5])
def test_a_batch_holds_what_all_callers_ask(callers):
    queue, crowd, begun = Queue(Echo(), 1000), Crowd(), threading.Barrier(callers)

    def work(k: int) -> None:
        with queue.caller() as ask:
            begun.wait(SOON)
            asked(ask, 100 * k, k + 1)

    for k in range(callers):
        crowd.add(work, k)
    assert crowd.join() == []
    assert list(queue.batches) == [sum(range(1, callers + 1))]


def test_a_batch_goes_off_when_it_is_full():
    queue, crowd = Queue(Echo(), 8), Crowd()
    with queue.caller(), queue.caller(), queue.caller():  # the third might ask, and does not
        crowd.add(asked, queue, 0, 5)
        until(lambda: queue._waiting == 1)
        assert list(queue.batches) == []
        crowd.add(asked, queue, 10, 3)
        assert crowd.join() == []
    assert list(queue.batches) == [8]


def test_a_batch_goes_off_when_nobody_is_left_who_could_add_to_it():
    queue, crowd, leave = Queue(Echo(), 8), Crowd(), threading.Event()

    def thinks() -> None:
        with queue.caller():
            assert leave.wait(SOON)

    def asks(first: int) -> None:
        with queue.caller() as ask:
            asked(ask, first, 2)

    crowd.add(thinks)
    until(lambda: queue._callers == 1)
    crowd.add(asks, 10)
    crowd.add(asks, 20)
    until(lambda: queue._waiting == 2)
    time.sleep(0.02)
    assert list(queue.batches) == []
    leave.set()
    assert crowd.join() == []
    assert list(queue.batches) == [4]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("callers, size", [(2, 4), (8, 16), (16, 5)])
def test_answers_reach_who_asked(callers, size, seed):
    queue, crowd, total = Queue(Echo(), size), Crowd(), 0

    def work(k: int, sizes: list[int]) -> None:
        dice = random.Random(k)
        with queue.caller() as ask:
            for turn, count in enumerate(sizes):
                asked(ask, 1_000_000 * k + 1000 * turn, count)
                time.sleep(0.001 * (dice.random() < 0.2))

    dice = random.Random(seed)
    for k in range(callers):
        sizes = [dice.randrange(1, 6) for _ in range(40)]
        total += sum(sizes)
        crowd.add(work, k, sizes)
    assert crowd.join() == []
    assert sum(queue.batches) == total
    assert max(queue.batches) < size + 5, "a full batch takes nothing more"
    assert (queue._callers, queue._waiting, queue._pending) == (0, 0, [])


def test_an_error_reaches_everybody_in_the_batch_and_nobody_else():
    echo, crowd = Echo(), Crowd()
    queue, begun = Queue(echo, 100), threading.Barrier(4)
    echo.wrong = {201}

    def work(k: int) -> None:
        with queue.caller() as ask:
            begun.wait(SOON)
            with pytest.raises(ConnectionError, match="no answer"):
                ask(*positions(100 * k, 2))
            asked(ask, 100 * k + 50, 2)

    for k in range(4):
        crowd.add(work, k)
    assert crowd.join() == []
    assert queue.batches[0] == 8 and sum(queue.batches) == 16
    asked(queue, 1, 1)


def test_others_queue_up_while_a_batch_is_evaluated():
    echo, crowd = Echo(), Crowd()
    queue = Queue(echo, 2)
    with queue.caller(), queue.caller(), queue.caller(), queue.caller(), queue.caller():
        echo.gate.clear()
        crowd.add(asked, queue, 0, 2)
        until(lambda: queue._waiting == 1 and not queue._pending)
        crowd.add(asked, queue, 10, 1)
        until(lambda: queue._waiting == 2)
        assert len(queue._pending) == 1
        echo.gate.set()
        until(lambda: list(queue.batches) == [2])
        crowd.add(asked, queue, 20, 1)
        assert crowd.join() == []
    assert list(queue.batches) == [2, 2]


@pytest.mark.parametrize("searches", [2, 4])
def test_searches_of_several_games_share_batches(searches):
    queue, crowd, begun = Queue(Hashed(), 64), Crowd(), threading.Barrier(searches)
    trees: list[Tree] = [new_tree(20_000, policy=True) for _ in range(searches)]

    def new_run(k: int, tree: Tree, shared: Queue) -> BatchRun:
        position = start(f"{RANDOM_TREE}(seed={k},branches=6,plies=16)")
        stand, scratches = stand_of(position, shared.depth), new_scratches(1, 8, 16, k)
        return BatchRun(Method(Puct(), None), tree, stand, shared, Pace(2), scratches)

    new_run(0, new_tree(20_000, policy=True), Queue(Hashed(), 64)).run(20, SOON, False)  # compiles for all

    def work(k: int) -> None:
        position = start(f"{RANDOM_TREE}(seed={k},branches=6,plies=16)")
        run = new_run(k, trees[k], queue)
        begun.wait(SOON)
        assert run.run(200, 1e9, False) == 200
        assert int(trees[k].move[read.ranked(trees[k])[0]]) in position.legal

    for k in range(searches):
        crowd.add(work, k)
    assert crowd.join() == []
    for tree in trees:
        assert tree.visits[0] == 200 and not tree.pending.any() and not (tree.first == CLAIMED).any()
    assert np.mean(queue.batches) > 0.6 * 2 * searches, "a search by itself has two"
    assert max(queue.batches) == 2 * searches


def test_a_caller_who_is_away_is_not_waited_for():
    queue = Queue(Echo(), 8)
    with queue.caller(), queue.caller() as ask, queue.away():
        asked(ask, 5, 3)
    assert list(queue.batches) == [3] and queue._callers == 0


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_of_one_search_share_batches_and_do_not_wait_for_ever(threads):
    """At first the tree has fewer leaves than there are threads: those without one must not hold the others up."""
    queue, tree = Queue(Hashed(), 64), new_tree(20_000, policy=True)
    stand = stand_of(start(f"{RANDOM_TREE}(seed=1,branches=6,plies=16)"), queue.depth)
    run = BatchRun(Method(Puct(), None), tree, stand, queue, Pace(2), new_scratches(threads, 8, 16, 1))
    assert run.run(500, SOON, False) == 500
    assert tree.visits[0] == 500 and not tree.pending.any() and not (tree.first == CLAIMED).any()
    assert max(queue.batches) > 2, "a thread by itself has two"
