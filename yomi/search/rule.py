"""The verbs a search rule answers, bodies owned by the class of its settings.

Every rule has a setting `grow`: how many visits a node needs before its children are created.
"""

from numba import njit

from yomi.kernel.verb import ANY, body, verb
from yomi.value.evaluate import evaluate


@verb
def choose(rule, tree, node, depth, rng):
    """The child of `node`, which lies at that depth, to visit next, or -1 if all are proved lost."""


@verb
def arrange(rule, tree, start, count):
    """Put `count` new children from `start` on, priors known, into the order in which the rule wants them."""


@verb
def appraise(rule, evaluator, tree, start, count, state, spare, trace, out, rng):
    """Value `count` new children from `start` on, where the rule wants that; `spare[0]` is room for a position."""


@verb
def leaf_result(rule, evaluator, tree, leaf, state, trace, out, rng):
    """What a simulation that ends at `leaf` found out, for the player to move there, from 0 to 1."""


@verb
def absorb(rule, tree, trace, result):
    """Store `result`, seen by the player to move at the leaf, along the trace."""


@verb
def urgency(rule, tree, child, log_n, n, q):
    """How much a child with `n` visits (pending ones included) and mean `q` wants to be visited."""


@verb
def stir(rule, tree, rng):
    """Bring chance into the root, once its children and their priors are known."""


@verb
def wish(rule, tree, weights):
    """Write how often each child of the root should be played, by all that the search found out; they add up to 1."""


@verb
def pick(rule, tree, ply, rng):
    """The child of the root to play as the move number `ply` of a game for learning."""


@verb
def values_root(rule):
    """Whether the first simulation ends at the root, and values it; else the root has children before it."""


@body(values_root, ANY)
def root_has_children(rule):
    return False


@verb
def meet(rule, tree, state, depth):
    """A node with children that stands for the same position at the same depth, or -1."""


@verb
def introduce(rule, tree, node, state, depth):
    """Let `meet` know a node that has got its children."""


@body(meet, ANY)
def nobody_to_meet(rule, tree, state, depth):
    return -1


@body(introduce, ANY)
def nobody_to_tell(rule, tree, node, state, depth):
    pass


@body(stir, ANY)
def nothing_to_stir(rule, tree, rng):
    pass


@body(appraise, ANY)
def nothing_to_appraise(rule, evaluator, tree, start, count, state, spare, trace, out, rng):
    pass


@body(leaf_result, ANY)
def evaluated(rule, evaluator, tree, leaf, state, trace, out, rng):
    return evaluate(evaluator, state, trace, out, rng)


@body(arrange, ANY)
def any_order(rule, tree, start, count):
    pass


@njit(cache=True)
def stir_root(rule, tree, rng):
    """`stir` for callers outside kernels."""
    stir(rule, tree, rng)


@njit(cache=True)
def pick_child(rule, tree, ply, rng):
    """`pick` for callers outside kernels."""
    return pick(rule, tree, ply, rng)
