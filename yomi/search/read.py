"""Read-only questions to a tree: which move, how often, how good, and what comes next."""

import numpy as np
from numba import njit

from yomi.search.proof import value_of
from yomi.search.tree import LOST, OPEN, WON, Tree

FAR = float(1 << 40)  # more than any number of visits


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


def values(tree: Tree, nodes: np.ndarray) -> np.ndarray:
    """`value` of each of these nodes."""
    proof, n = tree.proof[nodes], tree.visits[nodes]
    mean = np.where(n > 0, tree.reward[nodes] / np.maximum(n, 1), 0.5)
    return np.where(proof == OPEN, mean, np.where(proof == WON, 1.0, np.where(proof == LOST, 0.0, 0.5)))


def ranked(tree: Tree, node: int = 0, by_value: bool = False) -> list[int]:
    """The children, best first: won ones, then by visits (or by value), lost ones last."""
    nodes = np.array(children(tree, node), np.int64)
    proof = tree.proof[nodes]
    visits = np.zeros(len(nodes)) if by_value else tree.visits[nodes]
    decided = np.where(proof == WON, 1, np.where(proof == LOST, -1, 0))
    order = np.lexsort((-values(tree, nodes), -visits, -decided))  # equals stay in their order
    found: list[int] = nodes[order].tolist()
    return found


def line(tree: Tree, node: int, by_value: bool = False, length: int = 20) -> list[int]:
    """The moves that follow when each side plays its best child, as far as it was visited."""
    found: list[int] = []
    while len(found) < length and (node := favourite(tree, node, by_value)) >= 0:
        found.append(int(tree.move[node]))
    return found


@njit(cache=True)
def favourite(tree, node, by_value):
    """The visited child to play: a won one, else the most visited (or the most valuable), a lost one only if all are;
    -1 if there is none."""
    best, best_rank = -1, 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node] if tree.first[node] > 0 else 0):
        n = int(tree.visits[child])
        rank = tree.reward[child] / max(n, 1) if by_value else float(n)
        rank += FAR if tree.proof[child] == WON else (-FAR if tree.proof[child] == LOST else 0.0)
        if n > 0 and (best < 0 or rank > best_rank):
            best, best_rank = child, rank
    return best


def depths(tree: Tree) -> np.ndarray:
    """How many visited nodes there are at each depth."""
    used = int(tree.size[0])
    return np.bincount(depth_of_nodes(tree, used)[tree.visits[:used] > 0])


@njit(cache=True, nogil=True)
def depth_of_nodes(tree, used):
    """The depth of each of the first nodes; a parent stands before its children."""
    depth = np.zeros(used, np.int32)
    for node in range(used):
        first = tree.first[node]
        if first > 0:
            for child in range(first, min(used, first + tree.width[node])):
                depth[child] = depth[node] + 1
    return depth
