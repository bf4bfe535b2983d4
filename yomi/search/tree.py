"""A search tree as a struct of arrays: node 0 is the root, the children of a node are contiguous.

Children are always allocated after their parent, so a parent's number is smaller than its children's, unless it shares
those of another node. All is sound with
many threads: a thread claims a node by swapping `first` from LEAF to CLAIMED, fills the children, then publishes them.
Columns that a rule never reads are empty arrays and cost nothing.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.errors import TreeFull
from yomi.kernel.atomic import compare_swap, fetch_add
from yomi.kernel.inline import inlined
from yomi.kernel.rng import below

LEAF, CLAIMED = 0, -1  # of `first`
OPEN, WON, DRAWN, LOST = 0, 1, 2, 3  # of `proof`, for the player who moved to the node


class Tree(NamedTuple):
    """The columns of a tree; a row is a node."""

    size: np.ndarray  # [1] nodes in use
    first: np.ndarray  # first child, LEAF or CLAIMED
    width: np.ndarray  # number of children
    move: np.ndarray  # move that leads here
    proof: np.ndarray  # OPEN, or the exact result
    visits: np.ndarray  # n
    pending: np.ndarray  # virtual losses: simulations on their way below this node
    reward: np.ndarray  # sum of the results for the player who moved here, each from 0 to 1
    square: np.ndarray  # sum of their squares
    amaf_visits: np.ndarray  # simulations that played this move at any later time, up to 2**24
    amaf_reward: np.ndarray  # sum of their results
    prior_visits: np.ndarray  # what the heuristic is worth in visits
    prior_reward: np.ndarray  # the heuristic's share of those that are won
    prior: np.ndarray  # how likely a policy is to play the move
    luck: np.ndarray  # what chance adds to a move at the root


KINDS = ("i4", "i2", "i2", "i1", "i4", "i2", "f8", "f8")  # of the columns after `size`
SHARED_KINDS = ("f4", "f4", "f4", "f4")  # of those that only rules with AMAF values and heuristic priors have
POLICY_KINDS = ("f4", "f4")  # of those that only rules with a policy have


def kinds(shared: bool, policy: bool) -> list[tuple[str, bool]]:
    """The kind of each column, and whether a tree has it."""
    chosen = ((KINDS, True), (SHARED_KINDS, shared), (POLICY_KINDS, policy))
    return [(kind, wanted) for group, wanted in chosen for kind in group]


def bytes_per_node(shared: bool = False, policy: bool = False) -> int:
    """What a node costs, without or with the columns for AMAF values and heuristic priors, and for a policy."""
    return sum(np.dtype(kind).itemsize for kind, wanted in kinds(shared, policy) if wanted)


def new_tree(capacity: int, shared: bool = False, policy: bool = False) -> Tree:
    """An empty tree for that many nodes: pages are taken from the system only when first written."""
    if capacity < 2:
        raise TreeFull(f"room for {capacity} nodes: expected at least 2")
    columns = [np.zeros(capacity if wanted else 0, kind) for kind, wanted in kinds(shared, policy)]
    return Tree(np.ones(1, np.int64), *columns)


def capacity_of(megabytes: float, shared: bool = False, policy: bool = False) -> int:
    """How many nodes fit into that much memory."""
    return min(int(megabytes * 1e6 / bytes_per_node(shared, policy)), 2**31 - 1)


def columns(tree: Tree) -> list[np.ndarray]:
    """The columns in use, one entry a node."""
    return [column for column in tree[1:] if len(column) > 0]


def clear(tree: Tree) -> None:
    """Empty the tree, keeping its memory."""
    used = int(tree.size[0])
    for column in columns(tree):
        column[:used] = 0
    tree.size[0] = 1


def begin_with(tree: Tree, moves: list[int]) -> None:
    """Empty the tree and give its root these moves and no others."""
    clear(tree)
    last = 1 + len(moves)
    tree.move[1:last] = moves
    tree.size[0], tree.width[0], tree.first[0] = last, len(moves), 1


def keep_only(tree: Tree, moves: list[int]) -> None:
    """Leave the root of a tree, whose children nobody has visited, these moves and no others."""
    first, width = int(tree.first[0]), int(tree.width[0])
    kept = [child for child in range(first, first + width) if int(tree.move[child]) in moves]
    rows = slice(first, first + len(kept))
    for column in columns(tree):
        column[rows] = column[kept]
        column[first + len(kept) : first + width] = 0
    tree.prior[rows] /= max(float(tree.prior[rows].sum()), 1e-9)
    tree.width[0], tree.size[0] = len(kept), tree.size[0] - (width - len(kept))


def sort_root(tree: Tree) -> None:
    """Put the children of the root into the order in which they are tried: visited ones, then by their priors."""
    rows = slice(int(tree.first[0]), int(tree.first[0]) + int(tree.width[0]))
    order = np.lexsort((-tree.prior[rows], tree.visits[rows] == 0))
    for column in columns(tree):
        column[rows] = column[rows][order]


@njit(cache=True)
def claim(tree, node, moves, count, rng):
    """Allot children, in random order and not yet visible; 0 when the tree is full or another thread was first."""
    if tree.size[0] + count > tree.first.shape[0] or not reserve(tree, node):
        return 0
    return allot(tree, node, moves, count, rng)


@inlined
def reserve(tree, node):
    """Keep other threads from giving a leaf its children; whether none was first."""
    return compare_swap(tree.first, node, LEAF, CLAIMED)


@inlined
def give_up(tree, node):
    """Let others have a reserved node."""
    compare_swap(tree.first, node, CLAIMED, LEAF)


@njit(cache=True)
def allot(tree, node, moves, count, rng):
    """Allot the children of a reserved node; 0, and nobody keeps it any more, when the tree is full."""
    start = fetch_add(tree.size, 0, count)
    if start + count > tree.first.shape[0]:
        fetch_add(tree.size, 0, -count)
        give_up(tree, node)
        return 0
    for k in range(count):
        j = int(below(rng, k + 1))  # shuffled while copied [Knuth1997 3.4.2]
        if j != k:
            tree.move[start + k] = tree.move[start + j]
        tree.move[start + j] = moves[k]
    return start


@njit(cache=True)
def publish(tree, node, start, count):
    """Show the children of a claimed node to all threads."""
    tree.width[node] = count
    compare_swap(tree.first, node, CLAIMED, start)


@inlined
def has_children(tree, node):
    return tree.first[node] > 0


@njit(cache=True)
def child_by_move(tree, node, move):
    """The child that `move` leads to, or -1."""
    if tree.first[node] > 0:
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            if tree.move[child] == move:
                return child
    return -1


def reroot(tree: Tree, node: int) -> None:
    """Make `node` the root by moving its subtree to the front of the pool; everything else is freed."""
    used = int(tree.size[0])
    kept = np.flatnonzero(below_node(tree, node, used))
    new = np.zeros(used, np.int32)
    new[kept] = np.arange(len(kept))
    for column in columns(tree):
        column[: len(kept)] = column[kept]
        column[len(kept) : used] = 0
    tree.first[: len(kept)] = np.where(tree.first[: len(kept)] > 0, new[tree.first[: len(kept)]], LEAF)
    tree.size[0] = len(kept)


@njit(cache=True)
def below_node(tree, node, used):
    """For each node whether it is `node` or below it: parents come before children, unless they share another's."""
    kept = np.zeros(used, np.bool_)
    kept[node] = more = True
    while more:
        more = False
        for parent in range(used):
            first = tree.first[parent]
            if kept[parent] and first > 0 and not kept[first]:
                kept[first : first + tree.width[parent]] = True
                more |= first < parent
    return kept
