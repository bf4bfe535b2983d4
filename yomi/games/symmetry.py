"""Symmetries of boards: where planes and policies of a network take what a symmetry puts at a place."""

from collections.abc import Sequence

import numpy as np

Symmetries = tuple[np.ndarray, np.ndarray]  # [S, places], [S, actions]; the first changes nothing


def of_square(size: int, extra: int = 0) -> Symmetries:
    """The eight turns and mirrors of a square board on which a move is a place, or one of `extra` without a place."""
    board = np.arange(size * size).reshape(size, size)
    shown = [np.rot90(image, k).ravel() for image in (board, board[:, ::-1]) for k in range(4)]
    cells = np.array(shown)
    rest = np.broadcast_to(size * size + np.arange(extra), (len(cells), extra))
    return cells, np.concatenate([cells, rest], axis=1)


def of_mirror(height: int, width: int, kinds: Sequence[int] = (0,)) -> Symmetries:
    """A board as it is and with left and right exchanged, which makes a move of kind k one of `kinds[k]`."""
    board = np.arange(height * width)
    cells = np.array([board, board.reshape(height, width)[:, ::-1].ravel()])
    taken = np.array([np.arange(len(kinds)), kinds])
    return cells, (taken[:, :, None] * board.size + cells[:, None, :]).reshape(2, -1)
