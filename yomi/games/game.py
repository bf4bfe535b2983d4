"""What Python knows of a game beside its compiled rules: name, start, how people write moves and positions."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from yomi.errors import BadText
from yomi.games.encode import View
from yomi.games.features import Features


def number_text(state: np.record, move: int) -> str:
    return str(move)


def read_number(state: np.record, text: str) -> int:
    if not text.strip().isdecimal():
        raise BadText(f"move {text!r}: expected a number")
    return int(text)


def no_reason(state: np.record, move: int) -> str:
    return "the rules do not allow it"


def forty(state: np.record) -> float:
    return 40.0


@dataclass(frozen=True, eq=False)
class Game:
    """A game: compiled rules belong to `dtype`; the rest is how it is started, written and drawn."""

    name: str  # what a user types
    title: str  # one line for `yomi games`
    dtype: np.dtype
    start: Callable[..., np.ndarray]  # the start position, given the options
    width: int  # the most legal moves a position can have
    length: int  # about the longest game, in moves
    sides: tuple[str, str] = ("first", "second")
    options: dict[str, str] = field(default_factory=dict)  # option of `start` -> its meaning
    move_text: Callable[[np.record, int], str] = number_text
    read_move: Callable[[np.record, str], int] = read_number
    why_illegal: Callable[[np.record, int], str] = no_reason
    draw: Callable[[np.record], str] = str
    moves_left: Callable[[np.record], float] = forty  # about how many more moves a side will make
    goes_on: bool = False  # whether a finished game may be played on, as Go may after two passes
    give_turn: Callable[[np.record, int], None] | None = None  # let a side move out of turn, where the game knows that
    position_text: Callable[[np.record], str] | None = None
    read_position: Callable[..., np.ndarray] | None = None
    features: Features | None = None  # of linear evaluations
    view: View | None = None  # of networks
