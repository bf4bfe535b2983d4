"""Helpers of the tests of KataGo's inputs: the planes of a position, and planes as pictures."""

import numpy as np

from yomi.games.go.kata_inputs import BOARDS, NUMBERS, PLANES, new_scratch, write_inputs
from yomi.games.go.text import board_size
from yomi.games.position import Position
from yomi.search.batch import stand_of


def inputs(position: Position, whole: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """What a KataGo network sees of a position."""
    size = board_size(position.state)
    past, moves = stand_of(position, BOARDS)
    planes, numbers = np.full((PLANES, size, size), 9, np.float32), np.full(NUMBERS, 9, np.float32)
    write_inputs(past, moves, planes, numbers, new_scratch(size), whole)
    return planes, numbers


def picture(plane: np.ndarray) -> list[str]:
    return ["".join("#" if value else "." for value in row) for row in plane]


def vertices(plane: np.ndarray) -> set[str]:
    """The vertices where a plane is 1."""
    assert set(np.unique(plane)) <= {0, 1}
    return {f"{'ABCDEFGHJ'[column]}{len(plane) - row}" for row, column in np.argwhere(plane)}
