"""The one simulation loop, for evaluators that run inside the kernel; it names no game and no rule."""

import numpy as np
from numba import njit

from yomi.games.hints import candidates
from yomi.games.rules import RUNNING, outcome, play
from yomi.kernel.atomic import fetch_add
from yomi.kernel.rng import SIGNED
from yomi.kernel.trace import note
from yomi.search.method import furnish, narrow
from yomi.search.proof import climb, proof_of, value_of
from yomi.search.rule import absorb, appraise, arrange, choose, introduce, leaf_result, meet, values_root
from yomi.search.tree import CLAIMED, LOST, OPEN, claim, has_children, publish, reserve

LEFT, STOP, EARLY = 0, 1, 2  # what the control array holds: simulations left, a request to stop, whether to stop early
CHECK_EVERY = 64  # simulations between looks at whether the second move can catch up


def new_control(simulations: int, early: bool) -> np.ndarray:
    """What threads share: how many simulations are left, and a flag that stops them all."""
    return np.array([simulations, 0, int(early)], np.int64)


@njit(cache=True, nogil=True)
def simulate(method, tree, root, control, trace, out, rng):
    """Simulate from root[0] until `control` says stop; the tree holds the result. Returns the simulations done."""
    board, spare = root.copy(), root.copy()
    done = 0
    trace.length[0] = trace.length[1] = 0
    if not values_root(method.rule) and tree.first[0] == 0 and outcome(root[0]) == RUNNING:
        grow(
            method, tree, SIGNED(trace.length[0]), root[0], spare, trace, out, rng
        )  # Numba compiles it again for a plain 0
    while not values_root(method.rule) and fetch_add(tree.first, 0, 0) == CLAIMED:
        pass  # another thread gives the root its children
    while control[STOP] == 0 and tree.proof[0] == OPEN:
        left = fetch_add(control, LEFT, -1)
        if left <= 0:
            break
        if control[EARLY] != 0 and left % CHECK_EVERY == 0 and decided(tree, left):
            control[STOP] = 1
            break
        board[0] = root[0]
        simulate_once(method, tree, board[0], spare, trace, out, rng)
        done += 1
    return done


@njit(cache=True, inline="always")
def simulate_once(method, tree, state, spare, trace, out, rng):
    """Descend, grow, evaluate, absorb."""
    leaf = descend(method.rule, tree, state, trace, rng)
    result = exact(tree, leaf, state, trace)
    if result < 0.0 and tree.first[leaf] == 0:
        result = joined(method.rule, tree, leaf, state, trace.length[0])
    if result < 0.0:
        if tree.first[leaf] == 0 and tree.visits[leaf] >= method.rule.grow:
            grow(method, tree, leaf, state, spare, trace, out, rng)
            introduce(method.rule, tree, leaf, state, trace.length[0])
        result = leaf_result(method.rule, method.playout, tree, leaf, state, trace, out, rng)
    absorb(method.rule, tree, trace, result)
    let_go(tree, trace)


@njit(cache=True, inline="always")
def exact(tree, leaf, state, trace):
    """The result for the player to move at the end of the trace where it is known, and proofs that follow; else -1."""
    result = -1.0
    if tree.proof[leaf] != OPEN and leaf != 0:
        result = value_of(tree.proof[leaf])
        climb(tree, trace)
    else:
        ending = outcome(state)
        if ending != RUNNING:
            result = 0.5 * ending + 0.5
            tree.proof[leaf] = proof_of(result)
            climb(tree, trace)
    return result


@njit(cache=True, inline="always")
def joined(rule, tree, leaf, state, depth):
    """Let a leaf share the children of a node that stands for the same position, if there is one: what that is worth
    to the player to move; else -1."""
    twin = meet(rule, tree, state, depth)
    if twin < 0 or not reserve(tree, leaf):
        return -1.0
    publish(tree, leaf, tree.first[twin], tree.width[twin])
    tree.luck[leaf] = tree.luck[twin]
    return 1.0 - tree.reward[twin] / tree.visits[twin]


@njit(cache=True, inline="always")
def let_go(tree, trace):
    """Take the virtual losses of a trace back."""
    for k in range(1, trace.length[0] + 1):
        fetch_add(tree.pending, trace.nodes[k], -1)


@njit(cache=True)
def grow(method, tree, leaf, state, spare, trace, out, rng):
    """Give the leaf at the end of the trace its children, with what is known about them beforehand."""
    count = narrow(method.moves, state, out, candidates(state, out))
    start = claim(tree, leaf, out, count, rng)
    if start > 0:
        furnish(method.prior, tree, start, count, state, trace, out)
        appraise(method.rule, method.playout, tree, start, count, state, spare, trace, out, rng)
        arrange(method.rule, tree, start, count)
        publish(tree, leaf, start, count)


@njit(cache=True)
def descend(rule, tree, state, trace, rng):
    """Walk to a leaf or a proved node, playing on `state` and filling `trace`; virtual losses below the root."""
    node = depth = 0
    trace.nodes[0] = trace.length[1] = 0
    while has_children(tree, node) and depth + 1 < trace.nodes.shape[0]:
        child = choose(rule, tree, node, depth, rng)
        if child < 0:
            break
        node = child
        depth += 1
        trace.nodes[depth] = node
        fetch_add(tree.pending, node, 1)
        note(trace, tree.move[node])
        play(state, tree.move[node])
        if tree.proof[node] != OPEN:
            break
    trace.length[0] = depth
    return node


@njit(cache=True)
def decided(tree, left):
    """Whether the most visited move stays so whatever the `left` simulations do."""
    most = second = 0
    if not has_children(tree, 0):
        return False
    for child in range(tree.first[0], tree.first[0] + tree.width[0]):
        n = tree.visits[child]
        if tree.proof[child] == LOST:
            continue
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    return most - second > left
