"""One game in progress: positions, undo, clocks and a player; every front end drives this."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from yomi.errors import IllegalMove
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.players.clock import Clock, Control, Unlimited
from yomi.players.manners import Choice, choose, limits
from yomi.players.player import Player


class Session:
    """A game between whoever calls `play` and the player; nothing changes when a call fails."""

    def __init__(self, game: Game, player: Player, **options: object):
        self.player = player
        self.clocks = [Clock(Unlimited()), Clock(Unlimited())]
        self._past: list[tuple[Position, tuple[int, int] | None]] = []  # positions, and the (side, move) that led there
        self.restart(game, **options)

    @property
    def position(self) -> Position:
        return self._past[-1][0]

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The (side, move) pairs played."""
        return [step for _, step in self._past if step is not None]

    def restart(self, game: Game, **options: object) -> None:
        """A new game."""
        self.start_from(Position.start(game, **options))

    def start_from(self, position: Position) -> None:
        """A new game from a position."""
        self._past = [(position, None)]
        self.player.reset()

    def positions(self) -> list[Position]:
        """All positions of the game, the start first."""
        return [position for position, _ in self._past]

    def alter(self, change: Callable[[np.record], None]) -> None:
        """Change the position in a way that is not a move (komi, rules); the moves stay undoable."""
        self._past[-1] = (self.position.altered(change), self._past[-1][1])

    def play(self, move: int | str, side: int | None = None) -> None:
        """Play a move for a side, by default the one whose turn it is."""
        position = self.position if side is None else self.position.with_side(side)
        number = position.number(move)
        self._past.append((position.play(number), (position.side, number)))

    def undo(self) -> None:
        """Take back the last move."""
        if len(self._past) < 2:
            raise IllegalMove("cannot undo: no move has been played")
        self._past.pop()

    def set_clocks(self, control: Control) -> None:
        """Give both sides a clock."""
        self.clocks = [Clock(control), Clock(control)]

    def choose(self, side: int | None = None, **options: object) -> Choice:
        """What the player would do now; nothing is played, but its clock runs."""
        position = self.position if side is None else self.position.with_side(side)
        clock = self.clocks[position.side]
        began = time.monotonic()
        chosen = choose(self.player, position, **limits(self.player, position, clock), **options)  # type: ignore[arg-type]
        clock.spend(time.monotonic() - began)
        return chosen

    def genmove(self, side: int | None = None, **options: object) -> Choice:
        """Let the player choose and play a move; a resignation plays nothing."""
        chosen = self.choose(side, **options)
        if chosen.move is not None:
            self.play(chosen.move, side)
        return chosen
