"""What a linear evaluation may ask of a game: which features a position has, and which a move changes.

A feature has a number from 1 on; it is written as that number where the first player has it and as its negative where
the second has, so weights that stand mirrored round a zero are found with their sign.
"""

from dataclasses import dataclass, field

import numpy as np

from yomi.kernel.verb import ANY, body, verb

UNKNOWN = -1  # from `changes`: the features must be counted afresh
MOST = 512  # features a position may have


@verb
def features(state, whole, out):
    """Write the features of a position; return how many. One may be written more than once: it counts so often.

    Relations of pieces are left out unless the whole is asked for.
    """


@verb
def changes(state, move, after, whole, out):
    """Write what a move changes, features that go with the other sign; return how many, or UNKNOWN."""


@dataclass(frozen=True)
class Features:
    """What Python knows of a game's features."""

    groups: dict[str, range]  # name -> numbers
    relations: tuple[str, ...] = ()  # groups that only the whole has
    by_hand: dict[str, np.ndarray] = field(default_factory=dict)  # name -> weights set by hand, in hundredths of a pawn
    styles: dict[str, np.ndarray] = field(default_factory=dict)  # name -> what each feature counts for a way of playing

    @property
    def count(self) -> int:
        """How many there are, the tempo (number 1) included."""
        return max(numbers.stop for numbers in self.groups.values()) - 1

    def needs_whole(self, theta: np.ndarray) -> bool:
        """Whether weights give relations a value."""
        ranges = (self.groups[name] for name in self.relations)
        return any(theta[numbers.start - 1 : numbers.stop - 1].any() for numbers in ranges)


@body(features, ANY)
def no_features(state, whole, out):
    return 0


@body(changes, ANY)
def not_known(state, move, after, whole, out):
    return UNKNOWN
