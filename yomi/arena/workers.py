"""Who plays the games of an event: this process, or several beside it.

A worker that dies, for whatever reason, is replaced, and its game is played again; one whose parent has died ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from typing import Protocol

from yomi.arena.contest import Table
from yomi.arena.event import Event, Fixture, Played
from yomi.errors import YomiError
from yomi.players.contestant import is_own
from yomi.players.spec import parse

TRIES = 3  # for a game whose worker dies
WATCH = 1.0  # seconds between looks whether the parent lives
PATIENCE = 5.0  # seconds for a worker to end
_spawn = multiprocessing.get_context("spawn")


class WorkerLost(YomiError, RuntimeError):
    """Processes that play died again and again."""


class Workers(Protocol):
    """Those who play games."""

    def play(self, event: Event, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """Each game as it ends; fixtures are asked for one by one, so that there is no waste when enough is played."""


class Here:
    """This process plays, one game after another."""

    def play(self, event: Event, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        with closing(Table(event)) as table:
            if event.clock:
                table.warm()  # no clock runs while something is compiled
            for fixture in fixtures:
                yield table.play(fixture)


def threads_of(event: Event) -> int:
    """How many threads a game takes at a time; another program has one, as far as we know."""
    return max(parse(text).budget.threads if is_own(text) else 1 for text in event.players)


def useful_workers(event: Event) -> int:
    """As many as the cores allow."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // threads_of(event))


class Processes:
    """Several processes of this machine play; the first one compiles before the others start."""

    def __init__(self, count: int):
        self.count = count

    def play(self, event: Event, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        todo, tries = deque[Fixture](), dict[Fixture, int]()
        coming = iter(fixtures)
        crew: dict[Connection, Helper] = {}
        try:
            while True:
                self.assign(event, crew, todo, coming)
                busy = [line for line, helper in crew.items() if helper.fixture is not None or not helper.ready]
                if not busy:
                    return
                for line in wait(busy):
                    assert isinstance(line, Connection)
                    helper = crew[line]
                    try:
                        answer = line.recv()
                    except (EOFError, OSError):
                        crew.pop(line).end()
                        if helper.fixture is not None:
                            self.again(helper.fixture, todo, tries)
                        continue
                    helper.ready = True
                    if isinstance(answer, BaseException):
                        raise answer
                    helper.fixture = None
                    if answer is not None:
                        yield answer
        finally:
            for helper in crew.values():
                helper.end()

    def assign(
        self, event: Event, crew: dict[Connection, Helper], todo: deque[Fixture], coming: Iterator[Fixture]
    ) -> None:
        """Give everybody who has nothing to do a game; start more workers once the first has compiled."""
        compiled = any(helper.ready for helper in crew.values())
        while len(crew) < (self.count if compiled else 1):
            helper = Helper(event)
            crew[helper.line] = helper
        for helper in crew.values():
            if helper.ready and helper.fixture is None:
                fixture = todo.popleft() if todo else next(coming, None)
                if fixture is not None:
                    helper.give(fixture)

    def again(self, fixture: Fixture, todo: deque[Fixture], tries: dict[Fixture, int]) -> None:
        """Have the game of a lost worker played again."""
        tries[fixture] = tries.get(fixture, 0) + 1
        if tries[fixture] >= TRIES:
            raise WorkerLost(f"game {fixture.number}: the process that played it died {TRIES} times")
        todo.appendleft(fixture)


class Helper:
    """A process beside this one that plays one game at a time."""

    def __init__(self, event: Event):
        self.line, there = _spawn.Pipe()
        self.process = _spawn.Process(target=serve, args=(event, there, os.getpid()), daemon=True)
        self.process.start()
        there.close()
        self.fixture: Fixture | None = None  # being played
        self.ready = False

    def give(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with suppress(OSError):  # a dead one is found when its answer is waited for
            self.line.send(fixture)

    def end(self) -> None:
        """Let it go home, sooner or later."""
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()


def serve(event: Event, line: Connection, parent: int) -> None:
    """What such a process does: say that it is ready, then play what it is given."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # as at any other end, engines are closed
    threading.Thread(target=leave_with, args=(parent,), daemon=True).start()
    try:
        with closing(Table(event)) as table:
            table.warm()
            line.send(None)
            while True:
                line.send(table.play(line.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        pass
    except Exception as error:
        with suppress(OSError):
            line.send(error if isinstance(error, YomiError) else RuntimeError(f"{type(error).__name__}: {error}"))
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # everything is closed


def leave_with(parent: int) -> None:
    """End this process, engines included, when its parent is gone."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.kill(os.getpid(), signal.SIGKILL)
