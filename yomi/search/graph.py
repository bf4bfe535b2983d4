"""PUCT on a graph: nodes that stand for the same position, reached in another order of moves, share their children.

A node's value is then worked out from its children, since some of their visits came by another way. Only positions at
the same depth are shared, so that no line meets itself.
"""

from numba import njit

from yomi.games.rules import key
from yomi.kernel.atomic import fetch_add
from yomi.kernel.hashing import mixed
from yomi.kernel.rng import SIGNED, U
from yomi.kernel.verb import body
from yomi.search.proof import value_of
from yomi.search.puct import Web, forced_child, most_wanted
from yomi.search.rule import absorb, choose, introduce, meet
from yomi.search.tree import LOST, OPEN


@njit(cache=True)
def place_of(table, state, depth):
    """The mixed key of a position at a depth, and where it stands in the table."""
    mark = mixed(U(key(state)) ^ (U(depth + 1) * U(0x9E3779B97F4A7C15)))
    return mark, mark & U(table.shape[0] - 1)


@body(meet, Web)
def meet_by_key(rule, tree, state, depth):
    mark, at = place_of(rule.table, state, depth)
    node = rule.table[at, 1]
    if rule.table[at, 0] ^ node != mark or tree.first[SIGNED(node)] <= 0:
        return -1
    return SIGNED(node)


@body(introduce, Web)
def introduce_by_key(rule, tree, node, state, depth):
    mark, at = place_of(rule.table, state, depth)
    rule.table[at, 1] = U(node)
    rule.table[at, 0] = mark ^ U(node)


@njit(cache=True)
def total_of(rule, tree, node):
    """(visits of a node by all ways, its pending ones included; sum of its children's results; their visits).

    Children proved lost count for nothing: nobody would play them.
    """
    visits, reward = 0, 0.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        n = tree.visits[child]
        if n == 0 and tree.pending[child] == 0 and tree.proof[child] == OPEN:
            break
        if tree.proof[child] == LOST:
            continue
        visits += n
        reward += tree.reward[child]
    return float(1 + visits + rule.loss * tree.pending[node]), reward, visits


@body(choose, Web)
def choose_on_graph(rule, tree, node, depth, rng):
    forced = forced_child(rule, tree, node) if depth == 0 and rule.forced > 0.0 else -1
    return forced if forced >= 0 else most_wanted(rule, tree, node, total_of(rule, tree, node)[0])


@body(absorb, Web)
def absorb_on_graph(rule, tree, trace, result):
    for k in range(trace.length[0], -1, -1):
        node = trace.nodes[k]
        n = fetch_add(tree.visits, node, 1) + 1
        if n == 1:
            tree.luck[node] = result  # its own value, for the player to move there
        value = result
        if tree.proof[node] != OPEN:
            value = value_of(tree.proof[node])
        elif tree.first[node] > 0:
            _, reward, visits = total_of(rule, tree, node)
            value = (tree.luck[node] + reward) / (1.0 + visits)
        tree.reward[node] = n * (1.0 - value)
        fetch_add(tree.square, node, (1.0 - value) * (1.0 - value))
