"""What a game thinks about, one thing at a time, in a thread of its own: a move, an analysis, a hint, a review.

Everything that changes a game happens in the server's one thread; a thought tells it what it found by `say`.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from yomi.errors import YomiError
from yomi.frontend.web.memory import Key, Say, Shelf
from yomi.frontend.web.news import DEPTHS, MANY, OWNER, Estimate, Topic, news
from yomi.frontend.web.table import Judged, Mistake
from yomi.frontend.web.turns import Sharer
from yomi.games.catalog import is_go
from yomi.games.go.text import board_size, points
from yomi.games.position import Position
from yomi.players.clock import Clock
from yomi.players.manners import choose, limits
from yomi.players.referee import JUDGE, owner_map
from yomi.players.search import Search
from yomi.players.spec import parse

MOVE, ANALYSIS, HINT, REVIEW = "move", "analysis", "hint", "review"
EVERY = 0.09  # seconds between news, and up to a hundredth more: ten a second
SELDOM = 10  # news after which what takes long is told again
FOREVER = 600.0  # seconds of an analysis: a page left open must not keep a core for ever
HINT_SECONDS = 1.5
ESTIMATE_PLAYOUTS = 200
LINES = 5  # that alpha-beta follows in an analysis
BAD = 0.08  # chance to win that a mistake costs at the least


class Subject(NamedTuple):
    """What is thought about; a thought with another subject is another thought."""

    kind: str
    spec: str
    at: int  # moves played
    history: tuple[int, ...]
    start: int  # identity of the position that the game began with
    simulations: int = 0  # of each position of a review
    asked: int = 0  # number of the wish for a hint


class Thought:
    """A search in progress; `end` and `hurry` may be called from any thread."""

    def __init__(self, subject: Subject, positions: list[Position], clock: Clock, parts: Collection[str], say: Say):
        self.subject, self.positions, self.clock, self.parts, self._say = subject, positions, clock, parts, say
        self._ended, self._hurried = threading.Event(), threading.Event()

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._ended.set()

    def hurry(self) -> None:
        """Answer with what is known."""
        self._hurried.set()

    @property
    def ended(self) -> bool:
        return self._ended.is_set()

    def over(self) -> bool:
        return self._ended.is_set() or self._hurried.is_set()

    def say(self, message: dict[str, Any]) -> None:
        if not self.ended:
            self._say(message)

    def run(self, shelf: Shelf, key: Key) -> dict[str, Any]:
        """Think; what was found, for whoever asked, or an `error`."""
        ways = {MOVE: self.move, ANALYSIS: self.analyse, HINT: self.hint, REVIEW: self.review}
        position = self.positions[-1]
        try:
            spec = parse(self.subject.spec)
            if not shelf.compile(self.positions[0], spec, self.say, lambda: self.ended):
                return {}
            with shelf.player(key, spec, position.game) as player:
                player.asked, player.heard, player.spent = self.over, self.waiting, 0.0
                player.lines = LINES if self.subject.kind == ANALYSIS else 1
                return ways[self.subject.kind](player)
        except (YomiError, OSError, MemoryError) as error:
            return {"error": str(error)}

    def waiting(self, ahead: int) -> None:
        self.say({"type": "queue", "ahead": ahead})

    def move(self, player: Sharer) -> dict[str, Any]:
        """An engine's move."""
        position, found = self.positions[-1], self.reporter(player)
        allowed = limits(player, position, self.clock)
        choice = choose(player, position, **allowed, report=found.report, every=EVERY)  # type: ignore[arg-type]
        if choice.search is not None:
            found.last(choice.search)
        return {"move": choice.move, "seconds": player.spent}

    def analyse(self, player: Sharer) -> dict[str, Any]:
        """Think until somebody has seen enough."""
        found = self.reporter(player)
        found.last(player.search(self.positions[-1], seconds=FOREVER, report=found.report, every=EVERY))
        return {}

    def hint(self, player: Sharer) -> dict[str, Any]:
        """What the analyst would play."""
        found = self.reporter(player)
        search = player.search(self.positions[-1], seconds=HINT_SECONDS, report=found.report, every=EVERY)
        found.last(search)
        return {"hint": {"at": self.subject.at, "move": search.best, "value": search.value, "line": search.line}}

    def review(self, player: Sharer) -> dict[str, Any]:
        """Every position of the game; mistakes are moves after which a chance is gone."""
        total, before = len(self.positions), None
        mistakes: list[Mistake] = []
        for at, position in enumerate(self.positions):
            self.say({"type": "busy", "text": "review", "done": at, "total": total})
            said = over_as(position)
            if said is None:
                said = judged(player.search(position, simulations=self.subject.simulations), None)
            if self.ended:
                return {}
            if before is not None and (bad := mistake(before, said, self.positions[at - 1], position)):
                mistakes.append(bad)
            self.say({"judged": (at, said), "mistakes": mistakes[:]})
            before = said
        self.say({"type": "busy", "text": "review", "done": total, "total": total})
        return {}

    def reporter(self, player: Sharer) -> Reporter:
        """Who tells the page of a search of the last position."""
        position, estimate = self.positions[-1], None
        if is_go(position.game) and (OWNER in self.parts or self.subject.kind != MOVE):
            estimate = estimate_of(position)
        rule = player.spec.on(position.game).search
        return Reporter(self, Topic(self.subject.at, self.subject.spec, rule, self.parts, estimate))


class Page(Protocol):
    """Who is told of a search, and what they want to see."""

    parts: Collection[str]

    def say(self, message: dict[str, Any]) -> None: ...


class Reporter:
    """Tells the page of a search; what takes long is told less often."""

    def __init__(self, page: Page, topic: Topic):
        self._page, self._topic, self._told = page, topic, 0

    def report(self, search: Search, over: bool = False) -> None:
        parts = frozenset(self._page.parts)
        tree = getattr(search, "tree", None)
        if tree is not None and tree.size[0] > MANY and self._told % SELDOM and not over:
            parts -= {DEPTHS}
        self._told += 1
        self._page.say(news(search, self._topic._replace(parts=parts), over))

    def last(self, search: Search) -> None:
        self.report(search, over=True)
        self._page.say({"judged": (self._topic.at, judged(search, self._topic.estimate))})


def estimate_of(position: Position, playouts: int = ESTIMATE_PLAYOUTS) -> Estimate:
    """Who owns what in Go; by territory a stone played counts against its side."""
    owner, state = owner_map(JUDGE, position, playouts), position.state
    view = [round(float(owner[p]), 2) for p in points(board_size(state))]
    given = float(state.komi) + (int(state.balance) if state.territory else 0)
    return Estimate(view, sum(view) - given)


def judged(search: Search, estimate: Estimate | None) -> Judged:
    """What a search says of its position."""
    value = 1.0 - search.value if search.position.side else search.value
    lead = None if estimate is None else round(estimate.lead, 1)
    return Judged(round(value, 4), search.total, lead, search.best, tuple(search.line[:12]))


def over_as(position: Position) -> Judged | None:
    """What the rules say of a finished game."""
    if not position.over:
        return None
    winner = position.winner
    return Judged(0.5 if winner is None else float(winner == 0), 1)


def mistake(before: Judged, after: Judged, position: Position, reached: Position) -> Mistake | None:
    """The move between two positions, if it cost much of the chance of who made it."""
    loss = (before.value - after.value) * (-1 if position.side else 1)
    move = position.text(reached.history[-1])
    if loss < BAD or move == before.best:
        return None
    return Mistake(len(reached.history), move, before.best, round(loss, 4), before.line)
