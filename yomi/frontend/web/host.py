"""One game with the browsers that look at it: what it is to think about now, and what comes of that."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Protocol

from yomi.errors import GameOver
from yomi.frontend.web import views
from yomi.frontend.web.table import Table
from yomi.frontend.web.thoughts import ANALYSIS, HINT, MOVE, REVIEW, Subject, Thought
from yomi.players.ending import RESIGNED, forfeit
from yomi.players.referee import judge

if TYPE_CHECKING:
    from yomi.frontend.web.hall import Hall

GRACE = 10.0  # seconds that a game thinks on after the last browser has left: a reload takes less
Message = dict[str, Any]


class Browser(Protocol):
    """Somebody who looks at a game."""

    parts: frozenset[str]

    def tell(self, message: Message) -> None: ...


class Host:
    """One game, those who look at it, and what it thinks about."""

    def __init__(self, table: Table, hall: Hall):
        self.table, self.hall = table, hall
        self.browsers: set[Browser] = set()
        self.analyzing = False
        self.reviewing = 0  # simulations of each position; 0: no review
        self.hints: list[tuple[Browser, int]] = []  # who wants one, and the number of the wish
        self.thought: Thought | None = None
        self.alarm: asyncio.TimerHandle | None = None  # for the clock
        self.moved = 0.0  # when the last move was played
        self.left = time.monotonic()  # when the last browser left

    def state(self) -> Message:
        thinking = self.thought is not None and self.thought.subject.kind == MOVE
        return views.state(self.table) | {"thinking": thinking, "analyzing": self.analyzing}

    def tell(self, message: Message) -> None:
        for browser in self.browsers:
            browser.tell(message)

    def changed(self) -> None:
        """Keep the game, think about what is to be thought about now, tell everybody."""
        self.hall.games.save(self.table.id, views.kept(self.table))
        self.settle()
        self.tell(self.state())
        self.set_alarm()

    def enter(self, browser: Browser) -> None:
        self.browsers.add(browser)
        self.table.freeze(self.table.paused)
        self.settle()
        self.watch()
        browser.tell(self.state())
        self.set_alarm()

    def leave(self, browser: Browser) -> None:
        self.browsers.discard(browser)
        self.hints = [(who, number) for who, number in self.hints if who is not browser]
        if not self.browsers:
            self.left = time.monotonic()
            self.hall.later(GRACE, self.rest)

    def rest(self) -> None:
        """Nobody is there: clocks stand still, and nothing is thought about."""
        if not self.browsers:
            self.table.freeze(True)
            self.settle()

    def wanted(self) -> Subject | None:
        """What is to be thought about now."""
        table = self.table
        if not self.browsers and time.monotonic() - self.left >= GRACE:
            return None
        if table.engine_to_move and not table.paused:
            return self.subject(MOVE, table.seat["spec"], table.length)
        if self.hints:
            return self.subject(HINT, table.analyst, table.at)._replace(asked=self.hints[0][1])
        if self.reviewing:
            return self.subject(REVIEW, table.analyst, table.length)._replace(simulations=self.reviewing)
        if self.analyzing and not table.seen.over:
            return self.subject(ANALYSIS, table.analyst, table.at)
        return None

    def subject(self, kind: str, spec: str, at: int) -> Subject:
        position = self.table.session.positions()[at]
        return Subject(kind, spec, at, position.history, id(position.origin))

    def settle(self) -> None:
        """Begin to think about what is wanted, once what was wanted before has ended."""
        wanted = self.wanted()
        if self.thought is not None:
            if self.thought.subject != wanted:
                self.thought.end()
            return
        if wanted is None:
            return
        table = self.table
        positions = table.session.positions()[: wanted.at + 1]
        clock = table.session.clocks[table.position.side]
        self.thought = Thought(wanted, positions, clock, self.parts(), self.hall.from_thread(self.hear))
        role = f"player {table.position.side}" if wanted.kind == MOVE else "analyst"
        self.hall.think(self.thought, (table.id, role), self.found)

    def parts(self) -> frozenset[str]:
        """What somebody wants to see of a search."""
        return frozenset[str]().union(*(browser.parts for browser in self.browsers))

    def watch(self) -> None:
        """What browsers want to see has changed."""
        if self.thought is not None:
            self.thought.parts = self.parts()

    def hear(self, message: Message) -> None:
        """What a thought says while it goes on."""
        if "judged" not in message:
            self.tell(message)
            return
        self.table.judge(*message["judged"])
        if "mistakes" in message:
            self.table.mistakes = message["mistakes"]
            self.tell(self.state())

    def found(self, thought: Thought, answer: Message) -> None:
        """What a thought came to; one that nobody wants any more changes nothing."""
        self.thought = None
        kind = thought.subject.kind
        if thought.ended:
            self.settle()
        elif "error" in answer:
            self.fail(kind, answer["error"])
        elif kind == MOVE:
            self.hall.later(max(0.0, self.moved + self.table.pace - time.monotonic()), self.move, thought, answer)
        else:
            if kind == HINT:
                browser, number = self.hints.pop(0)
                browser.tell({"type": "hint", "id": number, **answer["hint"]})
            elif kind == REVIEW:
                self.reviewing = 0
            else:
                self.analyzing = False
            self.changed()

    def fail(self, kind: str, text: str) -> None:
        """A search could not be made: say why, and do not try again by itself."""
        self.tell({"type": "refused", "id": -1, "text": text})
        for browser, number in self.hints:
            browser.tell({"type": "refused", "id": number, "text": text})
        self.analyzing, self.reviewing, self.hints = False, 0, []
        if kind == MOVE:
            self.table.paused = True
            self.table.freeze(True)
        self.changed()

    def move(self, thought: Thought, answer: Message) -> None:
        """Play an engine's move, if the game still waits for it."""
        if self.thought is not None or self.wanted() != thought.subject:
            self.settle()
            return
        table = self.table
        seen = table.at if table.at < table.length else None
        try:
            if answer["move"] is None:
                table.end(forfeit(table.position, RESIGNED))
            else:
                table.play(int(answer["move"]), table.length, answer["seconds"])
        except GameOver:
            pass  # its flag fell
        if seen is not None:
            table.at = seen  # somebody looks at an earlier position
        self.moved = time.monotonic()
        self.advance()

    def advance(self) -> None:
        """Go on after a move: the referee looks at the end of a game of Go first."""
        if self.table.uncounted:
            position = self.table.position
            self.hall.compute(lambda: judge(position), self.counted)
        self.changed()

    def counted(self, verdict: Any) -> None:
        if self.table.uncounted:
            self.table.count_with(verdict)
            self.changed()

    def set_alarm(self) -> None:
        """Wake up when the flag of a person falls, or the next period begins."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        table = self.table
        if table.ticking and self.browsers and not table.engine_to_move:
            left = table.faces()[table.position.side]["left"]
            self.alarm = self.hall.later(left + 0.05, self.ring)

    def ring(self) -> None:
        table = self.table
        if table.ticking and table.faces()[table.position.side]["fallen"]:
            table.lose_on_time()
            self.changed()
        else:
            self.tell(self.state())
            self.set_alarm()
