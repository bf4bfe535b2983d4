"""Read-only questions to a tree: which move, how often, how good, and what comes next."""

import numpy as np
from numba import njit

from yomi.search.proof import value_of
from yomi.search.tree import LOST, OPEN, WON, Tree


def children(tree: Tree, node: int = 0) -> range:
    """The children of a node."""
    first = int(tree.first[node])
    return range(first, first + int(tree.width[node])) if first > 0 else range(0)


def value(tree: Tree, node: int) -> float:
    """The exact or mean result for the player who moved to the node, 0.5 if it was never visited."""
    if tree.proof[node] != OPEN:
        return 1.0 - value_of(tree.proof[node])
    n = int(tree.visits[node])
    return float(tree.reward[node]) / n if n else 0.5


def ranked(tree: Tree, node: int = 0) -> list[int]:
    """The children, best first: won ones, then by visits, lost ones last."""

    def rank(child: int) -> tuple[int, int, float]:
        proof = tree.proof[child]
        return (proof == WON) - int(proof == LOST), int(tree.visits[child]), value(tree, child)

    return sorted(children(tree, node), key=rank, reverse=True)


def line(tree: Tree, node: int, length: int = 20) -> list[int]:
    """The moves that follow when each side plays its best child, as far as it was visited."""
    found: list[int] = []
    while len(found) < length and (node := favourite(tree, node)) >= 0:
        found.append(int(tree.move[node]))
    return found


@njit(cache=True)
def favourite(tree, node):
    """The visited child to play: a won one, else the most visited, a lost one only if all are; -1 if there is none."""
    best, best_rank = -1, 0
    for child in range(tree.first[node], tree.first[node] + tree.width[node] if tree.first[node] > 0 else 0):
        n = int(tree.visits[child])
        rank = n + (1 << 40) if tree.proof[child] == WON else (n - (1 << 40) if tree.proof[child] == LOST else n)
        if n > 0 and (best < 0 or rank > best_rank):
            best, best_rank = child, rank
    return best


def depths(tree: Tree) -> np.ndarray:
    """How many visited nodes there are at each depth."""
    depth = np.zeros(int(tree.size[0]), np.int32)
    for node in range(len(depth)):
        if tree.first[node] > 0:
            depth[tree.first[node] : tree.first[node] + tree.width[node]] = depth[node] + 1
    return np.bincount(depth[tree.visits[: len(depth)] > 0])
