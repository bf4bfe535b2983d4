"""Many searches on few cores: each has its turn, in the order they came, and gives it up while others wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.search import Search
from yomi.players.spec import DEFAULT_SIMULATIONS, Spec
from yomi.search.gumbel import Gumbel

TURN = 0.5  # seconds of a turn while others wait
Asked = Callable[[], bool]
Heard = Callable[[int], None]  # hears how many come first


class Turns:
    """So many places, and who waits for one."""

    def __init__(self, places: int):
        self._free = places
        self._waiting: deque[object] = deque()
        self._changed = threading.Condition()

    @property
    def wanted(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def take(self, asked: Asked, heard: Heard | None = None) -> bool:
        """Wait for a place; False if somebody asked to end first."""
        me, told = object(), 0
        with self._changed:
            self._waiting.append(me)
            try:
                while not asked():
                    ahead = self._waiting.index(me) + 1
                    if self._free > 0 and ahead == 1:
                        self._free -= 1
                        return True
                    if heard is not None and ahead != told:
                        heard(ahead)
                        told = ahead
                    self._changed.wait(0.05)
                return False
            finally:
                self._waiting.remove(me)
                self._changed.notify_all()

    def give(self) -> None:
        """Leave one's place to the next."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()


class Sharer(Player):
    """A player that searches in turns; its limits are of the time and simulations that it really had."""

    def __init__(self, spec: Spec, turns: Turns):
        super().__init__(spec)
        self._turns = turns
        self.asked: Asked = lambda: False  # whether somebody wants the search to end
        self.heard: Heard | None = None
        self.spent = 0.0  # seconds of searching, all in all

    def search(  # type: ignore[override]  # what else there is goes on as it comes
        self,
        position: Position,
        simulations: int | None = None,
        seconds: float | None = None,
        report: Callable[[Search], None] | None = None,
        every: float = 0.1,
        until: Asked | None = None,
        **options: Any,
    ) -> Search:
        """Think about a position, turn by turn."""
        budget = self.spec.budget
        if simulations is None and seconds is None:
            simulations, seconds = budget.simulations, budget.seconds
            if simulations is None and seconds is None:
                simulations = DEFAULT_SIMULATIONS
        whole = isinstance(self.spec.on(position.game).search, Gumbel)  # which plans all its simulations ahead
        while True:
            placed = self._turns.take(self.asked, self.heard)
            began = time.monotonic()
            turn = Turn(self._turns, self.asked, began + (1e9 if whole else TURN))
            try:
                limits = (simulations, seconds) if placed else (1, None)  # at least one: there must be an answer
                found = super().search(position, *limits, report, every, turn.over, **options)
            finally:
                spent = time.monotonic() - began
                self.spent += spent
                if placed:
                    self._turns.give()
            simulations = None if simulations is None else simulations - found.simulations
            seconds = None if seconds is None else seconds - spent
            out = (simulations is not None and simulations <= 0) or (seconds is not None and seconds <= 0)
            if not turn.left or out or found.solved:
                return found


class Turn:
    """One turn of a search."""

    def __init__(self, turns: Turns, asked: Asked, until: float):
        self._turns, self._asked, self._until = turns, asked, until
        self.left = False  # for others; there is more to do

    def over(self) -> bool:
        """Whether to end now: somebody asks for that, or others wait and it was long enough."""
        if self._asked():
            return True
        self.left = self._turns.wanted and time.monotonic() >= self._until
        return self.left
