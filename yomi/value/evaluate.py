"""The verb every evaluator answers, bodies owned by the class of its settings."""

from yomi.kernel.verb import verb


@verb
def evaluate(evaluator, state, trace, out, rng):
    """How likely the player to move wins, from 0 to 1; may spoil `state`, notes moves in `trace`; `out` is scratch."""
