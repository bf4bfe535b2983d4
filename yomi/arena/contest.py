"""Plays the games of an event at a table: two contestants, a clock for each, and an end in every case."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack, closing

from yomi.arena.event import Event, Fixture, Played
from yomi.errors import BadText, IllegalMove
from yomi.games import catalog
from yomi.games.position import Position
from yomi.players import clock, openings
from yomi.players.clock import Clock
from yomi.players.contestant import Contestant, contestant, is_own
from yomi.players.ending import FAILED, ILLEGAL, LATE, RESIGNED, Ending, finished, forfeit, stopped
from yomi.players.process import EngineFailed
from yomi.players.records import move_texts
from yomi.players.spec import parse
from yomi.players.warm import warm

LAG = 0.05  # seconds that our players keep back on a clock


class Table:
    """Where games of an event are played, one after another; engines are kept from game to game."""

    def __init__(self, event: Event):
        self.event = event
        self.start = catalog.start(event.game)
        self.starts = openings.read(event.openings, self.start)
        self.control = clock.from_text(event.clock) if event.clock else None
        self._stack = ExitStack()
        self._seated: dict[tuple[int, int], Contestant] = {}  # by place and seat: a player may meet itself

    def player(self, place: int, seat: int) -> Contestant:
        """The contestant of a place, made when it is needed first."""
        if (place, seat) not in self._seated:
            made = contestant(self.event.players[place], self.start.game)
            self._seated[place, seat] = self._stack.enter_context(closing(made))
        return self._seated[place, seat]

    def play(self, fixture: Fixture) -> Played:
        """One game."""
        places, who = (fixture.first, fixture.second), fixture.who()
        players = [self.player(place, seat) for seat, place in enumerate(places)]
        start, seeds = self.starts[fixture.opening(len(self.starts))], self.event.seeds(fixture)
        clocks = [Clock(self.control, LAG) for _ in (0, 1)] if self.control else []
        for player, seed in zip(players, seeds, strict=True):
            player.begin(start, seed, clocks)
        game = Contest(start, [players[k] for k in who], clocks, self.event.limit)
        ending = game.play() or finished(game.position, not all(is_own(self.event.players[k]) for k in places))
        winner = None if ending.winner is None else who[ending.winner]
        return Played(
            fixture,
            seeds,
            [start.game.sides[side] for side in who],
            winner,
            *ending[1:],
            moves=move_texts(game.position),
            times=[round(seconds, 4) for seconds in game.times],
            seconds=[round(game.seconds[side], 3) for side in who],
            cpu=[round(game.cpu[side], 3) for side in who],
            simulations=[game.simulations[side] for side in who],
        )

    def warm(self) -> None:
        """Compile what our players need."""
        for text in filter(is_own, self.event.players):
            warm(self.starts[0], parse(text))

    def close(self) -> None:
        """Send everybody home."""
        self._seated.clear()
        self._stack.close()


class Contest:
    """One game in progress; lists are in the order of the sides."""

    def __init__(self, start: Position, players: Sequence[Contestant], clocks: Sequence[Clock], limit: int):
        self.position, self.players, self.clocks, self.limit = start, players, clocks, limit
        self.seconds, self.cpu, self.simulations = [0.0, 0.0], [0.0, 0.0], [0, 0]
        self.times: list[float] = []

    def play(self) -> Ending | None:
        """How the game ended; None where its rules ended it."""
        while not self.position.over:
            if self.limit and len(self.position.history) >= self.limit:
                return stopped(self.position)
            ending = self.turn()
            if ending is not None:
                return ending
        return None

    def turn(self) -> Ending | None:
        """One move; the end of the game where there is none."""
        side, position = self.position.side, self.position
        player = self.players[side]
        began, before = time.monotonic(), player.cpu()
        failure: EngineFailed | None = None
        move: int | str | None = None
        try:
            move, done = player.choose(position, self.clocks)
            self.simulations[side] += done
        except EngineFailed as error:
            failure = error
        spent = time.monotonic() - began
        self.cpu[side] += max(0.0, player.cpu() - before)
        self.seconds[side] += spent
        self.times.append(spent)
        if self.clocks and not self.clocks[side].spend(spent):
            return forfeit(position, LATE, f"{spent:.2f} s for a move{f'; {failure}' if failure else ''}")
        return self.make(move) if failure is None else forfeit(position, FAILED, str(failure))

    def make(self, move: int | str | None) -> Ending | None:
        """Play a move; the end of the game where it is none, or not allowed."""
        if move is None:
            return forfeit(self.position, RESIGNED)
        try:
            self.position = self.position.play(move)
        except (IllegalMove, BadText) as error:
            return forfeit(self.position, ILLEGAL, str(error))
        return None
