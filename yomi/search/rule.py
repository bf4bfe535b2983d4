"""The verbs a search rule answers, bodies owned by the class of its settings.

Every rule has a setting `grow`: how many visits a node needs before its children are created.
"""

from yomi.kernel.verb import ANY, body, verb


@verb
def choose(rule, tree, node, rng):
    """The child of `node` to visit next, or -1 if all are proved lost."""


@verb
def arrange(rule, tree, start, count):
    """Put `count` new children from `start` on, priors known, into the order in which the rule wants them."""


@verb
def absorb(rule, tree, trace, result):
    """Store `result`, seen by the player to move at the leaf, along the trace."""


@verb
def urgency(rule, tree, child, log_n, n, q):
    """How much a child with `n` visits (pending ones included) and mean `q` wants to be visited."""


@body(arrange, ANY)
def any_order(rule, tree, start, count):
    pass
