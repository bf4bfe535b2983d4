"""The players of all games and their trees: so many at the most, so that memory stays within its limit."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from yomi.frontend.web.turns import Sharer, Turns
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.players.player import TABLE
from yomi.players.spec import Spec
from yomi.players.warm import steps
from yomi.search.alphabeta import AlphaBeta

MOST_PLAYERS = 32  # that have a tree
LARGEST = 4000.0  # megabytes for all of them unless told otherwise
Key = tuple[str, str]  # a game, and who it is there
Say = Callable[[dict[str, Any]], None]


def usual_memory() -> float:
    """Half of the machine's memory, within reason."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e6
    except (AttributeError, OSError, ValueError):
        machine = 2 * LARGEST
    return min(LARGEST, machine / 2)


class Shelf:
    """Players by their key, the one used longest ago first; whoever thinks is not thrown away."""

    def __init__(self, places: int, megabytes: float):
        self.turns, self._each = Turns(places), megabytes / MOST_PLAYERS
        self._players: OrderedDict[Key, tuple[str, Sharer]] = OrderedDict()
        self._busy: set[Key] = set()
        self._lock = threading.Lock()
        self._compiled: set[tuple[str, ...]] = set()  # games with their searches
        self._compiling = threading.Lock()

    @contextmanager
    def player(self, key: Key, spec: Spec, game: Game) -> Iterator[Sharer]:
        """The player of that key, with what it remembers; a new one where the spec is another."""
        with self._lock:
            text, player = self._players.get(key, ("", None))
            if player is None or text != str(spec.on(game)):
                text, player = str(spec.on(game)), self._new(spec, game)
            self._players[key] = text, player
            self._players.move_to_end(key)
            self._busy.add(key)
            self._thin_out()
        try:
            yield player
        finally:
            with self._lock:
                self._busy.discard(key)

    def _new(self, spec: Spec, game: Game) -> Sharer:
        budget = spec.budget
        most = min(self._each, TABLE) if isinstance(spec.on(game).search, AlphaBeta) else self._each
        threads = min(budget.threads, os.cpu_count() or 1)
        return Sharer(spec.with_budget(memory=min(budget.memory, most), threads=threads), self.turns)

    def _thin_out(self) -> None:
        for key in [key for key in self._players if key not in self._busy]:
            if len(self._players) <= MOST_PLAYERS:
                return
            del self._players[key]

    def compile(self, position: Position, spec: Spec, say: Say, ended: Callable[[], bool]) -> bool:
        """Compile what a search of such positions needs, once; False if nobody waits for it any more."""
        game = position.game.name
        key = (game, *(type(part).__name__ for part in spec.on(position.game)[:4]))
        if key in self._compiled or position.over:
            return not ended()
        todo = list(steps(position, spec))
        for k, (name, step) in enumerate(todo):
            say({"type": "busy", "text": f"compiling {game}: {name}", "done": k, "total": len(todo)})
            with self._compiling:
                step()
            if ended():
                return False
        self._compiled.add(key)
        say({"type": "busy", "text": "", "done": len(todo), "total": len(todo)})
        return True

    def forget(self, game: str) -> None:
        """Throw away the players of a game that nobody looks at."""
        with self._lock:
            for key in [key for key in self._players if key[0] == game and key not in self._busy]:
                del self._players[key]
