"""What a network may ask of a game: how a position looks to it, and where a move stands in its policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from yomi.kernel.verb import ANY, body, verb


@verb
def encode(state, planes, numbers):
    """Write what a network sees of a position, by the side to move, into `planes` [P, H, W] and `numbers` [G].

    Both are given as zeros; planes hold small whole numbers (mostly 0 and 1), numbers are about -1 to 1.
    """


@verb
def action(state, move):
    """The place of a move in a policy: kind * H * W + row * W + column, or kinds * H * W + k for one without a cell."""


@verb
def holdings(state, cells):
    """Write who owns each of the H * W places of a finished game: +1 the player who began, -1 the other, 0 nobody."""


@body(holdings, ANY)
def nobody_owns(state, cells):
    cells[:] = 0


@dataclass(frozen=True)
class View:
    """What Python knows of a game's network form."""

    planes: int
    height: int
    width: int
    numbers: int = 0  # beside the planes
    kinds: int = 1  # planes of the policy
    extra: int = 0  # moves without a place, such as a pass
    owners: bool = False  # whether points belong to somebody at the end
    symmetries: Callable[[], tuple[np.ndarray, np.ndarray]] | None = None
    """Gives ([S, H * W], [S, actions]): for each symmetry the places from which it takes what it puts at each place.

    The first one changes nothing. So `planes.reshape(P, -1)[:, cells[s]]` and `policy[actions[s]]` belong together.
    """

    @property
    def actions(self) -> int:
        """The length of a policy."""
        return self.kinds * self.height * self.width + self.extra
