"""Solved nodes: an exact result found at the end of a game climbs as far as it decides the nodes above."""

from numba import njit

from yomi.kernel.inline import inlined
from yomi.search.tree import DRAWN, LOST, OPEN, WON


@inlined
def proof_of(result):
    """The proof for the player who moved here, from an exact result (0, 0.5, 1) for the player to move."""
    return WON if result == 0.0 else (LOST if result == 1.0 else DRAWN)


@inlined
def value_of(proof):
    """The exact result for the player to move at a proved node."""
    return 0.0 if proof == WON else (1.0 if proof == LOST else 0.5)


@njit(cache=True)
def climb(tree, trace):
    """Prove the ancestors of a proved leaf where that follows."""
    for k in range(trace.length[0] - 1, -1, -1):
        node = trace.nodes[k]
        decided = decide(tree, node, trace.nodes[k + 1])
        if decided == OPEN:
            return
        tree.proof[node] = decided


@njit(cache=True)
def decide(tree, node, child):
    """The proof of `node` once `child` is proved: lost if a child is won, else as the best child if all are proved."""
    if tree.proof[child] == WON:
        return LOST
    best = WON
    for other in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.proof[other] == OPEN:
            return OPEN
        if tree.proof[other] == WON:
            return LOST
        if tree.proof[other] == DRAWN:
            best = DRAWN
    return best
