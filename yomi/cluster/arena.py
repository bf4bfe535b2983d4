"""Games of an event on a Ray cluster: actors play, the process that asks them keeps the results.

A game whose actor or machine is lost is played again by another; since results are kept by their number, no game
counts twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from yomi.arena.contest import Table
from yomi.arena.event import Event, Fixture, Played
from yomi.arena.workers import TRIES, WorkerLost, threads_of
from yomi.cluster.node import alone, join
from yomi.errors import YomiError

STARTS = 20  # of actors that may be lost before they play


class Player:
    """A table on a machine of the cluster; becomes an actor."""

    def __init__(self, event: Event):
        self.table = Table(event)

    def warm(self) -> None:
        with alone():
            self.table.warm()

    def play(self, fixture: Fixture) -> Played:
        return self.table.play(fixture)


class RayWorkers:
    """Actors that play, one for each core unless a number is given."""

    def __init__(self, address: str, count: int, say: Callable[[str], None]):
        join(address)
        self.count, self.say = count, say

    def play(self, event: Event, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """Each game as it ends."""
        crew = Crew(event, self.count, self.say)
        coming, todo = iter(fixtures), deque[Fixture]()
        try:
            while crew.assign(coming, todo):
                yield from crew.ended(todo)
        finally:
            crew.close()


class Crew:
    """The actors of one event, and what each of them does; one that waits for a free core is not waited for."""

    def __init__(self, event: Event, count: int, say: Callable[[str], None]):
        self.event, self.say, self.threads = event, say, threads_of(event)
        room = max(1, int(ray.cluster_resources().get("CPU", 1.0)) // self.threads)
        self.starting: dict[Any, Any] = {}  # by what will be answered: who
        self.playing: dict[Any, tuple[Any, Fixture]] = {}  # by what will be answered: who, and which game
        self.idle: list[Any] = []  # those who can take one more game: two at a time, so that nobody waits
        self.lost: list[Any] = []
        self.tries: dict[Fixture | None, int] = {}
        for _ in range(count or room):
            self.start()

    def start(self) -> None:
        """One more actor, as soon as there is a core for it."""
        kind: Any = ray.remote(Player)
        actor = kind.options(num_cpus=self.threads).remote(self.event)
        self.starting[actor.warm.remote()] = actor

    def assign(self, coming: Iterator[Fixture], todo: deque[Fixture]) -> bool:
        """Give every idle actor a game; whether there is anything to wait for."""
        while self.idle:
            fixture = todo.popleft() if todo else next(coming, None)
            if fixture is None:
                return bool(self.playing)
            actor = self.idle.pop()
            self.playing[actor.play.remote(fixture)] = (actor, fixture)
        return True

    def ended(self, todo: deque[Fixture]) -> Iterator[Played]:
        """The next game that is finished; one whose actor was lost goes back to the list."""
        ready, _ = ray.wait([*self.playing, *self.starting], num_returns=1)
        for answer in ready:
            actor, fixture = self.playing.pop(answer) if answer in self.playing else (self.starting.pop(answer), None)
            try:
                game = ray.get(answer)
            except RayTaskError as error:
                raise cause_of(error) from None
            except RayError as error:
                self.lose(actor, fixture, error)
                if fixture is not None:
                    todo.appendleft(fixture)
                continue
            self.idle.append(actor)
            if game is None:
                self.idle.insert(0, actor)  # just started: it takes a second game, after everybody has one
            else:
                yield game

    def lose(self, actor: Any, fixture: Fixture | None, error: RayError) -> None:
        """Replace an actor; its game, if it had one, is played again."""
        first = actor not in self.lost
        self.lost.append(actor)
        self.idle = [other for other in self.idle if other is not actor]
        ray.kill(actor)
        what = f"game {fixture.number}" if fixture else "a start"
        self.tries[fixture] = self.tries.get(fixture, 0) + 1
        if self.tries[fixture] >= (TRIES if fixture else STARTS):
            raise WorkerLost(f"{what}: whoever had to do with it was lost {self.tries[fixture]} times ({error})")
        if first:
            self.say(f"A player was lost with {what} ({type(error).__name__}): another takes over.")
            self.start()

    def close(self) -> None:
        for actor in [*self.idle, *self.starting.values(), *(actor for actor, _ in self.playing.values())]:
            ray.kill(actor)


def cause_of(error: RayTaskError) -> Exception:
    """What went wrong at the other end: an error of ours as it is."""
    cause = error.cause
    return cause if isinstance(cause, YomiError) else RuntimeError(str(cause))
