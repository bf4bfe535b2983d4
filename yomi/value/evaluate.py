"""The verbs an evaluator answers, bodies owned by the class of its settings."""

from numba import njit

from yomi.kernel.verb import ANY, body, verb


@verb
def evaluate(evaluator, state, trace, out, rng):
    """How likely the player to move wins, from 0 to 1; may spoil `state`, notes moves in `trace`; `out` is scratch."""


@verb
def suggest(evaluator, moves, prior, state, spare, trace, out):
    """Write how likely each of these moves is to be played; `spare[0]` is room for a position."""


@body(suggest, ANY)
def suggest_nothing(evaluator, moves, prior, state, spare, trace, out):
    prior[:] = 1.0 / len(moves)


@njit(cache=True, nogil=True)
def mean_value(policy, root, count, trace, out, rng):
    """The mean of so many evaluations of root[0], for the player to move."""
    board, total = root.copy(), 0.0
    for _ in range(count):
        board[0] = root[0]
        trace.length[1] = 0
        total += evaluate(policy, board[0], trace, out, rng)
    return total / count
