"""All games that somebody looks at, and the threads that think for them; games change in one thread only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from yomi.errors import BadText
from yomi.frontend.web import views
from yomi.frontend.web.host import Host, Message
from yomi.frontend.web.levels import analyst, levels
from yomi.frontend.web.memory import MOST_PLAYERS, Key, Shelf
from yomi.frontend.web.store import Games
from yomi.frontend.web.table import Table
from yomi.frontend.web.thoughts import Thought
from yomi.games import catalog
from yomi.players.spec import parse

MOST_TABLES = 200  # in memory; others are in the file
HELPERS = 2  # threads for what is short


class Hall:
    """All games."""

    def __init__(self, games: Games, places: int, megabytes: float, own_games: bool):
        self.games, self.shelf = games, Shelf(places, megabytes)
        self.own_games = own_games  # whether a browser may name a Python file, which is run
        self.hosts: dict[str, Host] = {}
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(MOST_PLAYERS, "thought")
        self._helpers = ThreadPoolExecutor(HELPERS, "helper")
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True

    def add(self, table: Table) -> Host:
        """A new game."""
        self._thin_out()
        self.hosts[table.id] = Host(table, self)
        return self.hosts[table.id]

    async def find(self, name: str) -> Host:
        """A game that is there, or that was kept."""
        if name not in self.hosts:
            held = self.games.load(name)
            table = await self.compute_now(lambda: views.restored(name, held))
            if name not in self.hosts:
                self.add(table).advance()
        return self.hosts[name]

    def _thin_out(self) -> None:
        """Forget games that nobody looks at where there are too many; they are in the file."""
        idle = sorted((host for host in self.hosts.values() if not host.browsers), key=lambda host: host.left)
        for host in idle[: max(0, len(self.hosts) - MOST_TABLES + 1)]:
            if host.thought is not None:
                host.thought.end()
            self.shelf.forget(host.table.id)
            del self.hosts[host.table.id]
        if len(self.hosts) >= MOST_TABLES:
            raise BadText(f"{MOST_TABLES} games are open on this server: close one first")

    def from_thread(self, call: Callable[[Message], None]) -> Callable[[Message], None]:
        """A call that another thread may make."""

        def say(message: Message) -> None:
            if self._open:
                self._loop.call_soon_threadsafe(call, message)

        return say

    def think(self, thought: Thought, key: Key, found: Callable[[Thought, Message], None]) -> None:
        """Run a thought in a thread; `found` hears in this one."""
        done = self.from_thread(lambda answer: found(thought, answer))

        def work() -> None:
            try:
                answer = thought.run(self.shelf, key)
            except Exception as error:  # whatever it is, the game must hear of it
                answer = {"error": f"the search failed: {type(error).__name__}: {error}"}
            done(answer)

        self._threads.submit(work)

    def compute(self, work: Callable[[], Any], heard: Callable[[Any], None]) -> None:
        """Do something short in a thread; `heard` hears in this one."""

        async def both() -> None:
            heard(await self.compute_now(work))

        task = self._loop.create_task(both())
        self._tasks.add(task)  # the loop itself would forget it
        task.add_done_callback(self._tasks.discard)

    async def compute_now(self, work: Callable[[], Any]) -> Any:
        return await self._loop.run_in_executor(self._helpers, work)

    def later(self, seconds: float, call: Callable[..., None], *values: Any) -> asyncio.TimerHandle:
        return self._loop.call_later(seconds, call, *values)

    def warm_up(self, game: str) -> None:
        """Compile for the first level of a game and for its analyst, before somebody waits for it."""
        position = catalog.start(game)

        def work() -> None:
            for spec in (levels(position.game)[0].spec, analyst(position.game)):
                self.shelf.compile(position, parse(spec), lambda message: None, lambda: not self._open)

        self._threads.submit(work)

    def close(self) -> None:
        """End all thoughts and keep all games."""
        self._open = False
        for host in self.hosts.values():
            if host.thought is not None:
                host.thought.end()
            self.games.save(host.table.id, views.kept(host.table))
        self._threads.shutdown(cancel_futures=True)
        self._helpers.shutdown(cancel_futures=True)
        self.games.close()
