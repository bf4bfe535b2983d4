"""`go`: searches within the limits, tells what is found, and answers with a move when it may."""

from __future__ import annotations

import time
import traceback
from typing import TYPE_CHECKING, Any

from yomi.errors import YomiError
from yomi.frontend.stream import Hangup
from yomi.frontend.usi.board import may_declare, move_of, thinkable
from yomi.frontend.usi.info import centipawns, depth_of, info_lines
from yomi.frontend.usi.limits import Limits, read_go, thinking_time
from yomi.frontend.usi.options import NEVER
from yomi.frontend.usi.wire import Order
from yomi.players.search import Search

if TYPE_CHECKING:
    from yomi.frontend.usi.desk import Desk

EVERY = 0.5  # seconds between lines of info
ENDLESS = 1e7  # seconds
DEFAULT_SECONDS = 1.0  # where no limit is given
POLL = 0.01  # seconds between looks at whether an answer may be given


def go(desk: Desk, order: Order, limits: Limits) -> None:
    """Answer `go`: always with one `bestmove`, never before it is allowed."""
    try:
        chosen = decide(desk, order, limits)
    except Hangup:
        raise
    except Exception as error:
        if not isinstance(error, YomiError):
            traceback.print_exc()
        desk.out.say(f"{type(error).__name__}: {error}")
        legal = desk.position.legal
        chosen = desk.position.text(legal[0]) if legal else "resign"
    while order.endless and not order.stopped.wait(POLL):
        pass
    desk.out.lines(f"bestmove {chosen}")


def decide(desk: Desk, order: Order, limits: Limits) -> str:
    """What to say after `bestmove`."""
    if not desk.position.legal:
        return "resign"
    if may_declare(desk.position):
        return "win"
    desk.make_ready()
    thought = Thought(desk, order, limits)
    order.searching = True
    search = thought.search()
    order.searching = False
    desk.out.lines(*info_lines(search, desk.number("MultiPV")))
    limit = desk.number("ResignValue")
    if limit < NEVER and not limits.infinite and centipawns(search.value) <= -limit:
        return "resign"
    reply = f" ponder {search.line[1]}" if len(search.line) > 1 else ""
    return f"{search.line[0]}{reply}"


class Thought:
    """One search: its limits, and when it ends."""

    def __init__(self, desk: Desk, order: Order, limits: Limits):
        self.desk, self.order, self.limits = desk, order, limits
        self.position = thinkable(desk.position)
        self._deadline: float | None = None  # when an answer is due, however long the search needed to begin
        self._deep_enough = False

    def search(self) -> Search:
        bounds = self.bounds() | self.restrictions()
        self.desk.player.lines = self.desk.number("MultiPV")
        return self.desk.player.search(self.position, report=self.report, every=EVERY, until=self.is_over, **bounds)

    def bounds(self) -> dict[str, Any]:
        """Simulations and seconds for the search: what was asked for, and no more than the player's own limits."""
        limits, own = self.limits, self.desk.player.spec.budget
        if self.order.endless:
            return {"seconds": ENDLESS}
        if limits.nodes is None and limits.depth is None and not limits.timed:
            limited = own.simulations is not None or own.seconds is not None
            return {} if limited else {"seconds": DEFAULT_SECONDS}
        seconds = self.seconds(limits)
        if seconds is not None:
            self._deadline = self.order.read_at + min(seconds, own.seconds or seconds)
            seconds = max(POLL, self._deadline - time.monotonic())
        return {"simulations": limits.nodes or own.simulations, "seconds": ENDLESS if seconds is None else seconds}

    def seconds(self, limits: Limits) -> float | None:
        """How long to think, None where no time is given."""
        left = self.position.game.moves_left(self.position.state)
        return thinking_time(limits, self.position.side, self.desk.number("NetworkDelay") / 1000, left)

    def restrictions(self) -> dict[str, Any]:
        """Depth and moves to look at, where they were given."""
        found: dict[str, Any] = {}
        if self.limits.depth is not None:
            found["depth"] = self.limits.depth
        moves = []
        for text in self.limits.searchmoves:
            try:
                moves.append(move_of(self.position, text))
            except YomiError as error:
                self.desk.out.say(error)
        return found | ({"only": moves} if moves else {})

    def is_over(self) -> bool:
        """Whether the search is to end."""
        if self.order.stopped.is_set() or self._deep_enough:
            return True
        if self._deadline is None and self.order.hit is not None:  # from now on the clock runs
            told = read_go(self.order.hit)
            seconds = self.seconds(told if told.timed else self.limits)
            self._deadline = self.order.hit_at + (DEFAULT_SECONDS if seconds is None else seconds)
        return self._deadline is not None and time.monotonic() >= self._deadline

    def report(self, search: Search) -> None:
        """Tell what is found so far."""
        self.desk.out.lines(*info_lines(search, self.desk.number("MultiPV")))
        self._deep_enough = self.limits.depth is not None and depth_of(search) >= self.limits.depth
