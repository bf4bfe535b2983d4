"""Finds stones in seki: chains of both colours that playouts leave in doubt, and that neither side saves by beginning.

Playouts break a seki one way or the other, so that nobody owns it. So they do with a fight that is still open, but
there whoever moves first gets his stones out of doubt; in a seki he loses them, or nothing changes.
"""

from collections.abc import Callable

import numpy as np

from yomi.games.go.board import BLACK, EMPTY, WHITE
from yomi.games.go.count import beside, chains, colour_of, regions

DOUBT = 0.6  # owned on average by nobody, give or take this much
LARGEST = 6  # points of a region that chains in seki touch; an unfinished game has larger ones
MOST = 8  # liberties of all chains of one seki

After = Callable[[int, int], np.ndarray | None]  # who owns what once a side has played a move, None if it may not


def seki_stones(state: np.record, owner: np.ndarray, after: After) -> set[int]:
    """The stones of all sekis."""
    known = chains(state)
    found: set[int] = set()
    for heads in contests(state, {head for head in known if doubtful(owner, known[head])}):
        stones = {p for head in heads for p in known[head]}
        if is_seki(state, stones, after):
            found |= stones
    return found


def doubtful(owner: np.ndarray, stones: list[int]) -> bool:
    return abs(float(np.mean(owner[stones]))) < DOUBT


def contests(state: np.record, heads: set[int]) -> list[set[int]]:
    """The chains, by their heads, in groups of both colours that small empty regions connect."""
    groups: list[set[int]] = []
    for region in regions(state):
        joined = {int(state.chain[q]) for p in region for q in beside(state, p)} & heads
        if joined and len(region) <= LARGEST:
            touching = [group for group in groups if group & joined]
            groups = [group for group in groups if not group & joined] + [joined.union(*touching)]
    return [group for group in groups if {int(state.colour[head]) for head in group} == {int(BLACK), int(WHITE)}]


def is_seki(state: np.record, stones: set[int], after: After) -> bool:
    """Whether neither side gets its part of the stones out of doubt by a move on one of their liberties."""
    liberties = {q for p in stones for q in beside(state, p) if state.colour[q] == EMPTY}
    return len(liberties) <= MOST and not any(
        saves(state, stones, side, after(side, move)) for move in sorted(liberties) for side in (0, 1)
    )


def saves(state: np.record, stones: set[int], side: int, owner: np.ndarray | None) -> bool:
    """Whether the stones of a side are its own for sure, by the owners after its move."""
    own = sorted(p for p in stones if state.colour[p] == colour_of(side))
    return owner is not None and (1 - 2 * side) * float(np.mean(owner[own])) >= DOUBT
