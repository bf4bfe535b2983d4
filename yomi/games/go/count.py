"""Counting a finished game of Go: dead stones from ownership, the score with them gone, and whether all is settled."""

import numpy as np

from yomi.games.go.board import BLACK, EMPTY, WHITE, remove_chain
from yomi.games.go.rules import area, region_owners
from yomi.games.go.text import board_size, points
from yomi.kernel.rng import U


def chains(state: np.record) -> dict[int, list[int]]:
    """The stones of each chain, by its head."""
    found: dict[int, list[int]] = {}
    for p in points(board_size(state)):
        if state.colour[p] != EMPTY:
            found.setdefault(int(state.chain[p]), []).append(p)
    return found


def dead_stones(state: np.record, owner: np.ndarray) -> list[int]:
    """The stones of chains whose points end up with the other side more often than not."""
    dead: list[int] = []
    for head, stones in chains(state).items():
        sign = 1 if state.colour[head] == BLACK else -1
        if sign * float(np.mean(owner[stones])) < 0:
            dead += stones
    return dead


def without(root: np.ndarray, dead: list[int]) -> np.ndarray:
    """A copy of the position with these stones (whole chains) taken off."""
    cleared = root.copy()
    state = cleared[0]
    for head in {int(state.chain[p]) for p in dead}:
        remove_chain(state, U(head))
    return cleared


def score(root: np.ndarray, dead: list[int]) -> float:
    """Black's area less white's and komi, with the dead stones taken off."""
    cleared = without(root, dead)
    return float(area(cleared[0]) - cleared[0].komi)


def score_text(points_ahead: float) -> str:
    """`B+3.5`, `W+0.5` or `0`."""
    if points_ahead == 0:
        return "0"
    return f"{'B' if points_ahead > 0 else 'W'}+{abs(points_ahead):g}"


def settled(state: np.record, owner: np.ndarray, sure: float = 0.8) -> bool:
    """Whether every point belongs to somebody almost surely, as the stones stand on it now."""
    now = np.zeros(len(state.colour), np.int8)
    region_owners(state, now)
    inside = points(board_size(state))
    return bool(np.all(np.asarray(owner)[inside] * now[inside] >= sure))


def standing_winner(root: np.ndarray) -> int | None:
    """The side ahead by area if all stones stay on the board, None for a draw."""
    ahead = score(root, [])
    return None if ahead == 0 else int(ahead < 0)


def colour_of(side: int) -> int:
    return int(BLACK if side == 0 else WHITE)
