"""What the commands work on: one session, the settings that outlive a game, and what was last found out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from yomi.errors import GameOver
from yomi.frontend.gtp.inbox import Inbox
from yomi.frontend.gtp.wire import Call, Talk
from yomi.games.go import text
from yomi.games.go.board import PASS
from yomi.games.go.game import SCORING, SUPERKO, RuleSet, give_turn, go, read_komi, rule_set
from yomi.games.go.replay import with_setup
from yomi.games.position import Position
from yomi.players.manners import Choice
from yomi.players.player import Player
from yomi.players.referee import JUDGE, owner_map
from yomi.players.search import Search
from yomi.players.session import Session
from yomi.players.spec import Spec, parse
from yomi.players.warm import warm


class Rules(NamedTuple):
    """The rules of a game, komi apart; by name they are options of a new game."""

    superko: str  # simple, positional, situational
    suicide: bool
    scoring: str  # area, territory

    @classmethod
    def of(cls, known: RuleSet) -> Rules:
        return cls(known.superko, known.suicide, known.scoring)


class Desk:
    """The engine as the commands see it."""

    def __init__(self, inbox: Inbox, talk: Talk, spec_text: str, size: int, komi: float | None, rules: str):
        self.inbox, self.talk = inbox, talk
        chosen = rule_set(rules)
        self.komi = read_komi(chosen.komi if komi is None else komi)
        self.rules = Rules.of(chosen)
        self.player = Player(parse(spec_text))
        self.explained = ""  # what the last search found, for people
        self.warmer = Warmer(self.player.spec)
        self.session = Session(go(size), self.player)
        self.new_game(size)

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def size(self) -> int:
        return text.board_size(self.position.state)

    def new_game(self, size: int) -> None:
        """An empty board, the clocks full again."""
        game = go(size)
        self.warmer.begin(size)
        self.session.restart(game, komi=self.komi, **self.rules._asdict())
        self.session.set_clocks(self.session.clocks[0].control)
        self.explained = ""

    def start_with(self, stones: Sequence[tuple[int, int]], side: int, size: int | None = None) -> Position:
        """The start of a game with stones (point, colour) on the board; refused where a chain has no liberty."""
        empty = Position.start(go(size or self.size), komi=self.komi, **self.rules._asdict())
        return with_setup(empty, list(stones), side)

    def begin_from(self, start: Position, steps: Sequence[tuple[int, int]] = ()) -> None:
        """A new game from a position, and these (side, move) steps; an illegal one raises before anything changes."""
        position = start
        for side, move in steps:
            position = position.with_side(side).play(move)
        self.warmer.begin(text.board_size(start.state))
        self.session.start_from(start)
        self.explained = ""
        for side, move in steps:
            self.session.play(move, side)

    def adopt(self, komi: float, rules: Rules) -> None:
        """The same game under another komi or other rules; an illegal move in it raises before anything changes."""
        if (komi, rules) == (self.komi, self.rules):
            return

        def change(state: np.record) -> None:
            state.komi, state.superko, state.suicide = komi, SUPERKO[rules.superko], int(rules.suicide)
            state.territory = SCORING[rules.scoring]
            text.setup(state, [])

        self.begin_from(self.session.positions()[0].altered(change), self.session.moves)
        self.komi, self.rules = komi, rules

    def thinkable(self, side: int | None) -> Position:
        """The position with a side to move, and going on where two passes have ended it."""
        position = self.position if side is None else self.position.with_side(side)
        return position.altered(lambda state: give_turn(state, position.side)) if position.over else position

    def choose(
        self, call: Call, side: int, report: Callable[[Search], None] | None = None, every: float = 1.0
    ) -> Choice:
        """What the player would do for a side, on its clock; `report` sees the search every so many seconds."""
        if self.position.over:
            self.session.alter(lambda state: give_turn(state, side))
        self.warmer.wait(self.size)
        try:
            chosen = self.session.choose(side, report=report, every=every, until=lambda: call.interrupted)
        except GameOver:  # the longest game there is
            return Choice(PASS, None)
        self.explained = explain(chosen)
        return chosen

    def choice_text(self, chosen: Choice) -> str:
        return "resign" if chosen.move is None else self.position.text(chosen.move)

    def owner(self, position: Position, playouts: int) -> np.ndarray:
        """Who will own each point, +1 black to -1 white."""
        self.warmer.wait(self.size)
        return owner_map(JUDGE, position, playouts)


def explain(chosen: Choice) -> str:
    """A decision in a line."""
    search = chosen.search
    if search is None:
        return "no search: the game is won as it stands"
    visits = search.total
    shown = f"{search.value:.1%} after {visits} visits ({search.simulations} new in {search.seconds:.2f} s)"
    return f"{'resigned, ' if chosen.move is None else ''}win rate {shown}, line {' '.join(search.line[:12])}"


class Warmer:
    """Compiles or loads in the background what a board size needs, so that no clock runs meanwhile."""

    def __init__(self, spec: Spec):
        self._spec = spec
        self._threads: dict[int, threading.Thread] = {}

    def begin(self, size: int) -> None:
        if size not in self._threads:
            thread = threading.Thread(target=self._warm, args=(size,), name=f"gtp-warm-{size}", daemon=True)
            self._threads[size] = thread
            thread.start()

    def wait(self, size: int) -> None:
        self.begin(size)
        self._threads[size].join()

    def busy(self) -> bool:
        return any(thread.is_alive() for thread in self._threads.values())

    def _warm(self, size: int) -> None:
        warm(Position.start(go(size)), self._spec)
