"""What the orders work on: options, a player, the board; and what makes them ready."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from yomi.errors import BadText, YomiError
from yomi.frontend.stream import Hangup
from yomi.frontend.usi import mate, think
from yomi.frontend.usi.board import Board, may_declare, read_position, thinkable
from yomi.frontend.usi.limits import read_go
from yomi.frontend.usi.options import ENTERING, GIVEN, Option, read_setting, said_in
from yomi.frontend.usi.wire import Order, Out
from yomi.games import catalog
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.spec import Spec, parse
from yomi.players.warm import warm

SIGN_OF_LIFE = 5.0  # seconds between lines while something is compiled


class Desk:
    """The engine as the orders see it."""

    def __init__(self, out: Out, options: dict[str, Option], spec_text: str, game: str):
        self.out, self._options, self._given = out, options, spec_text
        self.values = {option.name: option.default for option in options.values()}
        name, self._game_options = split_call(game)
        self.board = Board(catalog.game(name), **self._rules())
        self.player = Player(self._spec())
        self.ready = False  # all that the player needs is compiled

    @property
    def position(self) -> Position:
        return self.board.position

    def number(self, name: str) -> int:
        """The value of a numeric option."""
        return int(self.values[name])

    def _rules(self) -> dict[str, object]:
        """The options of the game."""
        entering = self.values.get("EnteringKingRule")
        return ({} if entering is None else {"entering": ENTERING[entering]}) | self._game_options

    def _spec(self) -> Spec:
        text = self.values["Search"]
        budget = {"memory": self.number("USI_Hash"), "threads": self.number("Threads")}
        return parse(self._given if text == GIVEN else text).with_budget(**budget)

    def setoption(self, words: list[str]) -> None:
        """Set an option; a player that changes forgets what it knows."""
        name, value = read_setting(words)
        option = self._options.get(name.lower())
        if option is None:
            known = ", ".join(option.name for option in self._options.values())
            raise BadText(f"option {name!r}: expected one of {known}")
        before = dict(self.values)
        self.values[option.name] = option.checked(value)
        if option.name == "Search":
            self.values |= said_in(value)
        try:
            spec = self._spec()
        except YomiError:
            self.values = before
            raise
        if spec != self.player.spec:
            self.player = Player(spec)
            self.ready = False

    def isready(self) -> None:
        """Compile all that is needed, then say so, also where it fails: a program would wait for ever."""
        try:
            self.make_ready()
        except Exception as error:
            self.out.say(f"Search {self.values['Search']!r} cannot play {self.position.game.name}: {error}")
        self.out.lines("readyok")

    def make_ready(self) -> None:
        """Compile all that is needed; meanwhile a line now and then shows that we live."""
        if self.ready:
            return
        with alive(self.out, f"compiling for {self.position.game.name}, which takes long only the first time"):
            start = Position.start(self.position.game)
            warm(start, self.player.spec)
            self.player.prepare(start)
            may_declare(start)
            thinkable(start)
        self.ready = True

    def set_position(self, words: list[str]) -> None:
        """Set up the board."""
        start, moves = read_position(words)
        self.board.put(start, moves, self.number("MaxMovesToDraw"), **self._rules())

    def go(self, order: Order) -> None:
        """Think, and answer."""
        limits = read_go(order.words)
        for complaint in limits.complaints:
            self.out.say(complaint)
        if limits.mate is not None:
            mate.go(self.out, self.position, order, limits.mate)
        else:
            think.go(self, order, limits)


@contextmanager
def alive(out: Out, doing: str) -> Iterator[None]:
    """Say every few seconds what is being done, until it is."""
    done, began = threading.Event(), time.monotonic()

    def tell() -> None:
        with suppress(Hangup):
            while not done.wait(SIGN_OF_LIFE):
                out.say(f"{doing}: {time.monotonic() - began:.0f} s")

    teller = threading.Thread(target=tell, name="usi-alive", daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
