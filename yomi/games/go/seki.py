"""Finds stones in seki: playouts break a seki one way or the other, which leaves both sides in doubt."""

from collections.abc import Iterator

import numpy as np

from yomi.games.go.board import BLACK, BORDER, EMPTY, WHITE
from yomi.games.go.count import chains
from yomi.games.go.text import board_size, points

DOUBT = 0.4  # owned on average by nobody, give or take this much
LARGEST = 6  # points of the room two groups in seki share; an unfinished game has larger ones


def seki_stones(state: np.record, owner: np.ndarray) -> set[int]:
    """The stones of doubtful chains that share a small empty region with a doubtful chain of the other colour."""
    doubtful = {head for head, stones in chains(state).items() if abs(float(np.mean(owner[stones]))) < DOUBT}
    found: set[int] = set()
    for region in regions(state):
        heads = {int(state.chain[q]) for p in region for q in beside(state, p)} & doubtful
        if len(region) <= LARGEST and {int(state.colour[head]) for head in heads} == {int(BLACK), int(WHITE)}:
            found |= heads
    return {p for head, stones in chains(state).items() if head in found for p in stones}


def regions(state: np.record) -> Iterator[set[int]]:
    """The connected sets of empty points."""
    left = {p for p in points(board_size(state)) if state.colour[p] == EMPTY}
    while left:
        todo = [left.pop()]
        region = set(todo)
        while todo:
            fresh = {q for q in beside(state, todo.pop()) if q in left}
            left -= fresh
            region |= fresh
            todo += fresh
        yield region


def beside(state: np.record, p: int) -> list[int]:
    """The points of the board next to a point."""
    row = board_size(state) + 1
    return [q for q in (p - row, p - 1, p + 1, p + row) if state.colour[q] != BORDER]
