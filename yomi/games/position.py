"""A position of some game, with the moves that led to it; it never changes, playing a move gives a new one."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numba import njit

from yomi.errors import BadText, GameOver, IllegalMove
from yomi.games.game import Game, no_reason
from yomi.games.rules import RUNNING, key, moves, outcome, play, side


class Position:
    """A position of `game`: `root[0]` is its record, `history` the moves played since `origin`."""

    def __init__(self, game: Game, root: np.ndarray, origin: np.ndarray, history: tuple[int, ...] = ()):
        self.game, self.root, self.origin, self.history = game, root, origin, history

    @classmethod
    def start(cls, game: Game, **options: object) -> Position:
        """The position a game begins with."""
        unknown = sorted(set(options) - set(game.options))
        if unknown:
            raise BadText(f"{game.name} has no option {unknown[0]!r}; it has {', '.join(game.options) or 'none'}")
        return cls.of(game, game.start(**options))

    @classmethod
    def read(cls, game: Game, text: str, **options: object) -> Position:
        """The position a text describes, in a game with these options."""
        if game.read_position is None:
            raise BadText(f"{game.name} cannot read positions")
        return cls.of(game, game.read_position(text, **options))

    @classmethod
    def of(cls, game: Game, root: np.ndarray) -> Position:
        """A position without a past."""
        return cls(game, root, root)

    @property
    def state(self) -> np.record:
        return self.root[0]

    @property
    def side(self) -> int:
        """0 if the player who began is to move, else 1."""
        return int(_side(self.root))

    @property
    def key(self) -> int:
        """A hash of the position and the side to move."""
        return int(_key(self.root))

    @functools.cached_property
    def legal(self) -> list[int]:
        """The legal moves, as numbers."""
        out = np.empty(self.game.width, np.int32)
        return out[: _moves(self.root, out)].tolist()

    @property
    def moves(self) -> list[str]:
        """The legal moves, as text; none when the game is over."""
        return [] if self.over else [self.text(move) for move in self.legal]

    @property
    def result(self) -> int | None:
        """+1 if the side to move has won, 0 for a draw, -1 if it has lost, None while the game goes on."""
        found = int(_outcome(self.root))
        return None if found == RUNNING else found

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def winner(self) -> int | None:
        """The side that has won, None for a draw or a running game."""
        return None if not self.result else (self.side if self.result > 0 else 1 - self.side)

    def number(self, move: int | str) -> int:
        """The legal move that a number or a text names."""
        if self.over and not self.game.goes_on:
            raise GameOver(f"move {move!r}: the game is over")
        number = self.game.read_move(self.state, move) if isinstance(move, str) else int(move)
        if number not in self.legal:
            reason = (
                self.game.why_illegal(self.state, number) if isinstance(move, str) else no_reason(self.state, number)
            )
            raise IllegalMove(f"illegal move {move!r}: {reason}")
        return number

    def text(self, move: int) -> str:
        return self.game.move_text(self.state, int(move))

    def play(self, *played: int | str) -> Position:
        """The position after these moves."""
        position = self
        for move in played:
            position = position.after(position.number(move))
        return position

    def after(self, move: int) -> Position:
        """The position after a move that is known to be legal."""
        root = self.root.copy()
        _play(root, move)
        return Position(self.game, root, self.origin, (*self.history, move))

    def follows(self, earlier: Position) -> bool:
        """Whether moves have led here from an earlier position, or none."""
        known = len(earlier.history)
        return self.origin is earlier.origin and self.history[:known] == earlier.history

    def altered(self, change: Callable[[np.record], None]) -> Position:
        """A position without a past, changed in a way that is not a move."""
        root = self.root.copy()
        change(root[0])
        return Position.of(self.game, root)

    def with_side(self, side: int) -> Position:
        """The same position with `side` to move."""
        give = self.game.give_turn
        if side == self.side:
            return self
        if give is None:
            raise IllegalMove(f"it is the turn of {self.game.sides[self.side]}, not of {self.game.sides[side]}")
        return self.altered(lambda state: give(state, side))

    def __str__(self) -> str:
        return self.game.draw(self.state)


@njit(cache=True)
def _moves(root, out):
    return moves(root[0], out)


@njit(cache=True)
def _play(root, move):
    play(root[0], move)


@njit(cache=True)
def _outcome(root):
    return outcome(root[0])


@njit(cache=True)
def _side(root):
    return side(root[0])


@njit(cache=True)
def _key(root):
    return key(root[0])
