"""Many small trees in one block of memory, for games that are searched side by side."""

import numpy as np
from numba import njit

from yomi.search.tree import Tree, kinds


def new_forest(trees: int, capacity: int, shared: bool = False, policy: bool = True) -> Tree:
    """Columns with a row for each tree."""
    columns = [np.zeros((trees, capacity if wanted else 0), kind) for kind, wanted in kinds(shared, policy)]
    return Tree(np.ones((trees, 1), np.int64), *columns)


@njit(cache=True)
def tree_of(forest, k):
    """Tree number `k`."""
    return Tree(
        forest.size[k],
        forest.first[k],
        forest.width[k],
        forest.move[k],
        forest.proof[k],
        forest.visits[k],
        forest.pending[k],
        forest.reward[k],
        forest.square[k],
        forest.amaf_visits[k],
        forest.amaf_reward[k],
        forest.prior_visits[k],
        forest.prior_reward[k],
        forest.prior[k],
        forest.luck[k],
    )


@njit(cache=True)
def fell(tree):
    """Empty a tree that has no AMAF values and no heuristic priors."""
    used = tree.size[0]
    tree.first[:used] = 0
    tree.width[:used] = 0
    tree.proof[:used] = 0
    tree.visits[:used] = 0
    tree.pending[:used] = 0
    tree.reward[:used] = 0.0
    tree.square[:used] = 0.0
    tree.prior[:used] = 0.0
    tree.size[0] = 1
