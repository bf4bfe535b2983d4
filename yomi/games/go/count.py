"""Counting a finished game of Go: dead stones from ownership, the score with them gone, and whether all is settled.

By area, stones and the points they surround count. By territory the points count, and prisoners, among them the dead
stones left on the board; what stones in seki surround does not. All of it follows from the area: area less stones
played is territory and prisoners, as `final_score` has it. Whether a border still needs a stone of its own when all
neutral points are filled, and which eyes turn out false then, is left to the players: they fill neutral points first.
"""

from collections.abc import Collection, Iterator

import numpy as np

from yomi.games.go.board import BLACK, BORDER, EMPTY, WHITE, remove_chain
from yomi.games.go.rules import region_owners
from yomi.games.go.text import board_size, points
from yomi.kernel.rng import U


def chains(state: np.record) -> dict[int, list[int]]:
    """The stones of each chain, by its head."""
    found: dict[int, list[int]] = {}
    for p in points(board_size(state)):
        if state.colour[p] != EMPTY:
            found.setdefault(int(state.chain[p]), []).append(p)
    return found


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


def room(state: np.record, stones: Collection[int]) -> set[int]:
    """The points of empty regions that touch any of these stones."""
    touching = (region for region in regions(state) if any(q in stones for p in region for q in beside(state, p)))
    return {p for region in touching for p in region}


def dead_stones(state: np.record, owner: np.ndarray) -> list[int]:
    """The stones of chains whose points end up with the other side more often than not."""
    dead: list[int] = []
    for head, stones in chains(state).items():
        sign = 1 if state.colour[head] == BLACK else -1
        if sign * float(np.mean(owner[stones])) < 0:
            dead += stones
    return dead


def without(root: np.ndarray, dead: Collection[int]) -> np.ndarray:
    """A copy of the position with these stones (whole chains) taken off."""
    cleared = root.copy()
    state = cleared[0]
    for head in {int(state.chain[p]) for p in dead}:
        remove_chain(state, U(head))
    return cleared


def holders(root: np.ndarray, dead: Collection[int], seki: Collection[int] = ()) -> np.ndarray:
    """Whose each point is, +1, -1 or 0, with the dead stones off; by territory the eyes of seki stones are nobody's."""
    state = without(root, dead)[0]
    holder = np.zeros(len(state.colour), np.int8)
    region_owners(state, holder)
    if state.territory and seki:
        holder[list(room(state, seki))] = 0
    return holder


def score(root: np.ndarray, dead: Collection[int], seki: Collection[int] = ()) -> float:
    """Black's points less white's and komi, with the dead stones taken off."""
    state = root[0]
    played = int(state.balance) if state.territory else 0
    return float(int(holders(root, dead, seki).sum()) - played - state.komi)


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


def leader(ahead: float) -> int | None:
    """The side that so many points for black put ahead, None for a draw."""
    return None if ahead == 0 else int(ahead < 0)


def standing_winner(root: np.ndarray) -> int | None:
    """The side ahead if all stones stay on the board, None for a draw."""
    return leader(score(root, []))


def colour_of(side: int) -> int:
    return int(BLACK if side == 0 else WHITE)
